import { LogOut, RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endOtherSessions, endSession } from '#shared/contract/auth.ts'
import { ask, CallFailure } from '../../../platform/api.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { problemText } from '../../../ui/form-problems.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { focusSoon } from '../focus-soon.ts'
import { DeviceName, SessionItem } from './session-item.tsx'
import { type OwnSession, reloadSessions, useSessions } from './use-sessions.ts'

/** What is about to be ended: one session, or all others. */
type Ending = OwnSession | 'others'

export function SessionsSection() {
  const { t } = useTranslation(['profile', 'common'])
  const { data, isError, error, refetch } = useSessions()
  const [ending, setEnding] = useState<Ending>()
  const list = useRef<HTMLUListElement>(null)
  const others = data?.filter(({ current }) => !current) ?? []
  return (
    <Section
      title={t('sessions.title')}
      lead={t('sessions.lead')}
      actions={
        others.length > 0 && (
          <Button
            variant="secondary"
            icon={<LogOut aria-hidden="true" size={18} className="mirror" />}
            onClick={() => setEnding('others')}
          >
            {t('sessions.endOthers')}
          </Button>
        )
      }
    >
      {data !== undefined ? (
        <ul ref={list} tabIndex={-1} className="divide-y divide-line">
          {data.map((session) => (
            <SessionItem key={session.id} session={session} onEnd={() => setEnding(session)} />
          ))}
        </ul>
      ) : isError ? (
        <Notice
          tone="danger"
          title={t('sessions.loadError')}
          action={
            <Button
              variant="secondary"
              icon={<RotateCw aria-hidden="true" size={18} />}
              onClick={() => void refetch()}
            >
              {t('common:retry')}
            </Button>
          }
        >
          {error instanceof CallFailure && problemText(t, error)}
        </Notice>
      ) : (
        <div aria-busy="true" className="grid gap-4">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      )}
      <EndDialog
        ending={ending}
        onClose={() => setEnding(undefined)}
        onEnded={() => focusSoon(list)}
      />
    </Section>
  )
}

interface EndDialogProps {
  readonly ending: Ending | undefined
  readonly onClose: () => void
  readonly onEnded: () => void
}

function EndDialog({ ending, onClose, onEnded }: EndDialogProps) {
  const { t } = useTranslation('profile')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  // The text stays while the dialog fades away.
  const [shown, setShown] = useState<Ending>('others')
  if (ending !== undefined && ending !== shown) setShown(ending)

  const close = (): void => {
    setFailure(undefined)
    onClose()
  }
  const end = async (): Promise<void> => {
    setBusy(true)
    setFailure(undefined)
    try {
      if (shown === 'others') {
        const { ended } = await ask(endOtherSessions, {})
        toast.success(t('sessions.othersEnded', { count: ended }))
      } else {
        await ask(endSession, { params: { id: shown.id } }).catch(leaveOutEnded)
        toast.success(t('sessions.ended'))
      }
      await reloadSessions()
      close()
      onEnded()
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      setFailure(problemText(t, error))
    } finally {
      setBusy(false)
    }
  }
  const all = shown === 'others'
  return (
    <ConfirmDialog
      open={ending !== undefined}
      onOpenChange={close}
      title={all ? t('sessions.endOthersTitle') : t('sessions.endTitle')}
      text={
        all ? (
          <p>{t('sessions.endOthersText')}</p>
        ) : (
          <>
            <p className="font-semibold">
              <DeviceName userAgent={shown.device} />
            </p>
            <p>{t('sessions.endText')}</p>
          </>
        )
      }
      confirmLabel={all ? t('sessions.endOthers') : t('sessions.end')}
      tone="danger"
      onConfirm={() => void end()}
      busy={busy}
    >
      {failure !== undefined && (
        <Notice tone="danger" title={t('sessions.endError')}>
          {failure}
        </Notice>
      )}
    </ConfirmDialog>
  )
}

/** A session that ended by itself meanwhile is what was wanted. */
function leaveOutEnded(error: unknown): void {
  if (!(error instanceof CallFailure && error.problem?.code === 'not-found')) throw error
}
