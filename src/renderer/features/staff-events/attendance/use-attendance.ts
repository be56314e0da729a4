import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  ATTENDANCE_PAGE_MAX,
  attendanceCsv,
  checkIn,
  countAttendance,
  readAttendance,
  undoCheckIn,
} from '#shared/contract/events.ts'
import type { Language } from '#shared/domain/text/languages.ts'
import { ask } from '../../../platform/calls/api.ts'
import { queryClient } from '../../../platform/calls/query-client.ts'
import { readQuery } from '../../../platform/calls/read-query.ts'
import { fetchFile } from '../../../platform/files/fetch-file.ts'
import { saveFile } from '../../../platform/files/save-file.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import type { VoicesOfMember } from '../../../ui/staff/voices.tsx'
import type { Attendance } from './attendance-list.ts'
import type { AttendancePhase } from './attendance-phase.ts'

/** After the event few come: somebody else enters a list on paper. At last nobody does. */
const COUNT_EVERY_MS = {
  open: 5_000,
  late: 60_000,
  closed: false,
} as const satisfies Record<AttendancePhase, number | false>
/** Each look at the names is logged, so the list is loaded less often than the figures above it. */
const LIST_EVERY_MS = 15_000
/** The gate of a check-in that was made on the list; shown in the reader's language. */
export const HAND_GATE = 'list'

const keys = (id: string) => ({
  counts: ['attendance', id, 'counts'],
  list: ['attendance', id, 'list'],
})

/** Loaded again while the page is visible, and at once when it becomes visible. */
export const useCounts = (id: string, phase: AttendancePhase) =>
  useQuery({
    ...readQuery(keys(id).counts, countAttendance, { params: { id } }),
    refetchInterval: COUNT_EVERY_MS[phase],
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    retry: false,
  })

/** The maximum of pages that are loaded. The export holds all rows. */
const PAGES_MAX = 4
async function readPeople(id: string, signal: AbortSignal): Promise<Attendance> {
  const read = (page: number) =>
    ask(readAttendance, { params: { id }, query: { page, size: ATTENDANCE_PAGE_MAX } }, { signal })
  const first = await read(1)
  const people = [...first.people]
  for (let page = 2; page <= PAGES_MAX && people.length < first.total; page += 1)
    people.push(...(await read(page)).people)
  return { ...first, people }
}

/**
 * @param mark of the counts: after a change the list is loaded again, but not more often than necessary; undefined while
 *   the list may not be read
 */
export function usePeople(id: string, mark: string | undefined) {
  const query = useQuery({
    queryKey: keys(id).list,
    queryFn: async ({ signal }) => ({
      mark: queryClient.getQueryData<{ mark: string }>(keys(id).counts)?.mark,
      ...(await readPeople(id, signal)),
    }),
    enabled: mark !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0, // names are removed with the page that shows them
    refetchOnWindowFocus: false,
  })
  const { data, dataUpdatedAt, refetch } = query
  const outdated = data !== undefined && mark !== undefined && data.mark !== mark
  useEffect(() => {
    if (!outdated) return undefined
    const timer = setTimeout(
      () => void refetch(),
      Math.max(0, dataUpdatedAt + LIST_EVERY_MS - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [outdated, dataUpdatedAt, refetch])
  return query
}

export interface DoorWish {
  readonly cardId: string
  /** Of the check-in to take back; undefined to make one. */
  readonly undo?: string | undefined
}
type DoorResult = 'recorded' | 'second' | 'unknown-member' | 'undone' | 'known'

interface DoorReply {
  readonly result: DoorResult
  readonly checkInId: string
  /** At an assembly, of the member who came in. */
  readonly voices: VoicesOfMember | undefined
}

export function useDoor(id: string) {
  return useCall(async ({ cardId, undo }: DoorWish): Promise<DoorReply> => {
    try {
      if (undo !== undefined) {
        await ask(undoCheckIn, { params: { id }, body: { checkInId: undo } })
        return { result: 'undone', checkInId: undo, voices: undefined }
      }
      const passage = crypto.randomUUID()
      const { results } = await ask(checkIn, {
        params: { id },
        body: {
          checkIns: [{ id: passage, cardId, at: new Date().toISOString(), gate: HAND_GATE }],
        },
      })
      const [own] = results
      return {
        result: own?.result ?? 'unknown-member',
        checkInId: passage,
        // Where another check-in came before, the voting cards were handed out there.
        voices: own?.first === null ? own.voices : undefined,
      }
    } finally {
      await queryClient.invalidateQueries({ queryKey: keys(id).counts })
      await queryClient.invalidateQueries({ queryKey: keys(id).list })
    }
  })
}

export async function downloadAttendance(id: string, language: Language): Promise<void> {
  const { blob, name } = await fetchFile(attendanceCsv, { params: { id }, query: { language } })
  saveFile(blob, name)
}
