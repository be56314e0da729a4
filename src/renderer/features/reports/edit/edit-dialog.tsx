import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readReport, type Report } from '#shared/contract/reports.ts'
import { ask } from '../../../platform/api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useLeaveGuard } from '../../../ui/leave-guard.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { FormEnd } from '../write/form-end.tsx'
import { FormPart } from '../write/form-part.tsx'
import { ReportFields } from '../write/report-fields.tsx'
import { ConflictChoice } from './conflict-choice.tsx'
import { EditEvidence } from './edit-evidence.tsx'
import { dropEdit } from './interrupted-edit.ts'
import { NearNames } from './near-names.tsx'
import { ProtectionFields } from './protection-fields.tsx'
import { Publication } from './publication.tsx'
import { StateFields } from './state-fields.tsx'
import { useEditReport } from './use-edit-report.ts'

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
  // Asked anew each time: what is written over an older state is refused.
  const query = useQuery({
    queryKey: ['reports', 'edit', id],
    queryFn: ({ signal }) => ask(readReport, { params: { id }, query: {} }, { signal }),
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
        if (event.target === event.currentTarget) edit.submit() // a question that opens over this form has a form of its own
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
      />
    </form>
  )
}
