import { Save, Send, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { NewsEditorState } from './use-news-editor.ts'

export function NewsBar({ editor }: { readonly editor: NewsEditorState }) {
  const { t } = useTranslation('staffNews')
  const { article, busy, save, unsaved } = editor
  const [deleting, setDeleting] = useState(false)
  const blocked = busy !== undefined
  const draft = article?.status !== 'published'
  const goneOut = article?.newsletter?.doneAt != null
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      <output className="text-sm text-muted">{unsaved ? t('unsaved') : ''}</output>
      <div className="flex flex-wrap gap-2">
        <Button
          variant={draft ? 'secondary' : 'primary'}
          busy={busy === 'save'}
          disabled={blocked && busy !== 'save'}
          icon={<Save aria-hidden="true" size={20} />}
          onClick={() => save(draft ? 'draft' : 'published')}
        >
          {t(draft ? 'act.saveDraft' : 'act.save')}
        </Button>
        {draft ? (
          <Button
            busy={busy === 'publish'}
            disabled={blocked && busy !== 'publish'}
            icon={<Send aria-hidden="true" size={20} className="mirror" />}
            onClick={() => save('published', 'publish')}
          >
            {t('act.publish')}
          </Button>
        ) : (
          <Button
            variant="secondary"
            busy={busy === 'withdraw'}
            disabled={blocked && busy !== 'withdraw'}
            icon={<Undo2 aria-hidden="true" size={20} className="mirror" />}
            onClick={() => save('draft', 'withdraw')}
          >
            {t('act.withdraw')}
          </Button>
        )}
        {article !== undefined && (
          <Button
            variant="danger"
            className="sm:ms-auto"
            disabled={blocked}
            icon={<Trash2 aria-hidden="true" size={20} />}
            onClick={() => setDeleting(true)}
          >
            {t('act.delete')}
          </Button>
        )}
      </div>
      {draft && (
        <p className="text-sm text-muted">{t(goneOut ? 'publishAgainHint' : 'publishHint')}</p>
      )}
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title={t('delete.title')}
        text={<p>{t(goneOut ? 'delete.textSent' : 'delete.text')}</p>}
        confirmLabel={t('act.delete')}
        tone="danger"
        busy={busy === 'delete'}
        onConfirm={() => void editor.remove().then(() => setDeleting(false))}
      />
    </div>
  )
}
