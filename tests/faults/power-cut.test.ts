/**
 * The power of the server is cut: only what was synced survives, and of the rest any part. The system calls of a real server
 * are replayed on a model of a disk, which is cut at each sync; the server is started on what is left. What was written
 * between two syncs may survive or not, in any order, so cuts at the writes themselves leave nothing that these do not.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { checkChain } from '#server/parts/audit/audit-chain.ts'
import { migrate } from '#server/parts/database/migrate.ts'
import { openSqlite } from '#server/parts/database/sqlite.ts'
import { sha256Of, sourceOf } from '#server/parts/files/byte-source.ts'
import { RECEIVING } from '#server/parts/files/file-repository.ts'
import { originalKey } from '#server/parts/files/library.ts'
import { createPartStore, joinParts, partsOf } from '#server/parts/files/parts.ts'
import { openSealed } from '#server/parts/files/store/file-store.ts'
import { pledge } from '#shared/contract/donations.ts'
import { buildMember } from '#tests/builders/member.ts'
import { startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { canTrace, readTrace, traced, type DiskEvent } from '#tests/support/disk-trace.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { PowerCutDisk, type Luck } from '#tests/support/power-cut-disk.ts'
import { workTraced, type Acknowledged } from '#tests/support/power-cut-work.ts'
import { WITH_SECOND_STEP } from '#tests/support/second-step.ts'

/** Set in the long run, which cuts at every place; otherwise some places are taken, evenly over the run. */
const IS_LONG = process.env['FAULT_ROUNDS'] !== undefined
const SHORT_CUTS = 12
const SHORT_CUTS_OF_STEPS = 4
const STEP_PROGRAM = join(import.meta.dirname, '../support/take-second-step.ts')
const MEMBERS = 200
const TURNS = IS_LONG ? 2 : 1
const SEED = 20_261_124

/** Random numbers from 0 to 1, the same at each run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

describe(canTrace ? 'a power cut' : 'a power cut (skipped: no strace here)', () => {
  let place = ''
  afterEach(() => rm(place, { recursive: true, force: true }))

  test.skipIf(!canTrace)(
    'leaves everything that was acknowledged',
    async () => {
      place = await mkdtemp(join(MEMORY_FOLDER, 'wld-power-'))
      const root = join(place, 'disk')
      await mkdir(root)
      const calls = await workTraced(join(root, 'data'), join(place, 'trace'), TURNS)
      const events = await readTrace(join(place, 'trace'), root)
      expect(events.filter(({ kind }) => kind === 'reply')).toHaveLength(calls.length)

      const disk = new PowerCutDisk(root)
      await cutThrough(disk, events, SHORT_CUTS, (dataDir, replied, about) =>
        look(dataDir, calls.slice(0, replied), about),
      )

      // Where nothing is cut, the model has the same bytes as the folder: it left out no call.
      disk.materialise(join(place, 'whole'), 'all')
      expect(await contentsOf(join(place, 'whole'))).toEqual(await contentsOf(root))
    },
    1_200_000,
  )

  test.skipIf(!canTrace)(
    'in a step leaves the rows of before, and the next start takes the step again',
    async () => {
      place = await mkdtemp(join(MEMORY_FOLDER, 'wld-power-'))
      const root = join(place, 'disk')
      const data = join(root, 'data')
      await mkdir(data, { recursive: true })
      const server = await startApiServer({ engine: 'sqlite', dataDir: data })
      for (let made = 0; made < MEMBERS; made += 1) await buildMember(server.deps)
      await server.stop()
      const path = join(data, 'wld.sqlite')
      const disk = new PowerCutDisk(root)
      const before: readonly DiskEvent[] = [
        { kind: 'folder', path: data },
        { kind: 'sync-folder', path: root },
        { kind: 'create', path, file: 1 },
        { kind: 'write', file: 1, at: 0, bytes: await readFile(path) },
        { kind: 'sync', file: 1 },
        { kind: 'sync-folder', path: data },
      ]
      for (const event of before) disk.apply(event)
      const [command = '', ...words] = traced(join(place, 'trace'))
      execFileSync(command, [...words, process.execPath, STEP_PROGRAM, path], { stdio: 'inherit' })
      const events = await readTrace(join(place, 'trace'), root, new Map([[path, 1]]))

      await cutThrough(disk, events, SHORT_CUTS_OF_STEPS, async (dataDir, _, about) => {
        const database = openSqlite(join(dataDir, 'wld.sqlite'))
        try {
          await migrate(database, WITH_SECOND_STEP)
          const named = await database.db
            .selectFrom('members')
            .where('nickname' as never, '=', 'Amna' as never) // a column of the made-up step
            .select('id')
            .execute()
          expect(named.length, about).toBe(MEMBERS)
        } finally {
          await database.close()
        }
      })
    },
    1_200_000,
  )

  /** Cuts the power at each place, and calls `check` with the folder that is left and the number of replies so far. */
  async function cutThrough(
    disk: PowerCutDisk,
    events: readonly DiskEvent[],
    shortCuts: number,
    check: (dataDir: string, replied: number, about: string) => Promise<void>,
  ): Promise<void> {
    const random = seeded(SEED)
    const lucks: readonly Luck[] = ['none', random, random, 'all']
    const cuts = cutsOf(events, shortCuts)
    let replied = 0
    let cut = 0
    for (const [index, event] of events.entries()) {
      if (cuts.has(index)) {
        const left = join(place, 'left')
        disk.materialise(left, lucks[cut % lucks.length] ?? 'none')
        cut += 1
        const about = `cut ${cut} before event ${index} of ${events.length} (${event.kind})`
        await check(join(left, 'data'), replied, about)
        await rm(left, { recursive: true, force: true })
      }
      disk.apply(event)
      if (event.kind === 'reply') replied += 1
    }
    expect(cut).toBeGreaterThanOrEqual(shortCuts)
  }
})

/** Just before a sync most is at risk, and just after a reply most was promised. */
function cutsOf(events: readonly DiskEvent[], shortCuts: number): ReadonlySet<number> {
  const places = events.flatMap(({ kind }, index) =>
    kind === 'sync' || kind === 'sync-folder' ? [index] : kind === 'reply' ? [index + 1] : [],
  )
  const step = IS_LONG ? 1 : Math.max(1, places.length / shortCuts)
  const cuts = new Set<number>()
  for (let at = 0; at < places.length; at += step) cuts.add(places[Math.floor(at)] ?? 0)
  cuts.delete(events.length)
  return cuts
}

async function startAfter(dataDir: string, about: string): Promise<ApiServer> {
  return startApiServer({
    engine: 'sqlite',
    dataDir,
    env: { SECRET_KEY: '', LIMITS_SCALE: '10000' },
  }).catch((error: unknown) => {
    throw new Error(`The server did not start after ${about}`, { cause: error })
  })
}

/** Starts the server on what a cut left. @throws where anything acknowledged is missing or damaged */
async function look(
  dataDir: string,
  acknowledged: readonly Acknowledged[],
  about: string,
): Promise<void> {
  const server = await startAfter(dataDir, about)
  try {
    const lost: string[] = []
    for (const one of acknowledged) if (!(await one.isKept(server))) lost.push(one.what)
    expect(lost, about).toEqual([])
    expect((await checkChain(server.deps.database.db)).broken, about).toBeUndefined()
    expect(await damagedFiles(server), about).toEqual([])
    expect(await emptyMails(server), about).toEqual([])
    const answer = await server.client.call(pledge, {
      headers: {},
      body: { cause: 'education', amountUsd: 10 },
    })
    expect(answer.ok, about).toBe(true)
  } finally {
    await server.stop()
  }
}

/** A row says that its bytes are there, whether the call was acknowledged or not. */
async function damagedFiles({ deps }: ApiServer): Promise<readonly string[]> {
  const { files: store, secrets, database } = deps
  const parts = createPartStore(store, secrets)
  const damaged: string[] = []
  const rows = await database.db.selectFrom('file_parts').selectAll().execute()
  for (const { id, stored_at: storedAt, size_bytes: size } of rows) {
    if (storedAt === null) continue
    const bytes = await parts.get(id).catch(() => undefined)
    if (bytes?.length !== size) damaged.push(`part ${id}`)
  }
  const published = database.db.selectFrom('files').selectAll().where('purpose', '!=', RECEIVING)
  for (const file of await published.execute()) {
    const own = await partsOf(database.db, { fileId: file.id })
    const key = originalKey(file.id)
    try {
      const source =
        own.length > 0
          ? joinParts(parts, own)
          : sourceOf(openSealed(secrets, key, await store.get(key)))
      if ((await sha256Of(source)) !== file.sha256) damaged.push(`file ${file.id}`)
    } catch {
      damaged.push(`file ${file.id}`)
    }
  }
  return damaged
}

/** Mails that count as sent, and are not whole in the folder. */
async function emptyMails({ deps, dataDir }: ApiServer): Promise<readonly string[]> {
  const sent = await deps.database.db
    .selectFrom('mails')
    .select('id')
    .where('sent_at', 'is not', null)
    .execute()
  const empty: string[] = []
  for (const { id } of sent) {
    const text = await readFile(join(dataDir, 'outbox', `${id}.eml`), 'utf8').catch(() => '')
    if (!text.trimEnd().endsWith('--')) empty.push(id)
  }
  return empty
}

/** The files below a folder with their bytes, without the index of the write-ahead log: it is memory, and made anew. */
async function contentsOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('-shm'))
    .map((entry) => join(entry.parentPath, entry.name))
  const texts = paths.map(async (path): Promise<[string, string]> => [
    relative(folder, path),
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex'),
  ])
  return Object.fromEntries((await Promise.all(texts)).toSorted())
}
