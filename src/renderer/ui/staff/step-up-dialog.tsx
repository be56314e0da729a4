import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { validatePassword } from '#shared/contract/members.ts'
import { ask, CallFailure } from '../../platform/api.ts'
import { useSession } from '../../platform/session.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { problemText } from '../form-problems.ts'
import { Notice } from '../notice.tsx'
import { PasswordField } from '../text-field.tsx'

export interface StepUpDialogProps {
  readonly open: boolean
  readonly title: string
  /** Why the password is asked for again. */
  readonly why: string
  /** Runs with the proof; the dialog stays busy until it is done, and shows the failure of a call. */
  readonly onProven: () => void | Promise<void>
  readonly onClose: () => void
}

/** The own password again, before what must not happen from a screen that somebody left open. */
export function StepUpDialog({ open, title, ...rest }: StepUpDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog open={open} onOpenChange={(next) => !next && !busy && rest.onClose()} title={title}>
      <StepUpForm {...rest} busy={busy} setBusy={setBusy} />
    </Dialog>
  )
}

type StepUpFormProps = Omit<StepUpDialogProps, 'open' | 'title'> & {
  readonly busy: boolean
  readonly setBusy: (busy: boolean) => void
}

function StepUpForm({ why, onProven, onClose, busy, setBusy }: StepUpFormProps) {
  const { t } = useTranslation('ui')
  const session = useSession()
  // Nothing of a password is kept when the dialog closes: this part goes with it.
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string>()
  const [notice, setNotice] = useState<string>()
  const cardId = session.state === 'authenticated' ? session.user.cardId : ''

  async function prove(): Promise<void> {
    const { valid } = await ask(validatePassword, { body: { password, id: cardId } })
    if (valid) await onProven()
    else setFault(t('staff.stepUp.wrong'))
  }
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    if (password.trim() === '') return setFault(t('staff.stepUp.required'))
    setNotice(undefined)
    setBusy(true)
    try {
      await prove()
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      setNotice(problemText(t, error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
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
      <div className="flex flex-wrap justify-end gap-2 max-sm:flex-col-reverse">
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          {t('confirm.cancel')}
        </Button>
        <Button type="submit" busy={busy}>
          {t('staff.stepUp.confirm')}
        </Button>
      </div>
    </form>
  )
}
