import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Report, deleteReport, hideReport } from '#shared/contract/reports.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { RESTORE_DAYS } from '#shared/domain/report/report-rules.ts'
import { EditDialog } from '../../../parts/report-edit/edit-dialog.tsx'
import { useRestore } from '../../../parts/report-edit/use-restore.ts'
import { ask, CallFailure } from '../../../platform/calls/api.ts'
import { queryClient } from '../../../platform/calls/query-client.ts'
import { problemText } from '../../../ui/call/form-problems.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { ReasonDialog } from '../../../ui/staff/reason-dialog.tsx'
import { refreshCounts } from '../../../ui/staff/refresh-counts.ts'
import { UndoNotice } from '../../../ui/staff/undo-notice.tsx'
import { useStepUp } from '../../../ui/step-up/use-step-up.tsx'

interface JustDeletedProps {
  readonly id: number
  readonly mayRestore: boolean
  readonly onDismiss: () => void
}

/** Says what was done, and how to restore it: administrators do it here, others ask one. */
function JustDeleted({ id, mayRestore, onDismiss }: JustDeletedProps) {
  const { t } = useTranslation('reportWrite')
  const restore = useRestore(onDismiss)
  return (
    <UndoNotice
      tone="success"
      title={t('delete.done', { id })}
      undo={
        mayRestore && {
          label: t('delete.undo'),
          busy: restore.busy,
          run: () => void restore.run(id),
        }
      }
      dismissLabel={t('delete.dismiss')}
      onDismiss={onDismiss}
    >
      {!mayRestore && t('delete.askAdministrator', { count: RESTORE_DAYS })}
    </UndoNotice>
  )
}

interface DeleteDialogProps {
  readonly id: number | undefined
  readonly onClose: () => void
  readonly onDeleted: (id: number) => void
}

function DeleteDialog({ id, onClose, onDeleted }: DeleteDialogProps) {
  return id === undefined ? null : (
    <DeleteConfirmation key={id} id={id} onClose={onClose} onDeleted={onDeleted} />
  )
}

function DeleteConfirmation({
  id,
  onClose,
  onDeleted,
}: DeleteDialogProps & { readonly id: number }) {
  const { t } = useTranslation(['reportWrite', 'problems', 'ui'])
  const { guard, dialog } = useStepUp(t('ui:staff.stepUp.title'), t('delete.why'))
  const remove = useCall(async (reason: string) => {
    try {
      // The reason is in the body: addresses are logged on the way.
      const removed = await guard(() =>
        ask(deleteReport, { params: { id }, query: {}, body: { reason } }),
      )
      if (removed.kind === 'cancelled') return
      if (removed.value.deleted) return onDeleted(id)
      toast.success(t('delete.proposed'))
      onClose()
    } finally {
      await Promise.all([queryClient.invalidateQueries({ queryKey: ['reports'] }), refreshCounts()])
    }
  })
  return (
    <ReasonDialog
      open
      title={t('delete.title', { id })}
      commentLabel={t('delete.reason')}
      commentHint={t('delete.reasonHint')}
      commentRequired
      confirmLabel={t('delete.confirm')}
      tone="danger"
      busy={remove.busy}
      error={<FailureNotice title={t('delete.failed')} text={remove.notice} />}
      onConfirm={(reason) => void remove.run(reason)}
      onClose={onClose}
      proof={dialog}
    >
      <p>{t('delete.text', { id })}</p>
      <p>{t('delete.restorable', { count: RESTORE_DAYS })}</p>
    </ReasonDialog>
  )
}

export interface StaffWorkProps {
  readonly role: Role
  readonly editing: number | undefined
  readonly deleting: number | undefined
  readonly hiding: Report | undefined
  readonly onDeleted: (id: number) => void
  readonly onClose: () => void
}

/** All actions of staff, in one chunk that is loaded for staff only. */
export function StaffWork({ role, editing, deleting, hiding, onDeleted, onClose }: StaffWorkProps) {
  const [deleted, setDeleted] = useState<number>()
  return (
    <>
      {deleted !== undefined && (
        <JustDeleted
          key={deleted}
          id={deleted}
          mayRestore={role === 'admin'}
          onDismiss={() => setDeleted(undefined)}
        />
      )}
      <EditDialog id={editing} onClose={onClose} />
      <HideDialog report={hiding} onClose={onClose} />
      <DeleteDialog
        id={deleting}
        onClose={onClose}
        onDeleted={(id) => {
          setDeleted(id)
          onDeleted(id)
          onClose()
        }}
      />
    </>
  )
}

interface HideDialogProps {
  readonly report: Report | undefined
  readonly onClose: () => void
}

/** Hides a public report: it returns to review. */
function HideDialog({ report, onClose }: HideDialogProps) {
  return report === undefined ? null : (
    <HideConfirmation key={report.id} report={report} onClose={onClose} />
  )
}

/** Another member of staff verified or edited it while the list was open. */
const conflictOf = ({ problem }: CallFailure): 'verified' | 'changed' | undefined => {
  if (problem?.code !== 'conflict') return undefined
  return problem.fields.some(({ code }) => code === 'report_verified') ? 'verified' : 'changed'
}

function HideConfirmation({
  report: { id, version },
  onClose,
}: {
  readonly report: Report
  readonly onClose: () => void
}) {
  const { t } = useTranslation(['reportWrite', 'problems'])
  const hide = useCall(
    async () => {
      try {
        const body = { ...(version !== undefined && { version }) }
        await ask(hideReport, { params: { id }, body })
        toast.success(t('hide.done', { id }))
        onClose()
      } finally {
        await queryClient.invalidateQueries({ queryKey: ['reports'] })
      }
    },
    (failure) => {
      const conflict = conflictOf(failure)
      return conflict === undefined ? problemText(t, failure) : t(`hide.${conflict}`)
    },
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('hide.title', { id })}
      text={
        <>
          <p>{t('hide.text')}</p>
          <p>{t('hide.back')}</p>
        </>
      }
      confirmLabel={t('hide.confirm')}
      tone="danger"
      busy={hide.busy}
      onConfirm={() => void hide.run()}
    >
      <FailureNotice title={t('hide.failed')} text={hide.notice} />
    </ConfirmDialog>
  )
}
