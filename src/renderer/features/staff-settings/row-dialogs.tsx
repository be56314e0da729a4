/** Rows that administrators add and end: record holds, invitation codes. Both ask for the password. */
import type { QueryKey } from '@tanstack/react-query'
import { type BaseSyntheticEvent, type ReactNode, useEffect, useState } from 'react'
import { queryClient } from '../../platform/calls/query-client.ts'
import { FormButtons } from '../../ui/button/form-buttons.tsx'
import { useCall } from '../../ui/call/use-call.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { ReasonDialog, type ReasonDialogProps } from '../../ui/staff/reason-dialog.tsx'
import { useStepUp } from '../../ui/step-up/use-step-up.tsx'
import { ChangeFailure } from './settings-parts.tsx'

interface RowDialogProps {
  readonly title: string
  /** Why the password is asked for. */
  readonly why: string
  /** The list that has changed. */
  readonly query: { readonly queryKey: QueryKey }
  readonly onClose: () => void
}

export interface AddRow<F> {
  /** Rejects with the failure, which the form shows. */
  readonly onSend: (fields: F) => Promise<void>
  readonly onBusy: (busy: boolean) => void
  readonly onClose: () => void
}

interface AddDialogProps<F> extends RowDialogProps {
  readonly open: boolean
  /** Resolves to what is said afterwards. */
  readonly send: (fields: F) => Promise<string>
  readonly children: (add: AddRow<F>) => ReactNode
}

export function AddDialog<F>({
  open,
  title,
  why,
  query,
  send,
  onClose,
  children,
}: AddDialogProps<F>) {
  const { guard, dialog } = useStepUp(title, why)
  const [busy, setBusy] = useState(false)
  const onSend = async (fields: F): Promise<void> => {
    const outcome = await guard(() => send(fields))
    if (outcome.kind === 'cancelled') return
    void queryClient.invalidateQueries(query)
    toast.success(outcome.value)
    onClose()
  }
  return (
    <>
      <Dialog open={open} onOpenChange={(next) => !next && !busy && onClose()} title={title}>
        {children({ onSend, onBusy: setBusy, onClose })}
      </Dialog>
      {dialog}
    </>
  )
}

interface AddFormProps {
  readonly onSubmit: (event: BaseSyntheticEvent) => Promise<void>
  readonly onBusy: (busy: boolean) => void
  readonly onClose: () => void
  readonly busy: boolean
  readonly notice: string | undefined
  readonly submitLabel: string
  readonly children: ReactNode
}

export function AddForm({
  onSubmit,
  onBusy,
  onClose,
  busy,
  notice,
  submitLabel,
  children,
}: AddFormProps) {
  useEffect(() => onBusy(busy), [onBusy, busy])
  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)} className="grid gap-5">
      {children}
      {notice !== undefined && <Notice tone="danger">{notice}</Notice>}
      <FormButtons busy={busy} onCancel={onClose} submit={submitLabel} narrow="max-sm:*:grow" />
    </form>
  )
}

interface EndDialogProps
  extends
    RowDialogProps,
    Pick<
      ReasonDialogProps,
      'commentLabel' | 'commentHint' | 'commentRequired' | 'commentMaxChars' | 'confirmLabel'
    > {
  readonly send: (reason: string) => Promise<unknown>
  /** What is said afterwards. */
  readonly done: string
  /** What is said of a row that a colleague ended first. */
  readonly gone?: string
  /** The row. */
  readonly row: ReactNode
  /** What ending it does. */
  readonly text: string
}

export function EndDialog({
  why,
  query,
  send,
  done,
  gone,
  row,
  text,
  ...dialogProps
}: EndDialogProps) {
  const { title, onClose } = dialogProps
  const { guard, dialog } = useStepUp(title, why)
  const end = useCall(async (reason: string) => {
    try {
      const { kind } = await guard(() => send(reason))
      if (kind === 'cancelled') return
      toast.success(done)
      onClose()
    } finally {
      void queryClient.invalidateQueries(query)
    }
  })
  return (
    <>
      <ReasonDialog
        {...dialogProps}
        open
        tone="danger"
        busy={end.busy}
        error={
          gone !== undefined && end.failure?.problem?.code === 'not-found' ? (
            <Notice tone="danger">{gone}</Notice>
          ) : (
            <ChangeFailure failure={end.failure} />
          )
        }
        onConfirm={(reason) => void end.run(reason)}
      >
        <p className="font-semibold">{row}</p>
        <p className="text-muted">{text}</p>
      </ReasonDialog>
      {dialog}
    </>
  )
}
