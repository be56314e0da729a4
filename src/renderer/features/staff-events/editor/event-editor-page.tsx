import { useQuery } from '@tanstack/react-query'
import { CalendarX, ClipboardCheck } from 'lucide-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { readEvent } from '#shared/contract/events.ts'
import { ask } from '../../../platform/calls/api.ts'
import type { EventItem } from '../../../platform/calls/content-queries.ts'
import { LinkButton } from '../../../ui/button/button.tsx'
import { EditorFrame } from '../../../ui/content-editor/editor-frame.tsx'
import { EditorLoader, READ_TO_EDIT } from '../../../ui/content-editor/editor-loader.tsx'
import { fileAddress } from '../../../ui/content-editor/file-address.ts'
import { EditorBar } from './editor-bar.tsx'
import { EventFields } from './event-fields.tsx'
import { previewOf } from './event-form.ts'
import { EventState } from '../event-state.tsx'
import { useDashboard } from '../use-dashboard.ts'
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
