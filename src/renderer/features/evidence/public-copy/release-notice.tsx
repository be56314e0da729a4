import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import {
  confirmPublicCopy,
  stopPublicCopy,
  type PublicCopy,
} from '#shared/contract/public-copies.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ask } from '../../../platform/calls/api.ts'
import { Auto } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { useCall } from '../../../ui/call/use-call.ts'
import { useCountdown } from '../../../ui/feedback/countdown.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'

/** The server looks every two seconds for what is due. */
const SERVER_LATER_MS = 3_000

interface ReleaseNoticeProps {
  readonly id: number
  readonly release: NonNullable<PublicCopy['release']>
  /** Asks for the password where the server wants it. */
  readonly guard: <T>(work: () => Promise<T>) => Promise<{ readonly kind: 'done' | 'cancelled' }>
  readonly onChanged: () => void
}

/** A change that shows more and has not taken effect: how long it can be stopped, or who confirms it. */
export function ReleaseNotice({ id, release, guard, onChanged }: ReleaseNoticeProps) {
  const { t } = useTranslation(['reportWrite', 'problems'])
  const format = useFormat()
  const { dueAt, own, by, reason, heldBack, boxes } = release
  const left = useCountdown(dueAt === null ? undefined : Date.parse(dueAt))
  const isOver = dueAt !== null && left === 0
  useEffect(() => {
    if (!isOver) return undefined
    const timer = setTimeout(onChanged, SERVER_LATER_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, whatever the parent makes of its function meanwhile
  }, [isOver])
  const stop = useCall(async () => {
    await ask(stopPublicCopy, { params: { id } })
    toast.success(t('publicCopy.release.stopped'))
    onChanged()
  })
  const confirm = useCall(async () => {
    const call = () => ask(confirmPublicCopy, { params: { id }, body: { release: release.id } })
    if ((await guard(call)).kind === 'cancelled') return
    toast.success(t('publicCopy.release.confirmed'))
    onChanged()
  })
  const notice = stop.notice ?? confirm.notice
  const state = format.list([
    t(heldBack ? 'publicCopy.heldBack' : 'publicCopy.released'),
    t('publicCopy.boxCount', { count: boxes.length }),
  ])
  return (
    <Notice
      tone="warning"
      title={t(dueAt === null ? 'publicCopy.release.waitsTitle' : 'publicCopy.release.dueTitle')}
      action={
        !isOver && (
          <div className="flex flex-wrap gap-2">
            {dueAt === null && !own && (
              <Button busy={confirm.busy} onClick={() => void confirm.run()}>
                {t('publicCopy.release.confirm')}
              </Button>
            )}
            <Button variant="secondary" busy={stop.busy} onClick={() => void stop.run()}>
              {t('publicCopy.release.stop')}
              {dueAt !== null && (
                <span aria-hidden="true" className="min-w-5 tabular-nums text-muted">
                  {format.number(left)}
                </span>
              )}
            </Button>
          </div>
        )
      }
    >
      <p>
        {isOver
          ? t('publicCopy.release.now')
          : dueAt !== null
            ? t('publicCopy.release.due', { seconds: format.number(left) })
            : own
              ? t('publicCopy.release.ownWaits')
              : t('publicCopy.release.otherWaits', { by })}
      </p>
      <p>
        {t('publicCopy.release.what', { state })} · <Auto>{reason}</Auto>
      </p>
      {notice !== undefined && (
        <p role="alert" className="font-semibold text-danger">
          {t('publicCopy.release.failed')} {notice}
        </p>
      )}
    </Notice>
  )
}
