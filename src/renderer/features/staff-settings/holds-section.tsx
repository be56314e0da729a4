import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type Hold, HOLD_REASON_MAX, liftHold, placeHold } from '#shared/contract/holds.ts'
import { HELD_KINDS, type HeldKind, parseHeldNumber } from '#shared/domain/people/legal-hold.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ask } from '../../platform/calls/api.ts'
import { holdsQuery } from '../../platform/calls/holds-query.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { useFormProblems } from '../../ui/call/form-problems.ts'
import { useCall } from '../../ui/call/use-call.ts'
import { TextArea } from '../../ui/field/text-area.tsx'
import { SelectField, TextField } from '../../ui/field/text-field.tsx'
import { FoldedSection } from '../../ui/folded-section.tsx'
import { StaffList } from '../../ui/staff/staff-list.tsx'
import type { Column } from '../../ui/staff/table/data-table.tsx'
import { AddDialog, AddForm, type AddRow, EndDialog } from './row-dialogs.tsx'
import { anchorOf } from './sections.ts'
import { isConflict } from './use-settings.ts'

/** Records that nothing deletes. They are no setting: each is a row of its own. */
export function HoldsSection() {
  const { t } = useTranslation('staffSettings')
  const query = useQuery(holdsQuery)
  const [adding, setAdding] = useState(false)
  const [lifting, setLifting] = useState<Hold>()
  const columns = useColumns()
  const liftButton = (hold: Hold) => (
    <Button
      variant="quiet"
      aria-label={t('holds.lift.one', { record: bareCardId(hold.number) })}
      onClick={() => setLifting(hold)}
    >
      {t('holds.lift.button')}
    </Button>
  )
  return (
    <FoldedSection
      anchor={anchorOf('holds')}
      title={t('holds.title')}
      value={query.data && t('holds.count', { count: query.data.length })}
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
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <StaffList
          query={query}
          failure={t('holds.failed')}
          name="holds"
          label={t('holds.list')}
          columns={columns}
          rowKey={({ id }) => id}
          empty={<p className="text-muted">{t('holds.empty')}</p>}
          actions={liftButton}
        />
      </div>
      <NewHold open={adding} onClose={() => setAdding(false)} />
      {lifting !== undefined && <LiftHold hold={lifting} onClose={() => setLifting(undefined)} />}
    </FoldedSection>
  )
}

function LiftHold({ hold, onClose }: { readonly hold: Hold; readonly onClose: () => void }) {
  const { t } = useTranslation('staffSettings')
  return (
    <EndDialog
      title={t('holds.lift.title')}
      why={t('holds.why')}
      query={holdsQuery}
      send={(reason) => ask(liftHold, { params: { id: hold.id }, body: { reason } })}
      done={t('holds.lift.done')}
      gone={t('holds.lift.gone')}
      commentLabel={t('holds.lift.reason')}
      commentHint={t('holds.lift.reasonHint')}
      commentRequired
      commentMaxChars={HOLD_REASON_MAX}
      confirmLabel={t('holds.lift.button')}
      row={
        <>
          {t(`holds.kinds.${hold.kind}`)} <Ltr>{bareCardId(hold.number)}</Ltr>
        </>
      }
      text={t('holds.lift.text')}
      onClose={onClose}
    />
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
          <Ltr className="font-semibold whitespace-nowrap tabular-nums">{bareCardId(number)}</Ltr>
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
        placedBy === 'system' ? t('holds.operator') : <Ltr>{bareCardId(placedBy ?? '–')}</Ltr>,
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
  return (
    <AddDialog<HoldFields>
      open={open}
      title={t('holds.new.title')}
      why={t('holds.why')}
      query={holdsQuery}
      send={async (body) => {
        await ask(placeHold, { body })
        return t('holds.new.done')
      }}
      onClose={onClose}
    >
      {(add) => <HoldForm {...add} />}
    </AddDialog>
  )
}

function HoldForm({ onSend, onBusy, onClose }: AddRow<HoldFields>) {
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
  return (
    <AddForm
      onSubmit={handleSubmit(async (fields) => void (await run(fields)))}
      onBusy={onBusy}
      onClose={onClose}
      busy={busy}
      notice={notice}
      submitLabel={t('holds.new.button')}
    >
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
    </AddForm>
  )
}
