import { FilePen } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReturnState } from '../../../platform/session/return-path.ts'
import { useSession } from '../../../platform/session/session.ts'
import { LinkButton, type LinkButtonProps } from '../../../ui/button/button.tsx'
import { hasKeptDraft } from './draft-name.ts'
import { FILING_PATH } from './steps.ts'

const TO_THE_FORM: ReturnState = { returnTo: FILING_PATH }

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

/** Both in one line of a phone, each of two short lines: stacked they pushed the first report out of the window. */
const HALF = 'max-sm:grow max-sm:basis-0 max-sm:px-2 max-sm:leading-tight'

/** The way to the form for signed-in users (docs/spec/reports.md, 5); for visitors, the ways to it. */
export function CreateButton({
  label,
  ...rest
}: Pick<LinkButtonProps, 'className' | 'title' | 'variant'> & {
  /** Where "File a report" is longer than its place. */
  readonly label?: ReactNode
}) {
  const { t } = useTranslation('reports')
  const session = useSession()
  const captures = useKeptCaptures(session.state === 'authenticated')
  if (session.state === 'unauthenticated')
    return (
      <>
        {/* Loaded as a page of its own: what it loads is told from the rest by its address. */}
        <LinkButton to="/tell" reloadDocument className={HALF}>
          {t('withoutAccount')}
        </LinkButton>
        <LinkButton
          to="/login"
          state={TO_THE_FORM}
          variant="secondary"
          className={HALF}
          icon={<FilePen aria-hidden="true" size={18} />}
        >
          {t('signInToCreate')}
        </LinkButton>
      </>
    )
  if (session.state !== 'authenticated') return null
  return (
    <LinkButton {...rest} to={FILING_PATH} icon={<FilePen aria-hidden="true" size={18} />}>
      {captures > 0 || hasKeptDraft() ? t('goOn') : (label ?? t('create'))}
    </LinkButton>
  )
}
