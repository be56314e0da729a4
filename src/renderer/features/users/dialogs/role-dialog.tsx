import { type SubmitEvent, useState, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { updateMember, validatePassword } from '#shared/contract/users.ts'
import type { ProofMethod } from '#shared/domain/access/factor-rules.ts'
import { bareCardId, cardId } from '#shared/domain/people/member-id.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { roleOf, type RoleId } from '#shared/domain/people/roles.ts'
import { ask } from '../../../platform/calls/api.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { FormButtons } from '../../../ui/button/form-buttons.tsx'
import { useCall } from '../../../ui/call/use-call.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { RoleBadge } from '../../../ui/feedback/badge.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { PasswordField, SelectField } from '../../../ui/field/text-field.tsx'
import { SecondStep } from '../../../ui/step-up/second-step.tsx'
import { rolesFor, useActor } from '../use-actor.ts'
import { isProposal, patchUser, type User } from '../use-users.ts'

export interface RoleWish {
  readonly user: User
  readonly role: RoleId
}

/** A role gives access: asks for the user's own password, and says what is given to whom (docs/spec/members.md, 7). */
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
      {wish !== undefined && <RoleForm {...wish} onBusy={setBusy} onClose={onClose} />}
    </Dialog>
  )
}

type RoleFormProps = RoleWish & {
  readonly onBusy: (busy: boolean) => void
  readonly onClose: () => void
}

function RoleForm({ user, role: wanted, onBusy, onClose }: RoleFormProps) {
  const { t } = useTranslation(['userManagement', 'common', 'ui'])
  const actor = useActor()
  const [role, setRole] = useState(wanted)
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string>()
  const [same, setSame] = useState(false)
  /** The password was right, and the account has a second factor. */
  const [methods, setMethods] = useState<readonly ProofMethod[]>()

  const change = useCall(async () => {
    const name = fullName(user)
    if (isProposal(await ask(updateMember, { params: { id: user.id }, body: { role } })))
      toast.success(t('accessWaits.done', { name }))
    else {
      patchUser(user.id, { role: { id: role } })
      toast.success(t('role.done', { name, role: t(`common:roles.${roleOf(role)}`) }))
    }
    onClose()
  })
  const prove = useCall(async () => {
    const proof = await ask(validatePassword, { body: { password, id: cardId(actor.memberId) } })
    if (!proof.valid) setFault(t('invalidPassword'))
    else if (proof.methods === undefined) await change.run()
    else setMethods(proof.methods)
  })
  const { busy } = prove
  useEffect(() => onBusy(busy), [onBusy, busy])
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (busy) return
    change.reset()
    if (role === user.role.id) setSame(true)
    else if (password.trim() === '') setFault(t('ui:staff.stepUp.required'))
    else void prove.run()
  }
  if (methods !== undefined)
    return (
      <>
        <SecondStep
          methods={methods}
          onProven={async () => void (await change.run())}
          onBusy={onBusy}
        />
        <FailureNotice title={t('errors.roleUpdateFailed')} text={change.notice} />
      </>
    )
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <div className="grid gap-3 rounded-md border border-line bg-sunken p-4">
        <p className="font-semibold">
          <Auto>{fullName(user)}</Auto>{' '}
          <Ltr className="text-sm font-normal text-muted">{bareCardId(user.cardId)}</Ltr>
        </p>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="text-sm text-muted">{t('role.from')}</span>
          <RoleBadge role={roleOf(user.role.id)} />
        </p>
        {/* An arrow key on the choice of a row opens this dialog with the next role: the one that is meant is chosen here. */}
        <SelectField
          data-begin={wanted === user.role.id || undefined}
          label={t('role.to')}
          value={role}
          error={same ? t('role.same') : undefined}
          options={rolesFor(actor, user).map((id) => ({
            value: id,
            label: t(`common:roles.${roleOf(id)}`),
          }))}
          onChange={({ target }) => {
            setRole(rolesFor(actor, user).find((id) => id === target.value) ?? role)
            setSame(false)
          }}
        />
        <p>{t(`role.means.${roleOf(role)}`)}</p>
        {[role, user.role.id].includes('ROLE_ADMIN') && <p>{t('accessWaits.role')}</p>}
      </div>
      <PasswordField
        data-begin={wanted !== user.role.id || undefined}
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
      <FailureNotice title={t('passwordValidationError')} text={prove.notice} />
      <FailureNotice title={t('errors.roleUpdateFailed')} text={change.notice} />
      <FormButtons busy={busy} onCancel={onClose} submit={t('role.submit')} />
    </form>
  )
}
