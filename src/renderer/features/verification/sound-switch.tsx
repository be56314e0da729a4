import { Volume2, VolumeX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'

interface SoundSwitchProps {
  readonly on: boolean
  readonly onChange: (on: boolean) => void
}

export function SoundSwitch({ on, onChange }: SoundSwitchProps) {
  const { t } = useTranslation('verification')
  const Icon = on ? Volume2 : VolumeX
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      onClick={() => onChange(!on)}
      className="inline-flex min-h-11 items-center gap-2 rounded-md px-2 font-semibold text-ink hover:bg-sunken"
    >
      <Icon aria-hidden="true" size={22} className={on ? 'text-brand' : 'text-muted'} />
      {t('sound.label')}
      <span
        aria-hidden="true"
        className={cx(
          'relative h-6 w-10 rounded-full transition-colors',
          on ? 'bg-brand' : 'bg-line-strong',
        )}
      >
        <span
          className={cx(
            'absolute top-1 size-4 rounded-full bg-surface transition-[inset-inline-start]',
            on ? 'start-5' : 'start-1',
          )}
        />
      </span>
    </button>
  )
}
