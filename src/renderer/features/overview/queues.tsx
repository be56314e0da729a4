import {
  CalendarDays,
  FileWarning,
  HandCoins,
  ImageUp,
  Inbox,
  MessagesSquare,
  ChevronRight,
  Scale,
  UserRoundX,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import type { Overview } from './use-overview.ts'
import { waitTime } from './wait-time.ts'

interface QueueTileProps {
  readonly to: string
  readonly icon: ReactNode
  readonly title: string
  /** The number, as it is shown. */
  readonly count: string
  /** What the number counts: "wait for a decision". */
  readonly unit: string
  readonly lines: readonly string[]
}

/** One queue: how much waits, since when, and the way there. The whole tile is the link. */
function QueueTile({ to, icon, title, count, unit, lines }: QueueTileProps) {
  return (
    <li className="min-w-0">
      <Link
        to={to}
        className="group grid h-full content-start gap-1 rounded-lg border border-line bg-surface p-4 transition-colors hover:border-brand sm:p-5"
      >
        <span className="flex items-center gap-2 text-sm font-semibold text-muted">
          <span aria-hidden="true" className="text-brand">
            {icon}
          </span>
          <span className="grow">{title}</span>
          <ChevronRight
            aria-hidden="true"
            size={18}
            className="mirror group-hover:text-brand print:hidden"
          />
        </span>
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-2xl headline tabular-nums">{count}</span>
          <span>{unit}</span>
        </span>
        {lines.map((line) => (
          <span key={line} className="text-sm text-muted">
            {line}
          </span>
        ))}
      </Link>
    </li>
  )
}

interface QueuesProps {
  /** Address of the dashboard. */
  readonly base: string
  readonly numbers: Overview
}

const SIZE = { size: 20 } as const

/** What waits, each with the way to its list as it is filtered for it. */
export function Queues({ base, numbers }: QueuesProps) {
  const tiles = useTiles(base, numbers)
  return (
    <ul className="grid gap-4 min-[560px]:grid-cols-2 xl:grid-cols-3">
      {tiles.map((tile) => (
        <QueueTile key={tile.to} {...tile} />
      ))}
    </ul>
  )
}

function useTiles(
  base: string,
  {
    at,
    requests,
    portraits,
    claims,
    objections,
    reports,
    answers,
    pledges,
    members,
    nextEvent,
  }: Overview,
): readonly QueueTileProps[] {
  const { t } = useTranslation('overview')
  const format = useFormat()
  const language = useLanguage()
  const span = (seconds: number): string => {
    const { value, unit } = waitTime(seconds)
    return format.number(value, { style: 'unit', unit, unitDisplay: 'long' })
  }
  const oldest = (since: string | null): string[] =>
    since === null
      ? []
      : [t('oldest', { time: span((Date.parse(at) - Date.parse(since)) / 1_000) })]
  const pace = ({ decided, medianWaitS }: Overview['requests']): string[] =>
    medianWaitS === null ? [] : [t('pace', { count: decided, time: span(medianWaitS) })]
  const tile = (
    key: string,
    to: string,
    icon: React.ReactNode,
    count: number,
    lines: readonly string[],
  ): QueueTileProps => ({
    to,
    icon,
    title: t(`queues.${key}.title`),
    count: format.number(count),
    unit: t(`queues.${key}.unit`, { count }),
    lines,
  })
  const tiles = [
    tile('requests', `${base}/requests/queue`, <Inbox {...SIZE} />, requests.waiting, [
      ...oldest(requests.oldestAt),
      ...pace(requests),
    ]),
    tile('portraits', `${base}/requests/portraits`, <ImageUp {...SIZE} />, portraits.waiting, []),
    tile('claims', `${base}/claims?status=open`, <MessagesSquare {...SIZE} />, claims.waiting, [
      ...oldest(claims.oldestAt),
      ...pace(claims),
    ]),
    tile(
      'reports',
      `${base}/reports/queue`,
      <FileWarning {...SIZE} />,
      reports.waiting,
      oldest(reports.oldestAt),
    ),
  ]
  if (objections.due > 0)
    tiles.push(
      tile(
        'objections',
        `${base}/claims?about=due`,
        <Scale {...SIZE} />,
        objections.due,
        objections.overdue === 0 ? [] : [t('overdue', { count: objections.overdue })],
      ),
    )
  if (answers.waiting > 0)
    tiles.push(
      tile(
        'answers',
        `${base}/reports?status=&answered=yes`,
        <MessagesSquare {...SIZE} />,
        answers.waiting,
        [],
      ),
    )
  const idle = members?.idle ?? 0
  if (idle > 0) tiles.push(tile('idle', `${base}/users/idle`, <UserRoundX {...SIZE} />, idle, []))
  if (pledges !== undefined)
    tiles.push(
      tile(
        'pledges',
        `${base}/donations?status=pledged`,
        <HandCoins {...SIZE} />,
        pledges.waiting,
        [],
      ),
    )
  if (nextEvent !== null) {
    const places =
      nextEvent.capacity === null
        ? t('placesUnlimited')
        : t('places', { count: nextEvent.capacity })
    const queue = nextEvent.waiting === 0 ? [] : [t('onWaitingList', { count: nextEvent.waiting })]
    tiles.push({
      ...tile(
        'event',
        `${base}/events/${nextEvent.id}`,
        <CalendarDays {...SIZE} />,
        nextEvent.registered,
        [
          t('eventOn', {
            title: `\u2068${nextEvent.title[language]}\u2069`,
            date: format.date(nextEvent.startsAt, 'medium').replaceAll(' ', '\u00a0'), // one thing
          }),
          places,
          ...queue,
        ],
      ),
    })
  }
  return tiles
}
