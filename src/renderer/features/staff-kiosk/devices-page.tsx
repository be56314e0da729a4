import { useQuery } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod'
import { type KioskDevice, listKiosks, revokeKiosk } from '#shared/contract/kiosk.ts'
import { shortDeviceId } from '#shared/domain/card/kiosk-rules.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { isManager } from '#shared/domain/people/roles.ts'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import { ask } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { readQuery } from '../../platform/calls/read-query.ts'
import { useSession } from '../../platform/session/session.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { Button, LinkButton } from '../../ui/button/button.tsx'
import { useCall } from '../../ui/call/use-call.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { StateBadge, type StateTone } from '../../ui/feedback/state-badge.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useHasRoute } from '../../ui/known-routes.ts'
import { StaffList } from '../../ui/staff/staff-list.tsx'
import type { Column } from '../../ui/staff/table/data-table.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { useDashboard } from '../../ui/staff/use-dashboard.ts'
import { seen } from './seen.ts'

type Device = z.output<typeof KioskDevice>

const REFRESH_MS = 15_000
const KEY = ['kiosk', 'devices'] as const
const KIOSK_START = '/kiosk/start'

/** Asked again while the page is seen, and at once when it is seen again. */
const useDevices = () =>
  useQuery({
    ...readQuery(KEY, listKiosks, {}),
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  })

async function revokeDevice({ id }: Device): Promise<Device> {
  try {
    const revoked = await ask(revokeKiosk, { params: { id } })
    queryClient.setQueryData<Device[]>(KEY, (devices) =>
      devices?.map((one) => (one.id === revoked.id ? revoked : one)),
    )
    return revoked
  } finally {
    void queryClient.invalidateQueries({ queryKey: KEY })
  }
}

function RevokeDevice({
  device,
  onClose,
}: {
  readonly device: Device
  readonly onClose: () => void
}) {
  const { t } = useTranslation('staffKiosk')
  const revoke = useCall(async () => {
    const { name } = await revokeDevice(device)
    toast.success(t('revoked', { name }))
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('revokeTitle')}
      confirmLabel={t('revoke')}
      tone="danger"
      busy={revoke.busy}
      onConfirm={() => void revoke.run()}
      text={
        <>
          <p className="font-semibold">
            <Auto>{device.name}</Auto>
          </p>
          <p>{t('revokeText')}</p>
          <p className="text-muted">{t('revokeKept')}</p>
        </>
      }
    >
      <FailureNotice title={t('notRevoked')} text={revoke.notice} />
    </ConfirmDialog>
  )
}

/** Devices at the door: what they do now, and the word that stops one. */
export function DevicesPage() {
  const { t } = useTranslation('staffKiosk')
  const query = useDevices()
  const hasRoute = useHasRoute()
  const columns = useDeviceColumns(new Date(query.dataUpdatedAt))
  const { base } = useDashboard()
  const [revoking, setRevoking] = useState<Device>()
  const session = useSession()
  const seesAll = session.state === 'authenticated' && isManager(session.user.role)
  const revokeButton = (device: Device) =>
    device.state === 'active' && (
      <Button
        variant="quiet"
        aria-label={t('revokeOne', { name: device.name })}
        onClick={() => setRevoking(device)}
      >
        {t('revoke')}
      </Button>
    )
  return (
    <StaffPage
      title={t('title')}
      lead={t(seesAll ? 'lead' : 'leadOwn')}
      end={
        hasRoute(KIOSK_START) && (
          <LinkButton
            to={KIOSK_START}
            variant="secondary"
            icon={<MonitorSmartphone aria-hidden="true" size={18} />}
          >
            {t('start')}
          </LinkButton>
        )
      }
    >
      <StaffList
        query={query}
        failure={t('failed')}
        name="devices"
        label={t('list')}
        columns={columns}
        rowKey={({ id }) => id}
        actions={revokeButton}
        empty={
          <EmptyState icon={<MonitorSmartphone size={30} />} title={t('empty')}>
            <p>{t('emptyText')}</p>
            <LinkButton to={`${base}/verification`} variant="secondary" className="mt-4">
              {t('toVerification')}
            </LinkButton>
          </EmptyState>
        }
      />
      {revoking !== undefined && (
        <RevokeDevice device={revoking} onClose={() => setRevoking(undefined)} />
      )}
    </StaffPage>
  )
}

const TONES = {
  active: 'success',
  expired: 'plain',
  ended: 'plain',
  revoked: 'danger',
} as const satisfies Record<Device['state'], StateTone>

/** Beside the text above it, whichever way that runs. */
function SecondLine({ children }: { readonly children: ReactNode }) {
  return <span className="block text-xs font-normal whitespace-nowrap text-muted">{children}</span>
}

/** @param now when the list was read: "3 minutes ago" is counted from there */
function useDeviceColumns(now: Date): readonly Column<Device>[] {
  const { t } = useTranslation('staffKiosk')
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
      cell: ({ state }) => <StateBadge tone={TONES[state]}>{t(`states.${state}`)}</StateBadge>,
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
              <Ltr>{bareCardId(enrolledBy.cardId)}</Ltr>
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
