import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { KioskState, OfflineState, QueueState } from '#shared/contract/desktop/ipc-desktop.ts'
import { cx } from '../../../../ui/cx.ts'
import type { PictureTrouble } from '../../scan/panel-scanner.ts'
import { useDoors, useOffline, useQueue } from '../use-kiosk.ts'

interface BannersProps {
  readonly kiosk: KioskState
  readonly pictureTrouble: PictureTrouble | undefined
  readonly onDoubles: () => void
}

/** Lasting faults, with what to do. They take room from the scanner, so each is one or two lines. */
export function Banners({ kiosk, pictureTrouble, onDoubles }: BannersProps) {
  const { t } = useTranslation(['kiosk', 'scanner'])
  const { value: offline } = useOffline()
  const { value: queue } = useQueue()
  return (
    <>
      {(kiosk.token === 'expired' || kiosk.token === 'revoked') && (
        <Banner tone="danger">{t(`banner.token.${kiosk.token}`)}</Banner>
      )}
      {queue !== undefined && <QueueBanner problem={queue.problem} />}
      {offline !== undefined && (
        <ListBanners offline={offline} needed={kiosk.connection === 'offline'} />
      )}
      <DoorsBanners onDoubles={onDoubles} />
      {pictureTrouble !== undefined && (
        <Banner tone="warning">{t(`scanner:image.errors.${pictureTrouble}`)}</Banner>
      )}
    </>
  )
}

/** A card that came in at two doors is told until staff have seen it. */
function DoorsBanners({ onDoubles }: { readonly onDoubles: () => void }) {
  const { t } = useTranslation('kiosk')
  const { value } = useDoors()
  if (value === undefined) return null
  return (
    <>
      {value.fault === 'network' && (
        <Banner tone="warning">{t('doors.faults.network.title')}</Banner>
      )}
      {value.doubles.length > 0 && (
        <Banner
          tone="warning"
          action={
            <button
              type="button"
              onClick={onDoubles}
              className="min-h-11 shrink-0 rounded-md border-2 border-current px-4"
            >
              {t('doors.doubles.show')}
            </button>
          }
        >
          {t('doors.doubles.banner', { count: value.doubles.length })}
        </Banner>
      )}
    </>
  )
}

/** Faults of this computer. Check-ins that wait while there is no network are no fault. */
function QueueBanner({ problem }: Pick<QueueState, 'problem'>) {
  const { t } = useTranslation('kiosk')
  if (problem !== 'disk-full' && problem !== 'disk' && problem !== 'damaged') return null
  return <Banner tone="danger">{t(`banner.queue.${problem}`)}</Banner>
}

function ListBanners({
  offline,
  needed,
}: {
  readonly offline: OfflineState
  readonly needed: boolean
}) {
  const { t } = useTranslation('kiosk')
  const minutes = Math.max(1, Math.round(Math.abs(offline.clockOffS ?? 0) / 60))
  return (
    <>
      {offline.clockWrong && (
        <Banner tone="warning">{t('banner.clock', { count: minutes })}</Banner>
      )}
      {needed && (!offline.hasKeys || offline.listIssuedAt === null) && (
        <Banner tone="danger">{t('banner.noList')}</Banner>
      )}
      {needed && offline.listIssuedAt !== null && offline.tooOld && (
        <Banner tone="danger">{t('banner.oldList')}</Banner>
      )}
    </>
  )
}

function Banner({
  tone,
  action,
  children,
}: {
  readonly tone: 'warning' | 'danger'
  readonly action?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cx(
        'flex shrink-0 items-center gap-3 border-b px-4 py-2 font-semibold',
        tone === 'danger'
          ? 'border-danger bg-danger-soft text-danger'
          : 'border-warning bg-warning-soft text-warning',
      )}
    >
      <TriangleAlert aria-hidden="true" size={22} className="shrink-0" />
      <p className="min-w-0 grow">{children}</p>
      {action}
    </div>
  )
}
