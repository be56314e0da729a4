import { useQuery } from '@tanstack/react-query'
import { CalendarX, ClipboardCheck, Ban, Save, Send, Trash2, Undo2 } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { readEvent } from '#shared/contract/events.ts'
import { ask } from '../../../platform/calls/api.ts'
import type { EventItem } from '../../../platform/calls/content-queries.ts'
import { LinkButton, Button } from '../../../ui/button/button.tsx'
import { EditorFrame } from '../../../ui/content-editor/editor-frame.tsx'
import { EditorLoader, READ_TO_EDIT } from '../../../ui/content-editor/editor-loader.tsx'
import { fileAddress } from '../../../ui/content-editor/file-address.ts'
import { EventFields } from './event-fields.tsx'
import { previewOf, formOf, meetsElsewhere, storedStatus } from './event-form.ts'
import { EventState } from '../event-state.tsx'
import { useDashboard } from '../use-dashboard.ts'
import { type EventEditorState, useEventEditor } from './use-event-editor.ts'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ReasonDialog } from '../../../ui/staff/reason-dialog.tsx'

interface PageProps {
  /** The public page of an event; given by the app, because it belongs to another feature. */
  readonly Preview: ComponentType<{ readonly event: EventItem }>
}

export function NewEventPage({ Preview }: PageProps) {
  return <EventEditor event={undefined} Preview={Preview} />
}

export function EditEventPage({ Preview }: PageProps) {
  const { t } = useTranslation('staffEvents')
  const { id = '' } = useParams()
  const { base } = useDashboard()
  const query = useQuery({
    queryKey: ['events', 'edit', id],
    queryFn: ({ signal }) => ask(readEvent, { params: { id } }, { signal }),
    ...READ_TO_EDIT,
  })
  return (
    <EditorLoader
      query={query}
      title={t('edit.title')}
      failure={t('edit.failed')}
      unknown={{
        icon: <CalendarX size={30} />,
        title: t('unknown.title'),
        text: t('unknown.text'),
      }}
      back={{ to: `${base}/events`, label: t('back') }}
    >
      {(event) => <EventEditor key={id} event={event} Preview={Preview} />}
    </EditorLoader>
  )
}

function EventEditor({
  event: loaded,
  Preview,
}: PageProps & { readonly event: EventItem | undefined }) {
  const { t } = useTranslation('staffEvents')
  const { base } = useDashboard()
  const editor = useEventEditor(loaded, `${base}/events`)
  const { event } = editor
  return (
    <EditorFrame
      editor={editor}
      title={t(event === undefined ? 'new.title' : 'edit.title')}
      back={{ to: `${base}/events`, label: t('back') }}
      state={
        event && (
          <>
            <EventState status={event.status} />
            {t(`stateText.${event.status}`)}
          </>
        )
      }
      actions={
        event !== undefined &&
        event.status !== 'draft' && (
          <LinkButton
            variant="secondary"
            to={`${base}/events/${event.id}`}
            icon={<ClipboardCheck aria-hidden="true" size={20} />}
          >
            {t('attendance.title')}
          </LinkButton>
        )
      }
      nameOf={(name) =>
        t(
          name.startsWith('content.')
            ? `difference.${name.slice('content.'.length)}`
            : `field.${name}`,
        )
      }
      preview={<DrawnPreview editor={editor} Preview={Preview} />}
      bar={<EditorBar editor={editor} />}
    >
      <EventFields editor={editor} />
    </EditorFrame>
  )
}

function DrawnPreview({
  editor: { form, picture },
  Preview,
}: PageProps & { readonly editor: EventEditorState }) {
  const { held, file, removed } = picture
  return (
    <Preview
      event={previewOf(form, file === undefined ? (removed ? null : held) : fileAddress(file))}
    />
  )
}

type Asked = 'callOff' | 'delete' | 'again'
const REASON_MAX_CHARS = 1_000

/** The actions for the event in its present state. Actions that cannot be undone ask for confirmation. */
function EditorBar({ editor }: { readonly editor: EventEditorState }) {
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
