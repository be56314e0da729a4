import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import {
  changeInvitationSettings,
  createInvitation,
  type InvitationCode,
  revokeInvitation,
  type Settings,
} from '#shared/contract/settings.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { toLatinDigits } from '#shared/domain/text/digits.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ask } from '../../platform/calls/api.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { useFormProblems } from '../../ui/call/form-problems.ts'
import { useCall } from '../../ui/call/use-call.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { FoldedSection } from '../../ui/folded-section.tsx'
import { StaffList } from '../../ui/staff/staff-list.tsx'
import type { Column } from '../../ui/staff/table/data-table.tsx'
import { AddDialog, AddForm, type AddRow, EndDialog } from './row-dialogs.tsx'
import { anchorOf } from './sections.ts'
import { SwitchSetting } from './settings-parts.tsx'
import { invitationsQuery, isConflict } from './use-settings.ts'

function RevokeInvitation({
  code: { id, code },
  onClose,
}: {
  readonly code: InvitationCode
  readonly onClose: () => void
}) {
  const { t } = useTranslation('staffSettings')
  return (
    <EndDialog
      title={t('invitations.revokeTitle')}
      why={t('why')}
      query={invitationsQuery}
      send={(reason) => ask(revokeInvitation, { params: { id }, body: { reason } })}
      done={t('invitations.revoked', { code })}
      commentLabel={t('invitations.revokeReason')}
      commentMaxChars={300}
      confirmLabel={t('invitations.revoke')}
      row={<Ltr>{code}</Ltr>}
      text={t('invitations.revokeText')}
      onClose={onClose}
    />
  )
}

export function InvitationsSection({
  invitations,
}: {
  readonly invitations: Settings['invitations']
}) {
  const { t } = useTranslation('staffSettings')
  const query = useQuery(invitationsQuery)
  const [adding, setAdding] = useState(false)
  const [revoking, setRevoking] = useState<InvitationCode>()
  const columns = useColumns()
  const good = query.data?.filter(({ state }) => state === 'good').length
  const revokeButton = (row: InvitationCode) =>
    row.revokedAt === null && (
      <Button
        variant="quiet"
        aria-label={t('invitations.revokeOne', { code: row.code })}
        onClick={() => setRevoking(row)}
      >
        {t('invitations.revoke')}
      </Button>
    )
  return (
    <FoldedSection
      anchor={anchorOf('invitations')}
      title={t('invitations.title')}
      value={t(invitations.required ? 'invitations.isRequired' : 'invitations.isFree')}
      open={invitations.required && good === 0}
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
        <SwitchSetting
          title={t('invitations.title')}
          label={t('invitations.required')}
          hint={t('invitations.requiredHint')}
          checked={invitations.required}
          lastChange={invitations}
          send={(required) =>
            ask(changeInvitationSettings, { body: { revision: invitations.revision, required } })
          }
        >
          {invitations.required && good === 0 && (
            <Notice tone="warning">{t('invitations.nobodyCan')}</Notice>
          )}
        </SwitchSetting>
        <StaffList
          query={query}
          failure={t('invitations.failed')}
          name="invitations"
          label={t('invitations.list')}
          columns={columns}
          rowKey={({ id }) => id}
          empty={<p className="text-muted">{t('invitations.empty')}</p>}
          actions={revokeButton}
        />
      </div>
      <NewInvitation open={adding} onClose={() => setAdding(false)} />
      {revoking !== undefined && (
        <RevokeInvitation code={revoking} onClose={() => setRevoking(undefined)} />
      )}
    </FoldedSection>
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
      cell: ({ createdBy }) => (createdBy === null ? '–' : <Ltr>{bareCardId(createdBy)}</Ltr>),
    },
  ]
}

const USES_MAX = 100_000
const isToCome = (day: string): boolean => new Date(`${day}T23:59:59`).getTime() > Date.now()

function NewInvitation({
  open,
  onClose,
}: {
  readonly open: boolean
  readonly onClose: () => void
}) {
  const { t } = useTranslation('staffSettings')
  return (
    <AddDialog<InvitationFields>
      open={open}
      title={t('invitations.new.title')}
      why={t('why')}
      query={invitationsQuery}
      send={async ({ label, uses, expires }) => {
        const body = {
          label,
          usesMax: uses === '' ? null : Number(toLatinDigits(uses)),
          // A day means its end, where the administrator is.
          ...(expires !== '' && { expiresAt: new Date(`${expires}T23:59:59.999`).toISOString() }),
        }
        const { code } = await ask(createInvitation, { body })
        return t('invitations.new.done', { code })
      }}
      onClose={onClose}
    >
      {(add) => <InvitationForm {...add} />}
    </AddDialog>
  )
}

interface InvitationFields {
  readonly label: string
  readonly uses: string
  readonly expires: string
}

function InvitationForm({ onSend, onBusy, onClose }: AddRow<InvitationFields>) {
  const { t } = useTranslation('staffSettings')
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors },
  } = useForm<InvitationFields>({ defaultValues: { label: '', uses: '1', expires: '' } })
  const show = useFormProblems(setError, { label: 'label', usesMax: 'uses', expiresAt: 'expires' })
  const { run, busy, notice } = useCall(onSend, (failure) =>
    isConflict(failure) ? t('invitations.new.tooMany') : show(failure),
  )
  return (
    <AddForm
      onSubmit={handleSubmit(async (fields) => void (await run(fields)))}
      onBusy={onBusy}
      onClose={onClose}
      busy={busy}
      notice={notice}
      submitLabel={t('invitations.new.button')}
    >
      <TextField
        {...register('label', {
          validate: (text) =>
            (text.trim() !== '' && text.trim().length <= 80) || t('invitations.new.labelFault'),
        })}
        label={t('invitations.new.label')}
        hint={t('invitations.new.labelHint')}
        error={errors.label?.message}
        dir="auto"
        required
      />
      <TextField
        {...register('uses', {
          validate: (text) => {
            const typed = toLatinDigits(text).trim()
            return (
              typed === '' ||
              (/^\d{1,6}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= USES_MAX) ||
              t('invitations.new.usesFault')
            )
          },
        })}
        label={t('invitations.new.uses')}
        hint={t('invitations.new.usesHint')}
        error={errors.uses?.message}
        inputMode="numeric"
      />
      <TextField
        {...register('expires', {
          validate: (day) => day === '' || isToCome(day) || t('invitations.new.expiresFault'),
        })}
        label={t('invitations.new.expires')}
        hint={t('invitations.new.expiresHint')}
        error={errors.expires?.message}
        type="date"
      />
    </AddForm>
  )
}
