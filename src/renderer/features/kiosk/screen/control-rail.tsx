import {
  DoorOpen,
  Hash,
  ListChecks,
  LockKeyhole,
  LogOut,
  type LucideIcon,
  SlidersHorizontal,
  Volume2,
  VolumeX,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { KIOSK_KEYS } from '#shared/domain/card/kiosk-keys.ts'
import { cx } from '../../../ui/cx.ts'
import type { KioskDialog } from './dialogs.tsx'

interface RailProps {
  /** The edge of the picture it stands at: only the line between them depends on it. */
  readonly atEnd: boolean
  readonly soundOn: boolean
  readonly onSound: () => void
  readonly onOpen: (dialog: KioskDialog) => void
  readonly onLock: () => void
}

/**
 * All controls besides the scanner: a column at the side of the hand, a row at the bottom of an upright screen, two on a
 * phone. A low phone has room for icons alone: a result needs the rest.
 */
export function ControlRail({ atEnd, soundOn, onSound, onOpen, onLock }: RailProps) {
  const { t } = useTranslation('kiosk')
  return (
    <nav
      aria-label={t('rail.label')}
      className={cx(
        'flex shrink-0 gap-1.5 bg-surface p-1.5 portrait:border-t landscape:w-26 landscape:flex-col landscape:overflow-y-auto',
        'border-line portrait:justify-between phone-tall:grid phone-tall:grid-cols-4',
        atEnd ? 'landscape:border-s' : 'landscape:border-e',
      )}
    >
      <RailButton
        Icon={Hash}
        label={t('rail.number')}
        shortcut={KIOSK_KEYS.number}
        onPress={() => onOpen('number')}
      />
      <RailButton
        Icon={ListChecks}
        label={t('rail.queue')}
        shortcut={KIOSK_KEYS.queue}
        onPress={() => onOpen('queue')}
      />
      <RailButton
        Icon={soundOn ? Volume2 : VolumeX}
        label={t('rail.sound')}
        shortcut={KIOSK_KEYS.sound}
        pressed={soundOn}
        onPress={onSound}
      />
      <RailButton
        Icon={SlidersHorizontal}
        label={t('rail.choices')}
        shortcut={KIOSK_KEYS.choices}
        onPress={() => onOpen('choices')}
      />
      <RailButton
        Icon={DoorOpen}
        label={t('doors.title')}
        shortcut={KIOSK_KEYS.doors}
        onPress={() => onOpen('doors')}
      />
      <span className="landscape:grow-[3] phone-tall:hidden" />
      <RailButton
        Icon={LockKeyhole}
        label={t('rail.lock')}
        shortcut={KIOSK_KEYS.lock}
        onPress={onLock}
      />
      {/* A person who locks in a hurry must not meet the way out. */}
      <span aria-hidden="true" className="shrink-0 basis-6 portrait:basis-3" />
      <RailButton
        Icon={LogOut}
        label={t('rail.exit')}
        shortcut={KIOSK_KEYS.exit}
        onPress={() => onOpen('exit')}
      />
    </nav>
  )
}

interface RailButtonProps {
  readonly Icon: LucideIcon
  readonly label: string
  readonly shortcut: string
  readonly pressed?: boolean
  readonly onPress: () => void
}

function RailButton({ Icon, label, shortcut, pressed, onPress }: RailButtonProps) {
  const { t } = useTranslation('kiosk')
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-keyshortcuts={shortcut}
      title={t('rail.withKey', { label, key: shortcut })}
      onClick={onPress}
      className="grid min-h-16 min-w-16 shrink-0 content-center justify-items-center gap-1 rounded-md px-1 text-center -outline-offset-3 hover:bg-sunken landscape:max-h-24 landscape:grow phone-tall:content-start phone-tall:pt-1.5"
    >
      <Icon
        aria-hidden="true"
        size={26}
        className={cx(pressed === false ? 'text-muted' : 'text-brand', Icon === LogOut && 'mirror')}
      />
      <span className="text-xs leading-tight font-semibold phone-low:sr-only">{label}</span>
    </button>
  )
}
