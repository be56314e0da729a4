import { useTranslation } from 'react-i18next'
import type { QueueState } from '#shared/contract/ipc-desktop.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Notice, type NoticeTone } from '../../../ui/notice.tsx'

const TONE = {
  none: 'success',
  offline: 'info',
  'not-signed-in': 'warning',
  revoked: 'danger',
  server: 'warning',
  'event-gone': 'danger',
  'disk-full': 'danger',
  disk: 'danger',
  damaged: 'danger',
} as const satisfies Record<QueueState['problem'], NoticeTone>

/** How the queue is doing, and what to do about it. */
export function QueueProblem({
  state: { problem, waiting, sent, keptIn, lastSentAt },
}: {
  readonly state: QueueState
}) {
  const { t } = useTranslation('kiosk')
  const format = useFormat()
  const calm = problem === 'none'
  return (
    <>
      <Notice
        tone={calm && waiting > 0 ? 'info' : TONE[problem]}
        title={calm ? t('queue.waiting', { count: waiting }) : t(`queue.problem.${problem}.title`)}
      >
        {!calm && <p>{t(`queue.problem.${problem}.text`)}</p>}
        {!calm && waiting > 0 && <p>{t('queue.waiting', { count: waiting })}</p>}
        <p className="text-sm">
          {t('queue.sent', { count: sent })}
          {lastSentAt !== null && (
            <> · {t('queue.lastSent', { time: format.dateTime(lastSentAt) })}</>
          )}
        </p>
      </Notice>
      {keptIn === 'memory' && (
        <Notice tone="warning" title={t('queue.memory.title')}>
          {t('queue.memory.text')}
        </Notice>
      )}
    </>
  )
}
