import { ArrowRight } from 'lucide-react'
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Look, TONES } from '../../../parts/card-check/result/looks.ts'
import { widthInEms } from '../../../parts/card-check/verdict/fitted-text.ts'
import { cx } from '../../../ui/cx.ts'

/** The icon before the word, and the gap. */
const ICON_EMS = 1.3

interface ResultFrameProps {
  readonly look: Look
  /** The result of an earlier card is darkened and has no control. */
  readonly isPast: boolean
  readonly onNext: () => void
  readonly children: ReactNode
}

/** The frame of every result: edge, icon and word, what the children say, and the bar for the next card. */
export function ResultFrame({ look, isPast, onNext, children }: ResultFrameProps) {
  const { t } = useTranslation('verification')
  const { tone, Icon } = look
  const word = t(look.word)
  const edge = <div aria-hidden="true" className={cx('h-(--edge) shrink-0', TONES[tone].edge)} />
  return (
    <div
      data-tone={tone}
      aria-hidden={isPast || undefined}
      inert={isPast}
      className={cx('flex min-h-0 grow flex-col', TONES[tone].solid, isPast && 'brightness-50')}
    >
      {edge}
      <p
        className="result-head"
        style={
          { '--ems': ICON_EMS + widthInEms(word) } as CSSProperties
        } /* as: custom properties have no type */
      >
        <Icon aria-hidden="true" className="size-[1em] shrink-0" strokeWidth={2.25} />
        <span data-word={isPast ? undefined : true}>{word}</span>
      </p>
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what does not fit a very small window scrolls, by keyboard as well
        tabIndex={0}
        className="result-body overflow-y-auto -outline-offset-4"
      >
        {children}
      </div>
      <NextBar label={useNextLabel(look)} onNext={onNext} />
      {edge}
    </div>
  )
}

function useNextLabel({ holdMs }: Look): string {
  const { t } = useTranslation('kiosk')
  return t(holdMs === null ? 'screen.understood' : 'screen.next')
}

/** A hand scanner that reads a short text ends it with Enter; a person does not press Enter that soon after a letter. */
const TYPED_MS = 400

/** The whole width is the button, for gloves. It has the focus, so that Enter works as well. */
function NextBar({ label, onNext }: { readonly label: string; readonly onNext: () => void }) {
  const bar = useRef<HTMLButtonElement>(null)
  const typedMs = useRef(-Infinity)
  useEffect(() => bar.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    const note = ({ key, timeStamp }: KeyboardEvent): void => {
      if (key.length === 1 && key !== ' ') typedMs.current = timeStamp
    }
    window.addEventListener('keydown', note, { capture: true })
    return () => window.removeEventListener('keydown', note, { capture: true })
  }, [])
  return (
    <button
      ref={bar}
      type="button"
      onClick={onNext}
      onKeyDown={(event) => {
        if (event.timeStamp - typedMs.current < TYPED_MS) event.preventDefault()
      }}
      aria-keyshortcuts="Escape"
      className="result-bar"
    >
      <ArrowRight aria-hidden="true" className="mirror size-[1.2em] shrink-0" strokeWidth={2.5} />
      {label}
    </button>
  )
}
