import { CloudOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { VerifyReply } from '#shared/contract/card.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { RoleBadge, StatusBadge } from '../../../ui/feedback/badge.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { CheckInAction } from '../check-in/check-in-action.tsx'
import type { CardInput } from '../check/check-state.ts'
import { type Look, LOOKS, TONES } from '../result/looks.ts'
import { useFirstEntryText } from './first-entry.ts'
import { PersonName } from './person-name.tsx'
import { BirthDate, Fact, FactDate, PersonSheet } from './person-sheet.tsx'
import { Photo } from './photo.tsx'
import { ResultCard } from './result-card.tsx'
import { todoIsNew, verdictView, type PersonOfVerdict } from './verdict-view.ts'

interface VerdictPersonProps {
  readonly person: PersonOfVerdict
  /** The day for which the age is computed. */
  readonly today: Date
  /** Read from the scanned card alone. */
  readonly offline?: boolean
}

/** The card holder, to be compared with the person at the desk. */
function VerdictPerson({ person, today, offline = false }: VerdictPersonProps) {
  const { t } = useTranslation('verification')
  const { name, birthDate, cardId, role, status, photoUrl, memberSince, validUntil, ranOutOn } =
    person
  return (
    <PersonSheet
      heading={<PersonName name={name} most="min(1.75rem,7vw)" />}
      photo={<Photo url={photoUrl} name={name} offline={offline} />}
      near={
        <>
          {birthDate !== null && (
            <Fact term={t('person.born')}>
              <BirthDate date={birthDate} today={today} />
            </Fact>
          )}
          {cardId !== null && (
            <Fact term={t('person.cardId')}>
              <Ltr>{bareCardId(cardId)}</Ltr>
            </Fact>
          )}
          {role !== null && (
            <Fact term={t('person.role')} brief>
              <RoleBadge role={role} />
            </Fact>
          )}
        </>
      }
      far={
        <>
          {status !== null && status !== 'active' && (
            <Fact term={t('person.status')}>
              <StatusBadge status={status} />
            </Fact>
          )}
          {memberSince !== null && (
            <Fact term={t('person.memberSince')}>
              <FactDate date={memberSince} />
            </Fact>
          )}
          {validUntil !== null && (
            <Fact term={t('person.validUntil')}>
              <FactDate date={validUntil} />
            </Fact>
          )}
          {ranOutOn !== null && (
            <Fact term={t('person.ranOut')}>
              <FactDate date={ranOutOn} />
            </Fact>
          )}
        </>
      }
    />
  )
}

interface OfflineMarkProps {
  readonly checkedAt: string
  /** null: no list was used. */
  readonly listAgeS: number | null
}

/** Says that this device judged alone, and how old its list is. */
function OfflineMark({ checkedAt, listAgeS }: OfflineMarkProps) {
  const { t } = useTranslation('verification')
  const format = useFormat()
  const checked = new Date(checkedAt)
  const listed = listAgeS === null ? undefined : new Date(checked.getTime() - listAgeS * 1_000)
  const timeOf = (date: Date): string =>
    date.toDateString() === checked.toDateString() ? format.time(date) : format.dateTime(date)
  return (
    <p className="flex items-center gap-2 border-b border-line bg-sunken px-4 py-2 font-semibold sm:px-6">
      <CloudOff aria-hidden="true" size={20} className="shrink-0" />
      {listed === undefined
        ? t('offline.mark')
        : t('offline.markList', { time: timeOf(listed), ago: format.relative(listed, checked) })}
    </p>
  )
}

/** What this device does alone, and what it leaves to the server. */
function OfflineNext({ refusesCheckIn }: { readonly refusesCheckIn: boolean }) {
  const { t } = useTranslation('verification')
  return (
    <div className="grid gap-3 px-4 py-4 sm:px-6">
      {refusesCheckIn && <Notice tone="warning">{t('offline.noCheckIn')}</Notice>}
      <p className="text-muted">{t('offline.next')}</p>
    </div>
  )
}

interface VerdictCardProps {
  readonly reply: VerifyReply
  readonly input: CardInput
  /** The member came in on this page some seconds ago. */
  readonly here?: boolean | undefined
  readonly withPreview: boolean
  /** The event of the check-ins; undefined where cards are only checked. */
  readonly door: { readonly eventId: string; readonly gate: string } | undefined
  /** Present where the verdict is of this device, and the call to the server is still open. */
  readonly offline?:
    | { readonly listAgeS: number | null; readonly retrying: boolean; readonly onRetry: () => void }
    | undefined
  readonly onNext: () => void
}

/** The verdict: word, shape, colour, then why and what to do, then the person to compare with. */
export function VerdictCard({
  reply,
  input,
  here,
  withPreview,
  door,
  offline,
  onNext,
}: VerdictCardProps) {
  const { t } = useTranslation('verification')
  const view = verdictView(reply, input, offline === undefined ? 'online' : 'offline', here)
  const { result, person } = view
  // The event, not a flag: at another one the same card is still to be checked in.
  const [recordedAt, setRecordedAt] = useState<string>()
  const recorded = door !== undefined && recordedAt === door.eventId
  const look = recorded && result === 'checked' ? LOOKS.VALID : view.look
  const before = result === 'again' || result === 'just' ? reply.firstCheckIn : null
  const entry =
    door !== undefined &&
    offline === undefined &&
    reply.verdict === 'VALID' &&
    result !== 'just' &&
    typeof person?.cardId === 'string'
      ? { ...door, cardId: person.cardId, again: person.firstCheckIn !== null }
      : undefined
  return (
    <ResultCard
      tone={look.tone}
      Icon={look.Icon}
      word={t(look.word)}
      detail={<Instruction {...{ reply, look, before, recorded }} here={here === true} />}
      withPreview={withPreview}
      nextIsMain={entry === undefined || entry.again}
      onNext={onNext}
      action={
        offline !== undefined ? (
          <RetryButton busy={offline.retrying} onRetry={offline.onRetry} />
        ) : entry !== undefined ? (
          <CheckInAction
            key={entry.eventId}
            {...entry}
            onRecorded={() => setRecordedAt(entry.eventId)}
          />
        ) : undefined
      }
    >
      {offline !== undefined && (
        <OfflineMark checkedAt={reply.checkedAt} listAgeS={offline.listAgeS} />
      )}
      {person !== undefined && (
        <div className="px-4 pt-3 sm:px-6">
          <VerdictPerson
            person={person}
            today={new Date(reply.checkedAt)}
            offline={offline !== undefined}
          />
        </div>
      )}
      <Reason reply={reply} view={view} enteredBefore={before !== null} />
      {offline !== undefined && (
        <OfflineNext refusesCheckIn={door !== undefined && reply.verdict === 'VALID'} />
      )}
    </ResultCard>
  )
}

interface InstructionProps {
  readonly reply: VerifyReply
  readonly look: Look
  readonly recorded: boolean
  readonly before: VerifyReply['firstCheckIn']
  readonly here: boolean
}

/** What staff do. In the head: below the person it lies under the bar of a phone, and the word is trusted for more than it says. */
function Instruction({ reply, look, recorded, before, here }: InstructionProps) {
  const { t } = useTranslation('verification')
  const firstEntry = useFirstEntryText()
  return (
    <>
      <p>{t(look.instruction)}</p>
      {reply.reason === 'by-id' && look !== LOOKS.again && !recorded && (
        <p className="mt-1 text-[0.85em] leading-snug font-semibold">{t('reasons.by-id.todo')}</p>
      )}
      {before !== null && (
        <p className="mt-1 text-[0.85em] leading-snug font-semibold">
          {firstEntry({ ...before, here }, reply.checkedAt)}
        </p>
      )}
    </>
  )
}

interface ReasonProps {
  readonly reply: VerifyReply
  readonly view: ReturnType<typeof verdictView>
  readonly enteredBefore: boolean
}

/** Why the verdict is as it is, in its colour. */
function Reason({ reply, view: { look, titleKey, todoKey, person }, enteredBefore }: ReasonProps) {
  const { t } = useTranslation('verification')
  const format = useFormat()
  return (
    <div
      data-why
      className={cx(
        'grow px-4 py-2 sm:px-6', // to the bar, where the stage is higher than a short reason
        person !== undefined && 'mt-2 sm:mt-3',
        TONES[look.tone].soft,
      )}
    >
      {/* Of a card that came in before, the head says when: here stands why it is one of ours. */}
      <p className="text-lg font-semibold">
        {t(enteredBefore ? `reasons.${reply.reason}.title` : titleKey)}
      </p>
      {todoIsNew({ todoKey, look }, reply.reason) && todoKey !== 'reasons.by-id.todo' && (
        <p>{t(todoKey)}</p>
      )}
      {reply.mergedInto !== undefined && (
        <p>{t('mergedInto', { card: bareCardId(reply.mergedInto) })}</p>
      )}
      <p className="text-sm">{t('stage.checkedAt', { time: format.time(reply.checkedAt) })}</p>
    </div>
  )
}

function RetryButton({ busy, onRetry }: { readonly busy: boolean; readonly onRetry: () => void }) {
  const { t } = useTranslation('verification')
  return (
    <Button variant="secondary" busy={busy} onClick={onRetry}>
      {t('unchecked.retry')}
    </Button>
  )
}
