import { CircleCheck, CircleX, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import type { OneClaim } from './claim-queries.ts'
import { DecideDialog } from './decide-dialog.tsx'
import { ReopenDialog } from './reopen-dialog.tsx'
import { useClaimsPath } from './use-claims-path.ts'

/** Closing a message without writing a reply, and opening it again. */
export function ClaimDecisions({ claim }: { readonly claim: OneClaim }) {
  const { t } = useTranslation('claims')
  const { mayReopen } = useClaimsPath()
  // The dialogs stay while they are open, also when somebody else decides meanwhile: what was typed is in them.
  const [dialog, setDialog] = useState<'resolved' | 'rejected' | 'reopen'>()
  const close = (): void => setDialog(undefined)
  const isOpen = claim.status === 'open'
  return (
    <section
      aria-labelledby="claim-decisions"
      className="rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <h2 id="claim-decisions" className="text-xl headline">
        {t('decide.title')}
      </h2>
      <p className="mt-1 text-sm text-muted">
        {t(isOpen ? 'decide.lead' : mayReopen ? 'decide.closed' : 'decide.closedForGood')}
      </p>
      <div className="mt-4 grid gap-2 empty:hidden">
        {isOpen && (
          <>
            <Button
              variant="secondary"
              icon={<CircleCheck aria-hidden="true" size={18} />}
              onClick={() => setDialog('resolved')}
            >
              {t('decide.resolve')}
            </Button>
            <Button
              variant="secondary"
              icon={<CircleX aria-hidden="true" size={18} />}
              onClick={() => setDialog('rejected')}
            >
              {t('decide.reject')}
            </Button>
          </>
        )}
        {!isOpen && mayReopen && (
          <Button
            variant="secondary"
            icon={<RotateCcw aria-hidden="true" size={18} />}
            onClick={() => setDialog('reopen')}
          >
            {t('decide.reopen')}
          </Button>
        )}
      </div>
      <DecideDialog
        claim={claim}
        decision={dialog === 'reopen' ? undefined : dialog}
        onClose={close}
      />
      <ReopenDialog claim={claim} open={dialog === 'reopen'} onClose={close} />
    </section>
  )
}
