import { Ban, Save, Send, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/button.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ReasonDialog } from '../../../ui/staff/reason-dialog.tsx'
import { formOf, meetsElsewhere, storedStatus } from './event-form.ts'
import type { EventEditorState } from './use-event-editor.ts'

type Asked = 'callOff' | 'delete' | 'again'
const REASON_MAX_CHARS = 1_000

/** The actions for the event in its present state. Actions that cannot be undone ask for confirmation. */
export function EditorBar({ editor }: { readonly editor: EventEditorState }) {
  const { t } = useTranslation('staffEvents')
  const { event, form, busy, save, unsaved } = editor
  const [asked, setAsked] = useState<Asked>()
  const [tell, setTell] = useState(true)
  const status = event === undefined ? 'draft' : storedStatus(event)
  const people = (event?.registeredCount ?? 0) + (event?.waitingCount ?? 0)
  const moved =
    event !== undefined &&
    event.status === 'upcoming' &&
    people > 0 &&
    meetsElsewhere(formOf(event), form)
  const blocked = busy !== undefined
  const draft = status === 'draft'
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      {moved && (
        <Notice tone="info">
          <Checkbox
            label={t('tell.label', { count: people })}
            hint={t('tell.hint')}
            checked={tell}
            onChange={({ target }) => setTell(target.checked)}
          />
        </Notice>
      )}
      <output className="text-sm text-muted">{unsaved ? t('unsaved') : ''}</output>
      <div className="flex flex-wrap gap-2">
        <Button
          variant={draft ? 'secondary' : 'primary'}
          busy={busy === 'save'}
          disabled={blocked && busy !== 'save'}
          icon={<Save aria-hidden="true" size={20} />}
          onClick={() => save(status, { tell })}
        >
          {t(draft ? 'act.saveDraft' : 'act.save')}
        </Button>
        {draft && (
          <Button
            busy={busy === 'publish'}
            disabled={blocked && busy !== 'publish'}
            icon={<Send aria-hidden="true" size={20} className="mirror" />}
            onClick={() => save('published', { work: 'publish' })}
          >
            {t('act.publish')}
          </Button>
        )}
        {status === 'cancelled' && (
          <Button
            variant="secondary"
            disabled={blocked}
            icon={<Undo2 aria-hidden="true" size={20} className="mirror" />}
            onClick={() => setAsked('again')}
          >
            {t('act.again')}
          </Button>
        )}
        {status === 'published' && people + (event?.checkedInCount ?? 0) === 0 && (
          <Button
            variant="secondary"
            busy={busy === 'withdraw'}
            disabled={blocked && busy !== 'withdraw'}
            icon={<Undo2 aria-hidden="true" size={20} className="mirror" />}
            onClick={() => save('draft', { work: 'withdraw' })}
          >
            {t('act.withdraw')}
          </Button>
        )}
        {event?.status === 'upcoming' && (
          <Button
            variant="danger"
            className="sm:ms-auto"
            disabled={blocked}
            icon={<Ban aria-hidden="true" size={20} />}
            onClick={() => setAsked('callOff')}
          >
            {t('act.callOff')}
          </Button>
        )}
        {event !== undefined && draft && (
          <Button
            variant="danger"
            className="sm:ms-auto"
            disabled={blocked}
            icon={<Trash2 aria-hidden="true" size={20} />}
            onClick={() => setAsked('delete')}
          >
            {t('act.delete')}
          </Button>
        )}
      </div>
      {draft && <p className="text-sm text-muted">{t('publishHint')}</p>}
      <ReasonDialog
        open={asked === 'callOff'}
        title={t('callOff.title')}
        commentLabel={t('callOff.reason')}
        commentHint={t('callOff.reasonHint')}
        commentMaxChars={REASON_MAX_CHARS}
        confirmLabel={t('callOff.confirm')}
        tone="danger"
        busy={busy === 'callOff'}
        onClose={() => setAsked(undefined)}
        onConfirm={(reason) => void editor.callOff(reason).then(() => setAsked(undefined))}
      >
        <p>{people === 0 ? t('callOff.nobody') : t('callOff.people', { count: people })}</p>
        <p className="text-muted">{t('callOff.after')}</p>
      </ReasonDialog>
      <ConfirmDialog
        open={asked === 'again'}
        onOpenChange={() => setAsked(undefined)}
        title={t('again.title')}
        text={<p>{people === 0 ? t('again.nobody') : t('again.people', { count: people })}</p>}
        confirmLabel={t('act.again')}
        onConfirm={() => {
          setAsked(undefined)
          save('published', { work: 'publish' })
        }}
      />
      <ConfirmDialog
        open={asked === 'delete'}
        onOpenChange={() => setAsked(undefined)}
        title={t('delete.title')}
        text={<p>{t('delete.text')}</p>}
        confirmLabel={t('act.delete')}
        tone="danger"
        busy={busy === 'delete'}
        onConfirm={() => void editor.remove().then(() => setAsked(undefined))}
      />
    </div>
  )
}
