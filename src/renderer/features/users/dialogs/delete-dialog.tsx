import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteMember } from '#shared/contract/users.ts'
import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { ask } from '../../../platform/calls/api.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { problemText } from '../../../ui/call/form-problems.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Avatar } from '../../../ui/picture/avatar.tsx'
import { useStepUp } from '../../../ui/step-up/use-step-up.tsx'
import { forgetUsers, usePortraits, type User } from '../use-users.ts'

interface DeleteDialogProps {
  readonly user: User | undefined
  readonly onClose: () => void
  readonly onDeleted: () => void
}

export function DeleteDialog({ user, ...rest }: DeleteDialogProps) {
  return user === undefined ? null : <Confirmation key={user.id} user={user} {...rest} />
}

/** This cannot be undone, so the number is typed: two quick presses cannot delete a wrong row. */
function Confirmation({ user, onClose, onDeleted }: DeleteDialogProps & { readonly user: User }) {
  const { t } = useTranslation(['userManagement', 'problems'])
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const stepUp = useStepUp(t('delete.stepUpTitle'), t('delete.stepUpWhy'))
  const portrait = usePortraits([user], 'thumb').get(user.wldCardPhoto?.photoUrl ?? '')
  const name = fullName(user)
  const remove = useCall(
    async () => {
      const removed = await stepUp.guard(() => ask(deleteMember, { params: { id: user.id } }))
      if (removed.kind === 'cancelled') return
      toast.success(t('delete.done', { name }))
      onDeleted()
      await forgetUsers()
    },
    (failure) => {
      if (failure.problem?.code === 'not-found') void forgetUsers() // a colleague deleted it first: the list shows it
      return problemText(t, failure)
    },
  )
  const confirm = (): void => {
    if (parseMemberNumber(typed) === parseMemberNumber(user.cardId)) void remove.run()
    else setFault(t('delete.wrongNumber'))
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('delete.title', { name })}
      text={
        <>
          <div className="flex items-center gap-4 rounded-md border border-line bg-sunken p-3">
            <Avatar src={portrait} name="" size="small" />
            <p className="min-w-0">
              <Auto className="font-semibold wrap-anywhere">{name}</Auto>
              <br />
              <Ltr className="tabular-nums">{bareCardId(user.cardId)}</Ltr>
            </p>
          </div>
          <p>{t('delete.goes')}</p>
          <p>{t('delete.stays')}</p>
        </>
      }
      confirmLabel={t('delete.submit')}
      tone="danger"
      onConfirm={confirm}
      busy={remove.busy}
    >
      <TextField
        label={t('delete.type')}
        hint={t('delete.typeHint')}
        error={fault}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={24}
        required
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setFault(undefined)
        }}
      />
      <FailureNotice title={t('errors.deleteFailed')} text={remove.notice} />
      {stepUp.dialog}
    </ConfirmDialog>
  )
}
