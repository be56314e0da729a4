import { Hand } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { KioskScreen } from '#shared/contract/ipc-desktop.ts'
import { ChoiceCards } from '../../../ui/choice-cards.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { CameraControls } from '../scan/camera-controls.tsx'
import type { ScannerFeed } from '../scan/scanner-feed.ts'
import { LanguageField } from './language-field.tsx'

interface ChoicesFormProps {
  readonly feed: ScannerFeed
  readonly choices: KioskScreen
  readonly onChoices: (next: Partial<KioskScreen>) => void
  readonly onSound: () => void
}

/** How the screen looks and sounds on this computer. Each choice takes effect at once and is remembered. */
export function ChoicesForm({
  feed,
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
          <CameraControls feed={feed} covered />
        </div>
      </div>
    </div>
  )
}
