import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteMember } from '#shared/contract/members.ts'
import { parseMemberNumber } from '#shared/domain/member-id.ts'
import { fullName } from '#shared/domain/person-name.ts'
import { ask, CallFailure } from '../../platform/api.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { problemText } from '../../ui/form-problems.ts'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useStepUp } from '../../ui/use-step-up.tsx'
import { forgetUsers, usePortraits, type User } from './use-users.ts'

interface DeleteDialogProps {
  readonly user: User | undefined
  readonly onClose: () => void
  readonly onDeleted: () => void
}

export function DeleteDialog({ user, ...rest }: DeleteDialogProps) {
  return user === undefined ? null : <Confirmation key={user.id} user={user} {...rest} />
}

/** There is no way back, so the number is typed: a wrong row cannot be deleted by two quick presses. */
function Confirmation({ user, onClose, onDeleted }: DeleteDialogProps & { readonly user: User }) {
  const { t } = useTranslation(['userManagement', 'problems'])
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const [notice, setNotice] = useState<string>()
  const [busy, setBusy] = useState(false)
  const stepUp = useStepUp(t('delete.stepUpTitle'), t('delete.stepUpWhy'))
  const portrait = usePortraits([user], 'thumb').get(user.wldCardPhoto?.photoUrl ?? '')
  const name = fullName(user)
  const remove = async (): Promise<void> => {
    if (parseMemberNumber(typed) !== parseMemberNumber(user.cardId))
      return setFault(t('delete.wrongNumber'))
    setBusy(true)
    setNotice(undefined)
    try {
      if (
        (await stepUp.guard(() => ask(deleteMember, { params: { id: user.id } }))).kind ===
        'cancelled'
      )
        return setBusy(false)
      toast.success(t('delete.done', { name }))
      onDeleted()
      await forgetUsers()
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      setNotice(problemText(t, error))
      setBusy(false)
      if (error.problem?.code === 'not-found') await forgetUsers() // somebody else was faster: the list shows it
    }
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
              <Ltr className="tabular-nums">{user.cardId}</Ltr>
            </p>
          </div>
          <p>{t('delete.goes')}</p>
          <p>{t('delete.stays')}</p>
        </>
      }
      confirmLabel={t('delete.submit')}
      tone="danger"
      onConfirm={() => void remove()}
      busy={busy}
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
      {notice !== undefined && (
        <Notice tone="danger" title={t('errors.deleteFailed')}>
          {notice}
        </Notice>
      )}
      {stepUp.dialog}
    </ConfirmDialog>
  )
}
