/**
 * The events and news that the specification names, for a new installation: offered once, and
 * stored only when an administrator accepts. The texts are first-contents.json, each written in its
 * language and not translated word by word; the pictures are in `covers`.
 */
import { readFile } from 'node:fs/promises'
import type { Insertable, Kysely, Transaction } from 'kysely'
import type {
  decideFirstContents as decideRoute,
  readFirstContents as readRoute,
} from '#shared/contract/settings.ts'
import { DAY_MS } from '#shared/domain/units.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler } from '../../http/handlers.ts'
import { memberActor } from '../../parts/audit/audit-log.ts'
import type { EventTable, Schema } from '../../parts/database/schema.ts'
import { releaseFiles } from '../../records/files/own-file-repository.ts'
import { contentSearchText } from '../../records/search/content-search-text.ts'
import {
  insertContents,
  isEmpty,
  readSetting,
  writeSetting,
} from '../../records/settings/settings-repository.ts'
import contents from './first-contents.json' with { type: 'json' }

/** Beside this file, and beside the built server (electron.vite.config.ts). */
const COVERS = new URL('./covers/', import.meta.url)
const SATURDAY = 6
const WITHOUT_DATE_AFTER_DAYS = 42

async function isOffered(db: Kysely<Schema>): Promise<boolean> {
  const { revision } = await readSetting(db, 'contents')
  return revision === 0 && (await isEmpty(db, 'events')) && (await isEmpty(db, 'news'))
}

export const readFirstContents: Handler<typeof readRoute> = async (_input, { database }) =>
  done({ offered: await isOffered(database.db) })

type Covers = ReadonlyMap<string, string>

/** Before the transaction, because pictures are decoded and stored; after a refusal they are removed at once. */
export async function storeCovers({ library }: Pick<Deps, 'library'>): Promise<Covers> {
  const covers = new Map<string, string>()
  for (const [purpose, items] of [
    ['event', contents.events],
    ['news', contents.news],
  ] as const)
    for (const { id } of items) {
      const picture = {
        purpose,
        ownerId: null,
        bytes: await readFile(new URL(`${id}.webp`, COVERS)),
        mediaType: 'image/webp',
        originalName: `${id}.webp`,
      }
      covers.set(`${purpose}/${id}`, await library.addPicture(picture))
    }
  return covers
}

/** The first Saturday at least six weeks ahead: the hours of an event without a day need one to be stored. */
function saturdayAhead(now: Date): string {
  const earliest = now.getTime() + WITHOUT_DATE_AFTER_DAYS * DAY_MS
  const toSaturday = (SATURDAY - new Date(earliest).getUTCDay() + 7) % 7
  return new Date(earliest + toSaturday * DAY_MS).toISOString().slice(0, 10)
}

/**
 * The specification gives the launch no date: it stays a draft until an administrator has set one.
 * @param change values of every event that differ from that
 */
export async function addContents(
  db: Transaction<Schema>,
  { clock }: Pick<Deps, 'clock'>,
  covers: Covers,
  change: Partial<Insertable<EventTable>> = {},
): Promise<readonly string[]> {
  const at = isoNow(clock)
  const ahead = saturdayAhead(clock.now())
  const events = contents.events.map(
    ({ id, day, from, to, capacity, contactPerson, organizer, content }) => ({
      id,
      capacity,
      price: null,
      organizer,
      starts_at: `${day ?? ahead}T${from}:00.000Z`,
      ends_at: `${day ?? ahead}T${to}:00.000Z`,
      image_file: covers.get(`event/${id}`) ?? null,
      contact_person: contactPerson,
      contact_email: '',
      contact_phone: '',
      content: JSON.stringify(content),
      status: day === null ? ('draft' as const) : ('published' as const),
      search_text: contentSearchText(content, [organizer]),
      created_at: at,
      ...change,
    }),
  )
  const news = contents.news.map(({ id, date, link, content }) => ({
    id,
    date,
    link,
    image_file: covers.get(`news/${id}`) ?? null,
    content: JSON.stringify(content),
    status: 'published' as const,
    search_text: contentSearchText(content),
    created_at: at,
  }))
  await insertContents(db, { events, news })
  return [...events.map(({ id }) => `event:${id}`), ...news.map(({ id }) => `news:${id}`)]
}

export const decideFirstContents: Handler<typeof decideRoute> = async (
  { body: { add }, caller, facts },
  deps,
) => {
  const { database, audit, clock, library } = deps
  if (add && !(await isOffered(database.db))) return refuse('conflict')
  const covers = add ? await storeCovers(deps) : new Map<string, string>()
  const outcome = await facts.transact(async (transaction) => {
    const wish = { value: { added: add }, revision: 0, by: caller.memberId, at: isoNow(clock) }
    const written =
      (!add || (await isOffered(transaction))) &&
      (await writeSetting(transaction, 'contents', wish))
    if (!written) return refuse('conflict')
    facts.trace({ target: 'settings:contents', detail: { added: add } })
    if (!add) return done({ added: 0 })
    const targets = await addContents(transaction, deps, covers)
    for (const target of targets) {
      const action = target.startsWith('event:') ? 'event.created' : 'news.created'
      await audit.write(
        { actor: memberActor(caller.memberId), action, target, requestId: facts.requestId },
        transaction,
      )
    }
    return done({ added: targets.length })
  })
  if (!outcome.ok && covers.size > 0) {
    const stored = [...covers.values()]
    await releaseFiles(database.db, stored)
    await library.remove(stored)
  }
  return outcome
}
