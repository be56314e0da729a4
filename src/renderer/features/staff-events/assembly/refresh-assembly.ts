import { eventQuery } from '../../../platform/calls/content-queries.ts'
import { queryClient } from '../../../platform/calls/query-client.ts'

/** The rules and the agenda follow the server, and the event says whether it is an assembly. */
export async function refreshAssembly(eventId: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['assembly', eventId] })
  await queryClient.invalidateQueries({ queryKey: eventQuery(eventId).queryKey })
}
