import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import {
  approveRetention,
  changeRetentionSettings,
  type RetentionCounts,
  type Settings,
} from '#shared/contract/settings.ts'
import { RETENTION, RETENTION_KINDS, type RetentionKind } from '#shared/domain/people/retention.ts'
import { toLatinDigits } from '#shared/domain/text/digits.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ask } from '../../platform/calls/api.ts'
import { Button } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { anchorOf } from './section-list.tsx'
import { ChangeFailure, LastChange } from './settings-parts.tsx'
import { previewQuery, useChange } from './use-settings.ts'

type Retention = Settings['retention']
const eachKind = <T,>(of: (kind: RetentionKind) => T) =>
  Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, of(kind)])) as Record<RetentionKind, T> // one entry a kind
const daysOf = (text: string): number => Number(toLatinDigits(text).trim() || Number.NaN)

export function RetentionSection({ retention }: { readonly retention: Retention }) {
  const { t } = useTranslation('staffSettings')
  const format = useFormat()
  const { change, dialog } = useChange(t('retention.title'))
  const values = eachKind((kind) => String(retention.days[kind]))
  // The fields follow the server, except those that the user is changing.
  const {
    register,
    handleSubmit,
    reset,
    formState: { errors, isDirty },
  } = useForm({ values, resetOptions: { keepDirtyValues: true } })
  const submit = handleSubmit(async (typed) => {
    const days = eachKind((kind) => daysOf(typed[kind]))
    const body = { revision: retention.revision, days }
    const saved = (await change.run(() => ask(changeRetentionSettings, { body })))?.value
    if (saved !== undefined) reset(eachKind((kind) => String(saved.retention.days[kind])))
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
    <Section anchor={anchorOf('retention')} title={t('retention.title')} lead={t('retention.lead')}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <div className="grid max-w-2xl divide-y divide-line">
          {RETENTION_KINDS.map((kind) => (
            <TextField
              key={kind}
              {...register(kind, {
                validate: (text) =>
                  inBounds(kind, text) || t('retention.outOfBounds', bounds(kind)),
              })}
              className="py-4 first:pt-0"
              label={t(`retention.kinds.${kind}.label`)}
              hint={`${t(`retention.kinds.${kind}.hint`)} ${t('retention.bounds', bounds(kind))}`}
              error={errors[kind]?.message}
              inputMode="numeric"
              maxLength={5}
              required
            />
          ))}
        </div>
        <ChangeFailure failure={change.failure} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <LastChange {...retention} />
          {isDirty && (
            <div className="flex flex-wrap gap-2">
              <Button variant="secondary" disabled={change.busy} onClick={() => reset(values)}>
                {t('cancel')}
              </Button>
              <Button type="submit" busy={change.busy}>
                {t('save')}
              </Button>
            </div>
          )}
        </div>
      </form>
      <Runs retention={retention} />
      {dialog}
    </Section>
  )
}

/** What the job will do, and what it did: deleting is never a surprise. */
function Runs({
  retention: { automatic, nextRunAt, hold, lastRun },
}: {
  readonly retention: Retention
}) {
  const { t } = useTranslation('staffSettings')
  const format = useFormat()
  const preview = useQuery(previewQuery)
  return (
    <section aria-labelledby="retention-runs" className="mt-6 border-t border-line pt-4">
      <h3 id="retention-runs" className="text-lg font-semibold">
        {t('retention.due')}
      </h3>
      <p className="text-muted">
        {!automatic
          ? t('retention.notAutomatic')
          : nextRunAt !== null && t('retention.next', { date: format.dateTime(nextRunAt) })}{' '}
        {lastRun === null
          ? t('retention.neverRun')
          : t('retention.last', { date: format.dateTime(lastRun.at) })}
      </p>
      {hold !== null && <Hold hold={hold} />}
      <Loaded
        query={preview}
        failure={t('retention.dueFailed')}
        skeleton={<Skeleton className="mt-3 h-32" />}
      >
        {({ due }) => <CountTable due={due} removed={lastRun?.removed} />}
      </Loaded>
    </section>
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

function CountTable({
  due,
  removed,
}: {
  readonly due: RetentionCounts
  readonly removed: RetentionCounts | undefined
}) {
  const { t } = useTranslation('staffSettings')
  const format = useFormat()
  return (
    <table className="mt-3 w-full max-w-2xl text-sm">
      <caption className="sr-only">{t('retention.due')}</caption>
      <thead className="border-b border-line-strong">
        <tr>
          <th scope="col" className="py-2 text-start font-semibold">
            {t('retention.what')}
          </th>
          <th scope="col" className="px-3 py-2 text-end font-semibold">
            {t('retention.dueNow')}
          </th>
          {removed !== undefined && (
            <th scope="col" className="py-2 text-end font-semibold">
              {t('retention.removed')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {RETENTION_KINDS.map((kind) => (
          <tr key={kind} className="border-b border-line last:border-b-0">
            <th scope="row" className="py-2 text-start font-normal">
              {t(`retention.kinds.${kind}.name`)}
            </th>
            <td className="px-3 py-2 text-end font-semibold tabular-nums">
              {format.number(due[kind])}
            </td>
            {removed !== undefined && (
              <td className="py-2 text-end tabular-nums">{format.number(removed[kind])}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
