import { useTranslation } from 'react-i18next'
import {
  callOffEvent,
  createEvent,
  deleteEvent,
  Event,
  updateEvent,
} from '#shared/contract/events.ts'
import { ask } from '../../../platform/calls/api.ts'
import { type EventItem, eventsQuery, keepEvent } from '../../../platform/calls/content-queries.ts'
import { queryClient } from '../../../platform/calls/query-client.ts'
import {
  type ContentKind,
  useContentEditor,
} from '../../../ui/content-editor/use-content-editor.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import {
  bodyOf,
  EMPTY_EVENT,
  EventForm,
  faultsOf,
  fieldOfPath,
  formOf,
  type StoredStatus,
  storedStatus,
} from './event-form.ts'

type Work = 'save' | 'publish' | 'withdraw'

const forget = (): void => void queryClient.invalidateQueries({ queryKey: eventsQuery.queryKey })
const EVENT: ContentKind<EventItem, EventForm> = {
  name: 'event',
  item: Event,
  form: EventForm,
  formOf,
  dayOf: ({ startDay }) => startDay,
  fieldOfPath,
  keep: (event) => {
    keepEvent(event)
    forget()
  },
  forget,
}

/** @param loaded the stored event; undefined for a new one */
export function useEventEditor(loaded: EventItem | undefined, listPath: string) {
  const { t } = useTranslation('staffEvents')
  const editor = useContentEditor(EVENT, loaded, EMPTY_EVENT, listPath)
  const { item: event, version, run, takeState } = editor
  return {
    ...editor,
    /** @param tell whether registered people get a mail about another time or place */
    save: (
      status: StoredStatus,
      { work = 'save', tell = true }: { readonly work?: Work; readonly tell?: boolean } = {},
    ): void =>
      editor.save({
        work,
        faultsOf: (form, language) => faultsOf(form, status, language),
        send: (form, image) => {
          const body = bodyOf(form, status, image)
          return event === undefined
            ? ask(createEvent, { body })
            : ask(updateEvent, { params: { id: event.id }, body: { ...body, version, tell } })
        },
        done: t(`done.${event !== undefined && storedStatus(event) === status ? 'saved' : status}`),
      }),
    callOff: (reason: string): Promise<boolean> =>
      run('callOff', async () => {
        if (event !== undefined)
          takeState(
            await ask(callOffEvent, { params: { id: event.id }, body: { reason, version } }),
          )
        toast.success(t('done.cancelled'))
      }),
    remove: async (): Promise<boolean> =>
      event !== undefined &&
      (await editor.remove(
        () => ask(deleteEvent, { params: { id: event.id } }),
        t('done.deleted'),
      )),
  }
}

export type EventEditorState = ReturnType<typeof useEventEditor>
