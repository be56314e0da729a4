import { CircleCheckBig, UserCheck } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkIn } from '#shared/contract/events.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ask } from '../../../platform/calls/api.ts'
import { Button } from '../../../ui/button/button.tsx'
import { useCall } from '../../../ui/call/use-call.ts'
import { announce } from '../../../ui/feedback/announcer.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { isTyping } from '../../../ui/staff/shortcut-rules.ts'
import { isDialogOpen, useShortcuts } from '../../../ui/staff/shortcuts.tsx'
import { useVoicesText, Voices } from '../../../ui/staff/voices.tsx'
import { CARD_NUMBER_FIELD } from '../panel/card-input.ts'
import { ownEntries } from './own-entries.ts'
import { BOUNCE_MS, useLatePress } from './use-late-press.ts'
import { useRecentTyping } from './use-recent-typing.ts'

interface CheckInActionProps {
  readonly eventId: string
  readonly gate: string
  readonly cardId: string
  /** The member has already checked in. */
  readonly again: boolean
  readonly onRecorded?: () => void
}

/** The button goes with the focus, which would start again at the top of the page. The word and the name stay in view. */
const takeFocus = (done: HTMLElement | null): void => done?.focus({ preventScroll: true })

/**
 * The next press of Enter checks in. Staff who are typing keep their field, but not the one that has just sent a number; a
 * dialog keeps the focus, because a press behind it would not be seen.
 */
function takeFocusUnlessTyping(button: HTMLElement | null): void {
  if (isDialogOpen()) return
  const { activeElement } = document
  const hasSent =
    activeElement instanceof HTMLInputElement &&
    activeElement.name === CARD_NUMBER_FIELD &&
    activeElement.value === ''
  if (hasSent || !isTyping(activeElement)) button?.focus({ preventScroll: true })
}

/** Records the check-in, after staff compared the photo with the face. */
export function CheckInAction({ eventId, gate, cardId, again, onRecorded }: CheckInActionProps) {
  const { t } = useTranslation(['verification', 'problems'])
  const format = useFormat()
  const voicesText = useVoicesText()
  // One id for all tries: a call whose response was lost and that is sent again counts once.
  const [entry] = useState(() => ({ id: crypto.randomUUID(), at: new Date().toISOString() }))
  const record = useCall(async () => {
    const { results } = await ask(checkIn, {
      params: { id: eventId },
      body: { checkIns: [{ ...entry, cardId, gate: gate.trim() }] },
    })
    ownEntries.add({ cardId, at: entry.at })
    if (results[0]?.result === 'recorded') onRecorded?.()
    announce([t('checkIn.done'), ...voicesText(results[0]?.voices)].join('. '))
    return results
  })
  const [shownAtMs] = useState(() => performance.now())
  const { isLate, off } = useLatePress(cardId)
  const isTyped = useRecentTyping()
  const place = useRef<HTMLDivElement>(null)
  /**
   * The Enter that submitted the number may be held down or bounce, a key that was meant for what stood here before comes
   * late, and one that ends what was typed means no button: none of them must check the person in.
   */
  const isEarly = (timeMs: number): boolean => timeMs - shownAtMs < BOUNCE_MS || isTyped(timeMs)
  function ignoreEarlyKey(event: KeyboardEvent): void {
    const presses = event.key === 'Enter' || event.key === ' '
    if (presses && (event.repeat || isEarly(event.timeStamp))) event.preventDefault()
  }
  const press = ({ timeStamp }: MouseEvent): void => {
    if (!isLate(timeStamp)) void record.run()
  }
  const result = record.done?.value[0]
  useShortcuts([
    {
      keys: 'Enter',
      label: t('checkIn.do'),
      run() {
        // Behind the other way of a narrow window nobody sees who is checked in.
        const isSeen = (place.current?.getClientRects().length ?? 0) > 0
        if (isSeen && !isEarly(performance.now())) void record.run()
      },
      when: !again && result === undefined && !record.busy,
    },
  ])
  if (result !== undefined && result.result !== 'unknown-member')
    return (
      <div ref={takeFocus} tabIndex={-1} className="grid gap-3 outline-none">
        <p className="flex items-center gap-2 text-lg font-semibold text-success">
          <CircleCheckBig aria-hidden="true" size={24} />
          {t('checkIn.doneAt', { time: format.time(entry.at) })}
        </p>
        {result.voices !== undefined && <Voices {...result.voices} />}
      </div>
    )
  return (
    <div ref={place} className="grid gap-3">
      {result !== undefined && <Notice tone="danger">{t('checkIn.notActive')}</Notice>}
      <FailureNotice title={t('checkIn.failed')} text={record.notice} />
      <Button
        ref={again ? undefined : takeFocusUnlessTyping}
        onKeyDown={ignoreEarlyKey}
        onKeyUp={ignoreEarlyKey}
        size={again ? 'md' : 'lg'}
        variant={again ? 'secondary' : 'primary'}
        busy={record.busy}
        off={off}
        // Beside the icon the longer words of a second check-in have no room on a phone.
        icon={
          <UserCheck aria-hidden="true" size={22} className={again ? 'max-sm:hidden' : undefined} />
        }
        onClick={press}
      >
        {t(again ? 'checkIn.again' : 'checkIn.do')}
      </Button>
    </div>
  )
}
