import { CloudOff, ImageOff, TriangleAlert, UserRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScanAnswer } from '#shared/contract/desktop/ipc-desktop.ts'
import { cx } from '../../../../ui/cx.ts'
import { isSameDay } from '../../verdict/verdict-look.ts'
import { type Look, LOOKS, TONES } from '../../verdict/looks.ts'
import { useVoicesText, type VoicesOfMember } from '../../../../ui/staff/voices.tsx'
import { useListAge } from '../use-list-age.ts'
import type { KioskView, KioskPerson } from './view.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { ageOn } from '#shared/domain/people/birth-date.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { Ltr } from '../../../../ui/bidi.tsx'
import { nameScript } from './name-script.ts'
import { assertNever } from '#shared/domain/assert-never.ts'

/** The result of the check-in, in one line; empty where the card was refused. */
export function useCheckInText(): (answer: ScanAnswer) => string {
  const { t } = useTranslation('kiosk')
  const format = useFormat()
  return ({ verdict, checkIn, checkedAt }) => {
    switch (checkIn.kind) {
      case 'recorded':
        return t('checkIn.recorded', { time: format.time(checkIn.at) })
      case 'before': {
        const time = isSameDay(checkIn.at, checkedAt)
          ? format.time(checkIn.at)
          : format.dateTime(checkIn.at)
        if (checkIn.gate === '') return t('checkIn.before', { time })
        return checkIn.here
          ? t('checkIn.beforeHere', { time, gate: checkIn.gate })
          : t('checkIn.beforeAt', { time, gate: checkIn.gate })
      }
      case 'not-saved':
        return t(`checkIn.notSaved.${checkIn.fault}`)
      case 'none':
        return verdict === 'VALID' ? t('checkIn.none') : ''
      default:
        return assertNever(checkIn)
    }
  }
}

/** What staff do now. Smaller where a face and a name stand beside it. */
const LOUD = 'text-[max(1.375rem,5.5vmin)] leading-tight font-bold [&:lang(ar)]:leading-snug'
const LOUD_ALONE = 'text-[max(1.625rem,8vmin)] leading-tight font-bold [&:lang(ar)]:leading-snug'
const SMALL = 'text-[max(1rem,2.8vmin)] leading-snug'

interface ScanResultProps {
  readonly answer: ScanAnswer
  readonly view: KioskView
  /** At an assembly, once the server took the check-in. */
  readonly voices: VoicesOfMember | undefined
  readonly onNext: () => void
}

/** The result of one card over the whole screen, legible from two metres by its word, its icon or its colour alone. */
export function ScanResult({ answer, view, voices, onNext }: ScanResultProps) {
  const { t } = useTranslation(['kiosk', 'verification'])
  const checkInText = useCheckInText()
  const listAge = useListAge()
  const [cards, handedOut] = useVoicesText()(voices)
  const { look, person } = view
  const said = checkInText(answer)
  // Staff do nothing about it: what they do comes first, and fits a small screen.
  const isRecorded = answer.checkIn.kind === 'recorded'
  const loud = person === undefined ? LOUD_ALONE : LOUD
  // A plain VALID needs no reason; any other reason is for the staff at the screen.
  const reason =
    answer.reason === 'signed' ? undefined : t(`verification:reasons.${answer.reason}.title`)
  return (
    <Frame look={look}>
      {person !== undefined && (
        <ResultPerson person={person} source={answer.source} today={new Date(answer.checkedAt)} />
      )}
      <div className="grid min-w-0 grow basis-[40%] content-start gap-[1vmin]">
        {said !== '' && !isRecorded && <p className={loud}>{said}</p>}
        <p className={loud}>{t(`verification:${look.instruction}`)}</p>
        {cards !== undefined && <p className={LOUD}>{cards}</p>}
        {handedOut !== undefined && (
          <p className="flex items-start gap-2 text-[max(1.125rem,3.6vmin)] leading-snug font-semibold">
            <TriangleAlert aria-hidden="true" className="mt-[0.1em] size-[1.2em] shrink-0" />
            {handedOut}
          </p>
        )}
        {said !== '' && isRecorded && <p className={SMALL}>{said}</p>}
        {reason !== undefined && <p className={SMALL}>{reason}</p>}
        {answer.source === 'offline' && (
          <p className="flex items-center gap-2 text-[max(1rem,2.8vmin)] font-semibold">
            <CloudOff aria-hidden="true" className="size-[1.3em] shrink-0" />
            {answer.listAgeS === null
              ? t('screen.offline')
              : t('screen.offlineList', { age: listAge(answer.listAgeS) })}
          </p>
        )}
        <NextButton
          label={t(look.holdMs === null ? 'screen.understood' : 'screen.next')}
          onNext={onNext}
        />
      </div>
    </Frame>
  )
}

/** Main did not respond: grey, so that staff do not take it for a verdict. */
export function FailedResult({ onNext }: { readonly onNext: () => void }) {
  const { t } = useTranslation(['kiosk', 'verification'])
  return (
    <Frame look={LOOKS.unchecked}>
      <div className="grid content-start gap-[1vmin]">
        <p className={LOUD_ALONE}>{t(`verification:${LOOKS.unchecked.instruction}`)}</p>
        <NextButton label={t('screen.next')} onNext={onNext} />
      </div>
    </Frame>
  )
}

/** The size of a word by its length: at least 12 % of the width, never cut. */
function wordSize({ length }: string): string {
  if (length <= 5) return 'text-[max(12vw,min(16vw,27vh))] portrait:text-[20vw]'
  if (length <= 8) return 'text-[13vw] portrait:text-[15vw]'
  return 'text-[12vw]'
}

interface FrameProps {
  readonly look: Look
  readonly children: ReactNode
}

function NextButton({ label, onNext }: { readonly label: string; readonly onNext: () => void }) {
  return (
    <button
      type="button"
      onClick={onNext}
      aria-keyshortcuts="Escape"
      className="mt-[1vmin] min-h-12 justify-self-start rounded-md border-2 border-current px-5 py-2 text-lg font-semibold"
    >
      {label}
    </button>
  )
}

function Frame({ look: { tone, Icon, word: wordKey }, children }: FrameProps) {
  const word = useTranslation('verification').t(wordKey)
  return (
    <div
      data-tone={tone}
      className={cx('flex min-h-0 grow animate-rise flex-col', TONES[tone].solid)}
    >
      <div aria-hidden="true" className={cx('h-5 shrink-0', TONES[tone].edge)} />
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long name on a small screen scrolls, by keyboard as well
        tabIndex={0}
        className="flex min-h-0 grow flex-col gap-[2vmin] overflow-y-auto p-[max(0.75rem,2.5vmin)] -outline-offset-4"
      >
        <div className="flex items-center gap-[2vw] portrait:flex-col portrait:gap-[1vh]">
          <Icon
            aria-hidden="true"
            className="size-[11vw] shrink-0 portrait:size-[24vw]"
            strokeWidth={2.25}
          />
          <p
            data-word
            className={cx(
              'min-w-0 leading-[1.05] font-bold [&:lang(ar)]:leading-[1.2] portrait:text-center',
              wordSize(word),
            )}
          >
            {word}
          </p>
        </div>
        <div className="flex grow items-start gap-[3vw] portrait:flex-col portrait:items-stretch">
          {children}
        </div>
      </div>
      <div aria-hidden="true" className={cx('h-5 shrink-0', TONES[tone].edge)} />
    </div>
  )
}

interface ResultPersonProps {
  readonly person: KioskPerson
  readonly source: ScanAnswer['source']
  /** The day for which the age is computed. */
  readonly today: Date
}

/** The card holder, to be compared with the person at the door: the face online, the birth date offline. */
function ResultPerson({
  person: { name, birthDate, cardId, photoUrl },
  source,
  today,
}: ResultPersonProps) {
  const { t } = useTranslation('kiosk')
  const format = useFormat()
  const { lang, dir } = nameScript(name)
  return (
    <div className="flex min-w-0 shrink-0 items-start gap-[2vw] landscape:max-w-[62%]">
      {photoUrl !== null && <Face key={photoUrl} url={photoUrl} name={name} />}
      <div className="min-w-0">
        <p
          lang={lang}
          dir={dir}
          className="text-[max(1.75rem,8vmin)] leading-[1.1] font-bold wrap-anywhere [&:lang(ar)]:leading-[1.45]"
        >
          {name}
        </p>
        {birthDate !== null && (
          <p className="mt-[1vmin] text-[max(1rem,3.2vmin)]">
            {t('person.born', {
              date: format.date(birthDate, 'medium'),
              count: ageOn(birthDate, today),
            })}
          </p>
        )}
        {cardId !== null && (
          <p className="text-[max(1rem,3.2vmin)]">
            <Ltr>{bareCardId(cardId)}</Ltr>
          </p>
        )}
        {photoUrl === null && (
          <p className="mt-[1vmin] flex items-center gap-2 text-[max(1rem,2.8vmin)] font-semibold">
            <UserRound aria-hidden="true" className="size-[1.3em] shrink-0" />
            {t(source === 'offline' ? 'person.offlinePhoto' : 'person.noPhoto')}
          </p>
        )}
      </div>
    </div>
  )
}

/** An address of the server, signed for some minutes: the browser frees the picture with the element. */
function Face({ url, name }: { readonly url: string; readonly name: string }) {
  const { t } = useTranslation('kiosk')
  const [failed, setFailed] = useState(false)
  if (failed)
    return (
      <p className="grid h-[46vmin] w-[36.8vmin] shrink-0 content-center justify-items-center gap-2 rounded-md border-2 border-current p-2 text-center text-sm">
        <ImageOff aria-hidden="true" size={36} />
        {t('person.photoFailed')}
      </p>
    )
  return (
    <img
      src={url}
      alt={t('person.photoOf', { name })}
      width={480}
      height={600}
      fetchPriority="high"
      onError={() => setFailed(true)}
      className="h-[46vmin] w-[36.8vmin] shrink-0 rounded-md border-2 border-current bg-sunken object-cover"
    />
  )
}
