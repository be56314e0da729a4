import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FetchedFile } from '../../platform/files/fetch-file.ts'
import { saveFile } from '../../platform/files/save-file.ts'
import { Button } from '../button/button.tsx'
import { problemText } from '../call/form-problems.ts'
import { useCall } from '../call/use-call.ts'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'
import { toast } from '../feedback/toast.ts'
import { SelectField } from '../field/text-field.tsx'
import { useStepUp } from './use-step-up.tsx'

interface DownloadTexts {
  /** What the file contains, shown in the password dialog. */
  readonly why: string
  readonly doneText: string
  /** Shown when the server limited the file: there is more, and how to get it. */
  readonly truncatedText?: string
}

function useDownload(title: string, { why, doneText, truncatedText = doneText }: DownloadTexts) {
  const { t } = useTranslation('problems')
  const { guard, dialog } = useStepUp(title, why)
  const save = useCall(
    async (load: () => Promise<FetchedFile>) => {
      const fetched = await guard(load)
      if (fetched.kind === 'cancelled') return false
      const { blob, name, truncated } = fetched.value
      saveFile(blob, name)
      toast.success(truncated ? truncatedText : doneText)
      return true
    },
    (failure) => toast.error(problemText(t, failure)),
  )
  return {
    busy: save.busy,
    dialog,
    /** @returns whether the file was saved */
    save: async (load: () => Promise<FetchedFile>) => (await save.run(load))?.value === true,
  }
}

export interface DownloadButtonProps extends DownloadTexts {
  readonly label: string
  readonly load: () => Promise<FetchedFile>
}

/** A download that asks for the password first. */
export function DownloadButton({ label, load, ...texts }: DownloadButtonProps) {
  const { save, busy, dialog } = useDownload(label, texts)
  return (
    <>
      <Button
        variant="secondary"
        icon={<Download aria-hidden="true" size={18} />}
        busy={busy}
        onClick={() => void save(load)}
      >
        {label}
      </Button>
      {dialog}
    </>
  )
}

type ExportFormat = 'csv' | 'json' | 'jsonl'

interface ExportButtonProps<F extends ExportFormat> extends DownloadTexts {
  readonly formats: readonly F[]
  readonly load: (format: F) => Promise<FetchedFile>
  /** The file can put people in danger. */
  readonly isDangerous?: boolean
  readonly onOpen?: () => void
  /** Fields that change what the file contains. */
  readonly children?: ReactNode
}

/** The list as it is filtered, as a file in one of several formats. */
export function ExportButton<F extends ExportFormat>({
  formats,
  load,
  isDangerous = false,
  onOpen,
  children,
  ...texts
}: ExportButtonProps<F>) {
  const { t } = useTranslation('dashboard')
  const [open, setOpen] = useState(false)
  const [format, setFormat] = useState(formats[0])
  const { save, busy, dialog } = useDownload(t('export.title'), texts)
  return (
    <>
      <Button
        variant="secondary"
        icon={<Download aria-hidden="true" size={18} />}
        onClick={() => {
          onOpen?.()
          setOpen(true)
        }}
      >
        {t('export.open')}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t('export.title')}
        confirmLabel={t('export.open')}
        tone={isDangerous ? 'danger' : 'primary'}
        busy={busy}
        onConfirm={() =>
          format !== undefined &&
          void save(() => load(format)).then((saved) => saved && setOpen(false))
        }
      >
        <SelectField
          label={t('export.format')}
          value={format}
          options={formats.map((value: ExportFormat) => ({
            value,
            label: t(`export.formats.${value}`),
          }))}
          onChange={({ target }) => setFormat(formats.find((value) => value === target.value))}
        />
        {children}
      </ConfirmDialog>
      {dialog}
    </>
  )
}
