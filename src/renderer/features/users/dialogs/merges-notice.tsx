/** Records that became part of this one, as long as that can be undone. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Merge } from '#shared/contract/duplicates.ts'
import { undoMerge } from '#shared/contract/merges.ts'
import { canMergeInto } from '#shared/domain/access/merge-rules.ts'
import { isMemberField } from '#shared/domain/people/member-fields.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ask } from '../../../platform/calls/api.ts'
import { Button } from '../../../ui/button/button.tsx'
import { faultText, problemText } from '../../../ui/call/form-problems.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useStepUp } from '../../../ui/step-up/use-step-up.tsx'
import { targetOf, useActor } from '../use-actor.ts'
import { forgetUsers, reloadUser, type FullUser } from '../use-users.ts'

export function Merges({ user }: { readonly user: FullUser }) {
  const { t } = useTranslation('merges')
  const format = useFormat()
  const mayUndo = canMergeInto(useActor(), targetOf(user))
  if (user.merges.length === 0) return null
  return (
    <div className="grid gap-2">
      {user.merges.map((merge) => (
        <Notice
          key={merge.id}
          tone="info"
          title={t('undo.title', { card: bareCardId(merge.endedCardId) })}
          action={mayUndo && <Separate merge={merge} user={user} />}
        >
          <p className="wrap-anywhere">
            {t('undo.text', {
              date: format.date(merge.mergedAt),
              by: merge.mergedBy,
              reason: merge.reason,
            })}
          </p>
          <p>{t('undo.until', { date: format.date(merge.undoUntil) })}</p>
        </Notice>
      ))}
    </div>
  )
}

function Separate({ merge, user }: { readonly merge: Merge; readonly user: FullUser }) {
  const { t } = useTranslation(['merges', 'memberFields', 'problems', 'ui'])
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const stepUp = useStepUp(t('act.stepUpTitle'), t('undo.stepUpWhy'))
  const labelOf = (field: string): string => {
    if (isMemberField(field)) return t(`memberFields:${field}.label`, { context: 'record' })
    if (field === 'portrait' || field === 'documents') return t(`fields.${field}`)
    return t('undo.status')
  }
  const undo = useCall(
    async () => {
      const result = await stepUp.guard(() => ask(undoMerge, { params: { id: merge.id } }))
      if (result.kind === 'cancelled') return
      const { cardId, left } = result.value
      const card = bareCardId(cardId)
      const done = t('undo.done', { card })
      toast.success(
        left.length === 0
          ? done
          : `${done}. ${t('undo.left', { fields: format.list(left.map(labelOf)) })}`,
      )
      setOpen(false)
      await forgetUsers()
      await reloadUser(user.id)
    },
    (failure) =>
      (failure.problem?.fields ?? []).map((fault) => faultText(t, fault)).join(' ') ||
      problemText(t, failure),
  )
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t('undo.open')}
      </Button>
      {open && (
        <ConfirmDialog
          open
          onOpenChange={setOpen}
          title={t('undo.confirmTitle', { card: bareCardId(merge.endedCardId) })}
          text={<p>{t('undo.confirmText')}</p>}
          confirmLabel={t('undo.open')}
          tone="danger"
          busy={undo.busy}
          onConfirm={() => void undo.run()}
        >
          {undo.notice !== undefined && (
            <Notice tone="danger" title={t('act.failed')}>
              {undo.notice}
            </Notice>
          )}
          {stepUp.dialog}
        </ConfirmDialog>
      )}
    </>
  )
}
