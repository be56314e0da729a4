import type { Kysely } from 'kysely'
import type { Assembly } from '#shared/contract/assembly.ts'
import { daysBetween } from '#shared/domain/assembly.ts'
import type { Schema } from '../../parts/database/schema.ts'
import {
  agendaChangeOf,
  agendaOf,
  listProxies,
  rulesOf,
  type AssemblyRow,
} from './assembly-repository.ts'

/** Whether it was in time follows from the day of the assembly, which may have moved since. */
export const convocationOf = (
  row: AssemblyRow,
  { starts_at: startsAt }: { readonly starts_at: string },
): Assembly['convened'] => {
  if (row.convened_at === null) return null
  const days = daysBetween(row.convened_at, startsAt)
  return {
    at: row.convened_at,
    days,
    inTime: days >= row.notice_days,
    mails: row.convened_count,
    finished: row.convened_up_to === null,
  }
}

/** @param entitled how many may vote */
export const presentAssembly = async (
  db: Kysely<Schema>,
  event: { readonly starts_at: string },
  row: AssemblyRow,
  entitled: number,
): Promise<Assembly> => ({
  ...rulesOf(row),
  roles: [...rulesOf(row).roles],
  kind: row.kind,
  noticeDays: row.notice_days,
  secondOf: row.second_of,
  agenda: agendaOf(row),
  agendaChange: agendaChangeOf(row),
  convened: convocationOf(row, event),
  version: row.version,
  proxies: (await listProxies(db, row.event_id)).length,
  entitled,
})
