import { ShieldAlert, CircleCheck } from 'lucide-react'
import { useState, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, LinkButton } from '../../../ui/button/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useLeaveGuard } from '../../../ui/form/leave-guard.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { EvidenceList } from '../upload/evidence-list.tsx'
import {
  draftQueue,
  dropDraft,
  openDraft,
  useHasDraft,
  useIsSending,
  wasRestored,
} from './draft.ts'
import { FormEnd, FormPart } from './form-parts.tsx'
import { CountryField } from '../../../ui/combo/country-field.tsx'
import { ReportFields } from './report-fields.tsx'
import { useCreateReport, type Filed, isPublicNow } from './use-create-report.ts'
import { useQuery } from '@tanstack/react-query'

interface FiledNoticeProps {
  readonly filed: Filed
  readonly onClose: () => void
  readonly onAnother: () => void
}

/** The number of the report, and the next steps: a reporter of a crime must know who reads the report. */
function FiledNotice({ filed, onClose, onAnother }: FiledNoticeProps) {
  const { t } = useTranslation('reportWrite')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { id } = filed
  const { data: isPublic } = useQuery({
    queryKey: ['reports', 'public', id],
    queryFn: async () => (id === undefined ? null : ((await isPublicNow(id)) ?? null)),
  })
  const reader = isPublic === true ? 'public' : isPublic === false ? 'waiting' : 'either'
  return (
    <div className="grid justify-items-center gap-5 py-4 text-center">
      <CircleCheck aria-hidden="true" size={56} strokeWidth={1.5} className="text-success" />
      <h3 ref={heading} tabIndex={-1} className="text-2xl headline">
        {id === undefined ? t('filed.titleUnseen') : t('filed.title', { id })}
      </h3>
      {filed.kind === 'filed-before' && (
        <div className="max-w-xl text-start">
          <Notice tone="warning" title={t('filed.before')}>
            {t('filed.beforeText')}
          </Notice>
        </div>
      )}
      <ul className="grid max-w-xl list-disc gap-2 ps-5 text-start">
        <li aria-live="polite">{t(`filed.${reader}`)}</li>
        <li>{t('filed.verify')}</li>
        <li>{t('filed.never')}</li>
        {id !== undefined && <li>{t('filed.number')}</li>}
      </ul>
      <div className="flex flex-wrap justify-center gap-2">
        {id !== undefined && (
          <LinkButton to={`/reports/${id}/evidence`} variant="secondary">
            {t('filed.open')}
          </LinkButton>
        )}
        <Button variant="secondary" onClick={onAnother}>
          {t('filed.another')}
        </Button>
        <Button onClick={onClose}>{t('filed.close')}</Button>
      </div>
    </div>
  )
}

interface CreateDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

export function CreateDialog({ open, onClose }: CreateDialogProps) {
  const { t } = useTranslation('reportWrite')
  const [round, setRound] = useState(0)
  // Moving within the site loses nothing; closing the tab stops the uploads.
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
        if (event.target === event.currentTarget) void report.submit() // a dialog that opens over this form has its own form
      }}
      className="grid grid-cols-1 gap-7"
    >
      <Restored onAnew={onAnew} />
      <Safety />
      <ReportFields
        CountryChoice={CountryField}
        words={report.words}
        faults={report.faults}
        onChange={report.change}
        hints
        unsaid={report.unsaid}
        onUnsaid={report.setUnsaid}
      />
      <FormPart title={t('part.evidence')} lead={t('part.evidenceLead')}>
        <EvidenceList queue={draftQueue} errors={report.itemErrors} camera />
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

/** The warning about details that endanger lives, before the first field. */
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

/** A reporter who returns finds the texts, and can delete them at once. */
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
