/**
 * Who is concerned by a breach. A row of the log names one person or one record, or says that a whole
 * list was taken along: then everyone on such a list is concerned, because the log does not name them.
 */
import type { Kysely } from 'kysely'
import { cardId } from '#shared/domain/people/member-id.ts'
import { FALLBACK_LANGUAGE, type Language } from '#shared/domain/text/languages.ts'
import type { Schema } from '../../parts/database/schema.ts'
import {
  actsOf,
  applicants,
  attendeesOf,
  checkedInBy,
  giversOf,
  membersAfter,
  proxiesOf,
  reportersOf,
  reportOf,
  sendersOf,
  subscribers,
  type Contact,
  type Period,
} from './breach-repository.ts'

/** What was seen of a person; the words are in `locales/<language>/mail.json`. */
export type Kind =
  | 'account'
  | 'record'
  | 'card'
  | 'documents'
  | 'application'
  | 'attendance'
  | 'papers'
  | 'reports'
  | 'messages'
  | 'donations'
  | 'trail'
  | 'newsletter'
  | 'everything'

export interface Seen {
  readonly kinds: Set<Kind>
  readonly actions: Set<string>
}
export interface ConcernedPerson {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly language: Language
  readonly seen: Seen
}

/** By an action or its first part; everything else that names a member shows the record. */
const KIND_OF: Readonly<Record<string, Kind>> = {
  card: 'card',
  document: 'documents',
  request: 'application',
  event: 'attendance',
  assembly: 'attendance',
  'assembly.paper-viewed': 'papers',
  'member.searched': 'card',
}

const none = (): Seen => ({ kinds: new Set(), actions: new Set() })

function mark(seen: Seen, kind: Kind, action: string): void {
  seen.kinds.add(kind)
  if (action !== '') seen.actions.add(action)
}

export class Concerned {
  /** What was taken along of every member; empty where only single members are concerned. */
  readonly all = none()
  readonly members = new Map<number, Seen>()
  /** People without an account, or with records that have a name and address of their own. */
  readonly others = new Map<string, ConcernedPerson>()

  addMembers(ids: readonly number[], kind: Kind, action: string): void {
    for (const id of ids) {
      const seen = this.members.get(id) ?? none()
      mark(seen, kind, action)
      this.members.set(id, seen)
    }
  }
  addContacts(contacts: readonly Contact[], kind: Kind, action: string): void {
    for (const { id, memberId, name, email, language } of contacts) {
      if (memberId !== null) {
        this.addMembers([memberId], kind, action)
        continue
      }
      const key = email === '' ? String(id) : email.toLowerCase()
      const person = this.others.get(key) ?? {
        id: String(id),
        name,
        email,
        language: language ?? FALLBACK_LANGUAGE,
        seen: none(),
      }
      mark(person.seen, kind, action)
      this.others.set(key, person)
    }
  }
  addAll(kind: Kind, action: string): void {
    mark(this.all, kind, action)
  }
}

/** Rows without a target: a whole list left the server. */
const LISTS: Readonly<
  Record<string, (db: Kysely<Schema>, found: Concerned, action: string) => Promise<void> | void>
> = {
  'member.exported': (_db, found, action) => found.addAll('record', action),
  'member.listed': (_db, found, action) => found.addAll('record', action),
  // The lists share one count: of messages and donations, people without an account as well.
  'member.rows-read': async (db, found, action) => {
    found.addAll('record', action)
    found.addContacts(await sendersOf(db), 'messages', action)
    found.addContacts(await giversOf(db), 'donations', action)
  },
  'audit.exported': (_db, found, action) => found.addAll('trail', action),
  'request.listed': async (db, found, action) =>
    found.addMembers(await applicants(db), 'application', action),
  'report.exported': async (db, found, action) =>
    found.addMembers(await reportersOf(db), 'reports', action),
  'report.rows-read': async (db, found, action) =>
    found.addMembers(await reportersOf(db), 'reports', action),
  'claim.listed': async (db, found, action) =>
    found.addContacts(await sendersOf(db), 'messages', action),
  'donation.receipts-exported': async (db, found, action) =>
    found.addContacts(await giversOf(db), 'donations', action),
  'donation.exported': async (db, found, action) =>
    found.addContacts(await giversOf(db), 'donations', action),
}

const ASSEMBLY_LISTS = new Set(['assembly.list-printed', 'assembly.minutes-exported'])

/** @param target one of the targets of a row, as `member:10004217` */
async function addTarget(
  db: Kysely<Schema>,
  found: Concerned,
  { action, target }: { readonly action: string; readonly target: string },
): Promise<void> {
  const at = target.indexOf(':')
  const [kind, id] = [target.slice(0, at), target.slice(at + 1)]
  if (kind === 'member') {
    const part = action.slice(0, action.indexOf('.'))
    return found.addMembers([Number(id)], KIND_OF[action] ?? KIND_OF[part] ?? 'record', action)
  }
  if (kind === 'event' && action.startsWith('event.attendance-'))
    return found.addMembers(await attendeesOf(db, id), 'attendance', action)
  if (kind === 'event' && ASSEMBLY_LISTS.has(action))
    return found.addMembers(
      [...(await attendeesOf(db, id)), ...(await proxiesOf(db, id))],
      'attendance',
      action,
    )
  if (kind === 'claim') return found.addContacts(await sendersOf(db, id), 'messages', action)
  if (kind === 'pledge') return found.addContacts(await giversOf(db, id), 'donations', action)
  if (kind !== 'report' && kind !== 'evidence') return undefined
  const report = kind === 'report' ? Number(id) : await reportOf(db, Number(id))
  if (report !== undefined) found.addMembers(await reportersOf(db, report), 'reports', action)
}

export async function concernedByActor(
  db: Kysely<Schema>,
  actor: string,
  period: Period,
): Promise<Concerned> {
  const found = new Concerned()
  for (const { action, target } of await actsOf(db, actor, period)) {
    await LISTS[action]?.(db, found, action)
    for (const one of target.split(' ')) await addTarget(db, found, { action, target: one })
  }
  const [kind, id = ''] = actor.split(':')
  if (kind === 'device')
    found.addMembers(await checkedInBy(db, id, period), 'attendance', 'event.checked-in')
  else found.addMembers([Number(id)], 'account', '')
  return found
}

export async function concernedByCopy(db: Kysely<Schema>): Promise<Concerned> {
  const found = new Concerned()
  found.addAll('everything', '')
  found.addContacts(await sendersOf(db), 'messages', '')
  found.addContacts(await giversOf(db), 'donations', '')
  found.addContacts(await subscribers(db), 'newsletter', '')
  return found
}

const ROWS_AT_ONCE = 500

/** @param ids undefined for all members */
async function* rowsOf(db: Kysely<Schema>, ids: readonly number[] | undefined) {
  const limit = ROWS_AT_ONCE
  if (ids === undefined) {
    let rows = await membersAfter(db, 0, { ids, limit })
    while (rows.length > 0) {
      yield rows
      rows = await membersAfter(db, rows.at(-1)?.id ?? 0, { ids, limit })
    }
    return
  }
  for (let from = 0; from < ids.length; from += limit)
    yield await membersAfter(db, 0, { ids: ids.slice(from, from + limit), limit })
}

/** All people in parts. Members who were erased meanwhile are left out. */
export async function* peopleOf(
  db: Kysely<Schema>,
  found: Concerned,
): AsyncGenerator<ConcernedPerson[]> {
  const named = found.all.kinds.size > 0 ? undefined : [...found.members.keys()]
  for await (const rows of rowsOf(db, named))
    yield rows.map((row) => {
      const own = found.members.get(row.id) ?? none()
      return {
        id: cardId(row.id),
        name: `${row.first_name} ${row.last_name}`.trim(),
        email: row.email,
        language: row.language,
        seen: {
          kinds: new Set([...own.kinds, ...found.all.kinds]),
          actions: new Set([...own.actions, ...found.all.actions]),
        },
      }
    })
  yield [...found.others.values()]
}
