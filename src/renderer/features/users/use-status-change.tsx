import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { updateMember } from '#shared/contract/members.ts'
import { isActiveStatus, type MemberStatus } from '#shared/domain/member-status.ts'
import { fullName } from '#shared/domain/person-name.ts'
import { ask, CallFailure } from '../../platform/api.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { problemText } from '../../ui/form-problems.ts'
import { toast } from '../../ui/toast.ts'
import { useStepUp } from '../../ui/use-step-up.tsx'
import { patchUser, type User } from './use-users.ts'

interface StatusChange {
  readonly change: (user: User, status: MemberStatus) => void
  /** The last failure, in words. */
  readonly failure: string | undefined
  readonly dismiss: () => void
  readonly dialogs: ReactNode
}

/**
 * The new state stands in the row at once and is taken back when the server refuses it. Who is locked out is confirmed
 * first: an arrow key on a select must not end anybody's session.
 */
export function useStatusChange(): StatusChange {
  const { t } = useTranslation(['userManagement', 'common', 'problems'])
  const [wish, setWish] = useState<{ readonly user: User; readonly status: MemberStatus }>()
  const [failure, setFailure] = useState<string>()
  const stepUp = useStepUp(t('status.stepUpTitle'), t('status.stepUpWhy'))

  async function apply(user: User, status: MemberStatus): Promise<void> {
    setFailure(undefined)
    const name = fullName(user)
    const undo = patchUser(user.id, { status, isActive: isActiveStatus(status) })
    try {
      const result = await stepUp.guard(() =>
        ask(updateMember, { params: { id: user.id }, body: { status } }),
      )
      if (result.kind === 'cancelled') undo()
      else toast.success(t('status.done', { name, status: t(`common:status.${status}`) }))
    } catch (error) {
      undo()
      if (!(error instanceof CallFailure)) throw error
      setFailure(t('status.failed', { name, why: problemText(t, error) }))
    }
  }
  const close = (): void => setWish(undefined)
  return {
    change: (user, status) =>
      isActiveStatus(status) ? void apply(user, status) : setWish({ user, status }),
    failure,
    dismiss: () => setFailure(undefined),
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
              void apply(wish.user, wish.status)
            }}
          />
        )}
        {stepUp.dialog}
      </>
    ),
  }
}

const lockOf = (status: MemberStatus): 'inactive' | 'banned' | 'blocked' =>
  status === 'active' ? 'inactive' : status // an active state is not confirmed
