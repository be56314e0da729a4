import {
  Ban,
  CircleCheckBig,
  CloudOff,
  DoorOpen,
  LogOut,
  type LucideIcon,
  MapPin,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DoorsState, JoinResult } from '#shared/contract/desktop/doors.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { bridge } from '../../../platform/bridge.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { asClock, useCountdown } from '../../../ui/feedback/countdown.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { modulesPath, QUIET_ZONE_MODULES, qrModules } from '../../../ui/qr/qr-modules.ts'
import { NumberPad, WordPad } from '../pads.tsx'
import { PinPad } from '../pin-pad.tsx'
import { doors as doorsReading, useDoors } from '../use-kiosk.ts'
import { usePin } from '../use-pin.ts'
import { isPairingCode } from './pairing-text.ts'

type PairingStep = 'look' | 'invite' | 'join' | 'leave' | 'let-in' | Door

interface DoorsViewProps {
  /** A code that the scanner read; empty: none. */
  readonly scanned: string
}

/** The doors of this event: who is connected, and how a door joins. All that changes something asks for the PIN. */
export function DoorsView({ scanned }: DoorsViewProps) {
  const { t } = useTranslation('kiosk')
  const { value, failed } = useDoors()
  const [step, setStep] = useState<PairingStep>(scanned === '' ? 'look' : 'join')
  const back = (): void => setStep('look')
  if (value === undefined)
    return failed ? (
      <Notice tone="danger" title={t('doors.readFailed')} />
    ) : (
      <Spinner className="size-8 border-4 text-brand" />
    )
  if (step === 'join' && !value.on) return <JoinForm scanned={scanned} onBack={back} />
  if (step === 'invite' || step === 'leave') return <PinStep step={step} onDone={back} />
  if (step === 'let-in') return <LetInStep waiting={value.atTheDoor} onDone={back} />
  if (typeof step === 'object') return <RemoveStep door={step} onDone={back} />
  return (
    <div className="grid gap-4">
      <p className="text-muted">{t('doors.lead')}</p>
      {value.fault !== 'none' && (
        <Notice tone="danger" title={t(`doors.faults.${value.fault}.title`)}>
          <p>{t(`doors.faults.${value.fault}.text`)}</p>
        </Notice>
      )}
      {value.code !== null && <DoorCode code={value.code} />}
      {!value.on && <p>{t('doors.off')}</p>}
      <div className="flex flex-wrap gap-2">
        {value.code === null ? (
          <Button onClick={() => setStep('invite')}>{t('doors.show')}</Button>
        ) : (
          <Button
            variant="secondary"
            onClick={() =>
              void bridge()
                .invoke('doors:hide-code')
                .then(() => doorsReading.reread())
            }
          >
            {t('doors.hide')}
          </Button>
        )}
        {value.on ? (
          <Button variant="secondary" onClick={() => setStep('leave')}>
            {t('doors.leave')}
          </Button>
        ) : (
          <Button variant="secondary" onClick={() => setStep('join')}>
            {t('doors.join')}
          </Button>
        )}
      </div>
      {/* Below: the dialog begins at its first button, which is not that of a removal. */}
      {value.atTheDoor.length > 0 && (
        <WaitingDoors waiting={value.atTheDoor} onLetIn={() => setStep('let-in')} />
      )}
      {value.on && <DoorList state={value} onRemove={setStep} />}
    </div>
  )
}

function PinStep({
  step,
  onDone,
}: {
  readonly step: 'invite' | 'leave'
  readonly onDone: () => void
}) {
  const { t } = useTranslation('kiosk')
  const entry = usePin(
    (pin) => bridge().invoke(`doors:${step}`, pin),
    () => {
      void doorsReading.reread()
      onDone()
    },
  )
  return (
    <Side text={t(`doors.${step}Text`)} onBack={onDone}>
      <PinPad
        entry={entry}
        submitLabel={t(step === 'invite' ? 'doors.show' : 'doors.leave')}
        tone={step === 'leave' ? 'danger' : 'primary'}
      />
    </Side>
  )
}

type WaitingForDoor = DoorsState['atTheDoor']

/** Doors that the others trust and this one does not yet. */
function WaitingDoors({
  waiting,
  onLetIn,
}: {
  readonly waiting: WaitingForDoor
  readonly onLetIn: () => void
}) {
  const { t } = useTranslation('kiosk')
  return (
    <Notice tone="warning" title={t('doors.atTheDoor.title', { count: waiting.length })}>
      <ul className="grid">
        {waiting.map(({ door, name, by }) => (
          <li key={door}>{t('doors.atTheDoor.door', { name, by })}</li>
        ))}
      </ul>
      <p>{t('doors.atTheDoor.text')}</p>
      <Button variant="secondary" onClick={onLetIn}>
        {t('doors.atTheDoor.letIn', { count: waiting.length })}
      </Button>
    </Notice>
  )
}

/** Lets in the doors that were named when the step began, and none that came since. */
function LetInStep({
  waiting,
  onDone,
}: {
  readonly waiting: WaitingForDoor
  readonly onDone: () => void
}) {
  const { t } = useTranslation('kiosk')
  const [named] = useState(waiting)
  const entry = usePin(
    (pin) => bridge().invoke('doors:let-in', { pin, doors: named.map(({ door }) => door) }),
    () => {
      void doorsReading.reread()
      onDone()
    },
  )
  return (
    <Side
      text={named.map(({ name, by }) => t('doors.atTheDoor.door', { name, by })).join(' · ')}
      onBack={onDone}
    >
      <PinPad
        entry={entry}
        submitLabel={t('doors.atTheDoor.letIn', { count: named.length })}
        tone="primary"
      />
    </Side>
  )
}

/** A door that was lost: the others no longer trust its key. */
function RemoveStep({
  door: { door, name },
  onDone,
}: {
  readonly door: Door
  readonly onDone: () => void
}) {
  const { t } = useTranslation('kiosk')
  const entry = usePin(
    (pin) => bridge().invoke('doors:remove', { pin, door }),
    () => {
      void doorsReading.reread()
      onDone()
    },
  )
  return (
    <Side text={t('doors.removeText', { name })} onBack={onDone}>
      <PinPad entry={entry} submitLabel={t('doors.remove')} tone="danger" />
    </Side>
  )
}

type JoinFault = Extract<JoinResult, { ok: false }>['fault']

/** What was typed stays when it is refused. */
function JoinForm({ scanned, onBack }: { readonly scanned: string; readonly onBack: () => void }) {
  const { t } = useTranslation('kiosk')
  const [typed, setTyped] = useState('')
  const [address, setAddress] = useState('')
  const [fault, setFault] = useState<JoinFault | 'empty' | undefined>(undefined)
  /** Which field the keys on the screen fill. */
  const [padFor, setPadFor] = useState<'words' | 'address'>('words')
  const changeWords = (next: string): void => {
    setTyped(next)
    setFault(undefined)
  }
  const changeAddress = (next: string): void => {
    setAddress(next)
    setFault(undefined)
  }
  const code = typed === '' ? scanned : typed
  const isWhole = isPairingCode(code)
  const entry = usePin(
    async (pin) => {
      const { pin: tried, joined } = await bridge().invoke('doors:join', { pin, code, address })
      if (tried.ok) setFault(joined === null || joined.ok ? undefined : joined.fault)
      if (joined?.ok === true) onBack()
      return tried
    },
    () => void doorsReading.reread(),
  )
  const ofCode = fault === 'code' || fault === 'words' || fault === 'empty'
  const ofAddress = fault === 'address' || fault === 'unreachable'
  return (
    <div className="grid items-start gap-x-8 gap-y-4 sm:grid-cols-2">
      <div className="grid gap-4">
        <p>{t('doors.joinText')}</p>
        {isWhole ? (
          <Notice tone="success" title={t('doors.scanned')} />
        ) : (
          <>
            <TextField
              label={t('doors.words')}
              hint={t('doors.wordsHint')}
              dir="ltr"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={80}
              value={typed}
              {...(ofCode && { error: t(`doors.fault.${fault}`) })}
              inputMode="none"
              onFocus={() => setPadFor('words')}
              onChange={({ target }) => changeWords(target.value)}
            />
            <TextField
              label={t('doors.address')}
              hint={t('doors.addressHint')}
              dir="ltr"
              autoComplete="off"
              inputMode="none"
              onFocus={() => setPadFor('address')}
              maxLength={60}
              value={address}
              {...(ofAddress && { error: t(`doors.fault.${fault}`) })}
              onChange={({ target }) => changeAddress(target.value)}
            />
            {padFor === 'words' ? (
              <WordPad value={typed} onChange={changeWords} />
            ) : (
              <NumberPad dot value={address} onChange={changeAddress} />
            )}
          </>
        )}
        {fault !== undefined && (isWhole || !(ofCode || ofAddress)) && (
          <Notice tone="danger" title={t(`doors.fault.${fault}`)} />
        )}
        <Button variant="secondary" onClick={onBack} className="justify-self-start">
          {t('doors.back')}
        </Button>
      </div>
      <PinPad
        entry={{
          ...entry,
          submit: () => {
            if (code.trim() === '') setFault('empty')
            else entry.submit()
          },
        }}
        submitLabel={t('doors.join')}
      />
    </div>
  )
}

/** The code for the next door, to be scanned or typed there. It is black on white in every look: a camera reads it. */
function DoorCode({ code }: { readonly code: NonNullable<DoorsState['code']> }) {
  const { t } = useTranslation('kiosk')
  const leftS = useCountdown(Date.parse(code.expiresAt))
  if (code.addresses.length === 0) return <Notice tone="warning" title={t('doors.noNetwork')} />
  const modules = qrModules(code.text)
  const side = modules.size + 2 * QUIET_ZONE_MODULES
  return (
    <section
      aria-label={t('doors.code')}
      className="grid items-center gap-4 rounded-lg border border-line p-4 sm:grid-cols-[auto_1fr]"
    >
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline drawing has no tag of its own
        role="img"
        aria-label={t('doors.code')}
        viewBox={`${-QUIET_ZONE_MODULES} ${-QUIET_ZONE_MODULES} ${side} ${side}`}
        shapeRendering="crispEdges"
        className="mx-auto w-full max-w-72 rounded-md bg-white text-black sm:w-72"
      >
        <path d={modulesPath(modules)} fill="currentColor" />
      </svg>
      <div className="grid gap-3">
        <p>{t('doors.codeText')}</p>
        <dl className="grid gap-3">
          <div>
            <dt className="text-sm text-muted">{t('doors.words')}</dt>
            <dd className="text-2xl font-bold wrap-anywhere">
              <Ltr>{code.words.replaceAll('-', ' ')}</Ltr>
            </dd>
          </div>
          <div>
            <dt className="text-sm text-muted">{t('doors.address')}</dt>
            {code.addresses.map((address) => (
              <dd key={address} className="text-lg font-semibold">
                <Ltr>{address}</Ltr>
              </dd>
            ))}
          </div>
        </dl>
        <p className="text-sm text-muted">{t('doors.codeLasts', { time: asClock(leftS) })}</p>
      </div>
    </section>
  )
}

function Side({
  text,
  onBack,
  children,
}: {
  readonly text: string
  readonly onBack: () => void
  readonly children: ReactNode
}) {
  const { t } = useTranslation('kiosk')
  return (
    <div className="grid items-start gap-x-8 gap-y-4 [@media(min-width:640px)_and_(min-height:701px)]:grid-cols-2">
      <div className="grid justify-items-start gap-4">
        <p>{text}</p>
        <Button variant="secondary" onClick={onBack}>
          {t('doors.back')}
        </Button>
      </div>
      {children}
    </div>
  )
}

type Door = DoorsState['doors'][number]
const LOOKS = {
  own: { Icon: MapPin, text: 'text-brand' },
  connected: { Icon: CircleCheckBig, text: 'text-success' },
  away: { Icon: CloudOff, text: 'text-warning' },
  left: { Icon: LogOut, text: 'text-muted' },
  removed: { Icon: Ban, text: 'text-danger' },
} as const satisfies Record<Door['state'], { readonly Icon: LucideIcon; readonly text: string }>

interface DoorListProps {
  readonly state: DoorsState
  readonly onRemove: (door: Door) => void
}

function DoorList({ state: { doors, entries, waiting }, onRemove }: DoorListProps) {
  const { t } = useTranslation('kiosk')
  return (
    <div className="grid gap-2">
      <ul aria-label={t('doors.list')} className="grid">
        {doors.map((door) => (
          <DoorRow key={door.door} door={door} onRemove={() => onRemove(door)} />
        ))}
      </ul>
      <p className="flex items-center gap-2 text-sm text-muted">
        <DoorOpen aria-hidden="true" size={18} className="shrink-0" />
        {t('doors.entries', { count: entries })}
      </p>
      {waiting > 0 && (
        <p className="text-sm text-muted">{t('doors.waiting', { count: waiting })}</p>
      )}
    </div>
  )
}

interface DoorRowProps {
  readonly door: Door
  readonly onRemove: () => void
}

function DoorRow({
  door: { name, state, lastSeenAt, clockApartS, removal, warning },
  onRemove,
}: DoorRowProps) {
  const { t } = useTranslation('kiosk')
  const format = useFormat()
  const { Icon, text } = LOOKS[state]
  const minutes = Math.round(Math.abs(clockApartS ?? 0) / 60)
  return (
    <li className="flex items-start gap-3 border-t border-line py-2.5 first:border-t-0">
      <Icon aria-hidden="true" size={22} className={cx('mt-px shrink-0', text)} />
      <div className="min-w-0 grow">
        <p className="font-semibold wrap-anywhere">
          <Auto>{name}</Auto>
        </p>
        <p className="text-sm text-muted">
          {t(`doors.state.${state}`)}
          {state === 'away' && (
            <>
              {' · '}
              {lastSeenAt === null
                ? t('doors.neverSeen')
                : t('doors.lastSeen', { time: format.time(lastSeenAt) })}
            </>
          )}
        </p>
        {minutes > 0 && (
          <p className="text-sm text-warning">{t('doors.clockApart', { count: minutes })}</p>
        )}
        {warning !== null && <p className="text-sm text-danger">{t(`doors.warning.${warning}`)}</p>}
        {removal !== null && (
          <p className="text-sm text-warning">
            {removal.here
              ? t('doors.removal.here')
              : t('doors.removal.there', { name: removal.by.join(', ') })}
          </p>
        )}
      </div>
      {(state === 'connected' || state === 'away') && removal?.here !== true && (
        <Button variant="quiet" aria-label={t('doors.removeNamed', { name })} onClick={onRemove}>
          {t('doors.remove')}
        </Button>
      )}
    </li>
  )
}
