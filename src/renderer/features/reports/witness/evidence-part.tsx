import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addWitnessEvidence } from '#shared/contract/witness-reports.ts'
import { uploadAsWitness } from '../../../platform/evidence-upload/index.ts'
import type {
  EvidenceProgress,
  EvidenceUploadJob,
} from '../../../platform/evidence-upload/upload-job.ts'
import { Auto } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { problemText } from '../../../ui/form/form-problems.ts'
import { useCall } from '../../../ui/form/use-call.ts'
import { FileChoice } from '../upload/file-choice.tsx'
import { EVIDENCE_TEXT_MAX_CHARS } from '../write/report-form.ts'
import { askByReceipt } from './ask-by-receipt.ts'
import type { PartProps } from './messages-part.tsx'

const KINDS = { image: 'image', document: 'document', video: 'video' } as const

/** Files of the report, and one more at a time: it can be sent at once, or after a question of staff. */
export function Evidence({ report, receipt, onChange }: PartProps) {
  const { t } = useTranslation(['witness', 'reportWrite'])
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
              {t(`reportWrite:kind.${KINDS[evidenceType]}`)}: <Auto>{description}</Auto>
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

/** Ends with the page; nothing of the file is kept on this device. */
function useUpload(receipt: string) {
  const job = useRef<EvidenceUploadJob>(undefined)
  const [progress, setProgress] = useState<EvidenceProgress>()
  useEffect(() => () => job.current?.stop(), [])
  const send = async (file: File): Promise<string | undefined> => {
    job.current = uploadAsWitness({ file, type: file.type, onProgress: setProgress }, receipt)
    const ended = await job.current.ended
    return ended.kind === 'done' ? ended.fileUrl : undefined
  }
  return { progress, send }
}

function AddFile({ receipt, onChange }: Pick<PartProps, 'receipt' | 'onChange'>) {
  const { t } = useTranslation(['witness', 'reportWrite', 'problems'])
  const [file, setFile] = useState<File>()
  const [about, setAbout] = useState('')
  const { progress, send } = useUpload(receipt)
  const add = useCall(async (chosen: File) => {
    const fileUrl = await send(chosen)
    if (fileUrl === undefined) return false
    const body = { fileUrl, description: about.trim() || t('evidence.unsaid') }
    onChange(await askByReceipt(addWitnessEvidence, { body }, { bearer: receipt }))
    setFile(undefined)
    setAbout('')
    return true
  })
  const refused =
    progress?.kind === 'failed' && !add.busy
      ? progress.cause === 'refused'
        ? problemText(t, progress.failure)
        : t('reportWrite:file.unreadable')
      : add.notice
  return (
    <form
      className="mt-4 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (file !== undefined) void add.run(file)
      }}
    >
      <p className="text-sm text-muted">{t('evidence.lead')}</p>
      <div className="flex flex-wrap items-center gap-3">
        <FileChoice label={t('evidence.file')} onFiles={([chosen]) => setFile(chosen)} />
        {file !== undefined && <Auto>{file.name}</Auto>}
      </div>
      <TextField
        label={t('evidence.about')}
        dir="auto"
        autoComplete="off"
        maxLength={EVIDENCE_TEXT_MAX_CHARS}
        value={about}
        onChange={({ target }) => setAbout(target.value)}
      />
      {add.busy && progress?.kind === 'sending' && (
        <ProgressBar label={t('evidence.file')} value={progress.sent / progress.total} />
      )}
      {add.busy && progress?.kind !== 'sending' && <output>{t('evidence.preparing')}</output>}
      {refused !== undefined && !add.busy && (
        <Notice tone="danger" title={t('evidence.refused')}>
          <p>{refused}</p>
          <p>{t('evidence.refusedKinds')}</p>
        </Notice>
      )}
      {add.done?.value === true && file === undefined && (
        <Notice tone="success">{t('evidence.arrived')}</Notice>
      )}
      <Button
        type="submit"
        busy={add.busy}
        disabled={file === undefined}
        className="justify-self-start"
      >
        {t('evidence.add')}
      </Button>
    </form>
  )
}
