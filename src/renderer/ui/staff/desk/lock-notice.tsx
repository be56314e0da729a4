import { Eye, Hand } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ReviewLock } from '#shared/contract/base/review-lock.ts'
import { roleOfLetter } from '#shared/domain/people/roles.ts'
import { useSession } from '../../../platform/session/session.ts'
import { Auto } from '../../bidi.tsx'
import { Button } from '../../button/button.tsx'
import { Notice } from '../../feedback/notice.tsx'

interface LockNoticeProps {
  /** The review lock of the item; null: it has none. */
  readonly claim: ReviewLock | null
  readonly busy: boolean
  readonly notice: string | undefined
  readonly words: {
    readonly freeTitle: string
    readonly freeText: string
    readonly take: string
    readonly takeOver: string
    readonly otherTitle: string
    readonly otherText: string
    readonly otherTextAdmin: string
    readonly until: string
  }
  readonly onTake: (takeOver: boolean) => void
}

/** The reviewer of the open item. Empty for the own review lock: then a line beside the heading says so. */
export function LockNotice({ claim, busy, notice, words, onTake }: LockNoticeProps) {
  const { t } = useTranslation('common')
  const session = useSession()
  const mayTakeOver = session.state === 'authenticated' && session.user.role === 'admin'
  if (claim?.mine === true) return null
  const take = (takeOver: boolean, label: string) => (
    <Button variant="secondary" busy={busy} onClick={() => onTake(takeOver)}>
      {label}
    </Button>
  )
  if (claim === null) {
    if (busy) return null
    return (
      <Notice
        tone={notice === undefined ? 'info' : 'danger'}
        title={words.freeTitle}
        className="print:hidden"
        action={take(false, words.take)}
      >
        {notice ?? words.freeText}
      </Notice>
    )
  }
  return (
    <Notice
      tone="warning"
      title={words.otherTitle}
      {...(mayTakeOver && { action: take(true, words.takeOver) })}
    >
      <p>
        <Auto className="font-semibold">{claim.by.name}</Auto>
        {' · '}
        {t(`roles.${roleOfLetter(claim.by.role)}`)}
        {' · '}
        {words.until}
      </p>
      <p>{mayTakeOver ? words.otherTextAdmin : words.otherText}</p>
      {notice !== undefined && <p className="text-danger">{notice}</p>}
    </Notice>
  )
}

/** Who holds an item, in a line of the queue. */
export function HolderMark({ claim, you }: { readonly claim: ReviewLock; readonly you: string }) {
  const Icon = claim.mine ? Hand : Eye
  return (
    <span className="flex items-center gap-1.5 text-xs text-info">
      <Icon aria-hidden="true" size={14} className="shrink-0" />
      {claim.mine ? you : <Auto>{claim.by.name}</Auto>}
    </span>
  )
}
