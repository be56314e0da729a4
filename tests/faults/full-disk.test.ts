/** The commands of the operator on a disk that is really full: what they say, what stays, and how they go on. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { originalKey } from '#server/parts/files/library.ts'
import { readMember } from '#shared/contract/users.ts'
import { buildMember } from '#tests/builders/member.ts'
import { buildPerson } from '#tests/builders/person.ts'
import { startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { PROCESS_ENV } from '#tests/support/process-env.ts'
import { program } from '#tests/support/programs.ts'
import { jpeg } from '#tests/support/sample-files.ts'
import { mountSmallDisk, NO_SMALL_DISK, type SmallDisk } from '#tests/support/small-disk.ts'

const BACKUP = program('src/server/commands/backup/backup.ts')
const KEYS = program('src/server/commands/keys/keys-rotate.ts')
const MEGABYTE = 1024 * 1024
const SECRET_KEY = 'ab'.repeat(32) // of the test server
const NEXT_KEY = 'cd'.repeat(32)
const BACKUP_KEY = '12'.repeat(32)
/** `keys:rotate` waits for the longest call of a server. */
const SHORT_CALLS = { DATABASE_STATEMENT_TIMEOUT_MS: '1000', DATABASE_CONNECT_TIMEOUT_MS: '500' }

const probe = mountSmallDisk(MEGABYTE)
probe?.stop()
const isSkipped = probe === undefined

/** Starts a command; `output` is what it has printed so far. */
function start(path: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [path, ...args], {
    env: { ...PROCESS_ENV, SECRET_KEY, BACKUP_KEY, ...SHORT_CALLS, ...env },
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => void (text += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => void (text += String(chunk)))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, text }))
  return { ended, output: () => text, hasEnded: () => child.exitCode !== null }
}

describe(`a full disk${isSkipped ? NO_SMALL_DISK : ''}`, () => {
  const run = test.skipIf(isSkipped)
  const ends: (() => unknown)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  })
  const smallDisk = (megabytes: number): SmallDisk => {
    const disk = mountSmallDisk(megabytes * MEGABYTE)
    if (disk === undefined) throw new Error('it could be mounted before')
    ends.push(disk.stop)
    return disk
  }
  const folder = async (): Promise<string> => {
    const path = await mkdtemp(join(MEMORY_FOLDER, 'wld-full-'))
    ends.push(() => rm(path, { recursive: true, force: true }))
    return path
  }
  const photo = async ({ deps }: ApiServer, ownerId: number, width = 64) =>
    deps.library.addPicture({
      purpose: 'card-photo',
      ownerId,
      bytes: await jpeg(width, width),
      originalName: 'photo.jpg',
    })

  run(
    'of the backups leaves the old backup whole and of use, and the next run goes on',
    async () => {
      const server = await startApiServer({ engine: 'sqlite' })
      ends.push(() => server.stop())
      const disk = smallDisk(8)
      const to = join(disk.path, 'backups')
      const command = (...args: readonly string[]) =>
        start(BACKUP, args, { DATA_DIR: server.dataDir, BACKUP_TO: to }).ended
      const names = async () => (await readdir(join(to, 'snapshots'))).toSorted()
      const [first, second] = [await buildMember(server.deps), await buildMember(server.deps)]
      await photo(server, first.id)
      expect(await command('create')).toMatchObject({ code: 0 })
      await photo(server, second.id)
      expect(await command('create')).toMatchObject({ code: 0 })
      const made = await names()

      for (let count = 0; count < 8; count += 1) await photo(server, second.id, 800)
      disk.fill(300_000)
      const failed = await command('create')
      expect(failed).toMatchObject({
        code: 1,
        text: expect.stringMatching(/disk of the backups is full .+ backup:prune -- --keep 7/),
      })
      expect(await names()).toEqual(made)
      expect(await readdir(join(to, '.parts'))).toEqual([])
      const { failure } = await server.deps.database.db
        .selectFrom('backup_records')
        .select('failure')
        .executeTakeFirstOrThrow()
      expect(failure).toContain('disk of the backups is full')

      // Not one byte is free: the backups can still be read, and space can be made as the message says.
      disk.fill()
      for (const action of ['verify', 'check'])
        expect(await command(action)).toMatchObject({
          code: 0,
          text: expect.stringContaining('Whole: '),
        })
      const dataDir = await folder()
      const restored = await start(BACKUP, ['restore'], { DATA_DIR: dataDir, BACKUP_TO: to }).ended
      expect(restored.text).toContain('2 originals as they were received, 0 faults')
      expect(await command('prune', '--keep', '1')).toEqual({
        code: 0,
        text: '1 older backups deleted.\n',
      })
      expect(await names()).toEqual(made.slice(1))

      disk.free()
      const finished = await command('create')
      expect(finished.code, finished.text).toBe(0)
      expect((await command('verify')).text).toMatch(/^Whole: .+, 10 originals/m)
    },
  )

  run(
    'of the data lets no value be lost while keys are turned, and the next run goes on',
    async () => {
      const disk = smallDisk(40)
      const server = await startApiServer({
        engine: 'sqlite',
        dataDir: join(disk.path, 'data'),
        env: { LIMITS_SCALE: '10000', ...SHORT_CALLS },
      })
      ends.push(() => server.stop())
      const { deps, client } = server
      const { db } = deps.database
      const turn = (...args: readonly string[]) => start(KEYS, args, { DATA_DIR: server.dataDir })
      const keys = async () =>
        (await db.selectFrom('data_keys').select('id').orderBy('id').execute()).map(({ id }) => id)
      const sealedWith = async (key: number): Promise<number> => {
        const { rows } = await sql<{ n: number }>`
        select count(*) as n from members where comments like ${`s1.${key}.%`}`.execute(db)
        return rows[0]?.n ?? 0
      }
      const people: string[] = []
      for (let count = 0; count < 250; count += 1)
        people.push((await buildMember(deps, { details: { comments: `Kept ${count}` } })).cardId)
      const { bearer } = await buildPerson(deps, { role: 'admin' })
      const lost = async (): Promise<readonly unknown[]> => {
        const found = []
        for (const [index, id] of people.entries()) {
          const answer = await client.call(readMember, { params: { id } }, { bearer })
          if (!answer.ok || answer.value.comments !== `Kept ${index}`) found.push(answer)
        }
        return found
      }

      await deps.database.scrub() // its log is empty, so that it has to grow
      disk.fill()
      expect(await turn().ended).toMatchObject({
        code: 1,
        text: expect.stringMatching(/^The disk of .+ is full/),
      })
      expect(await keys()).toEqual([1])
      disk.free()

      const stopped = turn()
      while (!stopped.output().includes('is announced') && !stopped.hasEnded()) await sleep(5)
      await deps.database.scrub()
      disk.fill(128 * 1024)
      expect(await stopped.ended).toMatchObject({
        code: 1,
        text: expect.stringMatching(/seals now.+\nThe disk of .+ is full\. Free some space/s),
      })
      expect(await keys()).toEqual([1, 2])
      const turned = await sealedWith(2)
      expect(turned).toBeGreaterThan(0)
      expect(await sealedWith(1)).toBe(people.length - turned)
      expect(await lost()).toEqual([])

      disk.free()
      const finished = await turn().ended
      expect(finished.code, finished.text).toBe(0)
      expect(finished.text).toContain('Continuing the rotation that was interrupted')
      expect(await keys()).toEqual([2])
      expect(await sealedWith(2)).toBe(people.length)
      expect(await lost()).toEqual([])
    },
  )

  run(
    'of the data in a turn of SECRET_KEY says that no server may start, and the next run goes on',
    async () => {
      const disk = smallDisk(24)
      const place = { engine: 'sqlite', dataDir: join(disk.path, 'data') } as const
      const first = await startApiServer(place)
      const { id } = await buildMember(first.deps, { details: { comments: 'Kept comments' } })
      const photos: string[] = []
      for (const width of [64, 64, 64, 1_600]) photos.push(await photo(first, id, width))
      await first.stop()
      const turn = () =>
        start(KEYS, ['--secret-key'], {
          DATA_DIR: place.dataDir,
          SECRET_KEY: NEXT_KEY,
          SECRET_KEY_OLD: SECRET_KEY,
        }).ended
      disk.fill(200_000) // files are written beside the old ones, and the large one is the last
      expect(await turn()).toMatchObject({
        code: 1,
        text: expect.stringMatching(
          /^The rotation is not finished.+Do not start a server.+\nThe disk of .+ is full\. Free some space/,
        ),
      })
      disk.free()
      const finished = await turn()
      expect(finished.code, finished.text).toBe(0)
      const files = Number(/^(\d+) files sealed/m.exec(finished.text)?.[1])
      expect(files).toBeGreaterThan(0)
      expect(files).toBeLessThan(photos.length * 3) // the others were turned before the disk was full
      const second = await startApiServer({ ...place, env: { SECRET_KEY: NEXT_KEY } })
      ends.push(() => second.stop())
      for (const file of photos)
        expect((await second.deps.files.get(originalKey(file)))?.length).toBeGreaterThan(0)
      for (const file of photos)
        expect((await second.deps.library.readVariant(file, 'card'))?.length).toBeGreaterThan(0)
    },
  )
})
