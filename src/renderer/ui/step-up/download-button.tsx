import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { FetchedFile } from '../../platform/files/fetch-file.ts'
import { saveFile } from '../../platform/files/save-file.ts'
import { Button } from '../button/button.tsx'
import { problemText } from '../call/form-problems.ts'
import { useCall } from '../call/use-call.ts'
import { toast } from '../feedback/toast.ts'
import { useStepUp } from './use-step-up.tsx'

export interface DownloadButtonProps {
  readonly label: string
  readonly load: () => Promise<FetchedFile>
  /** What the file contains, shown in the password dialog. */
  readonly why: string
  readonly doneText: string
  /** Shown when the server limited the file: there is more, and how to get it. */
  readonly truncatedText: string
}

/** A download that asks for the password first. */
export function DownloadButton({ label, load, why, doneText, truncatedText }: DownloadButtonProps) {
  const { t } = useTranslation('problems')
  const { guard, dialog } = useStepUp(label, why)
  const save = useCall(
    async () => {
      const fetched = await guard(load)
      if (fetched.kind === 'cancelled') return
      const { blob, name, truncated } = fetched.value
      saveFile(blob, name)
      toast.success(truncated ? truncatedText : doneText)
    },
    (failure) => toast.error(problemText(t, failure)),
  )
  return (
    <>
      <Button
        variant="secondary"
        icon={<Download aria-hidden="true" size={18} />}
        busy={save.busy}
        onClick={() => void save.run()}
      >
        {label}
      </Button>
      {dialog}
    </>
  )
}
