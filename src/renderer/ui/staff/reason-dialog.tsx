import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/button.tsx'
import { DialogFoot } from '../dialog/dialog-foot.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { focusFault } from '../field/focus-fault.ts'
import { useSendOnEnter } from '../field/send-on-enter.ts'
import { TextArea } from '../field/text-area.tsx'
import { SelectField } from '../field/text-field.tsx'
import { withTemplate } from './reason-text.ts'

export interface ReasonTemplate {
  readonly id: string
  readonly label: string
  readonly text: string
}

export interface ReasonDialogProps {
  readonly open: boolean
  readonly title: string
  /** What will happen, and whether it can be undone. */
  readonly children?: ReactNode
  readonly commentLabel: string
  readonly commentHint?: string
  readonly commentRequired?: boolean
  readonly commentMaxChars?: number
  /** The verb of what will happen, never "OK". */
  readonly confirmLabel: string
  /** Where "Cancel" would be read as the decision itself. */
  readonly cancelLabel?: string
  readonly tone?: 'danger' | 'normal'
  /** Where the focus begins: at the comment, or at the button, so that Enter alone confirms. */
  readonly beginsAt?: 'comment' | 'confirm'
  /**
   * The choice is shown already while they load, because an element that appears later would not
   * have the focus.
   */
  readonly templates?: readonly ReasonTemplate[] | 'loading'
  readonly busy?: boolean
  /** Asks for the password on the way; hides this dialog, and keeps what was written in it. */
  readonly proof?: ReactNode
  /** A notice that it failed; what was written stays. */
  readonly error?: ReactNode
  readonly onConfirm: (comment: string) => void
  readonly onClose: () => void
}

/** A decision with its reason. The caller closes it when the work is done. */
export function ReasonDialog({
  open,
  title,
  onClose,
  busy = false,
  proof,
  ...rest
}: ReasonDialogProps) {
  return (
    // While the work is under way the dialog stays: closing it would hide the result.
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !busy && onClose()}
      title={title}
      hidesBehind
    >
      <ReasonForm {...rest} busy={busy} onClose={onClose} />
      {proof}
    </Dialog>
  )
}

const COMMENT_MAX_CHARS = 500

type ReasonFormProps = Omit<ReasonDialogProps, 'open' | 'title' | 'proof'>

function ReasonForm({
  children,
  commentLabel,
  commentHint,
  commentRequired = false,
  commentMaxChars = COMMENT_MAX_CHARS,
  confirmLabel,
  cancelLabel,
  tone = 'normal',
  beginsAt = 'comment',
  templates = [],
  busy = false,
  error,
  onConfirm,
  onClose,
}: ReasonFormProps) {
  const { t } = useTranslation('ui')
  useSendOnEnter()
  const [comment, setComment] = useState('')
  const [template, setTemplate] = useState('')
  const [fault, setFault] = useState<string>()
  const known = templates === 'loading' ? [] : templates
  const textOf = (id: string): string | undefined => known.find((one) => one.id === id)?.text
  const choose = (id: string): void => {
    setComment(withTemplate(comment, textOf(template), textOf(id) ?? ''))
    setTemplate(id)
    setFault(undefined)
  }
  const submit = (): void => {
    const text = comment.trim()
    if (commentRequired && text === '') setFault(t('staff.reason.required'))
    else if (text.length > commentMaxChars)
      setFault(t('staff.reason.tooLong', { count: commentMaxChars }))
    else if (!busy) onConfirm(text)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
        focusFault(event.currentTarget)
      }}
      className="grid gap-5"
    >
      {children !== undefined && <div className="grid gap-2">{children}</div>}
      {(templates === 'loading' || known.length > 0) && (
        <SelectField
          label={t('staff.reason.template')}
          value={template}
          options={[
            { value: '', label: t('staff.reason.noTemplate') },
            ...known.map(({ id, label }) => ({ value: id, label })),
          ]}
          onChange={({ target }) => choose(target.value)}
        />
      )}
      <TextArea
        data-begin={beginsAt === 'comment' || undefined}
        label={commentLabel}
        hint={commentHint}
        error={fault}
        required={commentRequired}
        maxChars={commentMaxChars}
        dir="auto"
        // What has the focus is in sight on a low screen as well.
        {...(!commentRequired && { rows: 2 })}
        value={comment}
        onChange={({ target }) => {
          setComment(target.value)
          setFault(undefined)
        }}
      />
      {error}
      <DialogFoot>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          {cancelLabel ?? t('confirm.cancel')}
        </Button>
        <Button
          type="submit"
          data-begin={beginsAt === 'confirm' || undefined}
          variant={tone === 'danger' ? 'danger' : 'primary'}
          busy={busy}
        >
          {confirmLabel}
        </Button>
      </DialogFoot>
    </form>
  )
}
