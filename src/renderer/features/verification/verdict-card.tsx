import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { VerifyReply } from '#shared/contract/card.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/notice.tsx'
import { CheckInAction } from './check-in/check-in-action.tsx'
import type { CardInput } from './check-state.ts'
import { OfflineMark } from './offline-mark.tsx'
import { ResultCard } from './result-card.tsx'
import { isSameDay, verdictView } from './verdict-look.ts'
import { MARKS, TONES } from './verdict-marks.ts'
import { VerdictPerson } from './verdict-person.tsx'

interface VerdictCardProps {
  readonly reply: VerifyReply
  readonly input: CardInput
  readonly withPreview: boolean
  /** Where people are checked in; undefined where cards are only checked. */
  readonly door: { readonly eventId: string; readonly gate: string } | undefined
  /** Present where this device said it, and the server is still waited for. */
  readonly offline?:
    | { readonly listAgeS: number | null; readonly retrying: boolean; readonly onRetry: () => void }
    | undefined
  readonly onNext: () => void
}

/** The verdict: word, shape, colour, then why and what to do, then whom to compare with. */
export function VerdictCard({
  reply,
  input,
  withPreview,
  door,
  offline,
  onNext,
}: VerdictCardProps) {
  const { t } = useTranslation('verification')
  const format = useFormat()
  const { tone, mark, wordKey, titleKey, todoKey, closeLook, person } = verdictView(
    reply,
    input,
    offline === undefined ? 'online' : 'offline',
  )
  const before = wordKey === 'word.again' ? reply.firstCheckIn : null
  return (
    <ResultCard
      tone={TONES[tone]}
      Icon={MARKS[mark]}
      word={t(wordKey)}
      detail={before === null ? undefined : entryText(before)}
      aside={t('stage.checkedAt', { time: format.time(reply.checkedAt) })}
      withPreview={withPreview}
      onNext={onNext}
      action={
        offline !== undefined && <RetryButton busy={offline.retrying} onRetry={offline.onRetry} />
      }
    >
      {offline !== undefined && (
        <OfflineMark checkedAt={reply.checkedAt} listAgeS={offline.listAgeS} />
      )}
      <div className={cx('px-4 py-3 sm:px-6', closeLook ? TONES.unsure.soft : TONES[tone].soft)}>
        {closeLook && (
          <p className={cx('mb-1 flex items-center gap-2 font-semibold', TONES.unsure.text)}>
            <TriangleAlert aria-hidden="true" size={20} />
            {t('note')}
          </p>
        )}
        <p className="text-lg font-semibold sm:text-xl">{t(titleKey)}</p>
        <p className="sm:text-lg">{t(todoKey)}</p>
        {before !== null && <p>{t(`reasons.${reply.reason}.title`)}</p>}
      </div>
      {person !== undefined && (
        <div className="px-4 pt-4 sm:px-6">
          <VerdictPerson
            person={person}
            today={new Date(reply.checkedAt)}
            offline={offline !== undefined}
          />
          {door !== undefined &&
            offline === undefined &&
            reply.verdict === 'VALID' &&
            person.cardId !== null && (
              <div className="mt-5">
                <CheckInAction
                  key={door.eventId}
                  {...door}
                  cardId={person.cardId}
                  again={person.firstCheckIn !== null}
                />
              </div>
            )}
        </div>
      )}
      {offline !== undefined && (
        <div className="grid gap-3 px-4 pt-4 sm:px-6">
          {door !== undefined && reply.verdict === 'VALID' && (
            <Notice tone="warning">{t('offline.noCheckIn')}</Notice>
          )}
          <p className="text-muted">{t('offline.next')}</p>
        </div>
      )}
    </ResultCard>
  )

  function entryText({ at, gate }: NonNullable<VerifyReply['firstCheckIn']>): string {
    const time = isSameDay(at, reply.checkedAt) ? format.time(at) : format.dateTime(at)
    return gate === '' ? time : `${time} · \u2068${gate}\u2069` // isolated: a name in another script keeps its place
  }
}

function RetryButton({ busy, onRetry }: { readonly busy: boolean; readonly onRetry: () => void }) {
  const { t } = useTranslation('verification')
  return (
    <Button variant="secondary" busy={busy} onClick={onRetry} className="max-sm:grow">
      {t('unchecked.retry')}
    </Button>
  )
}
