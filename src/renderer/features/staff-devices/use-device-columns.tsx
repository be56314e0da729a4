import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { shortDeviceId } from '#shared/domain/kiosk-rules.ts'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import type { Column } from '../../ui/staff/table/data-table.tsx'
import { seen } from './seen.ts'
import type { Device } from './use-devices.ts'
import { cx } from '../../ui/cx.ts'

const LOOK = {
  active: 'border-success bg-success-soft text-success',
  expired: 'border-line-strong bg-sunken text-ink',
  ended: 'border-line-strong bg-sunken text-ink',
  revoked: 'border-danger bg-danger-soft text-danger',
} as const satisfies Record<Device['state'], string>

function DeviceState({ state }: Pick<Device, 'state'>) {
  const { t } = useTranslation('devices')
  return (
    <span
      className={cx(
        'inline-flex items-center rounded-sm border px-2 py-0.5 text-xs font-semibold whitespace-nowrap',
        LOOK[state],
      )}
    >
      {t(`states.${state}`)}
    </span>
  )
}

/** Beside the text above it, whichever way that runs. */
function SecondLine({ children }: { readonly children: ReactNode }) {
  return <span className="block text-xs font-normal whitespace-nowrap text-muted">{children}</span>
}

/** @param now when the list was read: "3 minutes ago" is counted from there */
export function useDeviceColumns(now: Date): readonly Column<Device>[] {
  const { t } = useTranslation('devices')
  const language = useLanguage()
  const format = useFormat()
  const seenText = (lastSeenAt: string | null): string => {
    const when = seen(lastSeenAt, now)
    return when === 'never'
      ? t('never')
      : when === 'now'
        ? t('justNow')
        : format.relative(when.at, now)
  }
  return [
    {
      key: 'name',
      header: t('columns.name'),
      rowHeader: true,
      cell: ({ id, name }) => (
        <>
          <Auto className="font-semibold wrap-anywhere">{name}</Auto>
          <SecondLine>
            <Ltr>{shortDeviceId(id)}</Ltr>
          </SecondLine>
        </>
      ),
    },
    {
      key: 'state',
      header: t('columns.state'),
      cell: ({ state }) => <DeviceState state={state} />,
    },
    {
      key: 'event',
      header: t('columns.event'),
      cell: ({ event }) => <Auto className="wrap-anywhere">{event.title[language]}</Auto>,
    },
    {
      key: 'enrolledBy',
      header: t('columns.enrolledBy'),
      cell: ({ enrolledBy }) =>
        enrolledBy === null ? (
          <span className="text-muted">{t('gone')}</span>
        ) : (
          <>
            <Auto className="wrap-anywhere">{enrolledBy.name}</Auto>
            <SecondLine>
              <Ltr>{enrolledBy.cardId}</Ltr>
            </SecondLine>
          </>
        ),
    },
    {
      key: 'until',
      header: t('columns.until'),
      cell: ({ expiresAt, revokedAt }) => (
        <time dateTime={revokedAt ?? expiresAt} className="whitespace-nowrap">
          {format.dateTime(revokedAt ?? expiresAt)}
        </time>
      ),
    },
    {
      key: 'lastSeen',
      header: t('columns.lastSeen'),
      cell: ({ lastSeenAt, appVersion }) => (
        <>
          {lastSeenAt === null ? (
            <span className="whitespace-nowrap text-muted">{seenText(null)}</span>
          ) : (
            <time dateTime={lastSeenAt} className="whitespace-nowrap">
              {seenText(lastSeenAt)}
            </time>
          )}
          {appVersion !== '' && <SecondLine>{t('version', { version: appVersion })}</SecondLine>}
        </>
      ),
    },
    {
      key: 'checkIns',
      header: t('columns.checkIns'),
      end: true,
      cell: ({ checkIns }) => format.number(checkIns),
    },
  ]
}
