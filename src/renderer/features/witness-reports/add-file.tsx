/** One more file of the report of a receipt: chosen or spoken, looked at, sent. */
import { Trash2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addWitnessEvidence, type WitnessReport } from '#shared/contract/witness-reports.ts'
import {
  checkFile,
  EVIDENCE_TEXT_MAX_CHARS,
  type FileFault,
  limitsMb,
  mayShrink,
} from '../../parts/report-form/upload/evidence-rules.ts'
import { FileChoice } from '../../parts/report-form/upload/file-choice.tsx'
import { mayRecord } from '../../parts/report-form/upload/may-record.ts'
import { SoundPlayer } from '../../parts/report-form/upload/own-file.tsx'
import { shrink } from '../../parts/report-form/upload/shrink.ts'
import { uploadAsWitness } from '../../platform/evidence-upload/index.ts'
import type {
  EvidenceProgress,
  EvidenceUploadJob,
} from '../../platform/evidence-upload/upload-job.ts'
import { Auto } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { faultText, problemText } from '../../ui/call/form-problems.ts'
import { useCall } from '../../ui/call/use-call.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { askByReceipt } from './ask-by-receipt.ts'

const VoiceRecorder = lazy(async () => ({
  default: (await import('../../parts/report-form/upload/voice-recorder.tsx')).VoiceRecorder,
}))

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
  const { t } = useTranslation(['witnessReports', 'reportWrite'])
  return (
    <Notice tone="danger" title={t('evidence.refused')}>
      <p className="wrap-anywhere">
        {name === undefined
          ? why
          : t('reportWrite:fault.of', { name: `\u2068${name}\u2069`, fault: why })}
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

function OnItsWay({ progress }: { readonly progress: EvidenceProgress | undefined }) {
  const { t } = useTranslation('witnessReports')
  return progress?.kind === 'sending' ? (
    <ProgressBar label={t('evidence.file')} value={progress.sent / progress.total} />
  ) : (
    <output>{t('evidence.preparing')}</output>
  )
}

interface AddFileProps {
  readonly receipt: string
  readonly onChange: (report: WitnessReport) => void
}

/** The limit for films is that of the server, which refuses a longer one. */
const limits = limitsMb(undefined)

interface ChosenFileProps {
  readonly file: File
  readonly about: string
  readonly onAbout: (text: string) => void
  readonly onRemove: (() => void) | undefined
}

/** What will be sent: a voice can be heard once more, and everything can be dropped. */
function ChosenFile({ file, about, onAbout, onRemove }: ChosenFileProps) {
  const { t } = useTranslation(['witnessReports', 'reportWrite'])
  const checked = checkFile(file)
  const isSound = 'kind' in checked && checked.kind === 'audio'
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => box.current?.focus(), []) // the recorder, which had the focus, is gone
  return (
    <>
      <fieldset
        ref={box}
        aria-label={file.name}
        tabIndex={-1}
        className="grid gap-2 rounded-md border border-line bg-surface p-3"
      >
        <p className="flex items-center justify-between gap-2">
          <Auto className="min-w-0 font-semibold wrap-anywhere">{file.name}</Auto>
          {onRemove !== undefined && (
            <Button
              variant="quiet"
              icon={<Trash2 aria-hidden="true" size={18} />}
              aria-label={t('reportWrite:file.removeOf', { name: file.name })}
              onClick={onRemove}
            >
              {t('reportWrite:file.remove')}
            </Button>
          )}
        </p>
        {isSound && <SoundPlayer sound={file} label={file.name} />}
      </fieldset>
      <TextField
        label={t(isSound ? 'reportWrite:file.says' : 'evidence.about')}
        dir="auto"
        autoComplete="off"
        maxLength={EVIDENCE_TEXT_MAX_CHARS}
        value={about}
        onChange={({ target }) => onAbout(target.value)}
      />
    </>
  )
}

export function AddFile({ receipt, onChange }: AddFileProps) {
  const { t } = useTranslation(['witnessReports', 'reportWrite', 'problems'])
  const [file, setFile] = useState<File>()
  const [about, setAbout] = useState('')
  const [unfit, setUnfit] = useState<{ readonly name: string; readonly fault: FileFault }>()
  const [attempted, setAttempted] = useState(false) // with the file that is chosen now
  const form = useRef<HTMLFormElement>(null)
  const { progress, send } = useUpload(receipt)
  const choose = (chosen: File | undefined): void => {
    const checked = chosen === undefined ? undefined : checkFile(chosen)
    const isUnfit = chosen !== undefined && checked !== undefined && 'fault' in checked
    setUnfit(isUnfit ? { name: chosen.name, fault: checked.fault } : undefined)
    setFile(isUnfit ? undefined : chosen)
    setAbout('')
    setAttempted(false)
  }
  const add = useCall(async (chosen: File) => {
    setAttempted(true)
    const fileUrl = await send(chosen)
    if (fileUrl === undefined) return false
    const body = { fileUrl, description: about.trim() || t('evidence.unsaid') }
    onChange(await askByReceipt(addWitnessEvidence, { body }, { bearer: receipt }))
    setFile(undefined)
    setAbout('')
    form.current?.querySelector('input')?.focus() // the button that was pressed goes with the file
    return true
  })
  const refused = useRefusal(progress, add.notice)
  return (
    <form
      ref={form}
      className="mt-4 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (file !== undefined) void add.run(file)
      }}
    >
      <div className="grid gap-1 text-sm text-muted">
        <p>{t('evidence.photos')}</p>
        <p>{t('evidence.lead')}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <FileChoice label={t('evidence.choose')} onFiles={([chosen]) => choose(chosen)} />
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
        <ChosenFile
          file={file}
          about={about}
          onAbout={setAbout}
          // On its way it cannot be taken back.
          onRemove={
            add.busy
              ? undefined
              : () => {
                  choose(undefined)
                  form.current?.querySelector('input')?.focus()
                }
          }
        />
      )}
      {add.busy && <OnItsWay progress={progress} />}
      {refused !== undefined && attempted && !add.busy && (
        <RefusedFile name={file?.name} why={refused} />
      )}
      {add.done?.value === true && attempted && file === undefined && (
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
