import { UserRoundCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { KioskState } from '#shared/contract/ipc-desktop.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { cx } from '../../../ui/cx.ts'
import type { RecentScan } from './recent.ts'
import { RecentScans } from './recent-scans.tsx'

interface SidePanelProps {
  readonly kiosk: KioskState
  readonly recent: readonly RecentScan[]
  /** A result covers it. */
  readonly hidden: boolean
}

/** What this door has done, and how many people are in. */
export function SidePanel({
  kiosk: { counts, checkedIn, capacity },
  recent,
  hidden,
}: SidePanelProps) {
  const { t } = useTranslation('kiosk')
  const format = useFormat()
  return (
    <section
      aria-label={t('panel.label')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a low screen it scrolls, by keyboard as well
      tabIndex={hidden ? -1 : 0}
      aria-hidden={hidden || undefined}
      className={cx(
        'min-h-0 overflow-y-auto rounded-lg border border-line bg-surface p-3 portrait:max-h-56 landscape:w-72 landscape:shrink-0',
        hidden && 'invisible',
      )}
    >
      <dl className="grid grid-cols-4 gap-x-2 gap-y-2 landscape:grid-cols-2">
        <Count label={t('panel.scans')} value={counts.scans} />
        <Count label={t('panel.admitted')} value={counts.admitted} tone="text-success" />
        <Count label={t('panel.again')} value={counts.again} tone="text-warning" />
        <Count label={t('panel.refused')} value={counts.refused} tone="text-danger" />
      </dl>
      {checkedIn !== null && (
        <p className="mt-2 flex items-center gap-2 border-t border-line pt-2 text-sm font-semibold">
          <UserRoundCheck aria-hidden="true" size={20} className="shrink-0 text-brand" />
          {capacity === null
            ? t('panel.people', { count: checkedIn })
            : t('panel.peopleOf', {
                people: format.number(checkedIn),
                capacity: format.number(capacity),
              })}
        </p>
      )}
      <RecentScans recent={recent} />
    </section>
  )
}

function Count({
  label,
  value,
  tone,
}: {
  readonly label: string
  readonly value: number
  readonly tone?: string
}) {
  const format = useFormat()
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-xs leading-tight text-muted">{label}</dt>
      <dd className={cx('text-xl font-bold tabular-nums', tone)}>{format.number(value)}</dd>
    </div>
  )
}
