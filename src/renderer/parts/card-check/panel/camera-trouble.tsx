import { Camera, CameraOff, LockKeyhole, type LucideIcon, Unplug, VideoOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { platform } from '@platform'
import { Button } from '../../../ui/button/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { browserFamily } from './browser-family.ts'

/** `broken`: frames arrive, but the engine does not decode them. */
type CameraTrouble = 'missing' | 'busy' | 'unplugged' | 'insecure' | 'broken'
export type CameraPause = 'off' | 'starting' | 'refused' | CameraTrouble

const ICONS = {
  off: Camera,
  refused: CameraOff,
  missing: VideoOff,
  busy: VideoOff,
  unplugged: Unplug,
  insecure: LockKeyhole,
  broken: VideoOff,
} as const satisfies Record<Exclude<CameraPause, 'starting'>, LucideIcon>

interface CameraPauseProps {
  readonly state: CameraPause
  /** A retry is under way behind the message. */
  readonly starting: boolean
  readonly onStart: () => void
}

/** Shown in place of the picture: why there is none, and what to do. */
export function CameraPauseCard({ state, starting, onStart }: CameraPauseProps) {
  const { t } = useTranslation('scanner')
  if (state === 'starting')
    return (
      <output className="grid grow content-center justify-items-center gap-4 p-6 text-muted">
        <Spinner className="size-9 text-brand" />
        {t('camera.starting')}
      </output>
    )
  if (state === 'off')
    return (
      <Pause
        Icon={ICONS.off}
        title={t('camera.off')}
        text={
          <>
            {t('camera.offText')} <span className="max-sm:hidden">{t('camera.offPrivacy')}</span>
          </>
        }
      >
        <Button size="lg" onClick={onStart} icon={<Camera aria-hidden="true" size={22} />}>
          {t('camera.start')}
        </Button>
      </Pause>
    )
  const retry = (
    <Button variant="secondary" busy={starting} onClick={onStart}>
      {t('trouble.retry')}
    </Button>
  )
  if (state === 'refused') {
    const place = platform.target === 'desktop' ? 'desktop' : browserFamily(navigator.userAgent)
    return (
      <Pause
        alert
        Icon={ICONS.refused}
        title={t('trouble.refused.title')}
        text={t(`trouble.refused.how.${place}`)}
      >
        {retry}
      </Pause>
    )
  }
  return <TroubleText trouble={state} retry={retry} />
}

function TroubleText({
  trouble,
  retry,
}: {
  readonly trouble: CameraTrouble
  readonly retry: ReactNode
}) {
  const { t } = useTranslation('scanner')
  return (
    <Pause
      alert
      Icon={ICONS[trouble]}
      title={t(`trouble.${trouble}.title`)}
      text={t(`trouble.${trouble}.text`)}
    >
      {/* Without https no press of a button helps; the address has to change. */}
      {trouble !== 'insecure' && retry}
    </Pause>
  )
}

interface PauseProps {
  readonly Icon: LucideIcon
  readonly title: string
  readonly text: ReactNode
  readonly alert?: boolean
  readonly children: ReactNode
}

function Pause({ Icon, title, text, alert = false, children }: PauseProps) {
  return (
    <div
      role={alert ? 'alert' : undefined}
      className="grid grow content-center justify-items-center gap-2 p-3 text-center"
    >
      <div className="grid justify-items-center gap-2 max-lg:flex max-lg:items-center max-lg:gap-3">
        <span
          aria-hidden="true"
          className="grid size-16 shrink-0 place-items-center rounded-full bg-brand-soft text-brand max-sm:size-10"
        >
          <Icon className="size-7.5 max-sm:size-5" />
        </span>
        <p className="text-xl headline max-lg:text-start">{title}</p>
      </div>
      <p className="mb-1 max-w-md text-muted max-sm:text-sm">{text}</p>
      {children}
    </div>
  )
}
