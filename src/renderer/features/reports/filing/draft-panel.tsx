import { Trash2, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import {
  bringDraftBack,
  dropDraft,
  hasCaptures,
  setDraftAside,
  UNDO_MS,
  useHasDraft,
} from './draft.ts'

/** Where the draft is kept, in plain words, and the button that deletes it. */
export function DraftPanel({ onDelete }: { readonly onDelete: () => void }) {
  const { t } = useTranslation('reportWrite')
  const [asking, setAsking] = useState(false)
  const hasDraft = useHasDraft()
  if (!hasDraft) return null
  return (
    <div className="grid justify-items-start gap-3 rounded-lg border border-line bg-sunken p-4">
      <p className="text-sm text-muted">{t('create.kept')}</p>
      <Button
        variant="secondary"
        className="px-3"
        icon={<Trash2 aria-hidden="true" size={18} />}
        onClick={() => {
          if (hasCaptures()) return setAsking(true)
          setDraftAside()
          onDelete()
        }}
      >
        {t('draft.discard')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('draft.discardTitle')}
        text={<p>{t('draft.discardText')}</p>}
        confirmLabel={t('draft.discard')}
        tone="danger"
        onConfirm={() => {
          dropDraft({ andCancel: true })
          onDelete()
        }}
      />
    </div>
  )
}

/** Shown in place of the form until the draft is forgotten. */
export function DeletedDraft() {
  const { t } = useTranslation('reportWrite')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid max-w-3xl justify-items-start gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-2xl headline">
        {t('draft.deleted')}
      </h2>
      <p>{t('draft.deletedText', { count: UNDO_MS / 1000 })}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<Undo2 aria-hidden="true" size={18} className="mirror" />}
          onClick={bringDraftBack}
        >
          {t('delete.undo')}
        </Button>
        <Button variant="secondary" onClick={() => dropDraft({ andCancel: true })}>
          {t('draft.fresh')}
        </Button>
      </div>
    </div>
  )
}
