import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type Hold, HOLD_REASON_MAX, liftHold, placeHold } from '#shared/contract/holds.ts'
import { HELD_KINDS, type HeldKind, parseHeldNumber } from '#shared/domain/people/legal-hold.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ask } from '../../platform/calls/api.ts'
import { holdsQuery } from '../../platform/calls/holds-query.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { TextArea } from '../../ui/field/text-area.tsx'
import { SelectField, TextField } from '../../ui/field/text-field.tsx'
import { problemText, useFormProblems } from '../../ui/form/form-problems.ts'
import { useCall } from '../../ui/form/use-call.ts'
import { useStepUp } from '../../ui/form/use-step-up.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { ReasonDialog } from '../../ui/staff/reason-dialog.tsx'
import { type Column, DataTable } from '../../ui/staff/table/data-table.tsx'
import { isConflict } from './use-settings.ts'

/** Records that nothing deletes. They are no setting: each is a row of its own. */
export function HoldsSection() {
  const { t } = useTranslation('staffSettings')
  const query = useQuery(holdsQuery)
  const [adding, setAdding] = useState(false)
  const [lifting, setLifting] = useState<Hold>()
  const columns = useColumns()
  return (
    <Section
      title={t('holds.title')}
      lead={t('holds.lead')}
      actions={
        <Button
          variant="secondary"
          icon={<Plus aria-hidden="true" size={18} />}
          onClick={() => setAdding(true)}
        >
          {t('holds.add')}
        </Button>
      }
    >
      <Loaded query={query} failure={t('holds.failed')} skeleton={<Skeleton className="h-24" />}>
        {(holds) => (
          <DataTable
            name="holds"
            label={t('holds.list')}
            rows={holds}
            columns={columns}
            rowKey={({ id }) => id}
            empty={<p className="text-muted">{t('holds.empty')}</p>}
            actions={liftButton(setLifting)}
          />
        )}
      </Loaded>
      <NewHold open={adding} onClose={() => setAdding(false)} />
      {lifting !== undefined && <LiftHold hold={lifting} onClose={() => setLifting(undefined)} />}
    </Section>
  )
}

const liftButton = (onPress: (hold: Hold) => void) => (row: Hold) => (
  <LiftButton hold={row} onPress={onPress} />
)

function LiftButton({
  hold,
  onPress,
}: {
  readonly hold: Hold
  readonly onPress: (hold: Hold) => void
}) {
  const { t } = useTranslation('staffSettings')
  return (
    <Button
      variant="quiet"
      aria-label={t('holds.lift.one', { record: hold.number })}
      onClick={() => onPress(hold)}
    >
      {t('holds.lift.button')}
    </Button>
  )
}

function LiftHold({ hold, onClose }: { readonly hold: Hold; readonly onClose: () => void }) {
  const { t } = useTranslation(['staffSettings', 'problems'])
  const { guard, dialog } = useStepUp(t('holds.lift.title'), t('holds.why'))
  const lift = useCall(async (reason: string) => {
    try {
      const { kind } = await guard(() =>
        ask(liftHold, { params: { id: hold.id }, body: { reason } }),
      )
      if (kind === 'cancelled') return
      toast.success(t('holds.lift.done'))
      onClose()
    } finally {
      void queryClient.invalidateQueries(holdsQuery)
    }
  })
  const { failure } = lift
  return (
    <>
      <ReasonDialog
        open
        title={t('holds.lift.title')}
        commentLabel={t('holds.lift.reason')}
        commentHint={t('holds.lift.reasonHint')}
        commentRequired
        commentMaxChars={HOLD_REASON_MAX}
        confirmLabel={t('holds.lift.button')}
        tone="danger"
        busy={lift.busy}
        error={
          failure !== undefined && (
            <Notice tone="danger">
              {failure.problem?.code === 'not-found'
                ? t('holds.lift.gone')
                : problemText(t, failure)}
            </Notice>
          )
        }
        onConfirm={(reason) => void lift.run(reason)}
        onClose={onClose}
      >
        <p className="font-semibold">
          {t(`holds.kinds.${hold.kind}`)} <Ltr>{hold.number}</Ltr>
        </p>
        <p className="text-muted">{t('holds.lift.text')}</p>
      </ReasonDialog>
      {dialog}
    </>
  )
}

function useColumns(): readonly Column<Hold>[] {
  const { t } = useTranslation('staffSettings')
  const format = useFormat()
  return [
    {
      key: 'record',
      header: t('holds.columns.record'),
      rowHeader: true,
      cell: ({ kind, number }) => (
        <>
          {t(`holds.kinds.${kind}`)}{' '}
          <Ltr className="font-semibold whitespace-nowrap tabular-nums">{number}</Ltr>
        </>
      ),
    },
    {
      key: 'reason',
      header: t('holds.columns.reason'),
      cell: ({ reason }) => <Auto>{reason}</Auto>,
    },
    {
      key: 'placedAt',
      header: t('holds.columns.placedAt'),
      cell: ({ placedAt }) => format.date(placedAt, 'medium'),
    },
    {
      key: 'placedBy',
      header: t('holds.columns.placedBy'),
      cell: ({ placedBy }) =>
        placedBy === 'system' ? t('holds.operator') : <Ltr>{placedBy ?? '–'}</Ltr>,
    },
  ]
}

interface HoldFields {
  readonly kind: HeldKind
  readonly number: string
  readonly reason: string
}

function NewHold({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('staffSettings')
  const { guard, dialog } = useStepUp(t('holds.new.title'), t('holds.why'))
  const [busy, setBusy] = useState(false)
  const place = async (body: HoldFields): Promise<void> => {
    const { kind } = await guard(() => ask(placeHold, { body }))
    if (kind === 'cancelled') return
    void queryClient.invalidateQueries(holdsQuery)
    toast.success(t('holds.new.done'))
    onClose()
  }
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(next) => !next && !busy && onClose()}
        title={t('holds.new.title')}
      >
        <HoldForm onSend={place} onBusy={setBusy} />
      </Dialog>
      {dialog}
    </>
  )
}

function HoldForm({
  onSend,
  onBusy,
}: {
  readonly onSend: (fields: HoldFields) => Promise<void>
  readonly onBusy: (busy: boolean) => void
}) {
  const { t } = useTranslation('staffSettings')
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors },
  } = useForm<HoldFields>({ defaultValues: { kind: 'member', number: '', reason: '' } })
  const show = useFormProblems(setError, ['kind', 'number', 'reason'])
  const { run, busy, notice } = useCall(onSend, (failure) => {
    if (isConflict(failure)) return t('holds.new.already')
    return failure.problem?.code === 'not-found' ? t('holds.new.unknown') : show(failure)
  })
  useEffect(() => onBusy(busy), [onBusy, busy])
  const submit = handleSubmit(async (fields) => void (await run(fields)))
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <p className="text-muted">{t('holds.new.text')}</p>
      <SelectField
        {...register('kind')}
        label={t('holds.new.kind')}
        options={HELD_KINDS.map((value) => ({ value, label: t(`holds.kinds.${value}`) }))}
      />
      <TextField
        {...register('number', {
          validate: (text) => parseHeldNumber(text) !== undefined || t('holds.new.numberFault'),
        })}
        label={t('holds.new.number')}
        hint={t('holds.new.numberHint')}
        error={errors.number?.message}
        dir="ltr"
        autoComplete="off"
        maxLength={24}
        required
      />
      <TextArea
        {...register('reason', {
          validate: (text) =>
            (text.trim() !== '' && text.trim().length <= HOLD_REASON_MAX) ||
            t('holds.new.reasonFault'),
        })}
        label={t('holds.new.reason')}
        hint={t('holds.new.reasonHint')}
        error={errors.reason?.message}
        dir="auto"
        required
      />
      {notice !== undefined && <Notice tone="danger">{notice}</Notice>}
      <Button type="submit" busy={busy} className="justify-self-end max-sm:w-full">
        {t('holds.new.button')}
      </Button>
    </form>
  )
}
