import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  addWitnessEvidence,
  readWitnessReport,
  withdrawWitnessReport,
  WitnessReport,
  writeToStaff,
} from '#shared/contract/witness-reports.ts'
import {
  DIALOGUE_TEXT_MAX,
  groupReceipt,
  readReceipt,
} from '#shared/domain/report/witness-rules.ts'
import { useFormat } from '../../i18n/use-format.ts'
import {
  checkFile,
  EVIDENCE_TEXT_MAX_CHARS,
  type FileFault,
  limitsMb,
  mayShrink,
} from '../../parts/report-form/upload/evidence-rules.ts'
import { FileChoice } from '../../parts/report-form/upload/file-choice.tsx'
import { mayRecord } from '../../parts/report-form/upload/may-record.ts'
import { shrink } from '../../parts/report-form/upload/shrink.ts'
import { Thread } from '../../parts/report/thread.tsx'
import { uploadAsWitness } from '../../platform/evidence-upload/index.ts'
import type {
  EvidenceProgress,
  EvidenceUploadJob,
} from '../../platform/evidence-upload/upload-job.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { faultText, problemText } from '../../ui/call/form-problems.ts'
import { useCall } from '../../ui/call/use-call.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { askByReceipt } from './ask-by-receipt.ts'

interface OpenReceiptProps {
  readonly onOpen: (receipt: string) => void
  readonly onWrite: () => void
}

export function OpenReceipt({ onOpen, onWrite }: OpenReceiptProps) {
  const { t } = useTranslation('witnessReports')
  const [text, setText] = useState('')
  const [malformed, setMalformed] = useState(false)
  const [working, setWorking] = useState(false)
  const open = useCall(async (receipt: string) => {
    await askByReceipt(readWitnessReport, {}, { bearer: receipt, onProof: setWorking })
    onOpen(receipt)
  })
  return (
    <form
      noValidate
      autoComplete="off"
      className="mt-4 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const receipt = readReceipt(text)
        setMalformed(receipt === undefined)
        if (receipt !== undefined) void open.run(receipt)
      }}
    >
      <TextField
        label={t('open.field')}
        hint={t('open.hint')}
        error={malformed ? t('open.malformed') : undefined}
        required
        dir="ltr"
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setMalformed(false)
        }}
      />
      {open.notice !== undefined && <Notice tone="danger">{open.notice}</Notice>}
      {working && <Notice tone="info">{t('open.proof')}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={open.busy}>
          {t('open.submit')}
        </Button>
        <Button variant="secondary" onClick={onWrite}>
          {t('newReport')}
        </Button>
      </div>
    </form>
  )
}

/** Only in memory, under a name that tells nothing. */
const KEY = ['witness', 'report']

/** Each change replies with the whole report. */
function useKeep(): (report: WitnessReport) => void {
  const queryClient = useQueryClient()
  return (report) => void queryClient.setQueryData(KEY, report)
}

/** State, messages, files and withdrawal of the report of a receipt. */
export function WitnessReportView({ receipt }: { readonly receipt: string }) {
  const { t } = useTranslation('witnessReports')
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => askByReceipt(readWitnessReport, {}, { signal, bearer: receipt }),
    gcTime: 0,
    refetchOnMount: 'always',
  })
  const queryClient = useQueryClient()
  const keep = useKeep()
  useEffect(() => () => queryClient.removeQueries({ queryKey: KEY }), [queryClient])
  return (
    <div className="mt-2 grid gap-6">
      <MaskedReceipt receipt={receipt} />
      <Loaded query={query} failure={t('plain.failed')} skeleton={<Skeleton className="h-64" />}>
        {(report) => (
          <>
            <State report={report} />
            <Messages report={report} receipt={receipt} onChange={keep} />
            <Evidence report={report} receipt={receipt} onChange={keep} />
            {report.mayWrite && report.state !== 'withdrawn' && <Withdraw receipt={receipt} />}
          </>
        )}
      </Loaded>
    </div>
  )
}

/** Whoever looks at the screen must not read the number; who has just closed it too early still finds it. */
const MASK = '•••• •••• •••• ••••'

function MaskedReceipt({ receipt }: { readonly receipt: string }) {
  const { t } = useTranslation('witnessReports')
  return (
    <details className="text-sm text-muted">
      <summary className="flex min-h-11 w-fit cursor-pointer flex-wrap items-center gap-x-2">
        {t('receipt.label')} <span aria-hidden="true">{MASK}</span>
        <span className="text-brand underline underline-offset-4">{t('receipt.show')}</span>
      </summary>
      <Ltr>{groupReceipt(receipt)}</Ltr>
    </details>
  )
}

function State({ report }: { readonly report: WitnessReport }) {
  const { t } = useTranslation('witnessReports')
  const format = useFormat()
  return (
    <div className="rounded-lg border border-line bg-surface p-4">
      <p>
        <strong>{t('state.label')}</strong> {t(`state.${report.state}`)}
      </p>
      <p className="mt-1 text-sm text-muted">
        {t('report.filed', { date: format.dateTime(report.filedAt) })}
        {report.type !== '' && (
          <>
            {' · '}
            <Auto>{report.type}</Auto>
          </>
        )}
      </p>
    </div>
  )
}

function Withdraw({ receipt }: { readonly receipt: string }) {
  const { t } = useTranslation('witnessReports')
  const keep = useKeep()
  const [asking, setAsking] = useState(false)
  const withdraw = useCall(async () => {
    keep(await askByReceipt(withdrawWitnessReport, {}, { bearer: receipt }))
    setAsking(false)
  })
  return (
    <section aria-labelledby="witness-withdraw">
      <h2 id="witness-withdraw" className="text-xl headline">
        {t('withdraw.title')}
      </h2>
      <p className="mt-1">{t('withdraw.text')}</p>
      <Button variant="secondary" className="mt-3" onClick={() => setAsking(true)}>
        {t('withdraw.title')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('withdraw.title')}
        text={<p>{t('withdraw.text')}</p>}
        confirmLabel={t('withdraw.submit')}
        tone="danger"
        busy={withdraw.busy}
        onConfirm={() => void withdraw.run()}
      >
        {withdraw.notice !== undefined && <Notice tone="danger">{withdraw.notice}</Notice>}
      </ConfirmDialog>
    </section>
  )
}

interface PartProps {
  readonly report: WitnessReport
  readonly receipt: string
  readonly onChange: (report: WitnessReport) => void
}

/** Questions of staff and replies, oldest first. */
function Messages({ report, receipt, onChange }: PartProps) {
  const { t } = useTranslation(['witnessReports', 'problems'])
  const [text, setText] = useState('')
  const send = useCall(
    async () => {
      const body = { text: text.trim(), seen: report.messages.length }
      onChange(await askByReceipt(writeToStaff, { body }, { bearer: receipt }))
      setText('')
    },
    (failure) => {
      const current = WitnessReport.safeParse(failure.problem?.['current']).data
      if (current === undefined) return problemText(t, failure)
      onChange(current)
      return t('messages.newer')
    },
  )
  return (
    <section aria-labelledby="witness-messages">
      <h2 id="witness-messages" className="text-xl headline">
        {t('messages.title')}
      </h2>
      {report.messages.length === 0 ? (
        <p className="mt-1">{t('messages.none')}</p>
      ) : (
        <Thread
          messages={report.messages.map((message) => ({
            ...message,
            who: t(`messages.${message.from}`),
          }))}
        />
      )}
      {report.mayWrite ? (
        <form
          className="mt-4 grid gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (text.trim() !== '') void send.run()
          }}
        >
          <TextArea
            label={t('messages.field')}
            dir="auto"
            rows={4}
            maxChars={DIALOGUE_TEXT_MAX}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          {send.notice !== undefined && <Notice tone="danger">{send.notice}</Notice>}
          {send.done !== undefined && text === '' && (
            <Notice tone="success">{t('messages.sent')}</Notice>
          )}
          <Button type="submit" busy={send.busy} className="justify-self-start">
            {t('messages.send')}
          </Button>
        </form>
      ) : (
        <p className="mt-3 text-muted">{t('messages.closed')}</p>
      )}
    </section>
  )
}

const VoiceRecorder = lazy(async () => ({
  default: (await import('../../parts/report-form/upload/voice-recorder.tsx')).VoiceRecorder,
}))

/** Files of the report, and one more at a time: it can be sent at once, or after a question of staff. */
function Evidence({ report, receipt, onChange }: PartProps) {
  const { t } = useTranslation(['witnessReports', 'reportWrite'])
  return (
    <section aria-labelledby="witness-files">
      <h2 id="witness-files" className="text-xl headline">
        {t('evidence.title')}
      </h2>
      {report.evidence.length === 0 ? (
        <p className="mt-1">{t('evidence.none')}</p>
      ) : (
        <ul className="mt-2 grid list-disc gap-1 ps-5">
          {report.evidence.map(({ id, evidenceType, description }) => (
            <li key={id}>
              {t(`reportWrite:kind.${evidenceType}`)} · <Auto>{description}</Auto>
            </li>
          ))}
        </ul>
      )}
      {report.mayAdd && <AddFile receipt={receipt} onChange={onChange} />}
      {!report.mayAdd && report.mayWrite && (
        <p className="mt-3 text-muted">{t('evidence.closed')}</p>
      )}
    </section>
  )
}

/**
 * Ends with the page; nothing of the file is kept on this device. A photo is written anew even where it is small enough:
 * the place, and the number of the camera, would lead to the witness (ADR 0089).
 */
function useUpload(receipt: string) {
  const job = useRef<EvidenceUploadJob>(undefined)
  const [progress, setProgress] = useState<EvidenceProgress>()
  useEffect(() => () => job.current?.stop(), [])
  const send = async (file: File): Promise<string | undefined> => {
    const checked = checkFile(file)
    const type = 'fault' in checked ? file.type : checked.type
    const wish = {
      file,
      type,
      shrink: mayShrink(type) ? shrink : undefined,
      onProgress: setProgress,
    }
    job.current = uploadAsWitness(wish, receipt)
    const ended = await job.current.ended
    return ended.kind === 'done' ? ended.fileUrl : undefined
  }
  return { progress, send }
}

interface RefusedFileProps {
  readonly name: string | undefined
  readonly why: string
}

/** Which file, why, and what to do. */
function RefusedFile({ name, why }: RefusedFileProps) {
  const { t } = useTranslation('witnessReports')
  return (
    <Notice tone="danger" title={t('evidence.refused')}>
      <p className="wrap-anywhere">
        {name !== undefined && (
          <>
            <bdi>{name}</bdi>:{' '}
          </>
        )}
        {why}
      </p>
    </Notice>
  )
}

/** Why the server, or the line, did not take it. */
function useRefusal(progress: EvidenceProgress | undefined, notice: string | undefined) {
  const { t } = useTranslation(['reportWrite', 'problems'])
  if (progress?.kind !== 'failed') return notice
  if (progress.cause !== 'refused') return t('reportWrite:file.unreadable')
  const fault = progress.failure.problem?.fields[0]
  return fault === undefined ? problemText(t, progress.failure) : faultText(t, fault)
}

/** The limit for films is that of the server, which refuses a longer one. */
const limits = limitsMb(undefined)

function AddFile({ receipt, onChange }: Pick<PartProps, 'receipt' | 'onChange'>) {
  const { t } = useTranslation(['witnessReports', 'reportWrite', 'problems'])
  const [file, setFile] = useState<File>()
  const [about, setAbout] = useState('')
  const [unfit, setUnfit] = useState<{ readonly name: string; readonly fault: FileFault }>()
  const { progress, send } = useUpload(receipt)
  const choose = (chosen: File | undefined): void => {
    const checked = chosen === undefined ? undefined : checkFile(chosen)
    const isUnfit = chosen !== undefined && checked !== undefined && 'fault' in checked
    setUnfit(isUnfit ? { name: chosen.name, fault: checked.fault } : undefined)
    setFile(isUnfit ? undefined : chosen)
  }
  const add = useCall(async (chosen: File) => {
    const fileUrl = await send(chosen)
    if (fileUrl === undefined) return false
    const body = { fileUrl, description: about.trim() || t('evidence.unsaid') }
    onChange(await askByReceipt(addWitnessEvidence, { body }, { bearer: receipt }))
    setFile(undefined)
    setAbout('')
    return true
  })
  const refused = useRefusal(progress, add.notice)
  return (
    <form
      className="mt-4 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (file !== undefined) void add.run(file)
      }}
    >
      <p className="text-sm text-muted">
        {t('evidence.lead')} {t('evidence.photos')}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <FileChoice label={t('evidence.file')} onFiles={([chosen]) => choose(chosen)} />
        {file !== undefined && <Auto>{file.name}</Auto>}
        {mayRecord() && file === undefined && (
          <Suspense fallback={null}>
            <VoiceRecorder maxBytes={undefined} onVoice={choose} />
          </Suspense>
        )}
      </div>
      {unfit !== undefined && (
        <RefusedFile name={unfit.name} why={t(`reportWrite:file.fault.${unfit.fault}`, limits)} />
      )}
      {file !== undefined && (
        <TextField
          label={t('evidence.about')}
          dir="auto"
          autoComplete="off"
          maxLength={EVIDENCE_TEXT_MAX_CHARS}
          value={about}
          onChange={({ target }) => setAbout(target.value)}
        />
      )}
      {add.busy && progress?.kind === 'sending' && (
        <ProgressBar label={t('evidence.file')} value={progress.sent / progress.total} />
      )}
      {add.busy && progress?.kind !== 'sending' && <output>{t('evidence.preparing')}</output>}
      {refused !== undefined && !add.busy && <RefusedFile name={file?.name} why={refused} />}
      {add.done?.value === true && file === undefined && (
        <Notice tone="success">{t('evidence.arrived')}</Notice>
      )}
      {file !== undefined && (
        <Button type="submit" busy={add.busy} className="justify-self-start">
          {t('evidence.add')}
        </Button>
      )}
    </form>
  )
}
