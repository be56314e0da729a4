import { useQuery } from '@tanstack/react-query'
import { LogOut, Monitor, Smartphone } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endOtherSessions, endSession, listSessions } from '#shared/contract/auth.ts'
import type { Reply } from '#shared/contract/base/define-route.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ask, CallFailure } from '../../../platform/calls/api.ts'
import { queryClient } from '../../../platform/calls/query-client.ts'
import { readQuery } from '../../../platform/calls/read-query.ts'
import { Button } from '../../../ui/button/button.tsx'
import { useCall } from '../../../ui/call/use-call.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { LoadFailure } from '../../../ui/loaded/load-failure.tsx'
import { focusSoon } from '../focus-soon.ts'
import { ProfileFold } from '../profile-fold.tsx'
import { isHandheld, readDevice } from './read-device.ts'

type OwnSession = Reply<typeof listSessions>[number]

const sessionsQuery = readQuery(['account', 'sessions'], listSessions, {})

const useSessions = () => useQuery(sessionsQuery)
export const reloadSessions = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })

function SessionItem({
  session,
  onEnd,
}: {
  readonly session: OwnSession
  readonly onEnd: () => void
}) {
  const { t } = useTranslation('profile')
  const format = useFormat()
  const Icon = isHandheld(readDevice(session.device)) ? Smartphone : Monitor
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 py-3 first:pt-0 last:pb-0 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Icon aria-hidden="true" size={24} className="shrink-0 text-muted" />
      <div>
        <p className="font-semibold wrap-anywhere">
          <DeviceName userAgent={session.device} />
        </p>
        <p className="text-sm text-muted">
          {session.current ? (
            <span className="font-semibold text-success">{t('sessions.thisOne')}</span>
          ) : (
            t('sessions.lastUsed', { when: format.relative(session.lastUsedAt) })
          )}
          {' · '}
          {t('sessions.since', { date: format.date(session.createdAt) })}
        </p>
      </div>
      {!session.current && (
        <Button
          variant="quiet"
          onClick={onEnd}
          className="max-sm:col-start-2 max-sm:-ms-4 max-sm:justify-self-start"
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}

/** "Firefox on Windows". */
function DeviceName({ userAgent }: { readonly userAgent: string }) {
  const { t } = useTranslation('profile')
  const { browser, system } = readDevice(userAgent)
  const name = browser.kind === 'browser' ? browser.name : t(`sessions.${browser.kind}`)
  return system === undefined ? name : t('sessions.deviceOn', { browser: name, system })
}

/** What is about to be ended: one session, or all others. */
type Ending = OwnSession | 'others'

export function SessionsSection() {
  const { t } = useTranslation('profile')
  const { data, isError, error, refetch } = useSessions()
  const [ending, setEnding] = useState<Ending>()
  const list = useRef<HTMLUListElement>(null)
  const others = data?.filter(({ current }) => !current) ?? []
  return (
    <ProfileFold
      anchor="sessions"
      title={t('sessions.title')}
      value={data && t('sessions.count', { count: data.length })}
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
        <LoadFailure title={t('sessions.loadError')} error={error} onRetry={() => void refetch()} />
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
    </ProfileFold>
  )
}

interface EndDialogProps {
  readonly ending: Ending | undefined
  readonly onClose: () => void
  readonly onEnded: () => void
}

function EndDialog({ ending, onClose, onEnded }: EndDialogProps) {
  const { t } = useTranslation('profile')
  // The text stays while the dialog fades away.
  const [shown, setShown] = useState<Ending>('others')
  if (ending !== undefined && ending !== shown) setShown(ending)

  const close = (): void => {
    end.reset()
    onClose()
  }
  const end = useCall(async () => {
    if (shown === 'others') {
      const { ended } = await ask(endOtherSessions, {})
      toast.success(t('sessions.othersEnded', { count: ended }))
    } else {
      await ask(endSession, { params: { id: shown.id } }).catch(leaveOutEnded)
      toast.success(t('sessions.ended'))
    }
    await reloadSessions()
    onClose()
    onEnded()
  })
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
      onConfirm={() => void end.run()}
      busy={end.busy}
    >
      <FailureNotice title={t('sessions.endError')} text={end.notice} />
    </ConfirmDialog>
  )
}

/** If the session has already ended, the goal is reached. */
function leaveOutEnded(error: unknown): void {
  if (!(error instanceof CallFailure && error.problem?.code === 'not-found')) throw error
}
