import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readReport, type Report, publishReport } from '#shared/contract/reports.ts'
import { nearNamesIn } from '#shared/domain/report/report-protection.ts'
import {
  isVerified,
  REPORT_STATUSES,
  type ReportStatus,
} from '#shared/domain/report/report-rules.ts'
import { ask } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { readQuery } from '../../platform/calls/read-query.ts'
import { Auto } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { useCall } from '../../ui/call/use-call.ts'
import { CountryField } from '../../ui/combo/country-field.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { SelectField } from '../../ui/field/text-field.tsx'
import { FormEnd } from '../../ui/form/form-end.tsx'
import { useLeaveGuard } from '../../ui/form/leave-guard.ts'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { FormPart } from '../report-form/form-parts.tsx'
import { ReportFields } from '../report-form/report-fields.tsx'
import { STATUS_KEYS } from '../report/status-badge.tsx'
import { ConflictChoice } from './conflict-choice.tsx'
import { EditEvidence } from './edit-evidence.tsx'
import { COMMENT_MAX_CHARS, protectionIn } from './edit-form.ts'
import { dropEdit } from './interrupted-edit.ts'
import { ProtectionFields } from './protection-fields.tsx'
import { useEditReport, type EditState } from './use-edit-report.ts'

interface PublicationProps {
  readonly report: Report
  /** Publishing uses the saved state: with unsaved changes, names that were just withheld would become public. */
  readonly unsaved: boolean
}

/** For a report that waits: its present readers, and the button that publishes it. */
function Publication({ report, unsaved }: PublicationProps) {
  const { t } = useTranslation(['reportWrite', 'problems'])
  const publish = useCall(async () => {
    try {
      await ask(publishReport, { params: { id: report.id } })
      toast.success(t('publish.done', { id: report.id }))
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['reports'] })
    }
  })
  if (report.published !== false || publish.done !== undefined) return null
  if (report.status === 'rejected')
    return (
      <Notice tone="info" title={t('publish.rejectedTitle')}>
        {t('publish.rejected')}
      </Notice>
    )
  return (
    <Notice
      tone="warning"
      title={t('publish.title')}
      action={
        <Button
          variant="secondary"
          busy={publish.busy}
          disabled={unsaved}
          icon={<Eye aria-hidden="true" size={18} />}
          onClick={() => void publish.run()}
        >
          {t('publish.act')}
        </Button>
      }
    >
      <p>{t(unsaved ? 'publish.saveFirst' : 'publish.text')}</p>
      {publish.notice !== undefined && (
        <p role="alert" className="font-semibold text-danger">
          {publish.notice}
        </p>
      )}
    </Notice>
  )
}

/**
 * Words of the public copy that may be a hidden name in another spelling, before the report is published or verified.
 * Applies the server's rule to the present form: a word that is withheld leaves the list at once.
 */
function NearNames({ edit: { base, form, change } }: { readonly edit: EditState }) {
  const { t } = useTranslation('reportWrite')
  const found = nearNamesIn(
    form,
    protectionIn(form),
    base.reportEvidences.map(({ description }) => description),
  )
  if (found.length === 0) return null
  const withheld = (word: string): void =>
    change(
      'hiddenWords',
      [form.hiddenWords.trimEnd(), word].filter((line) => line !== '').join('\n'),
    )
  return (
    <Notice tone="warning" title={t('near.title', { count: found.length })}>
      <p>{t('near.text')}</p>
      <ul aria-label={t('near.list')} className="mt-3 divide-y divide-line border-t border-line">
        {found.map(({ field, word, name, before, after }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- one word may stand twice in the same words
          <li
            key={`${field} ${index}`}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2"
          >
            <div className="min-w-0 grow basis-56">
              <p className="text-sm text-muted">
                {t(field === 'evidence' ? 'part.evidence' : `field.${field}`)} · {t('near.like')}{' '}
                <Auto>{name}</Auto>
              </p>
              <p dir="auto" className="wrap-anywhere">
                {before}
                <mark className="rounded-sm bg-warning-soft px-0.5 font-semibold text-ink underline decoration-2">
                  {word}
                </mark>
                {after}
              </p>
            </div>
            <Button
              variant="secondary"
              aria-label={t('near.withholdOf', { word })}
              onClick={() => withheld(word)}
            >
              {t('near.withhold')}
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** State and mark are one value: the box follows the list, and the list follows the box. */
function StateFields({ edit }: { readonly edit: EditState }) {
  const { t } = useTranslation(['reportWrite', 'reports'])
  const { form, faults, change } = edit
  return (
    <FormPart title={t('edit.state')}>
      <SelectField
        label={t('field.status')}
        value={form.status}
        options={REPORT_STATUSES.map((status) => ({
          value: status,
          label: t(`reports:status.${STATUS_KEYS[status]}`),
        }))}
        onChange={({ target }) => change('status', target.value as ReportStatus)} // the options are the states
      />
      <Checkbox
        label={t('edit.markVerified')}
        hint={t('edit.markVerifiedHint')}
        checked={isVerified(form.status)}
        onChange={({ target }) => change('status', target.checked ? 'verified' : 'under review')}
        className="sm:mt-7"
      />
      <TextArea
        label={t('field.verifierComment')}
        hint={t('edit.commentHint')}
        error={faults.verifierComment}
        rows={3}
        dir="auto"
        maxChars={COMMENT_MAX_CHARS}
        value={form.verifierComment}
        onChange={({ target }) => change('verifierComment', target.value)}
        className="sm:col-span-2"
      />
    </FormPart>
  )
}

interface EditDialogProps {
  readonly id: number | undefined
  readonly onClose: () => void
}

export function EditDialog({ id, onClose }: EditDialogProps) {
  const { t } = useTranslation('reportWrite')
  const [unsaved, setUnsaved] = useState(false)
  const [question, setQuestion] = useState<{ readonly answer: (leave: boolean) => void }>()
  const askFirst = (): Promise<boolean> => new Promise((answer) => setQuestion({ answer }))
  useLeaveGuard(unsaved && id !== undefined, askFirst)
  const answer = (leave: boolean): void => {
    question?.answer(leave)
    setQuestion(undefined)
  }
  const close = (): void => {
    setUnsaved(false)
    dropEdit()
    onClose()
  }
  const tryToClose = (): void => {
    if (!unsaved) return close()
    void askFirst().then((leave) => leave && close())
  }
  return (
    <>
      <Dialog
        open={id !== undefined}
        onOpenChange={(next) => !next && tryToClose()}
        title={t('edit.title', { id: id ?? 0 })}
        size="lg"
      >
        {id !== undefined && (
          <Edit key={id} id={id} onUnsaved={setUnsaved} onCancel={tryToClose} onSaved={close} />
        )}
      </Dialog>
      <ConfirmDialog
        open={question !== undefined}
        onOpenChange={() => answer(false)}
        title={t('leave.title')}
        text={<p>{t('leave.text')}</p>}
        confirmLabel={t('leave.confirm')}
        tone="danger"
        onConfirm={() => answer(true)}
      />
    </>
  )
}

interface EditProps {
  readonly onUnsaved: (unsaved: boolean) => void
  readonly onCancel: () => void
  readonly onSaved: () => void
}

function Edit({ id, ...rest }: EditProps & { readonly id: number }) {
  const { t } = useTranslation('reportWrite')
  // Loaded again on each opening: the server refuses a change that is based on an older state.
  const query = useQuery({
    ...readQuery(['reports', 'edit', id], readReport, { params: { id }, query: {} }),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <Loaded query={query} failure={t('edit.notLoaded')} skeleton={<Skeleton className="h-96" />}>
      {(report) => <EditReport report={report} {...rest} />}
    </Loaded>
  )
}

function EditReport({
  report,
  onUnsaved,
  onCancel,
  onSaved,
}: EditProps & { readonly report: Report }) {
  const { t } = useTranslation('reportWrite')
  const edit = useEditReport(report)
  const { unsaved, saved } = edit
  useEffect(() => onUnsaved(unsaved), [onUnsaved, unsaved])
  useEffect(() => {
    if (saved) onSaved()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, whatever the parent makes of its function meanwhile
  }, [saved])
  if (edit.conflict !== undefined)
    return <ConflictChoice mine={edit.form} {...edit.conflict} onChosen={edit.resolve} />
  return (
    <form
      ref={edit.element}
      noValidate
      aria-label={t('edit.title', { id: report.id })}
      onSubmit={(event) => {
        event.preventDefault()
        if (event.target === event.currentTarget) edit.submit() // a dialog that opens over this form has its own form
      }}
      className="grid grid-cols-1 gap-7"
    >
      {edit.restored && (
        <Notice tone="info" title={t('edit.backTitle')}>
          {t('edit.backText')}
        </Notice>
      )}
      <NearNames edit={edit} />
      <Publication report={report} unsaved={unsaved} />
      <StateFields edit={edit} />
      <ReportFields
        CountryChoice={CountryField}
        words={edit.form}
        filed={report}
        faults={edit.faults}
        onChange={edit.change}
        hints={false}
      />
      <ProtectionFields edit={edit} />
      <FormPart title={t('part.evidence')} lead={t('edit.evidenceLead')}>
        <EditEvidence report={report} />
      </FormPart>
      <FormEnd
        notice={edit.notice}
        submit={t('edit.submit')}
        busy={edit.busy}
        onCancel={onCancel}
        narrow="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto]"
      />
      {edit.dialog}
    </form>
  )
}
