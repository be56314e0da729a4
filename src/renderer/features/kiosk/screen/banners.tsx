import { OctagonX, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KioskState } from '#shared/contract/desktop/ipc-desktop.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { cx } from '../../../ui/cx.ts'
import { useDoors, useOffline, useQueue } from '../use-kiosk.ts'
import { type NoticeName, noticesOf, toneOf } from './notices.ts'

interface BannersProps {
  readonly kiosk: KioskState
  readonly onDoubles: () => void
}

/**
 * The one notice above the scanner, in letters for two metres. Several would take the room of the camera, and all would
 * look equal.
 */
export function Banners({ kiosk, onDoubles }: BannersProps) {
  const { t } = useTranslation('kiosk')
  const { value: queue } = useQueue()
  const { value: offline } = useOffline()
  const { value: doors } = useDoors()
  const noticeText = useNoticeText(kiosk)
  const [turned, setTurned] = useState(0)
  const notices = noticesOf({ kiosk, queue, offline, doors })
  const place = notices.length === 0 ? 0 : turned % notices.length
  const name = notices[place]
  if (name === undefined) return null
  return (
    <Banner
      key={name}
      tone={toneOf(name)}
      action={
        <>
          {name === 'doubles' && (
            <BannerButton onPress={onDoubles}>{t('doors.doubles.show')}</BannerButton>
          )}
          {notices.length > 1 && (
            <BannerButton onPress={() => setTurned(place + 1)}>
              {t('banner.next', { number: place + 1, all: notices.length })}
            </BannerButton>
          )}
        </>
      }
    >
      {noticeText(name)}
    </Banner>
  )
}

function useNoticeText({ checkedIn, capacity }: KioskState): (name: NoticeName) => string {
  const { t } = useTranslation('kiosk')
  const format = useFormat()
  const { value: offline } = useOffline()
  const { value: doors } = useDoors()
  return (name) => {
    switch (name) {
      case 'disk-full':
      case 'disk':
      case 'damaged':
        return t(`banner.queue.${name}`)
      case 'revoked':
      case 'expired':
        return t(`banner.token.${name}`)
      case 'noList':
      case 'oldList':
        return t(`banner.${name}`)
      case 'full':
        return t('banner.full', {
          people: format.number(checkedIn ?? 0),
          capacity: format.number(capacity ?? 0),
        })
      case 'doubles':
        return t('doors.doubles.banner', { count: doors?.doubles.length ?? 0 })
      case 'clock':
        return t('banner.clock', {
          count: Math.max(1, Math.round(Math.abs(offline?.clockOffS ?? 0) / 60)),
        })
      case 'network':
      case 'split':
        return t(`doors.faults.${name}.title`)
    }
  }
}

const LOOKS = {
  stop: 'border-danger bg-danger text-on-brand',
  danger: 'border-danger bg-danger-soft text-danger',
  warning: 'border-warning bg-warning-soft text-warning',
} as const

function Banner({
  tone,
  action,
  children,
}: {
  readonly tone: keyof typeof LOOKS
  readonly action: ReactNode
  readonly children: ReactNode
}) {
  const { t } = useTranslation('kiosk')
  const Icon = tone === 'stop' ? OctagonX : TriangleAlert
  return (
    <div
      role={tone === 'warning' ? 'status' : 'alert'}
      className={cx(
        'flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-2 text-lg font-semibold sm:text-xl',
        LOOKS[tone],
      )}
    >
      <Icon
        aria-hidden="true"
        className={cx('shrink-0', tone === 'stop' ? 'size-[9vmin]' : 'size-8')}
      />
      <div className="min-w-0 grow basis-60">
        {tone === 'stop' && (
          <p className="text-[7vmin] leading-tight font-bold">{t('banner.stop')}</p>
        )}
        <p>{children}</p>
      </div>
      {action}
    </div>
  )
}

function BannerButton({
  onPress,
  children,
}: {
  readonly onPress: () => void
  readonly children: ReactNode
}) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="min-h-16 shrink-0 rounded-md border-2 border-current px-4"
    >
      {children}
    </button>
  )
}
