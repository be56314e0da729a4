import { UserRoundCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { KioskState } from '#shared/contract/desktop/ipc-desktop.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { LOOKS, TONES } from '../../../parts/card-check/result/looks.ts'
import { Ltr } from '../../../ui/bidi.tsx'
import { cx } from '../../../ui/cx.ts'
import { useVoicesText } from '../../../ui/staff/voices.tsx'
import { nameScript } from './name-script.ts'
import type { RecentScan } from './recent.ts'

function RecentScans({ recent }: { readonly recent: readonly RecentScan[] }) {
  const { t } = useTranslation('kiosk')
  return (
    <>
      <h2 className="mt-2 border-t border-line pt-2 font-semibold">{t('recent.title')}</h2>
      {recent.length === 0 && <p className="text-sm text-muted">{t('recent.empty')}</p>}
      <ol>
        {recent.map((scan) => (
          <RecentRow key={scan.number} scan={scan} />
        ))}
      </ol>
    </>
  )
}

function RecentRow({
  scan: { outcome, atMs, name, digits, voices },
}: {
  readonly scan: RecentScan
}) {
  const { t } = useTranslation(['kiosk', 'verification'])
  const format = useFormat()
  const voicesText = useVoicesText()
  const { tone, Icon, word } = LOOKS[outcome]
  const script = name === null ? undefined : nameScript(name)
  return (
    <li className="flex items-center gap-2.5 border-t border-line py-1.5 first:border-t-0">
      <Icon aria-hidden="true" size={20} className={cx('shrink-0', TONES[tone].text)} />
      <div className="min-w-0 grow text-sm leading-snug">
        <p className={cx('font-semibold', TONES[tone].text)}>{t(`verification:${word}`)}</p>
        {(name !== null || digits !== null) && (
          <p className="wrap-anywhere">
            {name === null ? (
              <Ltr>…{digits}</Ltr>
            ) : (
              <bdi lang={script?.lang} dir={script?.dir}>
                {name}
              </bdi>
            )}
          </p>
        )}
        {voicesText(voices).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <time
        dateTime={new Date(atMs).toISOString()}
        className="shrink-0 text-sm text-muted tabular-nums"
      >
        {format.time(new Date(atMs))}
      </time>
    </li>
  )
}

interface SidePanelProps {
  readonly kiosk: KioskState
  readonly recent: readonly RecentScan[]
  /** A result covers the panel. */
  readonly hidden: boolean
}

/** The check-ins of this door, and how many people are in. */
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
