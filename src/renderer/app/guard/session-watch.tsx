import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listSessions } from '#shared/contract/auth.ts'
import {
  END_WARNING_S,
  idleLimitS,
  STAFF_SESSION_MAX_S,
} from '#shared/domain/access/session-rules.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ask } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { idleS, noteActivity } from '../../platform/session/activity.ts'
import { signOut } from '../../platform/session/session.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'

const TICK_MS = 1_000
const STAFF_IDLE_S = idleLimitS('admin')

interface Left {
  /** Seconds to the end without use. */
  readonly idle: number
  /** Seconds to the end of the working day. */
  readonly day: number
}

/** Tells staff two minutes before their session ends, and ends it with their unsaved work kept. */
export function SessionWatch() {
  const left = useTimeLeft()
  const [isSeen, setSeen] = useState(false)
  const over = Math.min(left.idle, left.day) <= 0
  useEffect(() => {
    if (over) void signOut('idle')
  }, [over])
  if (left.idle <= END_WARNING_S)
    return <Ending kind="idle" seconds={left.idle} onStay={noteActivity} />
  if (left.day <= END_WARNING_S && !isSeen)
    return <Ending kind="day" seconds={left.day} onStay={() => setSeen(true)} />
  return null
}

function useTimeLeft(): Left {
  const { data } = useQuery(
    {
      queryKey: ['own-sessions', 'begin'],
      queryFn: ({ signal }) => ask(listSessions, {}, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient, // this part stands beside the pages, which bring their own provider
  )
  const begin = data?.find(({ current }) => current)?.createdAt
  const [left, setLeft] = useState<Left>({ idle: STAFF_IDLE_S, day: STAFF_SESSION_MAX_S })
  useEffect(() => {
    const look = (): void => {
      const ageS = begin === undefined ? 0 : (Date.now() - Date.parse(begin)) / 1_000
      setLeft({
        idle: STAFF_IDLE_S - idleS(),
        day: Math.ceil(STAFF_SESSION_MAX_S - ageS),
      })
    }
    const timer = setInterval(look, TICK_MS)
    return () => clearInterval(timer)
  }, [begin])
  return left
}

function Ending({
  kind,
  seconds,
  onStay,
}: {
  readonly kind: 'idle' | 'day'
  readonly seconds: number
  readonly onStay: () => void
}) {
  const { t } = useTranslation('auth')
  const format = useFormat()
  const left = Math.max(seconds, 0)
  const time = format.number(left, { style: 'unit', unit: 'second', unitDisplay: 'long' })
  return (
    <Dialog open onOpenChange={onStay} title={t(`ending.${kind}.title`)}>
      <div className="grid gap-4">
        <p>{t(`ending.${kind}.text`)}</p>
        <p className="text-2xl headline tabular-nums" role="timer">
          {time}
        </p>
        <div className="flex justify-end">
          <Button onClick={onStay}>{t(`ending.${kind}.stay`)}</Button>
        </div>
      </div>
    </Dialog>
  )
}
