import { Hand } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { KioskScreen } from '#shared/contract/desktop/ipc-desktop.ts'
import type { CardInput } from '../../../parts/card-check/check/check-state.ts'
import { CameraControls } from '../../../parts/card-check/panel/camera-controls.tsx'
import { CardNumberForm } from '../../../parts/card-check/panel/card-number-form.tsx'
import type { PanelScanner } from '../../../parts/card-check/panel/panel-scanner.ts'
import { bridge } from '../../../platform/bridge.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ChoiceCards } from '../../../ui/field/choice-cards.tsx'
import { Switch } from '../../../ui/field/switch.tsx'
import { DoorsView } from '../doors/doors-view.tsx'
import { DoublesView } from '../doors/doubles-view.tsx'
import { LanguageField } from '../language-field.tsx'
import { NumberPad } from '../pads.tsx'
import { PinPad } from '../pin-pad.tsx'
import { QueueView } from '../queue/queue-view.tsx'
import { kiosk, useQueue } from '../use-kiosk.ts'
import { usePin } from '../use-pin.ts'

/** Ends the kiosk: asks for the PIN, and says what happens to the check-ins that the server does not have yet. */
function ExitForm() {
  const { t } = useTranslation('kiosk')
  const { value: queue } = useQueue()
  const entry = usePin(
    (pin) => bridge().invoke('kiosk:end', pin),
    () => void kiosk.reread(),
  )
  const waiting = queue?.waiting ?? 0
  return (
    <div className="grid items-start gap-x-8 gap-y-4 [@media(min-width:640px)_and_(min-height:701px)]:grid-cols-2">
      <div className="grid gap-4">
        <p>{t('exit.text')}</p>
        {waiting > 0 && (
          <Notice tone="warning" title={t('exit.waiting', { count: waiting })}>
            <p>{t(queue?.keptIn === 'memory' ? 'exit.waitingMemory' : 'exit.waitingKept')}</p>
          </Notice>
        )}
      </div>
      <PinPad entry={entry} submitLabel={t('exit.confirm')} tone="danger" />
    </div>
  )
}

interface ChoicesFormProps {
  readonly scanner: PanelScanner
  readonly choices: KioskScreen
  readonly onChoices: (next: Partial<KioskScreen>) => void
  readonly onSound: () => void
}

/** How the screen looks and sounds on this computer. Each choice takes effect at once and is kept. */
function ChoicesForm({
  scanner,
  choices: { sound, highContrast, hand },
  onChoices,
  onSound,
}: ChoicesFormProps) {
  const { t } = useTranslation('kiosk')
  return (
    <div className="grid gap-4">
      <Switch
        label={t('choices.sound')}
        hint={t('choices.soundHint')}
        checked={sound}
        onChange={onSound}
      />
      <Switch
        label={t('choices.contrast')}
        hint={t('choices.contrastHint')}
        checked={highContrast}
        onChange={(next) => onChoices({ highContrast: next })}
      />
      <ChoiceCards
        legend={t('choices.hand')}
        value={hand}
        onChange={(next) => onChoices({ hand: next })}
        columns={2}
        options={[
          {
            value: 'left',
            label: t('choices.left'),
            icon: <Hand size={22} className="-scale-x-100" />,
          },
          { value: 'right', label: t('choices.right'), icon: <Hand size={22} /> },
        ]}
      />
      <LanguageField />
      <div>
        <p className="font-semibold">{t('choices.camera')}</p>
        <div className="flex flex-wrap items-center gap-2">
          <CameraControls scanner={scanner} covered />
        </div>
      </div>
    </div>
  )
}

export type KioskDialog = 'number' | 'queue' | 'choices' | 'doors' | 'doubles' | 'exit'

interface KioskDialogsProps {
  readonly open: KioskDialog | undefined
  readonly onClose: () => void
  readonly onCard: (input: CardInput) => void
  readonly scanner: PanelScanner
  readonly choices: KioskScreen
  readonly onChoices: (next: Partial<KioskScreen>) => void
  readonly onSound: () => void
  /** The code of another door that the scanner read; empty: none. */
  readonly doorCode: string
}

/**
 * The dialogs over the scanner, one at a time. The scanner keeps running behind; a card that is read closes the dialog.
 */
export function KioskDialogs({
  open,
  onClose,
  onCard,
  scanner,
  choices,
  onChoices,
  onSound,
  doorCode,
}: KioskDialogsProps) {
  const { t } = useTranslation('kiosk')
  const shared = (name: KioskDialog) => ({
    open: open === name,
    onOpenChange: (next: boolean) => void (next || onClose()),
  })
  return (
    <>
      <Dialog {...shared('number')} title={t('rail.number')}>
        <CardNumberForm onCheck={onCard} Pad={NumberPad} />
      </Dialog>
      <Dialog {...shared('queue')} title={t('queue.title')} size="full">
        <QueueView atDoor />
      </Dialog>
      <Dialog {...shared('choices')} title={t('rail.choices')}>
        <ChoicesForm scanner={scanner} choices={choices} onChoices={onChoices} onSound={onSound} />
      </Dialog>
      <Dialog {...shared('doors')} title={t('doors.title')} size="lg">
        <DoorsView key={doorCode} scanned={doorCode} />
      </Dialog>
      <Dialog {...shared('doubles')} title={t('doors.doubles.title')} size="lg">
        <DoublesView onSeen={onClose} />
      </Dialog>
      <Dialog {...shared('exit')} title={t('exit.title')} size="lg">
        <ExitForm />
      </Dialog>
    </>
  )
}
