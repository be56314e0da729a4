import { useQuery } from '@tanstack/react-query'
import { ScanQrCode } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InvokeOutput } from '#shared/contract/desktop/ipc.ts'
import {
  KIOSK_HOURS_DEFAULT,
  KIOSK_HOURS_MAX,
  KIOSK_LOCK_DEFAULT_MIN,
  KIOSK_LOCK_MINUTES,
} from '#shared/domain/card/kiosk-rules.ts'
import { onlyDigits } from '#shared/domain/text/digits.ts'
import { useFormat, useLanguage } from '../../../i18n/use-format.ts'
import { bridge } from '../../../platform/bridge.ts'
import { eventsQuery, type EventItem } from '../../../platform/calls/content-queries.ts'
import { Auto } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { ChoiceCards } from '../../../ui/field/choice-cards.tsx'
import {
  PasswordField,
  type PasswordFieldProps,
  SelectField,
  TextField,
} from '../../../ui/field/text-field.tsx'
import { Loaded } from '../../../ui/loaded/loaded.tsx'
import { kiosk } from '../use-kiosk.ts'
import { PIN_MOST_DIGITS } from '../use-pin.ts'
import {
  DEVICE_NAME_MAX,
  endOf,
  kioskEvents,
  type StartField,
  type StartFields,
  startFaults,
  toBegin,
} from './start-rules.ts'

const SHOWN_AT_FIRST = 4

interface EventChoiceProps {
  readonly events: readonly EventItem[]
  readonly now: Date
  readonly value: string
  readonly onChange: (id: string) => void
  readonly error: string | undefined
}

/** The next events; the others are behind a button. */
function EventChoice({ events, now, value, onChange, error }: EventChoiceProps) {
  const { t } = useTranslation('kiosk')
  const language = useLanguage()
  const format = useFormat()
  const [all, setAll] = useState(false)
  if (events.length === 0)
    return (
      <Notice tone="warning" title={t('start.noEvents')}>
        {t('start.noEventsHelp')}
      </Notice>
    )
  const shown = all ? events : events.filter(({ id }, at) => at < SHOWN_AT_FIRST || id === value)
  const hint = ({ startsAt, endsAt, content }: EventItem): string => {
    const when =
      new Date(startsAt) <= now
        ? t('start.running', { time: format.dateTime(endsAt) })
        : format.dateTime(startsAt)
    return [when, content[language].location].filter((part) => part !== '').join(' · ')
  }
  return (
    <div className="grid gap-2">
      <ChoiceCards
        legend={t('start.event')}
        required
        columns={1}
        value={value}
        onChange={onChange}
        error={error}
        options={shown.map((event) => ({
          value: event.id,
          label: <Auto>{event.content[language].title}</Auto>,
          hint: hint(event),
        }))}
      />
      {shown.length < events.length && (
        <Button variant="quiet" onClick={() => setAll(true)} className="justify-self-start">
          {t('start.moreEvents', { count: events.length - shown.length })}
        </Button>
      )}
    </div>
  )
}

/** The last name that staff gave this computer: the name of a door, not of a person. */
const KEY = 'wld.kiosk.device'

function rememberedName(storage: Pick<Storage, 'getItem'>): string {
  try {
    return storage.getItem(KEY) ?? ''
  } catch {
    return '' // a storage that refuses costs some typing
  }
}

function rememberName(storage: Pick<Storage, 'setItem'>, name: string): void {
  try {
    storage.setItem(KEY, name)
  } catch {
    // Storage refused: staff type the name again next time.
  }
}

type BeginFault = Extract<InvokeOutput<'kiosk:begin'>, { ok: false }>['fault'] | 'failed'

const FIELD_ORDER = [
  'eventId',
  'hours',
  'deviceName',
  'pin',
  'pinAgain',
] as const satisfies readonly StartField[]

/** Everything that main needs to start the kiosk. The fields keep their values when the start fails. */
export function StartForm({ lastName }: { readonly lastName: string }) {
  const { t } = useTranslation('kiosk')
  const format = useFormat()
  const events = useQuery(eventsQuery)
  const [now] = useState(() => new Date())
  const [filled, setFilled] = useState<Partial<StartFields>>({})
  const [checked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<BeginFault | undefined>(undefined)
  // A kiosk with a mistyped PIN cannot be ended, so the digits are shown; hidden, they are asked for twice.
  const [pinShown, setPinShown] = useState(true)
  const [doorNumber] = useState(
    () => 10 + ((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) % 90),
  )
  const form = useRef<HTMLFormElement>(null)

  const offered = kioskEvents(events.data ?? [], now)
  const fields: StartFields = {
    eventId: offered[0]?.id ?? '',
    hours: String(KIOSK_HOURS_DEFAULT),
    deviceName:
      [lastName, rememberedName(localStorage)].find((name) => name !== '') ??
      // Two doors with one name could not be told apart, so each starts with a number of its own.
      t('start.nameDefault', { number: doorNumber }),
    pin: '',
    lockAfterMin: KIOSK_LOCK_DEFAULT_MIN,
    ...filled,
    pinAgain: (pinShown ? filled.pin : filled.pinAgain) ?? '',
  }
  const faults = checked ? startFaults(fields) : {}
  const change = (next: Partial<StartFields>): void =>
    setFilled((before) => ({ ...before, ...next }))
  const faultText = (field: StartField): string | undefined => {
    const name = faults[field]
    return name === undefined ? undefined : t(`start.fault.${name}`, { most: KIOSK_HOURS_MAX })
  }

  function until(hours: string): string {
    const end = endOf(hours, now)
    if (end === undefined) return t('start.hoursHint', { most: KIOSK_HOURS_MAX })
    const sameDay = end.toDateString() === now.toDateString()
    return t('start.until', { time: sameDay ? format.time(end) : format.dateTime(end) })
  }
  async function begin(): Promise<void> {
    setBusy(true)
    setFault(undefined)
    try {
      const begun = await bridge().invoke('kiosk:begin', toBegin(fields))
      if (begun.ok) {
        rememberName(localStorage, fields.deviceName.trim())
        await kiosk.reread() // from here the app shows the kiosk alone
        return
      }
      setFault(begun.fault)
    } catch {
      setFault('failed')
    }
    setBusy(false)
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (busy) return
    setChecked(true)
    const wrong = startFaults(fields)
    const first = FIELD_ORDER.find((name) => wrong[name] !== undefined)
    if (first === undefined) void begin()
    else form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  return (
    <form
      ref={form}
      noValidate
      autoComplete="off"
      onSubmit={submit}
      className="grid gap-6 rounded-lg border border-line bg-surface p-5 shadow-card"
    >
      <Loaded
        query={events}
        failure={t('start.eventsFailed')}
        skeleton={<Skeleton className="h-24" />}
      >
        {() => (
          <EventChoice
            events={offered}
            now={now}
            value={fields.eventId}
            onChange={(eventId) => change({ eventId })}
            error={faultText('eventId')}
          />
        )}
      </Loaded>
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <TextField
          name="hours"
          label={t('start.hours')}
          hint={until(fields.hours)}
          error={faultText('hours')}
          inputMode="numeric"
          required
          maxLength={2}
          value={fields.hours}
          onChange={({ target }) => change({ hours: onlyDigits(target.value) })}
        />
        <TextField
          name="deviceName"
          label={t('start.name')}
          hint={t('start.nameHint')}
          error={faultText('deviceName')}
          required
          maxLength={DEVICE_NAME_MAX}
          dir="auto"
          value={fields.deviceName}
          onChange={({ target }) => change({ deviceName: target.value })}
        />
        <PinField
          name="pin"
          label={t('start.pin')}
          hint={t('start.pinHint')}
          error={faultText('pin')}
          value={fields.pin}
          onPin={(pin) => change({ pin })}
          visible={{ shown: pinShown, onShown: setPinShown }}
        />
        {!pinShown && (
          <PinField
            name="pinAgain"
            label={t('start.pinAgain')}
            hint={t('start.pinAgainHint')}
            error={faultText('pinAgain')}
            value={fields.pinAgain}
            onPin={(pinAgain) => change({ pinAgain })}
          />
        )}
        <SelectField
          name="lockAfterMin"
          label={t('start.lockAfter')}
          hint={t('start.lockAfterHint')}
          value={String(fields.lockAfterMin)}
          options={KIOSK_LOCK_MINUTES.map((minutes) => ({
            value: String(minutes),
            label: t('start.lockMinutes', { count: minutes }),
          }))}
          onChange={({ target }) => {
            const chosen = KIOSK_LOCK_MINUTES.find((minutes) => String(minutes) === target.value)
            if (chosen !== undefined) change({ lockAfterMin: chosen })
          }}
        />
      </div>
      {fault !== undefined && (
        <Notice tone="danger" title={t(`begin.${fault}.title`)}>
          {t(`begin.${fault}.text`)}
        </Notice>
      )}
      <Button
        type="submit"
        size="lg"
        busy={busy}
        icon={<ScanQrCode aria-hidden="true" size={22} />}
        className="justify-self-start"
      >
        {t('start.begin')}
      </Button>
    </form>
  )
}

interface PinFieldProps {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly error: string | undefined
  readonly value: string
  readonly onPin: (pin: string) => void
  readonly visible?: PasswordFieldProps['visible']
}

function PinField({ onPin, visible, ...texts }: PinFieldProps) {
  return (
    <PasswordField
      {...texts}
      {...(visible !== undefined && { visible })}
      required
      inputMode="numeric"
      autoComplete="new-password"
      maxLength={PIN_MOST_DIGITS}
      onChange={({ target }) => onPin(onlyDigits(target.value).slice(0, PIN_MOST_DIGITS))}
    />
  )
}
