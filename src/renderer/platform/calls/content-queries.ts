/** Events and news as several pages show them: one key and one shape each, so that they share what was loaded. */
import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '#shared/contract/base/define-route.ts'
import { listEvents, readEvent } from '#shared/contract/events.ts'
import { listNews, readNews } from '#shared/contract/news.ts'
import { queryClient } from './query-client.ts'
import { readQuery } from './read-query.ts'

export type EventItem = Reply<typeof readEvent>
export type NewsItem = Reply<typeof readNews>

const EVENTS = ['events'] as const
const NEWS = ['news'] as const

export const eventsQuery = readQuery([...EVENTS, 'all'], listEvents, {})

/** The page shows the data of the list at once; the event itself is fetched as well. */
export const eventQuery = (id: string) =>
  queryOptions({
    ...readQuery([...EVENTS, 'one', id], readEvent, { params: { id } }),
    placeholderData: () =>
      queryClient.getQueryData(eventsQuery.queryKey)?.find((event) => event.id === id),
  })

/** After a change of the own registration: the response is the present event. */
export function keepEvent(event: EventItem): void {
  queryClient.setQueryData(eventQuery(event.id).queryKey, event)
  queryClient.setQueryData(eventsQuery.queryKey, (list) =>
    list?.map((other) => (other.id === event.id ? event : other)),
  )
}

export const newsQuery = readQuery([...NEWS, 'all'], listNews, {})

export const articleQuery = (id: string) =>
  queryOptions({
    ...readQuery([...NEWS, 'one', id], readNews, { params: { id } }),
    placeholderData: () =>
      queryClient.getQueryData(newsQuery.queryKey)?.find((article) => article.id === id),
  })
