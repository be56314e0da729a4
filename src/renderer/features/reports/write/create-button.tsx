import { FilePen } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReturnState } from '../../../platform/session/return-path.ts'
import { useSession } from '../../../platform/session/session.ts'
import { Button, LinkButton } from '../../../ui/button/button.tsx'
import { hasKeptDraft } from './draft-name.ts'

// Loaded for writers only: most readers do not need it.
const CreateDialog = lazy(async () => ({
  default: (await import('./create-dialog.tsx')).CreateDialog,
}))

const BACK_HERE: ReturnState = { returnTo: '/reports' }

/** Files that were taken with the camera and not sent; after the first paint, because few members have any. */
function useKeptCaptures(isMember: boolean): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (!isMember) return
    void import('../../../platform/evidence-upload/capture/index.ts')
      .then(({ keptCaptures }) => keptCaptures())
      .then(({ length }) => setCount(length))
      .catch(() => undefined) // no network for this part of the program: the form says it later
  }, [isMember])
  return count
}

/** For signed-in users (docs/spec/reports.md, 5); for visitors it explains how. */
export function CreateButton() {
  const { t } = useTranslation('reports')
  const session = useSession()
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const captures = useKeptCaptures(session.state === 'authenticated')
  if (session.state === 'unauthenticated')
    return (
      <>
        <LinkButton
          to="/login"
          state={BACK_HERE}
          variant="secondary"
          icon={<FilePen aria-hidden="true" size={18} />}
        >
          {t('signInToCreate')}
        </LinkButton>
        {/* Loaded as a page of its own: what it loads is told from the rest by its address. */}
        <LinkButton to="/tell" reloadDocument>
          {t('withoutAccount')}
        </LinkButton>
      </>
    )
  if (session.state !== 'authenticated') return null
  return (
    <>
      <Button
        icon={<FilePen aria-hidden="true" size={18} />}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        {t(!open && (captures > 0 || hasKeptDraft()) ? 'goOn' : 'create')}
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <CreateDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
