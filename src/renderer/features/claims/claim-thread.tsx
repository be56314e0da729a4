import {
  CircleCheck,
  CircleX,
  type LucideIcon,
  MessageSquareText,
  Reply,
  RotateCcw,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { Auto } from '../../ui/bidi.tsx'
import { cx } from '../../ui/cx.ts'
import type { OneClaim } from './claim-queries.ts'

type ThreadEntry = OneClaim['entries'][number]

const ICONS = {
  reply: Reply,
  resolved: CircleCheck,
  rejected: CircleX,
  reopened: RotateCcw,
} as const satisfies Record<ThreadEntry['kind'], LucideIcon>

/** The message and what was done with it, oldest first, as one reads a correspondence. */
export function ClaimThread({
  claim: { message, createdAt, userName, entries },
}: {
  readonly claim: OneClaim
}) {
  const { t } = useTranslation('claims')
  return (
    <section
      aria-labelledby="claim-thread"
      className="rounded-lg border border-line bg-surface shadow-card"
    >
      <h2 id="claim-thread" className="sr-only">
        {t('thread.title')}
      </h2>
      <ol>
        <Post
          Icon={MessageSquareText}
          who={<Auto>{userName}</Auto>}
          what={t('thread.wrote')}
          at={createdAt}
          text={message}
          large
        />
        {entries.map((entry) => (
          <EntryPost key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  )
}

function EntryPost({ entry: { kind, author, text, mailed, at } }: { readonly entry: ThreadEntry }) {
  const { t } = useTranslation('claims')
  return (
    <Post
      Icon={ICONS[kind]}
      who={author === null ? t('thread.formerStaff') : <Auto>{author.name}</Auto>}
      what={t(`thread.${kind}`)}
      at={at}
      text={text}
      fate={kind === 'reopened' ? undefined : t(mailed ? 'thread.mailed' : 'thread.notMailed')}
    />
  )
}

interface PostProps {
  readonly Icon: LucideIcon
  readonly who: ReactNode
  readonly what: string
  readonly at: string
  readonly text: string
  /** Whether the sender got it. */
  readonly fate?: string | undefined
  readonly large?: boolean
}

function Post({ Icon, who, what, at, text, fate, large = false }: PostProps) {
  const format = useFormat()
  return (
    <li
      className={cx(
        'grid grid-cols-[2.25rem_minmax(0,1fr)] gap-x-3 p-4 sm:p-5',
        !large && 'border-t border-line bg-canvas last:rounded-b-lg',
      )}
    >
      <span
        aria-hidden="true"
        className={cx(
          'grid size-9 place-items-center rounded-full',
          large ? 'bg-brand-soft text-brand' : 'bg-sunken text-muted',
        )}
      >
        <Icon size={18} />
      </span>
      <div className="min-w-0">
        <p className="flex min-h-9 flex-wrap items-center gap-x-2 text-sm">
          <strong className="wrap-anywhere">{who}</strong>
          <span className="text-muted">{what}</span>
          <time dateTime={at} className="text-muted tabular-nums">
            {format.dateTime(at)}
          </time>
        </p>
        {text !== '' && (
          <p
            dir="auto"
            className={cx('mt-1 wrap-anywhere whitespace-pre-line', large && 'text-lg')}
          >
            {text}
          </p>
        )}
        {fate !== undefined && <p className="mt-2 text-sm text-muted">{fate}</p>}
      </div>
    </li>
  )
}
