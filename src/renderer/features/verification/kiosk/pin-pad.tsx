import { Delete } from 'lucide-react'
import { type FormEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { asClock } from '../../../ui/feedback/countdown.ts'
import { Button } from '../../../ui/button/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { PIN_MOST_DIGITS, type PinEntry, type PinTrouble } from './use-pin.ts'

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const KEY =
  'min-h-13 rounded-md border border-line-strong bg-surface text-2xl font-semibold hover:bg-sunken disabled:text-muted'

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
    <form
      noValidate
      autoComplete="off"
      onSubmit={send}
      className="mx-auto grid w-full max-w-80 gap-3"
    >
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
        {trouble !== undefined && <Trouble trouble={trouble} />}
      </p>
      {waiting && (
        <p className="-mt-2 text-center font-semibold tabular-nums">
          {t('pin.wait', { time: asClock(waitS) })}
        </p>
      )}
      <div dir="ltr" className="grid grid-cols-3 gap-2">
        {DIGITS.map((digit) => (
          <button
            key={digit}
            type="button"
            disabled={waiting}
            onClick={() => change(pin + digit)}
            className={KEY}
          >
            {digit}
          </button>
        ))}
        <button
          type="button"
          disabled={waiting}
          onClick={() => change('')}
          className={cx(KEY, 'text-base')}
        >
          {t('pin.clear')}
        </button>
        <button type="button" disabled={waiting} onClick={() => change(`${pin}0`)} className={KEY}>
          {'0'}
        </button>
        <button
          type="button"
          disabled={waiting}
          aria-label={t('pin.back')}
          onClick={() => change(pin.slice(0, -1))}
          className={cx(KEY, 'grid place-items-center')}
        >
          <Delete aria-hidden="true" size={24} />
        </button>
      </div>
      <Button type="submit" size="lg" variant={tone} busy={busy} disabled={waiting}>
        {submitLabel}
      </Button>
    </form>
  )
}

function Trouble({ trouble }: { readonly trouble: PinTrouble }) {
  const { t } = useTranslation('kiosk')
  if (trouble.kind !== 'wrong') return t(`pin.${trouble.kind}`)
  return trouble.triesLeft > 0 ? t('pin.wrong', { count: trouble.triesLeft }) : t('pin.wrongWait')
}
