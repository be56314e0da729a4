import { CalendarX, ClipboardCheck, Ban, Undo2 } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readEvent } from '#shared/contract/events.ts'
import { ask } from '../../../platform/calls/api.ts'
import type { EventItem } from '../../../platform/calls/content-queries.ts'
import { LinkButton, Button } from '../../../ui/button/button.tsx'
import { EditorBar } from '../../../ui/content-editor/editor-bar.tsx'
import { EditorFrame } from '../../../ui/content-editor/editor-frame.tsx'
import { EditorLoader } from '../../../ui/content-editor/editor-loader.tsx'
import { pictureToCome } from '../../../ui/content-editor/file-address.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { ReasonDialog } from '../../../ui/staff/reason-dialog.tsx'
import { useDashboard } from '../../../ui/staff/use-dashboard.ts'
import { EventState } from '../event-state.tsx'
import { EventFields } from './event-fields.tsx'
import { previewOf, formOf, meetsElsewhere, storedStatus } from './event-form.ts'
import { type EventEditorState, useEventEditor } from './use-event-editor.ts'

interface PageProps {
  /** The public page of an event; given by the app, because it belongs to another feature. */
  readonly Preview: ComponentType<{ readonly event: EventItem }>
}

export function NewEventPage({ Preview }: PageProps) {
  return <EventEditor event={undefined} Preview={Preview} />
}

export function EditEventPage({ Preview }: PageProps) {
  const { t } = useTranslation('staffEvents')
  const { base } = useDashboard()
  return (
    <EditorLoader
      kind="events"
      read={(id, signal) => ask(readEvent, { params: { id } }, { signal })}
      title={t('edit.title')}
      failure={t('edit.failed')}
      unknown={{
        icon: <CalendarX size={30} />,
        title: t('unknown.title'),
        text: t('unknown.text'),
      }}
      back={{ to: `${base}/events`, label: t('back') }}
    >
      {(event) => <EventEditor event={event} Preview={Preview} />}
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
  const { item: event, form, picture } = editor
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
      fieldName={(field) => t(`field.${field}`)}
      preview={<Preview event={previewOf(form, pictureToCome(picture), event)} />}
      bar={<EventBar editor={editor} />}
    >
      <EventFields editor={editor} />
    </EditorFrame>
  )
}

type Asked = 'callOff' | 'again'
const REASON_MAX_CHARS = 1_000

/** The actions for the event in its present state. Actions that cannot be undone ask for confirmation. */
function EventBar({ editor }: { readonly editor: EventEditorState }) {
  const { t } = useTranslation('staffEvents')
  const { item: event, form, busy, save } = editor
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
  return (
    <>
      <EditorBar
        editor={editor}
        draft={status === 'draft'}
        hint={t('publishHint')}
        choices={
          moved && (
            <Notice tone="info">
              <Checkbox
                label={t('tell.label', { count: people })}
                hint={t('tell.hint')}
                checked={tell}
                onChange={({ target }) => setTell(target.checked)}
              />
            </Notice>
          )
        }
        onSave={() => save(status, { tell })}
        onPublish={() => save('published', { work: 'publish' })}
        onWithdraw={
          status === 'published' && people + (event?.checkedInCount ?? 0) === 0
            ? () => save('draft', { work: 'withdraw' })
            : undefined
        }
        actions={
          <>
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
            {event?.status === 'upcoming' && (
              <Button
                variant="secondary"
                className="text-danger! sm:ms-auto"
                disabled={blocked}
                icon={<Ban aria-hidden="true" size={20} />}
                onClick={() => setAsked('callOff')}
              >
                {t('act.callOff')}
              </Button>
            )}
          </>
        }
        deletion={
          event?.status === 'draft'
            ? { label: t('act.delete'), title: t('delete.title'), text: t('delete.text') }
            : undefined
        }
      />
      <ReasonDialog
        open={asked === 'callOff'}
        title={t('callOff.title')}
        commentLabel={t('callOff.reason')}
        {...(people > 0 && { commentHint: t('callOff.reasonHint') })}
        cancelLabel={t('callOff.keep')}
        commentMaxChars={REASON_MAX_CHARS}
        confirmLabel={t('callOff.confirm')}
        tone="danger"
        busy={busy === 'callOff'}
        onClose={() => setAsked(undefined)}
        onConfirm={(reason) => void editor.callOff(reason).then(() => setAsked(undefined))}
      >
        <p>{people === 0 ? t('callOff.nobody') : t('callOff.people', { count: people })}</p>
        <p className="text-muted">{t(people === 0 ? 'callOff.afterNobody' : 'callOff.after')}</p>
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
    </>
  )
}
