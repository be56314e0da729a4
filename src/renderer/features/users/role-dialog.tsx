import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { updateMember, validatePassword } from '#shared/contract/members.ts'
import { cardId } from '#shared/domain/member-id.ts'
import { fullName } from '#shared/domain/person-name.ts'
import { roleCode, type RoleId } from '#shared/domain/roles.ts'
import { ask, CallFailure } from '../../platform/api.ts'
import { RoleBadge } from '../../ui/badge.tsx'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { problemText } from '../../ui/form-problems.ts'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useActor } from './use-actor.ts'
import { patchUser, type User } from './use-users.ts'

export interface RoleWish {
  readonly user: User
  readonly role: RoleId
}

/** A role opens doors: the own password first, and in words what is given to whom (spec staff §4, "Role change"). */
export function RoleDialog({
  wish,
  onClose,
}: {
  readonly wish: RoleWish | undefined
  readonly onClose: () => void
}) {
  const { t } = useTranslation('userManagement')
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      open={wish !== undefined}
      onOpenChange={(next) => !next && !busy && onClose()}
      title={t('role.title')}
    >
      {wish !== undefined && <RoleForm {...wish} busy={busy} setBusy={setBusy} onClose={onClose} />}
    </Dialog>
  )
}

type RoleFormProps = RoleWish & {
  readonly busy: boolean
  readonly setBusy: (busy: boolean) => void
  readonly onClose: () => void
}

function RoleForm({ user, role, busy, setBusy, onClose }: RoleFormProps) {
  const { t } = useTranslation(['userManagement', 'common', 'ui'])
  const { memberId } = useActor()
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string>()
  const [notice, setNotice] = useState<{ readonly title: string; readonly text: string }>()

  /** False: the password is wrong. */
  async function prove(): Promise<boolean> {
    try {
      return (await ask(validatePassword, { body: { password, id: cardId(memberId) } })).valid
    } catch (error) {
      if (error instanceof CallFailure)
        setNotice({ title: t('passwordValidationError'), text: problemText(t, error) })
      throw error
    }
  }
  async function change(): Promise<void> {
    if (!(await prove())) return setFault(t('invalidPassword'))
    try {
      await ask(updateMember, { params: { id: user.id }, body: { role } })
    } catch (error) {
      if (error instanceof CallFailure)
        setNotice({ title: t('errors.roleUpdateFailed'), text: problemText(t, error) })
      throw error
    }
    patchUser(user.id, { role: { id: role } })
    toast.success(
      t('role.done', { name: fullName(user), role: t(`common:roles.${roleCode(role)}`) }),
    )
    onClose()
  }
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    if (password.trim() === '') return setFault(t('ui:staff.stepUp.required'))
    setNotice(undefined)
    setBusy(true)
    try {
      await change()
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error // a failed call is told above
    } finally {
      setBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <div className="grid gap-3 rounded-md border border-line bg-sunken p-4">
        <p className="font-semibold">
          <Auto>{fullName(user)}</Auto>{' '}
          <Ltr className="text-sm font-normal text-muted">{user.cardId}</Ltr>
        </p>
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
          <dt className="text-sm text-muted">{t('role.from')}</dt>
          <dd>
            <RoleBadge role={roleCode(user.role.id)} />
          </dd>
          <dt className="text-sm text-muted">{t('role.to')}</dt>
          <dd>
            <RoleBadge role={roleCode(role)} />
          </dd>
        </dl>
        <p>{t(`role.means.${roleCode(role)}`)}</p>
      </div>
      <PasswordField
        label={t('ui:staff.stepUp.password')}
        hint={t('role.why')}
        error={fault}
        autoComplete="current-password"
        required
        value={password}
        onChange={({ target }) => {
          setPassword(target.value)
          setFault(undefined)
        }}
      />
      {notice !== undefined && (
        <Notice tone="danger" title={notice.title}>
          {notice.text}
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-2 max-sm:flex-col-reverse">
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          {t('ui:confirm.cancel')}
        </Button>
        <Button type="submit" busy={busy}>
          {t('role.submit')}
        </Button>
      </div>
    </form>
  )
}
