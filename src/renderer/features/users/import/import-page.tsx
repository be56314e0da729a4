import { ChevronDown, FileDown, FileSpreadsheet, Upload } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  IMPORT_COLUMNS,
  IMPORT_REQUIRED,
  type ImportColumn,
} from '#shared/domain/people/member-import.ts'
import { dashboardPath } from '#shared/domain/people/roles.ts'
import { csvText } from '#shared/domain/text/csv.ts'
import { useFormat, useLanguage } from '../../../i18n/use-format.ts'
import { saveFile } from '../../../platform/files/save-file.ts'
import { Auto } from '../../../ui/bidi.tsx'
import { Button, LinkButton, buttonClass } from '../../../ui/button/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { StaffPage } from '../../../ui/staff/toolbar.tsx'
import { ImportReportView } from './import-report.tsx'
import { useColumnName } from './use-column-name.ts'
import { useImport } from './use-import.tsx'

interface ImportFileFieldProps {
  readonly file: File | undefined
  readonly busy: boolean
  readonly onChoose: (file: File) => void
}

/** A table from the device, chosen or dropped; it is checked at once. */
function ImportFileField({ file, busy, onChoose }: ImportFileFieldProps) {
  const { t } = useTranslation('userManagement')
  const format = useFormat()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (files: FileList | null): void => {
    const [chosen] = files ?? []
    if (chosen !== undefined && !busy) onChoose(chosen)
    if (input.current !== null) input.current.value = '' // the same file again, corrected meanwhile, is a choice too
  }
  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(isOver && !busy)
  }
  return (
    <div
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event)
        take(event.dataTransfer.files)
      }}
      className={cx(
        'flex flex-wrap items-center gap-4 rounded-md border border-dashed p-4',
        over ? 'border-brand bg-brand-soft' : 'border-line-strong',
      )}
    >
      <FileSpreadsheet aria-hidden="true" size={28} className="shrink-0 text-brand" />
      <p className="min-w-0 flex-1 basis-40">
        {file === undefined ? (
          <span className="text-muted">{t('import.none')}</span>
        ) : (
          <>
            <Auto className="font-semibold wrap-anywhere">{file.name}</Auto>
            <br />
            <span className="text-sm text-muted">
              {t('import.size', { size: format.number(Math.max(1, Math.round(file.size / 1024))) })}
            </span>
          </>
        )}
      </p>
      <div className="relative">
        <input
          ref={input}
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          disabled={busy}
          onChange={({ target }) => take(target.files)}
          className="peer absolute inset-0 size-full cursor-pointer opacity-0"
        />
        <label
          htmlFor={id}
          className={cx(
            buttonClass(),
            'pointer-events-none peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus',
            busy && 'opacity-60',
          )}
        >
          <Upload aria-hidden="true" size={18} />
          {t(file === undefined ? 'import.choose' : 'import.chooseOther')}
        </label>
      </div>
    </div>
  )
}

const LIST = `${dashboardPath('admin')}/users`
/** Whatever stands in the other two, everybody becomes an ordinary and inactive member. */
const TEMPLATE_COLUMNS = IMPORT_COLUMNS.filter((column) => column !== 'role' && column !== 'status')
const CSV_TYPE = 'text/csv;charset=utf-8'

/**
 * Many people at once: a file is checked first, and nothing is written before staff have seen the result of the check.
 */
export function ImportPage() {
  const { t } = useTranslation(['userManagement', 'memberFields'])
  const run = useImport()
  const { state } = run
  return (
    <StaffPage
      title={t('import.title')}
      back={{ to: LIST, label: t('import.back') }}
      lead={t('import.lead')}
    >
      <Section title={t('import.fileTitle')} actions={<Template />}>
        <div className="grid gap-5">
          <Columns />
          <ImportFileField
            file={run.file}
            busy={state.kind === 'checking' || state.kind === 'importing'}
            onChoose={run.choose}
          />
          {(state.kind === 'checking' || state.kind === 'importing') && (
            <ProgressBar value={run.progress} label={t(`import.${state.kind}`)} />
          )}
          {run.notice !== undefined && (
            <Notice tone="danger" title={run.notice.title}>
              {run.notice.lines.length === 1 ? (
                <p>{run.notice.lines[0]}</p>
              ) : (
                <ul className="list-disc ps-5">
                  {run.notice.lines.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              )}
            </Notice>
          )}
        </div>
      </Section>
      {run.report !== undefined && (
        <ImportReportView
          report={run.report}
          busy={state.kind === 'importing'}
          onImport={run.write}
          onDates={run.readDatesAs}
        />
      )}
      {state.kind === 'done' && <Done imported={state.imported} onAgain={run.again} />}
      {run.dialog}
    </StaffPage>
  )
}

/** Its headers are those of the language, which the import reads in each of the three. */
function Template() {
  const { t } = useTranslation('userManagement')
  const language = useLanguage()
  const nameOf = useColumnName()
  return (
    <Button
      variant="secondary"
      icon={<FileDown aria-hidden="true" size={18} />}
      onClick={() =>
        saveFile(
          new Blob([csvText([TEMPLATE_COLUMNS.map(nameOf)], language)], { type: CSV_TYPE }),
          'wld-members-template.csv',
        )
      }
    >
      {t('import.template')}
    </Button>
  )
}

function Columns() {
  const { t } = useTranslation('userManagement')
  const format = useFormat()
  const nameOf = useColumnName()
  const names = (columns: readonly ImportColumn[]) =>
    columns.map((column) => (
      <span key={column} className="rounded-sm bg-sunken px-1.5 py-0.5 text-sm">
        {nameOf(column)}
      </span>
    ))
  return (
    <details className="group rounded-md border border-line">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 px-4 font-semibold text-brand">
        {t('import.columns.title')}
        <ChevronDown
          aria-hidden="true"
          size={20}
          className="shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-3 border-t border-line p-4">
        <p>{t('import.columns.required')}</p>
        <p className="flex flex-wrap gap-1.5">{names(IMPORT_REQUIRED)}</p>
        <p>{t('import.columns.optional')}</p>
        <p className="flex flex-wrap gap-1.5">
          {names(IMPORT_COLUMNS.slice(IMPORT_REQUIRED.length))}
        </p>
        <ul className="list-disc ps-5 text-muted">
          <li>{t('import.columns.names')}</li>
          <li>{t('import.columns.dates')}</li>
          <li>{t('import.columns.countries')}</li>
          <li>{t('import.columns.phones')}</li>
          <li>{t('import.columns.staff')}</li>
          <li>{t('import.columns.size', { rows: format.number(5_000) })}</li>
        </ul>
      </div>
    </details>
  )
}

function Done({ imported, onAgain }: { readonly imported: number; readonly onAgain: () => void }) {
  const { t } = useTranslation('userManagement')
  return (
    <Notice
      tone="success"
      title={t('import.done', { count: imported })}
      action={
        <div className="flex flex-wrap gap-2">
          <LinkButton to={`${LIST}?status=inactive`}>{t('import.toList')}</LinkButton>
          <Button variant="secondary" onClick={onAgain}>
            {t('import.another')}
          </Button>
        </div>
      }
    >
      {t('import.doneText')}
    </Notice>
  )
}
