import { Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import type { NewsItem } from '../../platform/content-queries.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button.tsx'
import { asClock, useCountdown } from '../../ui/countdown.ts'
import { Notice } from '../../ui/notice.tsx'

interface NewsletterNoticeProps {
  readonly article: NewsItem
  readonly busy: boolean
  readonly onTakeBack: () => void
}

/** Where the mails to the subscribers are. Until they leave, a slip of the finger is taken back by one press. */
export function NewsletterNotice({
  article: { status, newsletter },
  busy,
  onTakeBack,
}: NewsletterNoticeProps) {
  const { t } = useTranslation('staffNews')
  const format = useFormat()
  const left = useCountdown(newsletter == null ? undefined : Date.parse(newsletter.leavesAt))
  if (newsletter == null)
    return status === 'published' ? <Notice tone="info">{t('letter.none')}</Notice> : null
  if (newsletter.doneAt !== null)
    return (
      <Notice tone="info">
        {t('letter.sent', {
          when: format.dateTime(newsletter.doneAt),
          count: newsletter.recipients,
        })}
      </Notice>
    )
  if (left === 0) return <Notice tone="info">{t('letter.leaving')}</Notice>
  return (
    <Notice
      tone="warning"
      title={t('letter.waitingTitle')}
      action={
        <Button
          variant="secondary"
          busy={busy}
          icon={<Undo2 aria-hidden="true" size={18} className="mirror" />}
          onClick={onTakeBack}
        >
          {t('letter.takeBack')}
        </Button>
      }
    >
      <p>{t('letter.waiting', { time: format.time(newsletter.leavesAt) })}</p>
      {/* The clock is for the eye; the time above says it to the ear once. */}
      <p aria-hidden="true" className="text-xl headline tabular-nums">
        <Ltr>{asClock(left)}</Ltr>
      </p>
    </Notice>
  )
}
