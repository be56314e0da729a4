import { type FormEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/button.tsx'
import { cx } from '../../ui/cx.ts'
import { asClock } from '../../ui/feedback/countdown.ts'
import { NumberPad } from './pads.tsx'
import { PIN_MOST_DIGITS, type PinEntry, type PinTrouble } from './use-pin.ts'

/** On a low screen the keys stand beside the field where there is room, so that all of it is seen without scrolling. */
const WIDE =
  '[@media(max-height:700px)]:@xl:max-w-2xl [@media(max-height:700px)]:@xl:grid-cols-2 [@media(max-height:700px)]:@xl:gap-x-6'
const SIDE =
  '[@media(max-height:700px)]:@xl:col-start-2 [@media(max-height:700px)]:@xl:row-span-2 [@media(max-height:700px)]:@xl:row-start-1'

interface PinPadProps {
  readonly entry: PinEntry
  /** The label of the button that sends the PIN. */
  readonly submitLabel: string
  readonly tone?: 'primary' | 'danger'
}

/**
 * A PIN by large buttons or by keyboard, in digits of any script. The field has the focus, so typing needs no press.
 */
export function PinPad({ entry, submitLabel, tone = 'primary' }: PinPadProps) {
  const { t } = useTranslation('kiosk')
  const { pin, busy, trouble, waitS, change, submit } = entry
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const waiting = waitS > 0

  function send(event: FormEvent): void {
    event.preventDefault()
    submit()
    field.current?.focus()
  }
  return (
    <div className="@container">
      <form
        noValidate
        autoComplete="off"
        onSubmit={send}
        className={cx('mx-auto grid w-full max-w-80 gap-3', WIDE)}
      >
        <div className="grid content-start gap-3">
          <div>
            <label htmlFor={id} className="font-semibold">
              {t('pin.label')}
            </label>
            <input
              ref={field}
              id={id}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do here, in a screen or a dialog of its own
              autoFocus
              type="password"
              inputMode="numeric"
              autoComplete="off"
              dir="ltr"
              maxLength={PIN_MOST_DIGITS}
              value={pin}
              aria-invalid={trouble !== undefined || undefined}
              aria-describedby={`${id}-trouble`}
              onChange={({ target }) => change(target.value)}
              className={cx(
                'mt-1.5 min-h-13 w-full rounded-md border bg-surface px-3 text-center text-2xl tracking-[0.3em]',
                trouble === undefined ? 'border-line-strong' : 'border-danger',
              )}
            />
          </div>
          <p
            id={`${id}-trouble`}
            role="alert"
            className="min-h-6 text-center font-semibold text-danger"
          >
            {trouble !== undefined && <PinTroubleText trouble={trouble} />}
          </p>
          {waiting && (
            <p className="-mt-2 text-center font-semibold tabular-nums">
              {t('pin.wait', { time: asClock(waitS) })}
            </p>
          )}
        </div>
        <div className={SIDE}>
          <NumberPad value={pin} onChange={change} disabled={waiting} />
        </div>
        <Button
          type="submit"
          size="lg"
          variant={tone}
          busy={busy}
          disabled={waiting}
          className="[@media(max-height:700px)]:@xl:self-end"
        >
          {submitLabel}
        </Button>
      </form>
    </div>
  )
}

function PinTroubleText({ trouble }: { readonly trouble: PinTrouble }) {
  const { t } = useTranslation('kiosk')
  if (trouble.kind !== 'wrong') return t(`pin.${trouble.kind}`)
  return trouble.triesLeft > 0 ? t('pin.wrong', { count: trouble.triesLeft }) : t('pin.wrongWait')
}
