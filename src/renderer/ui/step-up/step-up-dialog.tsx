import { type SubmitEvent, useState, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { validatePassword } from '#shared/contract/users.ts'
import type { ProofMethod } from '#shared/domain/access/factor-rules.ts'
import { ask } from '../../platform/calls/api.ts'
import { useSession } from '../../platform/session/session.ts'
import { FormButtons } from '../button/form-buttons.tsx'
import { useCall } from '../call/use-call.ts'
import { Dialog } from '../dialog/dialog.tsx'
import { Notice } from '../feedback/notice.tsx'
import { PasswordField } from '../field/text-field.tsx'
import { SecondStep } from './second-step.tsx'

export interface StepUpDialogProps {
  readonly open: boolean
  readonly title: string
  /** Why the password is asked for again. */
  readonly why: string
  /** Runs with the proof; the dialog stays busy until it is done, and shows the failure of a call. */
  readonly onProven: () => void | Promise<void>
  readonly onClose: () => void
}

/** Asks for the own password again, before actions that must not happen at an unattended screen. */
export function StepUpDialog({ open, title, ...rest }: StepUpDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog open={open} onOpenChange={(next) => !next && !busy && rest.onClose()} title={title}>
      <StepUpForm {...rest} onBusy={setBusy} />
    </Dialog>
  )
}

type StepUpFormProps = Omit<StepUpDialogProps, 'open' | 'title'> & {
  readonly onBusy: (busy: boolean) => void
}

function StepUpForm({ why, onProven, onClose, onBusy }: StepUpFormProps) {
  const { t } = useTranslation('ui')
  const session = useSession()
  // The password is dropped when the dialog closes, because this part is unmounted.
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string>()
  const cardId = 'user' in session ? session.user.cardId : ''
  /** The password was right, and the account has a second factor. */
  const [methods, setMethods] = useState<readonly ProofMethod[]>()

  const prove = useCall(async () => {
    const proof = await ask(validatePassword, { body: { password, id: cardId } })
    if (!proof.valid) setFault(t('staff.stepUp.wrong'))
    else if (proof.methods === undefined) await onProven()
    else setMethods(proof.methods)
  })
  const { busy, notice } = prove
  useEffect(() => onBusy(busy), [onBusy, busy])
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (busy) return
    if (password.trim() === '') setFault(t('staff.stepUp.required'))
    else void prove.run()
  }
  if (methods !== undefined)
    return <SecondStep methods={methods} onProven={onProven} onBusy={onBusy} />
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <p>{why}</p>
      <PasswordField
        label={t('staff.stepUp.password')}
        hint={t('staff.stepUp.hint')}
        error={fault}
        autoComplete="current-password"
        required
        value={password}
        onChange={({ target }) => {
          setPassword(target.value)
          setFault(undefined)
        }}
      />
      {notice !== undefined && <Notice tone="danger">{notice}</Notice>}
      <FormButtons busy={busy} onCancel={onClose} submit={t('staff.stepUp.confirm')} />
    </form>
  )
}
