import type { ReactNode } from 'react'
import { FormButtons } from '../button/form-buttons.tsx'
import { focusFault } from '../field/focus-fault.ts'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  /** What will happen, and whether it can be undone. */
  readonly text?: ReactNode
  /** The verb of what will happen ("Delete the member"), never "OK". */
  readonly confirmLabel: string
  readonly tone?: 'primary' | 'danger'
  /** The caller closes the dialog when the work is done, and leaves it open with a notice when it failed. */
  readonly onConfirm: () => void
  readonly busy?: boolean
  /** Fields that the decision needs, or a notice that it failed. */
  readonly children?: ReactNode
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  text,
  confirmLabel,
  tone = 'primary',
  onConfirm,
  busy = false,
  children,
}: ConfirmDialogProps) {
  return (
    // While the work is under way the dialog stays: closing it would hide the result.
    <Dialog
      open={open}
      onOpenChange={(next) => (next || !busy) && onOpenChange(next)}
      title={title}
      hidesBehind
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (busy) return
          onConfirm()
          focusFault(event.currentTarget)
        }}
        className="grid gap-5"
      >
        {text !== undefined && <div className="grid gap-2">{text}</div>}
        {children}
        <FormButtons
          variant={tone}
          busy={busy}
          onCancel={() => onOpenChange(false)}
          submit={confirmLabel}
        />
      </form>
    </Dialog>
  )
}
