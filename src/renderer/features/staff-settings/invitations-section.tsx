import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import {
  changeInvitationSettings,
  createInvitation,
  type InvitationCode,
  revokeInvitation,
  type Settings,
} from '#shared/contract/settings.ts'
import { toLatinDigits } from '#shared/domain/text/digits.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ask } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Switch } from '../../ui/field/switch.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useFormProblems } from '../../ui/form/form-problems.ts'
import { useCall } from '../../ui/form/use-call.ts'
import { useStepUp } from '../../ui/form/use-step-up.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { ReasonDialog } from '../../ui/staff/reason-dialog.tsx'
import { type Column, DataTable } from '../../ui/staff/table/data-table.tsx'
import { ChangeFailure, LastChange } from './settings-parts.tsx'
import { invitationsQuery, isConflict, useChange } from './use-settings.ts'

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
  const { guard, dialog } = useStepUp(t('invitations.new.title'), t('why'))
  const [busy, setBusy] = useState(false)
  const create = async ({ label, uses, expires }: InvitationFields): Promise<void> => {
    const body = {
      label,
      usesMax: uses === '' ? null : Number(toLatinDigits(uses)),
      // A day means its end, where the administrator is.
      ...(expires !== '' && { expiresAt: new Date(`${expires}T23:59:59.999`).toISOString() }),
    }
    const outcome = await guard(() => ask(createInvitation, { body }))
    if (outcome.kind === 'cancelled') return
    void queryClient.invalidateQueries(invitationsQuery)
    toast.success(t('invitations.new.done', { code: outcome.value.code }))
    onClose()
  }
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(next) => !next && !busy && onClose()}
        title={t('invitations.new.title')}
      >
        <InvitationForm onSend={create} onBusy={setBusy} />
      </Dialog>
      {dialog}
    </>
  )
}

interface InvitationFields {
  readonly label: string
  readonly uses: string
  readonly expires: string
}

function InvitationForm({
  onSend,
  onBusy,
}: {
  readonly onSend: (fields: InvitationFields) => Promise<void>
  readonly onBusy: (busy: boolean) => void
}) {
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
  useEffect(() => onBusy(busy), [onBusy, busy])
  const submit = handleSubmit(async (fields) => void (await run(fields)))
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
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
      {notice !== undefined && <Notice tone="danger">{notice}</Notice>}
      <Button type="submit" busy={busy} className="justify-self-end max-sm:w-full">
        {t('invitations.new.button')}
      </Button>
    </form>
  )
}
