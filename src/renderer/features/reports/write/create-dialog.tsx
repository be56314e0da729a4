import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useLeaveGuard } from '../../../ui/leave-guard.ts'
import { Notice } from '../../../ui/notice.tsx'
import { EvidenceList } from '../upload/evidence-list.tsx'
import {
  draftQueue,
  dropDraft,
  openDraft,
  useHasDraft,
  useIsSending,
  wasRestored,
} from './draft.ts'
import { FiledNotice } from './filed-notice.tsx'
import { FormEnd } from './form-end.tsx'
import { FormPart } from './form-part.tsx'
import { ReportFields } from './report-fields.tsx'
import { useCreateReport } from './use-create-report.ts'

interface CreateDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

export function CreateDialog({ open, onClose }: CreateDialogProps) {
  const { t } = useTranslation('reportWrite')
  const [round, setRound] = useState(0)
  // Whoever moves about the site loses nothing; only the tab itself takes the files along.
  useLeaveGuard(useIsSending(), async () => true)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('create.title')}
      size="lg"
    >
      <CreateForm key={round} onClose={onClose} onAnew={() => setRound(round + 1)} />
    </Dialog>
  )
}

interface CreateFormProps {
  readonly onClose: () => void
  readonly onAnew: () => void
}

function CreateForm({ onClose, onAnew }: CreateFormProps) {
  const { t } = useTranslation('reportWrite')
  useState(openDraft) // before the first field reads it
  const report = useCreateReport()
  const { filed, form } = report
  if (filed !== undefined) return <FiledNotice filed={filed} onClose={onClose} onAnother={onAnew} />
  return (
    <form
      ref={form}
      noValidate
      aria-label={t('create.title')}
      onSubmit={(event) => {
        event.preventDefault()
        if (event.target === event.currentTarget) void report.submit() // a question that opens over this form has a form of its own
      }}
      className="grid grid-cols-1 gap-7"
    >
      <Restored onAnew={onAnew} />
      <Safety />
      <ReportFields
        words={report.words}
        faults={report.faults}
        onChange={report.change}
        hints
        unsaid={report.unsaid}
        onUnsaid={report.setUnsaid}
      />
      <FormPart title={t('part.evidence')} lead={t('part.evidenceLead')}>
        <EvidenceList queue={draftQueue} errors={report.itemErrors} />
      </FormPart>
      <FormEnd
        notice={report.notice}
        submit={t('create.submit')}
        busy={report.busy}
        cancel={t('create.later')}
        onCancel={onClose}
      >
        {report.notice === undefined && <KeptHint />}
      </FormEnd>
    </form>
  )
}

/** What can get somebody killed, before the first word is written. */
function Safety() {
  const { t } = useTranslation('reportWrite')
  return (
    <section
      aria-labelledby="report-safety"
      className="rounded-md border border-s-4 border-warning bg-warning-soft p-4"
    >
      <h3 id="report-safety" className="flex items-center gap-2 font-semibold">
        <ShieldAlert aria-hidden="true" size={22} className="shrink-0 text-warning" />
        {t('safety.title')}
      </h3>
      <ul className="mt-2 grid list-disc gap-1 ps-5">
        <li>{t('safety.names')}</li>
        <li>{t('safety.pictures')}</li>
        <li>{t('safety.public')}</li>
        <li className="font-semibold">{t('safety.never')}</li>
      </ul>
    </section>
  )
}

function KeptHint() {
  const { t } = useTranslation('reportWrite')
  return useHasDraft() ? <p className="text-sm text-muted">{t('create.kept')}</p> : null
}

/** Whoever comes back finds the words; and can be rid of them at once. */
function Restored({ onAnew }: { readonly onAnew: () => void }) {
  const { t } = useTranslation('reportWrite')
  const [asking, setAsking] = useState(false)
  const [shown] = useState(wasRestored)
  const items = draftQueue.read()
  const isAskedFor = items.some(({ state }) => state === 'missing')
  if (!shown) return null
  return (
    <Notice
      tone="info"
      title={t('draft.title')}
      action={
        <Button variant="secondary" onClick={() => setAsking(true)}>
          {t('draft.discard')}
        </Button>
      }
    >
      {t(isAskedFor ? 'draft.textFiles' : 'draft.text')}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('draft.discardTitle')}
        text={<p>{t('draft.discardText')}</p>}
        confirmLabel={t('draft.discard')}
        tone="danger"
        onConfirm={() => {
          dropDraft({ andCancel: true })
          onAnew()
        }}
      />
    </Notice>
  )
}
