import { FileSpreadsheet, Upload } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { Auto } from '../../ui/bidi.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'

interface ImportFileFieldProps {
  readonly file: File | undefined
  readonly busy: boolean
  readonly onChoose: (file: File) => void
}

/** A table from the device, chosen or dropped; it is checked at once. */
export function ImportFileField({ file, busy, onChoose }: ImportFileFieldProps) {
  const { t } = useTranslation('userManagement')
  const format = useFormat()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (files: FileList | null): void => {
    const [chosen] = files ?? []
    if (chosen !== undefined && !busy) onChoose(chosen)
    if (input.current !== null) input.current.value = '' // the same file again, corrected meanwhile, is a choice too
  }
  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(isOver && !busy)
  }
  return (
    <div
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event)
        take(event.dataTransfer.files)
      }}
      className={cx(
        'flex flex-wrap items-center gap-4 rounded-md border border-dashed p-4',
        over ? 'border-brand bg-brand-soft' : 'border-line-strong',
      )}
    >
      <FileSpreadsheet aria-hidden="true" size={28} className="shrink-0 text-brand" />
      <p className="min-w-0 flex-1 basis-40">
        {file === undefined ? (
          <span className="text-muted">{t('import.none')}</span>
        ) : (
          <>
            <Auto className="font-semibold wrap-anywhere">{file.name}</Auto>
            <br />
            <span className="text-sm text-muted">
              {t('import.size', { size: format.number(Math.max(1, Math.round(file.size / 1024))) })}
            </span>
          </>
        )}
      </p>
      <div className="relative">
        <input
          ref={input}
          id={id}
          type="file"
          accept=".csv,text/csv"
          disabled={busy}
          onChange={({ target }) => take(target.files)}
          className="peer absolute inset-0 size-full cursor-pointer opacity-0"
        />
        <label
          htmlFor={id}
          className={cx(
            buttonClass(),
            'pointer-events-none peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus',
            busy && 'opacity-60',
          )}
        >
          <Upload aria-hidden="true" size={18} />
          {t(file === undefined ? 'import.choose' : 'import.chooseOther')}
        </label>
      </div>
    </div>
  )
}
