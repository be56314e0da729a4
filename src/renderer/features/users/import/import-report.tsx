import { CircleCheck, FileDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportReport } from '#shared/contract/users.ts'
import { AGREEMENT_PAPER_MAX } from '#shared/domain/agreements.ts'
import { ENTRY_NOTICES_A_DAY, lastNoticeIn } from '#shared/domain/privacy/entry-notice.ts'
import { csvText } from '#shared/domain/text/csv.ts'
import { DAY_S } from '#shared/domain/units.ts'
import { useFormat, useLanguage } from '../../../i18n/use-format.ts'
import { saveFile } from '../../../platform/files/save-file.ts'
import { Button } from '../../../ui/button/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Pager } from '../../../ui/staff/pager.tsx'
import { type Column, DataTable } from '../../../ui/staff/table/data-table.tsx'
import { ReadingView } from './reading-view.tsx'
import { useColumnName } from './use-column-name.ts'
import type { DateOrder, WriteWish } from './use-import.tsx'

type ImportFault = ImportReport['faults'][number]

interface ImportReportViewProps {
  readonly report: ImportReport
  readonly busy: boolean
  readonly onImport: (wish: WriteWish) => void
  readonly onDates: (order: DateOrder) => void
}

const FAULTS_ON_A_PAGE = 10

/** What an import would do, row by row, and the button that does it. */
export function ImportReportView({ report, busy, onImport, onDates }: ImportReportViewProps) {
  const { t } = useTranslation('userManagement')
  const [skips, setSkips] = useState(false)
  const [fault, setFault] = useState<string>()
  const [paper, setPaper] = useState('')
  const [byMail, setByMail] = useState(true)
  const top = useRef<HTMLDivElement>(null)
  // The focus moves to the report that was waited for.
  useEffect(() => top.current?.focus(), [])
  const rejected = report.rows - report.valid
  const submit = (): void => {
    if (rejected > 0 && !skips) setFault(t('import.report.decide'))
    else onImport({ skipInvalid: rejected > 0, paper: paper.trim(), byMail })
  }
  return (
    <div ref={top} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)]">
      <Section
        title={t('import.report.title')}
        lead={t('import.report.nothingYet')}
        actions={report.faults.length > 0 && <FaultsFile faults={report.faults} />}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <ReadingView reading={report.reading} busy={busy} onDates={onDates} />
          <Counts rows={report.rows} valid={report.valid} rejected={rejected} />
          {report.faults.length > 0 && <Faults faults={report.faults} />}
          <div className="grid gap-3 border-t border-line pt-4">
            {report.tribes > 0 && (
              <TextField
                label={t('agreementPaper.label')}
                hint={t('agreementPaper.import', { count: report.tribes })}
                maxLength={AGREEMENT_PAPER_MAX}
                value={paper}
                onChange={({ target }) => setPaper(target.value)}
              />
            )}
            {report.valid > 0 && (
              <Checkbox
                label={t('informByMail.label')}
                hint={<MailPlan mails={report.valid} queue={report.notices} />}
                checked={byMail}
                onChange={({ target }) => setByMail(target.checked)}
              />
            )}
            {rejected > 0 && report.valid > 0 && (
              <Checkbox
                label={t('import.report.skip', { count: rejected })}
                checked={skips}
                onChange={({ target }) => {
                  setSkips(target.checked)
                  setFault(undefined)
                }}
              />
            )}
            {report.valid === 0 ? (
              <Notice tone="danger">{t('import.report.nobody')}</Notice>
            ) : (
              <>
                <p
                  aria-live="polite"
                  className={fault === undefined ? 'sr-only' : 'text-sm font-semibold text-danger'}
                >
                  {fault}
                </p>
                <div>
                  <Button busy={busy} onClick={submit}>
                    {t('import.report.submit', { count: report.valid })}
                  </Button>
                </div>
              </>
            )}
          </div>
        </div>
      </Section>
    </div>
  )
}

/** How many mails, and by when the last one goes out. */
function MailPlan({
  mails,
  queue,
}: {
  readonly mails: number
  readonly queue: ImportReport['notices']
}) {
  const { t } = useTranslation('userManagement')
  const format = useFormat()
  const [now] = useState(Date.now)
  const days = lastNoticeIn(mails, queue)
  const last = new Date(now + days * DAY_S * 1_000).toISOString()
  return [
    t('informByMail.mails', { count: mails }),
    days === 0
      ? t('informByMail.today')
      : t('informByMail.later', {
          aDay: format.number(ENTRY_NOTICES_A_DAY),
          date: format.date(last),
        }),
    t('informByMail.off'),
  ].join(' ')
}

function Counts({
  rows,
  valid,
  rejected,
}: {
  readonly rows: number
  readonly valid: number
  readonly rejected: number
}) {
  const { t } = useTranslation('userManagement')
  const format = useFormat()
  const counts = [
    { key: 'rows', value: rows, look: '' },
    { key: 'valid', value: valid, look: 'text-success' },
    { key: 'rejected', value: rejected, look: rejected > 0 ? 'text-danger' : '' },
  ] as const
  return (
    <dl className="flex flex-wrap gap-x-12 gap-y-3 rounded-md border border-line p-3 sm:p-4">
      {counts.map(({ key, value, look }) => (
        <div key={key} className="flex flex-col-reverse justify-end gap-1">
          <dt className="text-sm text-muted">{t(`import.report.${key}`)}</dt>
          <dd className={`text-2xl font-bold tabular-nums ${look}`}>{format.number(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Faults({ faults }: { readonly faults: readonly ImportFault[] }) {
  const { t } = useTranslation('userManagement')
  const format = useFormat()
  const nameOf = useColumnName()
  const [page, setPage] = useState(1)
  const from = (page - 1) * FAULTS_ON_A_PAGE
  const columns: readonly Column<ImportFault>[] = [
    {
      key: 'row',
      header: t('import.report.row'),
      rowHeader: true,
      cell: ({ row }) => t('import.report.rowNumber', { number: format.number(row) }),
    },
    {
      key: 'column',
      header: t('import.report.column'),
      cell: ({ column }) => nameOf(column),
    },
    {
      key: 'reason',
      header: t('import.report.reason'),
      cell: ({ code }) => t(`import.faults.${code}`),
    },
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <DataTable
        label={t('import.report.table')}
        rows={faults.slice(from, from + FAULTS_ON_A_PAGE)}
        columns={columns}
        rowKey={({ row, column, code }) => `${row} ${column} ${code}`}
        empty={<EmptyState icon={<CircleCheck size={30} />} title={t('import.report.clean')} />}
      />
      <Pager
        label={t('import.report.pages')}
        page={page}
        size={FAULTS_ON_A_PAGE}
        total={faults.length}
        onPage={setPage}
      />
    </div>
  )
}

function FaultsFile({ faults }: { readonly faults: readonly ImportFault[] }) {
  const { t } = useTranslation('userManagement')
  const language = useLanguage()
  const save = (): void => {
    const rows = faults.map(({ row, column, code }) => [
      row,
      column,
      code,
      t(`import.faults.${code}`),
    ])
    const head = [
      t('import.report.row'),
      t('import.report.column'),
      t('import.report.code'),
      t('import.report.reason'),
    ]
    saveFile(
      new Blob([csvText([head, ...rows], language)], { type: 'text/csv;charset=utf-8' }),
      'wld-import-errors.csv',
    )
  }
  return (
    <Button variant="secondary" icon={<FileDown aria-hidden="true" size={18} />} onClick={save}>
      {t('import.report.file')}
    </Button>
  )
}
