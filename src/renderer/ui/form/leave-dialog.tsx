import { useState } from 'react'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'
import { useLeaveGuard } from './leave-guard.ts'

export interface LeaveDialogProps {
  readonly unsaved: boolean
  readonly title: string
  readonly text: string
  readonly confirmLabel: string
}

/** Asks before a form with unsaved input is left. */
export function LeaveDialog({ unsaved, title, text, confirmLabel }: LeaveDialogProps) {
  const [question, setQuestion] = useState<{ readonly answer: (leave: boolean) => void }>()
  useLeaveGuard(unsaved, () => new Promise((answer) => setQuestion({ answer })))
  const close = (leave: boolean): void => {
    question?.answer(leave)
    setQuestion(undefined)
  }
  return (
    <ConfirmDialog
      open={question !== undefined}
      onOpenChange={() => close(false)}
      title={title}
      text={<p>{text}</p>}
      confirmLabel={confirmLabel}
      tone="danger"
      onConfirm={() => close(true)}
    />
  )
}
