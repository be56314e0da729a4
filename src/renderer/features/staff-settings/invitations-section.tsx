import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  changeInvitationSettings,
  type InvitationCode,
  type Settings,
  revokeInvitation,
} from '#shared/contract/settings.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ask } from '../../platform/calls/api.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { type Column, DataTable } from '../../ui/staff/table/data-table.tsx'
import { Switch } from '../../ui/field/switch.tsx'
import { NewInvitation } from './new-invitation.tsx'
import { ChangeFailure, LastChange } from './settings-parts.tsx'
import { invitationsQuery, useChange } from './use-settings.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { ReasonDialog } from '../../ui/staff/reason-dialog.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useStepUp } from '../../ui/form/use-step-up.tsx'
import { useCall } from '../../ui/form/use-call.ts'

function RevokeInvitation({
  code,
  onClose,
}: {
  readonly code: InvitationCode
  readonly onClose: () => void
}) {
  const { t } = useTranslation('staffSettings')
  const { guard, dialog } = useStepUp(t('invitations.revokeTitle'), t('why'))
  const revoke = useCall(async (reason: string) => {
    try {
      const { kind } = await guard(() =>
        ask(revokeInvitation, { params: { id: code.id }, body: { reason } }),
      )
      if (kind === 'cancelled') return
      toast.success(t('invitations.revoked', { code: code.code }))
      onClose()
    } finally {
      void queryClient.invalidateQueries(invitationsQuery)
    }
  })
  return (
    <>
      <ReasonDialog
        open
        title={t('invitations.revokeTitle')}
        commentLabel={t('invitations.revokeReason')}
        commentMaxChars={300}
        confirmLabel={t('invitations.revoke')}
        tone="danger"
        busy={revoke.busy}
        error={<ChangeFailure failure={revoke.failure} />}
        onConfirm={(reason) => void revoke.run(reason)}
        onClose={onClose}
      >
        <p className="font-semibold">
          <Ltr>{code.code}</Ltr>
        </p>
        <p className="text-muted">{t('invitations.revokeText')}</p>
      </ReasonDialog>
      {dialog}
    </>
  )
}

export function InvitationsSection({
  invitations,
}: {
  readonly invitations: Settings['invitations']
}) {
  const { t } = useTranslation('staffSettings')
  const { change, dialog } = useChange(t('invitations.title'))
  const query = useQuery(invitationsQuery)
  const [adding, setAdding] = useState(false)
  const [revoking, setRevoking] = useState<InvitationCode>()
  const columns = useColumns()
  const { data, error } = query
  const good = data?.filter(({ state }) => state === 'good').length
  return (
    <Section
      title={t('invitations.title')}
      lead={t('invitations.lead')}
      actions={
        <Button
          variant="secondary"
          icon={<Plus aria-hidden="true" size={18} />}
          onClick={() => setAdding(true)}
        >
          {t('invitations.add')}
        </Button>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Switch
          label={t('invitations.required')}
          hint={t('invitations.requiredHint')}
          checked={invitations.required}
          busy={change.busy}
          onChange={(required) =>
            void change.run(() =>
              ask(changeInvitationSettings, { body: { revision: invitations.revision, required } }),
            )
          }
        />
        {invitations.required && good === 0 && (
          <Notice tone="warning">{t('invitations.nobodyCan')}</Notice>
        )}
        <ChangeFailure failure={change.failure} />
        <LastChange {...invitations} />
        {error !== null && (
          <LoadFailure
            title={t('invitations.failed')}
            error={error}
            busy={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )}
        {(error === null || data !== undefined) && (
          <DataTable
            name="invitations"
            label={t('invitations.list')}
            rows={data}
            columns={columns}
            rowKey={({ id }) => id}
            empty={<p className="text-muted">{t('invitations.empty')}</p>}
            actions={revokeButton(setRevoking)}
          />
        )}
      </div>
      {dialog}
      <NewInvitation open={adding} onClose={() => setAdding(false)} />
      {revoking !== undefined && (
        <RevokeInvitation code={revoking} onClose={() => setRevoking(undefined)} />
      )}
    </Section>
  )
}

const revokeButton = (onPress: (code: InvitationCode) => void) => (row: InvitationCode) => (
  <RevokeButton code={row} onPress={onPress} />
)

function RevokeButton({
  code,
  onPress,
}: {
  readonly code: InvitationCode
  readonly onPress: (code: InvitationCode) => void
}) {
  const { t } = useTranslation('staffSettings')
  if (code.revokedAt !== null) return null
  return (
    <Button
      variant="quiet"
      aria-label={t('invitations.revokeOne', { code: code.code })}
      onClick={() => onPress(code)}
    >
      {t('invitations.revoke')}
    </Button>
  )
}

function useColumns(): readonly Column<InvitationCode>[] {
  const { t } = useTranslation('staffSettings')
  const format = useFormat()
  return [
    {
      key: 'code',
      header: t('invitations.columns.code'),
      rowHeader: true,
      cell: ({ code, state }) => (
        <span className="inline-flex items-center gap-1">
          <Ltr
            className={
              state === 'good'
                ? 'font-semibold whitespace-nowrap tabular-nums'
                : 'whitespace-nowrap text-muted line-through tabular-nums'
            }
          >
            {code}
          </Ltr>
          {state === 'good' && (
            <CopyButton text={code} label={t('invitations.copy')} variant="quiet" />
          )}
        </span>
      ),
    },
    {
      key: 'label',
      header: t('invitations.columns.label'),
      cell: ({ label }) => <Auto>{label}</Auto>,
    },
    {
      key: 'state',
      header: t('invitations.columns.state'),
      cell: ({ state }) => t(`invitations.states.${state}`),
    },
    {
      key: 'uses',
      header: t('invitations.columns.uses'),
      end: true,
      cell: ({ uses, usesMax }) =>
        usesMax === null
          ? format.number(uses)
          : t('invitations.usesOf', { uses: format.number(uses), max: format.number(usesMax) }),
    },
    {
      key: 'expiresAt',
      header: t('invitations.columns.expiresAt'),
      cell: ({ expiresAt }) =>
        expiresAt === null ? t('invitations.never') : format.date(expiresAt, 'medium'),
    },
    {
      key: 'createdBy',
      header: t('invitations.columns.createdBy'),
      wideOnly: true,
      cell: ({ createdBy }) => (createdBy === null ? '–' : <Ltr>{createdBy}</Ltr>),
    },
  ]
}
