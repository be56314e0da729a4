import { ExternalLink, Plus, Trash2, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  createEvidence,
  type Evidence,
  type Report,
  deleteEvidence,
} from '#shared/contract/reports.ts'
import { RESTORE_DAYS } from '#shared/domain/report/report-rules.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ask } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { Button } from '../../ui/button/button.tsx'
import { useCall } from '../../ui/call/use-call.ts'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { ReasonDialog } from '../../ui/staff/reason-dialog.tsx'
import { useStepUp } from '../../ui/step-up/use-step-up.tsx'
import { EvidenceList } from '../report-form/upload/evidence-list.tsx'
import { isHere } from '../report-form/upload/queue-item.ts'
import { newEvidenceQueue, useQueueItems } from '../report-form/upload/use-evidence-queue.ts'
import { useStaffRole } from '../report/use-staff.ts'
import { useRestoreEvidence } from './use-restore.ts'

const refresh = () => queryClient.invalidateQueries({ queryKey: ['reports'] })

/** Evidence is added and deleted at once, not with the rest of the form. */
export function EditEvidence({ report }: { readonly report: Report }) {
  const { t } = useTranslation('reportWrite')
  const [removing, setRemoving] = useState<Evidence>()
  const [removed, setRemoved] = useState<Evidence>()
  return (
    <div className="grid grid-cols-1 gap-4 sm:col-span-2">
      {report.reportEvidences.length === 0 ? (
        <p className="text-muted">{t('edit.noEvidence')}</p>
      ) : (
        <ul
          aria-label={t('edit.evidenceList')}
          className="divide-y divide-line border-y border-line"
        >
          {report.reportEvidences.map((item) => (
            <EvidenceLine key={item.id} item={item} onRemove={() => setRemoving(item)} />
          ))}
        </ul>
      )}
      {removed !== undefined && (
        <JustRemoved key={removed.id} item={removed} onRestored={() => setRemoved(undefined)} />
      )}
      <AddEvidence reportId={report.id} />
      {removing !== undefined && (
        <RemoveEvidence
          item={removing}
          onRemoved={() => {
            setRemoved(removing)
            setRemoving(undefined)
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </div>
  )
}

function EvidenceLine({
  item,
  onRemove,
}: {
  readonly item: Evidence
  readonly onRemove: () => void
}) {
  const { t } = useTranslation('reportWrite')
  const format = useFormat()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <p className="min-w-0 grow basis-56">
        <span dir="auto" className="block wrap-anywhere">
          {item.description}
        </span>
        <span className="block text-sm text-muted">
          {t(`kind.${item.evidenceType}`)} ·{' '}
          <time dateTime={item.uploadedAt}>{format.date(new Date(item.uploadedAt), 'medium')}</time>
        </span>
      </p>
      <a
        href={item.fileUrl ?? undefined}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t('edit.viewOf', { name: item.description })}
        className="inline-flex min-h-11 items-center gap-2 rounded-md px-3 font-semibold text-brand hover:bg-brand-soft"
      >
        <ExternalLink aria-hidden="true" size={18} className="mirror" />
        {t('edit.view')}
      </a>
      <Button
        variant="quiet"
        aria-label={t('edit.removeOf', { name: item.description })}
        icon={<Trash2 aria-hidden="true" size={18} />}
        onClick={onRemove}
      >
        {t('file.remove')}
      </Button>
    </li>
  )
}

/** Chosen files are uploaded at once; the button adds those that have arrived and have a description. */
function AddEvidence({ reportId }: { readonly reportId: number }) {
  const { t } = useTranslation(['reportWrite', 'problems'])
  const [queue] = useState(newEvidenceQueue)
  const items = useQueueItems(queue)
  // The file of the call that failed.
  const [reached, setReached] = useState('')
  useEffect(() => () => queue.clear({ andCancel: true }), [queue])
  const ready =
    items.length > 0 && items.every((item) => isHere(item) && item.description.trim() !== '')
  const add = useCall(async () => {
    try {
      for (const { key, kind, name, fileUrl = '', description } of items) {
        setReached(name)
        await ask(createEvidence, {
          body: { reportId, evidenceType: kind, fileUrl, description: description.trim() },
        })
        queue.release(key)
      }
    } finally {
      await refresh()
    }
  })
  return (
    <div className="grid grid-cols-1 gap-3">
      <EvidenceList queue={queue} errors={{}} />
      {add.notice !== undefined && (
        <Notice tone="danger" title={t('edit.addFailed')}>
          <p>
            {t('edit.createFailed')}: <bdi>{reached}</bdi>
          </p>
          <p>{add.notice}</p>
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="secondary"
          disabled={!ready}
          busy={add.busy}
          aria-describedby="add-evidence-hint"
          icon={<Plus aria-hidden="true" size={18} />}
          onClick={() => void add.run()}
        >
          {t('edit.add')}
        </Button>
        <p id="add-evidence-hint" className="text-sm text-muted">
          {ready ? '' : t('edit.addHint')}
        </p>
      </div>
    </div>
  )
}

interface RemoveEvidenceProps {
  readonly item: Evidence
  readonly onRemoved: () => void
  readonly onClose: () => void
}

function RemoveEvidence({ item, onRemoved, onClose }: RemoveEvidenceProps) {
  const { t } = useTranslation(['reportWrite', 'problems'])
  const { guard, dialog } = useStepUp(t('edit.removeTitle'), t('delete.why'))
  const remove = useCall(async (reason: string) => {
    const removed = await guard(() =>
      ask(deleteEvidence, { params: { id: item.id }, body: { reason } }),
    )
    if (removed.kind === 'cancelled') return
    if (!removed.value.deleted) {
      toast.success(t('delete.proposed'))
      onClose()
      return
    }
    await queryClient.invalidateQueries({ queryKey: ['reports'] })
    onRemoved()
  })
  return (
    <>
      <ReasonDialog
        open
        title={t('edit.removeTitle')}
        commentLabel={t('delete.reason')}
        commentHint={t('delete.reasonHint')}
        commentRequired
        confirmLabel={t('edit.removeConfirm')}
        tone="danger"
        busy={remove.busy}
        error={<FailureNotice title={t('edit.removeFailed')} text={remove.notice} />}
        onConfirm={(reason) => void remove.run(reason)}
        onClose={onClose}
      >
        <p dir="auto" className="rounded-md border border-line bg-sunken p-3 wrap-anywhere">
          {item.description}
        </p>
        <p>{t('edit.removeText', { count: RESTORE_DAYS })}</p>
      </ReasonDialog>
      {dialog}
    </>
  )
}

/** Says what was deleted, and how to restore it: administrators do it here, others ask one. */
function JustRemoved({
  item,
  onRestored,
}: {
  readonly item: Evidence
  readonly onRestored: () => void
}) {
  const { t } = useTranslation('reportWrite')
  const mayRestore = useStaffRole() === 'admin'
  const restore = useRestoreEvidence(onRestored)
  return (
    <Notice
      tone="success"
      title={t('edit.removed', { name: item.description })}
      action={
        mayRestore && (
          <Button
            variant="secondary"
            busy={restore.busy}
            icon={<Undo2 aria-hidden="true" size={18} className="mirror" />}
            onClick={() => void restore.run(item.id)}
          >
            {t('delete.undo')}
          </Button>
        )
      }
    >
      {!mayRestore && t('delete.askAdministrator', { count: RESTORE_DAYS })}
    </Notice>
  )
}
