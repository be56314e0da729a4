import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { CheckInAction } from '../../parts/card-check/check-in/check-in-action.tsx'
import type { Check } from '../../parts/card-check/check/check-state.ts'
import { LOOKS, TONES } from '../../parts/card-check/result/looks.ts'
import { useFirstEntryText } from '../../parts/card-check/verdict/first-entry.ts'
import { PersonName } from '../../parts/card-check/verdict/person-name.tsx'
import { BirthDate } from '../../parts/card-check/verdict/person-sheet.tsx'
import { Photo } from '../../parts/card-check/verdict/photo.tsx'
import { ResultBand } from '../../parts/card-check/verdict/result-band.tsx'
import { TroubleText, TROUBLE_ICONS } from '../../parts/card-check/verdict/unchecked-card.tsx'
import {
  type PersonOfVerdict,
  todoIsNew,
  verdictView,
} from '../../parts/card-check/verdict/verdict-view.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { Voices } from '../../ui/staff/voices.tsx'
import type { DoorEntryState } from './door-view.ts'

/**
 * At one height for every word, so that the face does not jump between two cards. Heights follow the window as well as the
 * text: on a small phone, and with large text, the face, the name and the act still stand above the bar. Arabic has marks
 * over its letters, which reached into the pattern of the edge.
 */
const BAND =
  'h-[min(6rem,13dvh)] px-3 [--word-most:min(4.25rem,9.2dvh)] sm:h-[min(9rem,18dvh)] sm:px-5 sm:[--word-most:min(6.5rem,13dvh)] sm:[&:lang(ar)]:[--word-most:min(5.5rem,11dvh)]'
/**
 * What staff do is read first: the name is never larger. On a phone both are read at arm's length where there is room;
 * a card that came in before has more to say beside the face, which is smaller for it.
 */
const SAYS = {
  much: '[--face:min(40vw,22dvh)] [--fact:1rem] [--name:calc(0.9*var(--says))] [--says:min(1.25rem,5.2vw)] sm:[--says:2.25rem]',
  little:
    '[--face:min(54vw,30dvh)] [--fact:1.125rem] [--name:var(--says)] [--says:min(1.5rem,6.7vw)] sm:[--name:calc(0.9*var(--says))] sm:[--says:2.25rem]',
} as const

interface DoorResultProps {
  readonly check: Exclude<Check, { readonly kind: 'idle' }>
  readonly entry: DoorEntryState
  readonly door: { readonly eventId: string; readonly gate: string }
}

/** The card on the screen: its colour over everything, word, face and name in the first look. */
export function DoorResult({ check, entry, door }: DoorResultProps) {
  const { t } = useTranslation('verification')
  if (check.kind === 'checking')
    return (
      <div className="flex grow items-center justify-center gap-4 bg-surface text-muted">
        <Spinner className="size-12 border-4 text-brand" />
        <p className="text-3xl font-bold">{t('stage.checking')}</p>
      </div>
    )
  if (check.kind === 'unchecked') {
    const { trouble } = check
    return (
      <Ground
        tone="none"
        band={
          <ResultBand
            tone="none"
            Icon={TROUBLE_ICONS[trouble.kind]}
            word={t(`unchecked.${trouble.kind}.title`)}
            className={BAND}
          />
        }
      >
        <TroubleText check={check} />
      </Ground>
    )
  }
  return <Judged check={check} entry={entry} door={door} />
}

function Judged({
  check: { reply, input, here },
  entry,
  door,
}: DoorResultProps & { readonly check: Extract<Check, { readonly kind: 'shown' }> }) {
  const { t } = useTranslation('verification')
  const format = useFormat()
  const firstEntry = useFirstEntryText()
  const view = verdictView(reply, input, 'online', here)
  const { result, titleKey, todoKey, person } = view
  const look = result === 'checked' && entry.kind === 'recorded' ? LOOKS.VALID : view.look
  const before = result === 'again' || result === 'just' ? reply.firstCheckIn : null
  const says = (
    <div className="grid content-start gap-1">
      <p
        data-says
        className={cx(
          'leading-tight font-bold [&:lang(ar)]:leading-snug',
          person === undefined ? 'text-3xl sm:text-5xl' : 'text-(length:--says)',
        )}
      >
        {t(look.instruction)}
      </p>
      {entry.kind === 'recorded' && (
        <>
          <p className="font-semibold sm:text-xl">
            {t('checkIn.doneAt', { time: format.time(entry.at) })}
          </p>
          {entry.voices !== undefined && <Voices {...entry.voices} />}
        </>
      )}
      {before !== null && (
        <p className="text-[min(1rem,4.2vw)] leading-snug font-semibold sm:text-xl">
          {firstEntry({ ...before, here: here === true }, reply.checkedAt)}
        </p>
      )}
    </div>
  )
  // What stands in `says` already is not said twice: a card that came in before, and when.
  const why = result !== 'checked' && before === null && (
    <div className="sm:text-xl">
      <p className="font-semibold">{t(titleKey)}</p>
      {todoIsNew(view, reply.reason) && <p>{t(todoKey)}</p>}
    </div>
  )
  return (
    <Ground
      tone={look.tone}
      says={before === null ? 'little' : 'much'}
      band={<ResultBand tone={look.tone} Icon={look.Icon} word={t(look.word)} className={BAND} />}
    >
      <EntryTrouble entry={entry} />
      {person === undefined ? (
        <>
          {says}
          {why}
        </>
      ) : (
        <PersonAtDoor person={person} today={new Date(reply.checkedAt)} says={says} why={why} />
      )}
      {result === 'again' && reply.cardId !== null && (
        // The ground of a text and of its notices; a button alone would stand in a second frame.
        <div className="rounded-md bg-surface text-ink has-[p]:p-1.5 sm:has-[p]:p-3">
          <CheckInAction key={door.eventId} {...door} cardId={reply.cardId} again />
        </div>
      )}
    </Ground>
  )
}

interface GroundProps {
  readonly tone: keyof typeof TONES
  readonly says?: keyof typeof SAYS
  readonly band: ReactNode
  readonly children: ReactNode
}

const Ground = ({ tone, says = 'much', band, children }: GroundProps) => (
  <div data-tone={tone} className={cx('flex min-h-0 grow flex-col', SAYS[says], TONES[tone].solid)}>
    {band}
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text on a small screen scrolls, by keyboard as well
      tabIndex={0}
      className="grid min-h-0 grow content-start gap-2 overflow-y-auto px-3 pb-3 -outline-offset-4 sm:gap-5 sm:px-5"
    >
      {children}
    </div>
  </div>
)

/** What keeps the person out although the card is good: on its own ground, over the colour of the card. */
function EntryTrouble({ entry }: { readonly entry: DoorEntryState }) {
  const { t } = useTranslation('verification')
  if (entry.kind !== 'failed' && entry.kind !== 'inactive') return null
  return (
    <div className="text-ink">
      {entry.kind === 'inactive' ? (
        <Notice tone="danger">{t('checkIn.notActive')}</Notice>
      ) : (
        <Notice tone="danger" title={t('checkIn.failed')}>
          {entry.text}
        </Notice>
      )}
    </div>
  )
}

interface PersonAtDoorProps {
  readonly person: PersonOfVerdict
  readonly today: Date
  /** What staff do. */
  readonly says: ReactNode
  /** Why, at length. */
  readonly why: ReactNode
}

/** Upright: the face beside what staff do, and the name under both. Wide: the face, and everything else beside it. */
function PersonAtDoor({
  person: { name, birthDate, cardId, photoUrl },
  today,
  says,
  why,
}: PersonAtDoorProps) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5 sm:gap-x-6 sm:gap-y-2 landscape:grid-rows-[auto_auto_auto_1fr]">
      <div className="w-(--face) sm:w-[min(40vw,30dvh)] landscape:row-span-4 landscape:w-[min(30vw,36dvh)]">
        <Photo url={photoUrl} name={name} />
      </div>
      <div className="portrait:order-1 portrait:col-span-2">
        <PersonName name={name} most="var(--name)" />
      </div>
      <div className="min-w-0 landscape:col-start-2">{says}</div>
      <p className="portrait:order-2 portrait:col-span-2 max-sm:text-(length:--fact) sm:text-xl landscape:col-start-2">
        {birthDate !== null && <BirthDate date={birthDate} today={today} />}
        {birthDate !== null && cardId !== null && ' · '}
        {cardId !== null && <Ltr>{bareCardId(cardId)}</Ltr>}
      </p>
      <div className="portrait:order-3 portrait:col-span-2 landscape:col-start-2">{why}</div>
    </div>
  )
}
