import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '../platform/call-failure.ts'
import type { FetchedFile } from '../platform/fetch-file.ts'
import { saveFile } from '../platform/save-file.ts'
import { Button } from './button.tsx'
import { problemText } from './form-problems.ts'
import { toast } from './toast.ts'
import { useStepUp } from './use-step-up.tsx'

export interface DownloadButtonProps {
  readonly label: string
  readonly load: () => Promise<FetchedFile>
  /** What leaves with the file, said where the password is asked for. */
  readonly why: string
  readonly doneText: string
  /** When the server kept to its bound: that there is more, and how to get it. */
  readonly truncatedText: string
}

/** A file that asks for the password before it leaves. */
export function DownloadButton({ label, load, why, doneText, truncatedText }: DownloadButtonProps) {
  const { t } = useTranslation('problems')
  const { guard, dialog } = useStepUp(label, why)
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      const fetched = await guard(load)
      if (fetched.kind === 'cancelled') return
      const { blob, name, truncated } = fetched.value
      saveFile(blob, name)
      toast.success(truncated ? truncatedText : doneText)
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      toast.error(problemText(t, error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        variant="secondary"
        icon={<Download aria-hidden="true" size={18} />}
        busy={busy}
        onClick={() => void save()}
      >
        {label}
      </Button>
      {dialog}
    </>
  )
}
