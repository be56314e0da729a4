import { ArrowLeft, ChevronDown, FileDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { csvText } from '#shared/domain/csv.ts'
import { IMPORT_COLUMNS, IMPORT_REQUIRED } from '#shared/domain/member-import.ts'
import { dashboardPath } from '#shared/domain/roles.ts'
import { saveFile } from '../../platform/save-file.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Section } from '../../ui/section.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { ImportFileField } from './import-file-field.tsx'
import { ImportReportView } from './import-report.tsx'
import { useImport } from './use-import.tsx'

const LIST = `${dashboardPath('A')}/users`
const CSV_TYPE = 'text/csv;charset=utf-8'

/** Many people at once: a file is checked first, and nothing is written before somebody has seen what would be. */
export function ImportPage() {
  const { t } = useTranslation('userManagement')
  const run = useImport()
  const { state } = run
  return (
    <StaffPage
      title={t('import.title')}
      lead={t('import.lead')}
      end={
        <LinkButton
          to={LIST}
          variant="quiet"
          icon={<ArrowLeft aria-hidden="true" size={18} className="mirror" />}
        >
          {t('import.back')}
        </LinkButton>
      }
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
        />
      )}
      {state.kind === 'done' && <Done imported={state.imported} onAgain={run.again} />}
      {run.dialog}
    </StaffPage>
  )
}

function Template() {
  const { t } = useTranslation('userManagement')
  return (
    <Button
      variant="secondary"
      icon={<FileDown aria-hidden="true" size={18} />}
      onClick={() =>
        saveFile(
          new Blob([csvText([IMPORT_COLUMNS])], { type: CSV_TYPE }),
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
  const code = (columns: readonly string[]) =>
    columns.map((column) => (
      <Ltr key={column} className="rounded-sm bg-sunken px-1.5 py-0.5 text-sm">
        {column}
      </Ltr>
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
        <p className="flex flex-wrap gap-1.5">{code(IMPORT_REQUIRED)}</p>
        <p>{t('import.columns.optional')}</p>
        <p className="flex flex-wrap gap-1.5">
          {code(IMPORT_COLUMNS.slice(IMPORT_REQUIRED.length))}
        </p>
        <ul className="list-disc ps-5 text-muted">
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
