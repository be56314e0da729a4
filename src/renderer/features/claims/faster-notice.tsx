import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { OneClaim } from './claim-queries.ts'

interface FasterNoticeProps {
  readonly claim: OneClaim
  /** The version that the writer knew. */
  readonly since: number
  readonly kept: string
  readonly onDiscard: () => void
  /** The writer has read what is new and still wants to send. */
  readonly onSeen: () => void
}

/** Somebody else did something while this reply was written: who and what, and that nothing typed is lost. */
export function FasterNotice({
  claim: { entries, status },
  since,
  kept,
  onDiscard,
  onSeen,
}: FasterNoticeProps) {
  const { t } = useTranslation('claims')
  const news = entries.slice(since).at(-1)
  const name = news?.author?.name ?? t('thread.formerStaff')
  const isOpen = status === 'open'
  return (
    <Notice tone="warning" title={t(`faster.${news?.kind ?? 'reply'}`, { name })}>
      <p>{t(isOpen ? 'faster.read' : 'faster.closed')}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {isOpen ? (
          <Button variant="secondary" onClick={onSeen}>
            {t('faster.seen')}
          </Button>
        ) : (
          <CopyButton text={kept} label={t('faster.copy')} />
        )}
        <Button variant="quiet" onClick={onDiscard}>
          {t('faster.discard')}
        </Button>
      </div>
    </Notice>
  )
}
