import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import {
  approveRetention,
  changeRetentionSettings,
  type Settings,
} from '#shared/contract/settings.ts'
import { RETENTION, RETENTION_KINDS, type RetentionKind } from '#shared/domain/people/retention.ts'
import { toLatinDigits } from '#shared/domain/text/digits.ts'
import { periodText } from '../../i18n/period-text.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ask } from '../../platform/calls/api.ts'
import { Button } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { FoldedSection } from '../../ui/folded-section.tsx'
import { QueryFailure } from '../../ui/loaded/load-failure.tsx'
import { type Column, DataTable } from '../../ui/staff/table/data-table.tsx'
import { anchorOf } from './sections.ts'
import { ChangeFailure, LastChange, SettingsForm, useEditing } from './settings-parts.tsx'
import { previewQuery, useChange } from './use-settings.ts'

type Retention = Settings['retention']
const eachKind = <T,>(of: (kind: RetentionKind) => T) =>
  Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, of(kind)])) as Record<RetentionKind, T> // one entry a kind
const daysOf = (text: string): number => Number(toLatinDigits(text).trim() || Number.NaN)

/** The periods with what each of them deletes: deleting is never a surprise. */
export function RetentionSection({ retention }: { readonly retention: Retention }) {
  const { t } = useTranslation(['staffSettings', 'terms'])
  const format = useFormat()
  const { editing, close, button } = useEditing(t('retention.edit'))
  const { automatic, nextRunAt, hold, lastRun } = retention
  return (
    <FoldedSection
      anchor={anchorOf('retention')}
      title={t('retention.title')}
      value={t('retention.range', {
        min: periodText(t, format, Math.min(...Object.values(retention.days))),
        max: periodText(t, format, Math.max(...Object.values(retention.days))),
      })}
      open={hold !== null}
      lead={t('retention.lead')}
      actions={button}
    >
      <div className="grid gap-4">
        {hold !== null && <Hold hold={hold} />}
        {editing ? (
          <PeriodsForm retention={retention} onClose={close} />
        ) : (
          <Periods retention={retention} />
        )}
        <p className="text-muted">
          {!automatic
            ? t('retention.notAutomatic')
            : nextRunAt !== null && t('retention.next', { date: format.dateTime(nextRunAt) })}{' '}
          {lastRun === null
            ? t('retention.neverRun')
            : t('retention.last', { date: format.dateTime(lastRun.at) })}
        </p>
        <LastChange {...retention} />
      </div>
    </FoldedSection>
  )
}

function PeriodsForm({
  retention,
  onClose,
}: {
  readonly retention: Retention
  readonly onClose: () => void
}) {
  const { t } = useTranslation('staffSettings')
  const format = useFormat()
  const { change, dialog } = useChange(t('retention.title'))
  const values = eachKind((kind) => String(retention.days[kind]))
  // The fields follow the server, except those that the user is changing.
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ values, resetOptions: { keepDirtyValues: true } })
  const submit = handleSubmit(async (typed) => {
    const days = eachKind((kind) => daysOf(typed[kind]))
    const body = { revision: retention.revision, days }
    const saved = await change.run(() => ask(changeRetentionSettings, { body }))
    if (saved?.value !== undefined) onClose()
  })
  const inBounds = (kind: RetentionKind, text: string): boolean =>
    Number.isInteger(daysOf(text)) &&
    daysOf(text) >= RETENTION[kind].min &&
    daysOf(text) <= RETENTION[kind].max
  const bounds = (kind: RetentionKind) => ({
    min: format.number(RETENTION[kind].min),
    max: format.number(RETENTION[kind].max),
    usual: format.number(RETENTION[kind].days),
  })
  return (
    <SettingsForm change={change} dialog={dialog} onSubmit={submit} onClose={onClose}>
      <div className="field-lines">
        {RETENTION_KINDS.map((kind) => (
          <TextField
            key={kind}
            {...register(kind, {
              validate: (text) => inBounds(kind, text) || t('retention.outOfBounds', bounds(kind)),
            })}
            label={t(`retention.kinds.${kind}.label`)}
            hint={`${t(`retention.kinds.${kind}.hint`)} ${t('retention.bounds', bounds(kind))}`}
            error={errors[kind]?.message}
            inputMode="numeric"
            maxLength={5}
            required
          />
        ))}
      </div>
    </SettingsForm>
  )
}

/** A wrong clock or a wrong period would delete everything at once, so an administrator confirms the counts first. */
function Hold({ hold: { reason, seenAt } }: { readonly hold: NonNullable<Retention['hold']> }) {
  const { t } = useTranslation('staffSettings')
  const format = useFormat()
  const { change, dialog } = useChange(t('retention.hold.approve'))
  const approve = () => void change.run(() => ask(approveRetention, { body: { reason } }))
  return (
    <div className="mt-3 grid max-w-2xl gap-3">
      <Notice
        tone="warning"
        title={t('retention.hold.title')}
        action={
          <Button variant="danger" busy={change.busy} onClick={approve}>
            {t('retention.hold.approve')}
          </Button>
        }
      >
        {t(`retention.hold.${reason}`, { seen: format.dateTime(seenAt) })}
      </Notice>
      <ChangeFailure failure={change.failure} />
      {dialog}
    </div>
  )
}

type Due = Readonly<Record<RetentionKind, number>>

function usePeriodColumns(
  { days, lastRun }: Retention,
  due: Due | undefined,
): readonly Column<RetentionKind>[] {
  const { t } = useTranslation(['staffSettings', 'terms'])
  const format = useFormat()
  const columns: readonly Column<RetentionKind>[] = [
    {
      key: 'what',
      header: t('retention.what'),
      rowHeader: true,
      cell: (kind) => t(`retention.kinds.${kind}.label`),
    },
    {
      key: 'period',
      header: t('retention.period'),
      end: true,
      cell: (kind) => (
        <span className="whitespace-nowrap">{periodText(t, format, days[kind])}</span>
      ),
    },
    {
      key: 'due',
      header: t('retention.dueNow'),
      end: true,
      cell: (kind) => (due === undefined ? '…' : format.number(due[kind])),
    },
    {
      key: 'removed',
      header: t('retention.removed'),
      end: true,
      cell: (kind) => lastRun !== null && format.number(lastRun.removed[kind]),
    },
  ]
  return columns.filter(({ key }) => lastRun !== null || key !== 'removed')
}

/** A line a period, on a phone a card. The counts come later than the periods, or not at all. */
function Periods({ retention }: { readonly retention: Retention }) {
  const { t } = useTranslation('staffSettings')
  const preview = useQuery(previewQuery)
  const columns = usePeriodColumns(retention, preview.data?.due)
  return (
    <>
      {preview.isError && <QueryFailure title={t('retention.dueFailed')} query={preview} />}
      <DataTable
        label={t('retention.what')} // the section around it has the title
        rows={RETENTION_KINDS}
        columns={columns}
        rowKey={(kind) => kind}
        empty={null}
      />
    </>
  )
}
