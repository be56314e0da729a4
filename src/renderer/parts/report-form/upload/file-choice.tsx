import { FilePlus2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { buttonClass } from '../../../ui/button/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { ACCEPTED_EVIDENCE } from './evidence-rules.ts'

interface FileChoiceProps {
  readonly label: string
  /** The accessible name, where several of these are in one page. */
  readonly name?: string
  readonly multiple?: boolean
  readonly accept?: string
  /** Opens the camera on phones. */
  readonly camera?: boolean
  readonly icon?: ReactNode
  readonly faulty?: boolean
  readonly describedBy?: string
  readonly onFiles: (files: readonly File[]) => void
}

/** The browser's own file field, with a label that looks like a button: this works with keyboard and screen readers. */
export function FileChoice({
  label,
  name,
  multiple = false,
  accept = ACCEPTED_EVIDENCE,
  camera = false,
  icon,
  faulty = false,
  describedBy,
  onFiles,
}: FileChoiceProps) {
  const id = useId()
  return (
    <span className="relative inline-flex max-w-full">
      <input
        id={id}
        type="file"
        accept={accept}
        capture={camera ? 'environment' : undefined}
        multiple={multiple}
        aria-label={name ?? label}
        aria-describedby={describedBy}
        aria-invalid={faulty || undefined}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = '' // the same file chosen again is a choice again
        }}
        className="peer absolute inset-0 size-full opacity-0"
      />
      <label
        htmlFor={id}
        aria-hidden="true"
        className={cx(
          buttonClass({ variant: 'secondary' }),
          'relative peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus hover:border-brand hover:text-brand',
        )}
      >
        {icon ?? <FilePlus2 aria-hidden="true" size={18} className="shrink-0" />}
        {label}
      </label>
    </span>
  )
}
