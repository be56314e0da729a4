/**
 * The events and news that the specification names, for a new installation: offered once, and
 * stored only when an administrator accepts.
 */
import type { Kysely, Transaction } from 'kysely'
import type {
  decideFirstContents as decideRoute,
  readFirstContents as readRoute,
} from '#shared/contract/settings.ts'
import { memberActor } from '../../parts/audit/audit-log.ts'
import { isoNow } from '../../base/clock.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { demoEvents, demoNews, renderCover } from '../../demo/content.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../base/outcome.ts'
import { contentSearchText } from '../../records/search/content-search-text.ts'
import { releaseFiles } from '../../records/files/own-file-repository.ts'
import {
  insertContents,
  isEmpty,
  readSetting,
  writeSetting,
} from '../../records/settings/settings-repository.ts'

/** The specification gives it no date: it stays a draft until an administrator has set one. */
const WITHOUT_DATE = 'official-launch'

async function isOffered(db: Kysely<Schema>): Promise<boolean> {
  const { revision } = await readSetting(db, 'contents')
  return revision === 0 && (await isEmpty(db, 'events')) && (await isEmpty(db, 'news'))
}

export const readFirstContents: Handler<typeof readRoute> = async (_input, { database }) =>
  done({ offered: await isOffered(database.db) })

type Covers = ReadonlyMap<string, string>

/**
 * Before the transaction, because pictures are drawn and stored; after a refusal they are removed
 * at once.
 */
async function drawCovers({ library, clock }: Deps): Promise<Covers> {
  const covers = new Map<string, string>()
  const events = demoEvents(clock.now()).map(({ id }) => ({ id, purpose: 'event' as const }))
  for (const { id, purpose } of [
    ...events,
    ...demoNews.map((news) => ({ id: news.id, purpose: 'news' as const })),
  ]) {
    const picture = {
      purpose,
      ownerId: null,
      bytes: await renderCover(id),
      mediaType: 'image/webp',
      originalName: `${id}.webp`,
    }
    covers.set(`${purpose}/${id}`, await library.addPicture(picture))
  }
  return covers
}

async function addContents(
  db: Transaction<Schema>,
  deps: Deps,
  covers: Covers,
): Promise<readonly string[]> {
  const at = isoNow(deps.clock)
  // Mail address and telephone of the demonstration are invented, so they stay blank here.
  const events = demoEvents(deps.clock.now()).map(
    ({ id, startsAt, endsAt, capacity, price, contactPerson, organizer, content }) => ({
      id,
      capacity,
      price,
      organizer,
      starts_at: startsAt,
      ends_at: endsAt,
      image_file: covers.get(`event/${id}`) ?? null,
      contact_person: contactPerson,
      contact_email: '',
      contact_phone: '',
      content: JSON.stringify(content),
      status: id === WITHOUT_DATE ? ('draft' as const) : ('published' as const),
      search_text: contentSearchText(content, [organizer]),
      created_at: at,
    }),
  )
  const news = demoNews.map(({ id, date, link, content }) => ({
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
  const covers = add ? await drawCovers(deps) : new Map<string, string>()
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
    const drawn = [...covers.values()]
    await releaseFiles(database.db, drawn)
    await library.remove(drawn)
  }
  return outcome
}
