import { useTranslation } from 'react-i18next'
import type { TableReading } from '#shared/contract/users.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { type Column, DataTable } from '../../../ui/staff/table/data-table.tsx'
import { useColumnName } from './use-column-name.ts'
import type { DateOrder } from './use-import.tsx'

interface ReadingViewProps {
  readonly reading: TableReading
  readonly busy: boolean
  readonly onDates: (order: DateOrder) => void
}
type ReadColumn = TableReading['columns'][number]

const SEPARATOR_KEYS = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const

/** How the file was understood, before anything of it is written. */
export function ReadingView({ reading, busy, onDates }: ReadingViewProps) {
  const { t } = useTranslation('userManagement')
  const ignored = reading.columns.filter(({ column }) => column === null)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Facts reading={reading} />
      {reading.dates.ambiguous > 0 && (
        <DatesNotice dates={reading.dates} busy={busy} onDates={onDates} />
      )}
      {reading.phonesWithoutPlus > 0 && (
        <Notice tone="info">
          {t('import.reading.plus', { count: reading.phonesWithoutPlus })}
        </Notice>
      )}
      {reading.otherSheets > 0 && (
        <Notice tone="warning">
          {t('import.reading.otherSheets', {
            count: reading.otherSheets,
            sheet: reading.sheet ?? '',
          })}
        </Notice>
      )}
      {ignored.length > 0 && (
        <Notice tone="warning">{t('import.reading.ignored', { count: ignored.length })}</Notice>
      )}
      <Columns columns={reading.columns} />
    </div>
  )
}

function Facts({ reading }: Pick<ReadingViewProps, 'reading'>) {
  const { t } = useTranslation('userManagement')
  const facts = [
    { key: 'format', value: t(`import.reading.formats.${reading.format}`) },
    ...(reading.encoding === null
      ? []
      : [{ key: 'encoding', value: t(`import.reading.encodings.${reading.encoding}`) } as const]),
    ...(reading.separator === null
      ? []
      : [
          {
            key: 'separator',
            value: t(`import.reading.separators.${SEPARATOR_KEYS[reading.separator]}`),
          } as const,
        ]),
    ...(reading.sheet === null ? [] : [{ key: 'sheet', value: reading.sheet } as const]),
    { key: 'dates', value: t(`import.reading.orders.${reading.dates.order}`) },
  ] as const
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
      {facts.map(({ key, value }) => (
        <div key={key} className="flex flex-wrap gap-x-2">
          <dt className="text-muted">{t(`import.reading.${key}`)}</dt>
          <dd className="font-semibold wrap-anywhere">
            <Auto>{value}</Auto>
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface DatesNoticeProps {
  readonly dates: TableReading['dates']
  readonly busy: boolean
  readonly onDates: (order: DateOrder) => void
}

/** One click reads the file in the other order: a wrong month is seen by nobody later. */
function DatesNotice({ dates, busy, onDates }: DatesNoticeProps) {
  const { t } = useTranslation('userManagement')
  const format = useFormat()
  const { ambiguous: count, example, order } = dates
  const others = (['dmy', 'mdy'] as const).filter((other) => other !== order)
  return (
    <Notice
      tone="warning"
      title={t('import.reading.ambiguous', { count, text: example?.text ?? '' })}
      action={
        <div className="flex flex-wrap gap-2">
          {others.map((other) => (
            <Button key={other} variant="secondary" busy={busy} onClick={() => onDates(other)}>
              {t(`import.reading.readAs.${other}`)}
            </Button>
          ))}
        </div>
      }
    >
      {order === 'mixed'
        ? t('import.reading.mixed')
        : t('import.reading.readSo', {
            text: example?.text ?? '',
            date: example === null ? '' : format.date(example.date),
          })}
    </Notice>
  )
}

function useReadColumns(): readonly Column<ReadColumn & { readonly key: string }>[] {
  const { t } = useTranslation('userManagement')
  const nameOf = useColumnName()
  return [
    {
      key: 'header',
      header: t('import.reading.header'),
      rowHeader: true,
      cell: ({ header }) => (header === '' ? '–' : <Auto>{header}</Auto>),
    },
    {
      key: 'column',
      header: t('import.reading.takenAs'),
      cell: ({ column }) =>
        column === null ? (
          <span className="font-semibold text-danger">{t('import.reading.notTaken')}</span>
        ) : (
          nameOf(column)
        ),
    },
    {
      key: 'sample',
      header: t('import.reading.sample'),
      cell: ({ sample, column }) => {
        if (sample === '') return '–'
        if (column === 'phone') return <Ltr>{sample}</Ltr>
        return <Auto className="wrap-anywhere">{sample}</Auto>
      },
    },
  ]
}

function Columns({ columns }: { readonly columns: readonly ReadColumn[] }) {
  const { t } = useTranslation('userManagement')
  const shown = useReadColumns()
  return (
    <DataTable
      label={t('import.reading.columns')}
      rows={columns.map((column, index) => ({ ...column, key: String(index) }))}
      columns={shown}
      rowKey={({ key }) => key}
      empty={null}
    />
  )
}
