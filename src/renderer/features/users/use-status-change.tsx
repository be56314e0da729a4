import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { updateMember } from '#shared/contract/users.ts'
import { isActiveStatus, type MemberStatus } from '#shared/domain/people/member-status.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { ask } from '../../platform/calls/api.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { problemText } from '../../ui/form/form-problems.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useStepUp } from '../../ui/form/use-step-up.tsx'
import { patchUser, type User } from './use-users.ts'
import { useCall } from '../../ui/form/use-call.ts'

interface StatusChange {
  readonly change: (user: User, status: MemberStatus) => void
  /** The last failure, in words. */
  readonly failure: string | undefined
  readonly dismiss: () => void
  readonly dialogs: ReactNode
}

/**
 * The new state is shown in the row at once and reverted when the server refuses it. A lock-out asks for confirmation
 * first: an arrow key on a select must not end another user's session.
 */
export function useStatusChange(): StatusChange {
  const { t } = useTranslation(['userManagement', 'common', 'problems'])
  const [wish, setWish] = useState<{ readonly user: User; readonly status: MemberStatus }>()
  const stepUp = useStepUp(t('status.stepUpTitle'), t('status.stepUpWhy'))

  const apply = useCall(
    async (user: User, status: MemberStatus) => {
      const undo = patchUser(user.id, { status, isActive: isActiveStatus(status) })
      try {
        const result = await stepUp.guard(() =>
          ask(updateMember, { params: { id: user.id }, body: { status } }),
        )
        const name = fullName(user)
        if (result.kind === 'cancelled') undo()
        else toast.success(t('status.done', { name, status: t(`common:status.${status}`) }))
      } catch (error) {
        undo()
        throw error
      }
    },
    (failure, user) => t('status.failed', { name: fullName(user), why: problemText(t, failure) }),
  )
  const close = (): void => setWish(undefined)
  return {
    change: (user, status) =>
      isActiveStatus(status) ? void apply.run(user, status) : setWish({ user, status }),
    failure: apply.notice,
    dismiss: apply.reset,
    dialogs: (
      <>
        {wish !== undefined && (
          <ConfirmDialog
            open
            onOpenChange={close}
            title={t(`status.confirm.${lockOf(wish.status)}.title`, { name: fullName(wish.user) })}
            text={<p>{t(`status.confirm.${lockOf(wish.status)}.text`)}</p>}
            confirmLabel={t(`status.confirm.${lockOf(wish.status)}.submit`)}
            tone="danger"
            onConfirm={() => {
              close()
              void apply.run(wish.user, wish.status)
            }}
          />
        )}
        {stepUp.dialog}
      </>
    ),
  }
}

const lockOf = (status: MemberStatus): 'inactive' | 'banned' | 'blocked' =>
  status === 'active' ? 'inactive' : status // an active state needs no confirmation
