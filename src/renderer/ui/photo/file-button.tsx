import type { ReactNode, Ref } from 'react'
import { buttonClass } from '../button/button.tsx'
import { cx } from '../cx.ts'
import { ACCEPTED } from './picture-type.ts'

export interface FileButtonProps {
  readonly id: string
  readonly labelId: string
  readonly text: string
  readonly icon: ReactNode
  readonly onFiles: (files: FileList | null) => void
  readonly disabled: boolean
  readonly described: string
  readonly faulty: boolean
  readonly required?: boolean
  readonly capture?: 'user' | 'environment'
  readonly ref?: Ref<HTMLInputElement> | undefined
}

/** The browser's own file field, with a label that looks like a button: keyboard and screen readers need no more. */
export function FileButton({
  id,
  labelId,
  text,
  icon,
  onFiles,
  disabled,
  described,
  faulty,
  required,
  capture,
  ref,
}: FileButtonProps) {
  return (
    <span className="relative inline-flex">
      <input
        ref={ref}
        id={id}
        type="file"
        accept={capture === undefined ? ACCEPTED : 'image/*'}
        capture={capture}
        disabled={disabled}
        aria-labelledby={`${labelId} ${id}-text`}
        aria-describedby={described}
        aria-invalid={faulty || undefined}
        aria-required={required}
        onChange={({ target }) => {
          onFiles(target.files)
          target.value = '' // the same file chosen again is a choice again
        }}
        className="peer absolute inset-0 size-full opacity-0"
      />
      <label
        htmlFor={id}
        id={`${id}-text`}
        className={cx(
          buttonClass({ variant: 'secondary' }),
          'relative peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus',
          disabled ? 'cursor-not-allowed text-muted' : 'hover:border-brand hover:text-brand',
        )}
      >
        {icon}
        {text}
      </label>
    </span>
  )
}
