/**
 * The server is killed (SIGKILL) in the middle of mixed writes, and started again. What was acknowledged is there once,
 * what was not is there once after the same call is sent again, uploads go on, and the audit log is whole.
 * FAULT_ROUNDS sets the kills for each engine.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { checkChain } from '#server/parts/audit/audit-chain.ts'
import { DEFAULT_POOL } from '#server/parts/database/pool/pool-settings.ts'
import { openExisting } from '#server/start/open-existing.ts'
import { createApiClient, type ApiClient } from '#shared/contract/base/client.ts'
import { myCard, verifyCard } from '#shared/contract/card.ts'
import { sendContactMessage } from '#shared/contract/claims.ts'
import { pledge } from '#shared/contract/donations.ts'
import { readMember, updateMember } from '#shared/contract/users.ts'
import { newAddress, newPhone } from '#tests/builders/applicant.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { signIn, startApiServer } from '#tests/support/api-server.ts'
import { createPostgresDatabase, ENGINES } from '#tests/support/engines.ts'
import { begun, finish, partAt, sendPart, state } from '#tests/support/evidence-uploads.ts'
import { freePort } from '#tests/support/free-port.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { film } from '#tests/support/sample-films.ts'
import { serverProcess } from '#tests/support/server-process.ts'

const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 3)
const SECRET_KEY = 'ab'.repeat(32) // of the test server, which makes the people
const WRITERS = 4
/** Kills fall at a random moment after the first of so many acknowledged writes. */
const WRITES_BEFORE_KILL = 40
const CALLS_AT_ONCE = 16
const FILM_BYTES = 12 * 1024 * 1024

/** Thrown where the server of a call is gone: nobody knows whether the call was carried out. */
class Cut extends Error {}

/** @throws Cut without a reply */
function acknowledged(answer: { readonly ok: boolean; readonly problem?: unknown }): void {
  if (answer.ok) return
  if (answer.problem === undefined) throw new Cut()
  throw new Error(JSON.stringify(answer.problem))
}

interface Kept {
  /** Addresses of messages and ids of pledges. */
  readonly acknowledged: { readonly messages: string[]; readonly pledges: string[] }
  readonly unknown: { readonly messages: string[]; readonly pledges: string[] }
  readonly comments: Map<string, { last: string; maybe: string }>
}

describe.each(ENGINES)('a killed server on $title', ({ engine, skip }) => {
  const ends: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  })

  test.skipIf(skip)(
    `loses and doubles nothing that it acknowledged, in ${ROUNDS} kills`,
    async () => {
      const dataDir = await mkdtemp(join(MEMORY_FOLDER, 'wld-killed-'))
      ends.push(() => rm(dataDir, { recursive: true, force: true }))
      const temporary = engine === 'postgres' ? await createPostgresDatabase() : undefined
      if (temporary !== undefined) ends.push(() => temporary.drop())
      const databaseUrl = temporary?.url
      const place = { engine, dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) }

      const bench = await startApiServer({ ...place, env: { LIMITS_SCALE: '10000' } })
      const admin = await buildMember(bench.deps, { role: 'admin' })
      const bearer = (await signIn(bench, admin.email, TEST_PASSWORD)).accessToken
      const people: string[] = []
      for (let index = 0; index < WRITERS; index += 1)
        people.push((await buildMember(bench.deps, { details: { comments: 'First' } })).cardId)
      await bench.stop()

      const port = await freePort()
      const server = serverProcess({
        PORT: String(port),
        DATA_DIR: dataDir,
        SECRET_KEY,
        LIMITS_SCALE: '10000',
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      })
      ends.push(() => server.stop('SIGKILL'))
      const url = `http://127.0.0.1:${port}`
      const client = createApiClient({ fetch, baseUrl: url })
      const api = { url, client }
      const kept: Kept = {
        acknowledged: { messages: [], pledges: [] },
        unknown: { messages: [], pledges: [] },
        comments: new Map(people.map((id) => [id, { last: 'First', maybe: 'First' }])),
      }

      await server.start()
      const original = film({ picture: randomBytes(FILM_BYTES) })
      const upload = await begun(api, bearer, original)
      let sent = 0
      for (let round = 1; round <= ROUNDS; round += 1) {
        let writes = 0
        const noted = Promise.withResolvers<void>()
        const note = (): void => {
          writes += 1
          if (writes === WRITES_BEFORE_KILL) noted.resolve()
        }
        const working = Promise.all([
          ...people.map((person) => work(client, bearer, person, kept, note)),
          sendFilm(api, bearer, upload.id, original, sent, (offset) => void (sent = offset)),
        ])
        await noted.promise
        await new Promise((resolve) => setTimeout(resolve, (randomBytes(1)[0] ?? 0) / 4)) // any moment of a write
        expect(await server.stop('SIGKILL')).toBeNull()
        await working
        await server.start()

        for (const [id, { last, maybe }] of kept.comments) {
          const read = await client.call(readMember, { params: { id } }, { bearer })
          expect([last, maybe]).toContain(read.ok && read.value.comments)
          kept.comments.set(id, { last: maybe, maybe })
          await client.call(updateMember, { params: { id }, body: { comments: maybe } }, { bearer })
        }
        // Sent again with its id, a pledge counts once, whether the first call was carried out or not.
        for (const id of kept.unknown.pledges.splice(0)) {
          expect(await promise(client, id)).toMatchObject({ ok: true })
          kept.acknowledged.pledges.push(id)
        }
        const received = (await state(api, bearer, upload.id)).upload.offset
        expect(received).toBeGreaterThanOrEqual(sent)
        sent = received
      }
      await sendFilm(api, bearer, upload.id, original, sent, () => undefined)
      expect((await finish(api, bearer, upload.id)).status).toBe(200)
      expect(await server.stop('SIGTERM')).toBe(0)

      const database = openExisting({ dataDir, databaseUrl, pool: DEFAULT_POOL })
      ends.push(() => database.close())
      const { db } = database
      const claims = await db.selectFrom('claims').select(['id', 'email']).execute()
      const times = (email: string): number => claims.filter((row) => row.email === email).length
      expect(kept.acknowledged.messages.filter((email) => times(email) !== 1)).toEqual([])
      expect(kept.unknown.messages.filter((email) => times(email) > 1)).toEqual([])
      expect(await db.selectFrom('pledges').select('id').execute()).toHaveLength(
        kept.acknowledged.pledges.length,
      )
      const audited = new Set(
        (await db.selectFrom('audit').select('target').execute()).map(({ target }) => target),
      )
      expect(claims.filter(({ id }) => !audited.has(`claim:${id}`))).toEqual([])
      expect((await checkChain(db)).broken).toBeUndefined()
    },
    600_000,
  )

  test.skipIf(skip)(
    'has the audit row of every verdict that it gave',
    async () => {
      const dataDir = await mkdtemp(join(MEMORY_FOLDER, 'wld-killed-'))
      ends.push(() => rm(dataDir, { recursive: true, force: true }))
      const temporary = engine === 'postgres' ? await createPostgresDatabase() : undefined
      if (temporary !== undefined) ends.push(() => temporary.drop())
      const databaseUrl = temporary?.url
      const place = { engine, dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) }
      const bench = await startApiServer(place)
      const staff = await buildMember(bench.deps, { role: 'moderator' })
      const bearer = (await signIn(bench, staff.email, TEST_PASSWORD)).accessToken
      const holder = await buildMember(bench.deps)
      const own = await signIn(bench, holder.email, TEST_PASSWORD)
      const card = await bench.client.call(myCard, {}, { bearer: own.accessToken })
      const payload = card.ok ? card.value.payload : ''
      await bench.stop()

      const port = await freePort()
      const server = serverProcess({
        PORT: String(port),
        DATA_DIR: dataDir,
        SECRET_KEY,
        LIMITS_SCALE: '10000',
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      })
      ends.push(() => server.stop('SIGKILL'))
      const client = createApiClient({ fetch, baseUrl: `http://127.0.0.1:${port}` })
      let given = 0
      for (let round = 1; round <= ROUNDS; round += 1) {
        await server.start()
        const before = given
        const killed = new AbortController()
        const ask = async (): Promise<void> => {
          while (!killed.signal.aborted)
            if ((await client.call(verifyCard, { body: { payload } }, { bearer })).ok) given += 1
        }
        const asking = Promise.all(Array.from({ length: CALLS_AT_ONCE }, ask))
        await expect.poll(() => given - before, { timeout: 60_000 }).toBeGreaterThan(50)
        expect(await server.stop('SIGKILL')).toBeNull()
        killed.abort()
        await asking
      }

      const database = openExisting({ dataDir, databaseUrl, pool: DEFAULT_POOL })
      ends.push(() => database.close())
      const rows = await database.db
        .selectFrom('audit')
        .select('seq')
        .where('action', '=', 'card.verified')
        .where('target', '=', `member:${holder.id}`)
        .execute()
      expect(rows.length).toBeGreaterThanOrEqual(given)
      expect(rows.length).toBeLessThanOrEqual(given + ROUNDS * CALLS_AT_ONCE) // those that were cut off
      expect((await checkChain(database.db)).broken).toBeUndefined()
    },
    600_000,
  )
})

const promise = (client: ApiClient, id: string) =>
  client.call(pledge, { headers: {}, body: { id, cause: 'education', amountUsd: 10 } })

/** Writes without a pause until the server is gone. */
async function work(
  client: ApiClient,
  bearer: string,
  person: string,
  { acknowledged: known, unknown, comments }: Kept,
  note: () => void,
): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const email = newAddress()
    const id = randomUUID()
    const text = `Turn ${turn} ${id}`
    let under: 'message' | 'pledge' | 'comment' = 'message'
    try {
      const message = await client.call(sendContactMessage, {
        headers: {},
        body: {
          firstName: 'Amna',
          lastName: 'Idris',
          email,
          phoneNumber: newPhone(),
          subject: 'query',
          message: 'When?',
        },
      })
      acknowledged(message)
      known.messages.push(email)
      note()
      under = 'pledge'
      acknowledged(await promise(client, id))
      known.pledges.push(id)
      note()
      under = 'comment'
      comments.set(person, { last: comments.get(person)?.last ?? '', maybe: text })
      const changed = await client.call(
        updateMember,
        { params: { id: person }, body: { comments: text } },
        { bearer },
      )
      acknowledged(changed)
      comments.set(person, { last: text, maybe: text })
      note()
    } catch (error) {
      if (!(error instanceof Cut)) throw error
      if (under === 'message') unknown.messages.push(email)
      if (under === 'pledge') unknown.pledges.push(id)
      return
    }
  }
}

/** Sends parts until the film is complete or the server is gone. */
async function sendFilm(
  api: Parameters<typeof sendPart>[0],
  bearer: string,
  id: string,
  bytes: Uint8Array,
  from: number,
  onAcknowledged: (offset: number) => void,
): Promise<void> {
  for (let offset = from; offset < bytes.length;) {
    const part = partAt(bytes, offset)
    // `fetch` throws when the server is gone, or the reply is cut.
    const answer = await sendPart(api, bearer, id, offset, part).catch(() => undefined)
    if (answer === undefined) return
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.problem))
    offset += part.length
    onAcknowledged(offset)
  }
}
