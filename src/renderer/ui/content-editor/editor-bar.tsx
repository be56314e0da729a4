import { Save, Send, Trash2, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/button.tsx'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'

interface EditorBarProps {
  readonly editor: {
    readonly busy: string | undefined
    readonly unsaved: boolean
    readonly remove: () => Promise<boolean>
  }
  readonly draft: boolean
  readonly onSave: () => void
  readonly onPublish: () => void
  /** Undefined where it cannot be taken off the site. */
  readonly onWithdraw: (() => void) | undefined
  /** Undefined where it cannot be deleted. */
  readonly deletion:
    | { readonly label: string; readonly title: string; readonly text: string }
    | undefined
  /** More buttons, before the one that deletes. */
  readonly actions?: ReactNode
  /** Above the buttons. */
  readonly choices?: ReactNode
  /** What publishing does, below the buttons of a draft. */
  readonly hint: string
}

/** Saving, publishing, taking off the site and deleting. What cannot be undone asks for confirmation. */
export function EditorBar({
  editor: { busy, unsaved, remove },
  draft,
  onSave,
  onPublish,
  onWithdraw,
  deletion,
  actions,
  choices,
  hint,
}: EditorBarProps) {
  const { t } = useTranslation('contentEditor')
  const [deleting, setDeleting] = useState(false)
  const [withdrawing, setWithdrawing] = useState(false)
  const progress = (work: string) => ({
    busy: busy === work,
    disabled: busy !== undefined && busy !== work,
  })
  return (
    <div className="grid gap-2.5 border-t border-line pt-4">
      {choices}
      <div className="flex flex-wrap gap-2">
        <Button
          {...progress('save')}
          variant={draft ? 'secondary' : 'primary'}
          icon={<Save aria-hidden="true" size={20} />}
          onClick={onSave}
        >
          {t(draft ? 'act.saveDraft' : 'act.save')}
        </Button>
        {draft && (
          <Button
            {...progress('publish')}
            icon={<Send aria-hidden="true" size={20} className="mirror" />}
            onClick={onPublish}
          >
            {t('act.publish')}
          </Button>
        )}
        {onWithdraw !== undefined && (
          <Button
            {...progress('withdraw')}
            variant="secondary"
            icon={<Undo2 aria-hidden="true" size={20} className="mirror" />}
            onClick={() => setWithdrawing(true)}
          >
            {t('act.withdraw')}
          </Button>
        )}
        {actions}
        {deletion !== undefined && (
          <Button
            variant="secondary"
            className="text-danger! sm:ms-auto"
            disabled={busy !== undefined}
            icon={<Trash2 aria-hidden="true" size={20} />}
            onClick={() => setDeleting(true)}
          >
            {deletion.label}
          </Button>
        )}
      </div>
      <p className="text-sm text-muted">
        <output className="me-1.5 font-semibold empty:me-0">{unsaved ? t('unsaved') : ''}</output>
        {draft && hint}
      </p>
      <ConfirmDialog
        open={withdrawing}
        onOpenChange={setWithdrawing}
        title={t('withdraw.title')}
        text={<p>{t('withdraw.text')}</p>}
        confirmLabel={t('act.withdraw')}
        onConfirm={() => {
          setWithdrawing(false)
          onWithdraw?.()
        }}
      />
      {deletion !== undefined && (
        <ConfirmDialog
          open={deleting}
          onOpenChange={setDeleting}
          title={deletion.title}
          text={<p>{deletion.text}</p>}
          confirmLabel={deletion.label}
          tone="danger"
          busy={busy === 'delete'}
          onConfirm={() => void remove().then(() => setDeleting(false))}
        />
      )}
    </div>
  )
}
