import { useMutation } from '@tanstack/react-query'
import { CircleCheckBig, UserCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkIn } from '#shared/contract/events.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ask } from '../../../platform/api.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { CallFailure } from '../../../platform/call-failure.ts'
import { problemText } from '../../../ui/form-problems.ts'
import { Notice } from '../../../ui/notice.tsx'

interface CheckInActionProps {
  readonly eventId: string
  readonly gate: string
  readonly cardId: string
  /** The member has come in before. */
  readonly again: boolean
}

/** Records that the person came in, once somebody has compared the photo with the face. */
export function CheckInAction({ eventId, gate, cardId, again }: CheckInActionProps) {
  const { t } = useTranslation(['verification', 'problems'])
  const format = useFormat()
  // One id for all tries: a call whose answer was lost and that is sent again counts once.
  const [entry] = useState(() => ({ id: crypto.randomUUID(), at: new Date().toISOString() }))
  const record = useMutation({
    mutationFn: () =>
      ask(checkIn, {
        params: { id: eventId },
        body: { checkIns: [{ ...entry, cardId, gate: gate.trim() }] },
      }),
    onSuccess: () => announce(t('checkIn.done')),
  })
  const result = record.data?.results[0]
  if (result !== undefined && result.result !== 'unknown-member')
    return (
      <p className="flex items-center gap-2 text-lg font-semibold text-success">
        <CircleCheckBig aria-hidden="true" size={24} />
        {t('checkIn.doneAt', { time: format.time(entry.at) })}
      </p>
    )
  return (
    <div className="grid gap-3">
      {result !== undefined && <Notice tone="danger">{t('checkIn.notActive')}</Notice>}
      {record.error !== null && (
        <Notice tone="danger" title={t('checkIn.failed')}>
          {record.error instanceof CallFailure
            ? problemText(t, record.error)
            : t('problems:unreadable')}
        </Notice>
      )}
      <Button
        size="lg"
        variant={again ? 'secondary' : 'primary'}
        busy={record.isPending}
        icon={<UserCheck aria-hidden="true" size={22} />}
        onClick={() => record.mutate()}
      >
        {t(again ? 'checkIn.again' : 'checkIn.do')}
      </Button>
    </div>
  )
}
