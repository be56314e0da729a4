import { useQuery } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../i18n/use-format.ts'
import { NotYetNotice } from '../../parts/card-check/check-in/not-yet-notice.tsx'
import { useLatePress } from '../../parts/card-check/check-in/use-late-press.ts'
import { useRecentTyping } from '../../parts/card-check/check-in/use-recent-typing.ts'
import { CardNumberForm } from '../../parts/card-check/panel/card-number-form.tsx'
import { CameraPicture } from '../../parts/card-check/panel/card-stage.tsx'
import type { DoorScreenProps } from '../../parts/card-check/panel/door-screen-props.ts'
import { sound, soundWanted, vibrate } from '../../parts/card-check/result/signal.ts'
import { VerdictAnnouncer } from '../../parts/card-check/verdict/verdict-announcer.tsx'
import { type EventItem, eventsQuery } from '../../platform/calls/content-queries.ts'
import { Auto } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useOnline } from '../../ui/feedback/use-online.ts'
import { useVoicesText } from '../../ui/staff/voices.tsx'
import { useScreenAwake } from '../../ui/use-screen-awake.ts'
import { DoorBar } from './door-bar.tsx'
import { DoorMenu } from './door-menu.tsx'
import { DoorResult } from './door-result.tsx'
import { type DoorEntryState, type DoorView, doorView, mayEnter } from './door-view.ts'
import { type LostEntry, useDoorEntry } from './use-door-entry.ts'

/** The door in the whole window: one event, one gate, one card after another. */
export function DoorScreen(props: DoorScreenProps) {
  const { scanner, check, onCheck, eventId, gate, byItself, onByItself, soundSwitch } = props
  const { waits, onRetry, onNext, onLeave } = props
  const { t } = useTranslation('verification')
  const screen = useRef<HTMLElement>(null)
  const { entry, enter, lost, forgetLost } = useDoorEntry({ check, eventId, gate, byItself })
  const { isLate, off } = useLatePress(
    check.kind === 'shown' && mayEnter(check) ? (check.reply.cardId ?? undefined) : undefined,
  )
  const view = doorView(check, entry, byItself)
  const { cardInView } = scanner
  const events = useQuery(eventsQuery)
  const event = events.data?.find(({ id }) => id === eventId)
  useDoorSound(view)
  useScreenAwake(true)
  useRestOfPage(screen)
  const resultNumber = check.kind === 'idle' ? 0 : check.number
  const press = (timeMs: number): void => {
    if (!isLate(timeMs)) enter()
  }
  useDoorKeys({ enter: view.canEnter ? press : undefined, next: onNext, resultNumber })

  const overMs = cardInView ? undefined : view.doneMs
  useEffect(() => {
    if (overMs === undefined) return undefined
    const timer = setTimeout(onNext, overMs)
    return () => clearTimeout(timer)
  }, [overMs, onNext])

  const answering = view.check.kind !== 'idle'
  const live = scanner.camera === 'live'
  function next(): void {
    screen.current?.focus({ preventScroll: true }) // the pressed button goes away with the card
    onNext()
  }
  return createPortal(
    <section
      ref={screen}
      aria-label={t('door.title')}
      tabIndex={-1}
      className="fixed inset-0 z-50 flex flex-col overflow-hidden bg-canvas text-ink outline-none"
    >
      <header className="flex h-[max(3.25rem,min(3.5rem,9dvh))] shrink-0 items-center gap-2 border-b border-line bg-surface ps-3 pe-2 sm:ps-4">
        <DoorTitle event={event} gate={gate} />
        {
          answering && live && (
            <div className="w-16 shrink-0" />
          ) /* the place of the small picture */
        }
        <DoorMenu
          key={resultNumber} // closed by the next card: a verdict is never hidden
          {...{ screen, scanner, onCheck, byItself, onByItself, soundSwitch, onLeave }}
          covered={answering}
          hasNumber={answering || live}
        />
      </header>
      <Offline />
      {!answering && <NotYetNotice event={event} className="m-2 mb-0 sm:mx-4" />}
      <Lost entries={lost} onForget={forgetLost} />
      <div
        className={cx(
          'overflow-hidden',
          answering
            ? cx('absolute end-16 top-1 z-10 h-12 w-16 rounded-sm bg-night', !live && 'hidden')
            : cx(
                'relative m-2 flex min-h-0 grow flex-col rounded-md sm:m-4',
                live
                  ? 'bg-night'
                  : 'justify-center-safe overflow-y-auto border border-dashed border-line-strong *:grow-0',
              ),
        )}
      >
        <CameraPicture scanner={scanner} compact={answering} />
        {!answering && !live && (
          <div className="mx-auto w-full max-w-sm shrink-0 p-3">
            <CardNumberForm onCheck={onCheck} />
          </div>
        )}
      </div>
      <section
        aria-label={t('stage.label')}
        className={answering ? 'flex min-h-0 grow flex-col' : 'sr-only'}
      >
        {view.check.kind !== 'idle' && (
          <DoorResult
            key={view.check.number}
            check={view.check}
            entry={entry}
            door={{ eventId, gate }}
          />
        )}
      </section>
      <DoorBar
        {...{ view, entry, byItself, waits, cardInView, off, onRetry }}
        live={scanner.camera === 'live'}
        enter={press}
        onNext={next}
      />
      <VerdictAnnouncer check={view.check} />
      <EntryAnnouncer entry={entry} />
    </section>,
    document.body,
  )
}

/** What lies behind can be neither read nor reached; the focus comes here, and goes back. */
function useRestOfPage(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement
    const root = document.getElementById('root')
    root?.setAttribute('inert', '')
    screen.current?.focus({ preventScroll: true })
    return () => {
      root?.removeAttribute('inert')
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [screen])
}

/** Each result sounds once. */
function useDoorSound({ signal }: Pick<DoorView, 'signal'>): void {
  const heard = useRef('')
  const of = signal?.of
  const tone = signal?.tone
  useEffect(() => {
    if (of === undefined || tone === undefined || of === heard.current) return
    heard.current = of
    if (soundWanted(localStorage)) sound(tone)
    vibrate(tone)
  }, [of, tone])
}

const ENTER_KEYS = ['Enter', ' ']
/** Where these keys already mean something. */
const takesKeys = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a, input, select, textarea') !== null

function useDoorKeys({
  enter,
  next,
  resultNumber,
}: {
  readonly enter: ((timeMs: number) => void) | undefined
  readonly next: () => void
  readonly resultNumber: number
}): void {
  const isTyped = useRecentTyping(resultNumber)
  useEffect(() => {
    function pressed(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.repeat) return
      if (event.key === 'Escape') return next()
      if (enter === undefined || !ENTER_KEYS.includes(event.key) || takesKeys(event.target)) return
      event.preventDefault()
      if (!isTyped(event.timeStamp)) enter(event.timeStamp)
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [enter, next, isTyped])
}

function DoorTitle({
  event,
  gate,
}: {
  readonly event: EventItem | undefined
  readonly gate: string
}) {
  const { t } = useTranslation('verification')
  const language = useLanguage()
  const title = event?.content[language].title
  return (
    <h1 className="min-w-0 grow leading-tight">
      <span className="block truncate headline">
        <Auto>{title ?? t('event.loading')}</Auto>
      </span>
      {gate !== '' && (
        <span className="block truncate text-sm font-normal text-muted">
          <Auto>{gate}</Auto>
        </span>
      )}
    </h1>
  )
}

/** On the web every card is checked by the server. */
function Offline() {
  const { t } = useTranslation('verification')
  if (useOnline()) return null
  return (
    <p
      role="alert"
      className="flex items-center gap-3 bg-danger px-4 py-3 text-lg font-bold text-on-brand"
    >
      <CloudOff aria-hidden="true" size={24} className="shrink-0" />
      {t('door.offline')}
    </p>
  )
}

/** Cards that were followed by another one before their check-in failed. */
function Lost({
  entries,
  onForget,
}: {
  readonly entries: readonly LostEntry[]
  readonly onForget: () => void
}) {
  const { t } = useTranslation('verification')
  if (entries.length === 0) return null
  return (
    <Notice
      tone="danger"
      title={t('checkIn.failed')}
      className="m-2 sm:mx-4"
      action={
        <Button variant="secondary" onClick={onForget}>
          {t('door.lostSeen')}
        </Button>
      }
    >
      <p>{t('door.lost')}</p>
      <ul>
        {entries.map(({ id, of }) => (
          <li key={id} className="text-lg font-semibold">
            <Auto>{of}</Auto>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** For screen readers, which do not hear the page behind the door. The region exists before its text. */
function EntryAnnouncer({ entry }: { readonly entry: DoorEntryState }) {
  const { t } = useTranslation('verification')
  const voicesText = useVoicesText()
  return (
    <div aria-live="polite" aria-atomic="true" className="sr-only">
      {entry.kind === 'recorded' && [t('checkIn.done'), ...voicesText(entry.voices)].join('. ')}
    </div>
  )
}
