/** Turning the keys of sealed columns while a server reads and writes them (ADR 0031). */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkChain } from '#server/parts/audit/audit-chain.ts'
import { createAuditLog } from '#server/parts/audit/audit-log.ts'
import { DEFAULT_POOL } from '#server/parts/database/pool/pool-settings.ts'
import { NEW_KEY_KNOWN_MS, oldKeyKeptMs } from '#server/parts/database/sealing/key-ring.ts'
import { SEALED_TABLES, UNREADABLE } from '#server/parts/database/sealing/sealed-columns.ts'
import { inTransaction } from '#server/parts/database/transact.ts'
import { originalKey } from '#server/parts/files/library.ts'
import { createDirectoryStore } from '#server/parts/files/store/directory-store.ts'
import { enqueueMail, openMailValues } from '#server/parts/mail/outbox.ts'
import { findOpenConsent } from '#server/records/consents/consent-repository.ts'
import { actOf, propose, type Act } from '#server/records/consents/propose.ts'
import { cancelReceipt, copyOf, findReceipt } from '#server/records/donations/receipt-repository.ts'
import { secretContext } from '#server/records/factors/factor-repository.ts'
import { createReport, listReports } from '#shared/contract/reports.ts'
import { listMembers, readMember, updateMember } from '#shared/contract/users.ts'
import { buildTotp } from '#tests/builders/factor.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { buildPerson } from '#tests/builders/person.ts'
import { freshReceipt } from '#tests/builders/receipt.ts'
import { reportBody } from '#tests/builders/report.ts'
import { signIn, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { createPostgresDatabase, ENGINES } from '#tests/support/engines.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { PROCESS_ENV } from '#tests/support/process-env.ts'
import { program } from '#tests/support/programs.ts'
import { jpeg } from '#tests/support/sample-files.ts'

const PROGRAM = program('src/server/commands/keys/keys-rotate.ts')
const SECRET_KEY = 'ab'.repeat(32) // of the test server
/** The command waits for the longest call of a server: shorter limits than the default save minutes. */
const POOL = { ...DEFAULT_POOL, statementMaxMs: 4_000, connectMaxMs: 1_000 }
const POOL_ENV = {
  DATABASE_STATEMENT_TIMEOUT_MS: String(POOL.statementMaxMs),
  DATABASE_CONNECT_TIMEOUT_MS: String(POOL.connectMaxMs),
}
/** A multiple of three, so that two writers never change the same person. */
const MEMBERS = 399

interface Run {
  readonly child: ChildProcess
  output(): string
  /** The exit code; null where a signal ended it. */
  readonly ended: Promise<number | null>
}

function rotate(
  { dataDir, databaseUrl }: Pick<ApiServer, 'dataDir' | 'databaseUrl'>,
  args: readonly string[] = [],
  secretKey = SECRET_KEY,
  oldSecretKey?: string,
): Run {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: {
      ...PROCESS_ENV,
      DATA_DIR: dataDir,
      SECRET_KEY: secretKey,
      ...POOL_ENV,
      ...(oldSecretKey === undefined ? {} : { SECRET_KEY_OLD: oldSecretKey }),
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => void (text += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => void (text += String(chunk)))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  return { child, output: () => text, ended }
}
async function until(run: Run, text: string): Promise<void> {
  while (!run.output().includes(text)) {
    if (run.child.exitCode !== null) throw new Error(run.output())
    await sleep(5)
  }
}

describe.each(ENGINES)('turning the keys on $title', ({ engine, skip }) => {
  let server: ApiServer
  const run = test.skipIf(skip)
  beforeEach(async () => {
    if (!skip)
      server = await startApiServer({ engine, env: { LIMITS_SCALE: '10000', ...POOL_ENV } })
  })
  afterEach(async () => {
    if (!skip) await server.stop()
  })

  const okay = <T>(answer: { ok: true; value: T } | { ok: false }): T => {
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    return answer.value
  }
  const admin = async () => (await buildPerson(server.deps, { role: 'admin' })).bearer
  /** Every row of the sealed tables and of the keys, as it is stored. */
  const stored = async (): Promise<string> => {
    const texts = []
    for (const table of [...SEALED_TABLES, 'data_keys', 'audit'])
      texts.push(
        (await sql`select * from ${sql.table(table)} order by 1`.execute(server.deps.database.db))
          .rows,
      )
    return JSON.stringify(texts)
  }
  const keys = async () =>
    (
      await server.deps.database.db
        .selectFrom('data_keys')
        .select(['id', 'retired_at'])
        .orderBy('id')
        .execute()
    ).map(({ id }) => id)

  run('a dry run changes nothing and counts rows by table and column', async () => {
    await buildMember(server.deps, { details: { tribe: 'Fur', comments: 'One' } })
    await buildMember(server.deps, { details: { tribe: 'Masalit' } })
    const before = await stored()
    const dry = rotate(server, ['--dry-run'])
    expect(await dry.ended, dry.output()).toBe(0)
    for (const line of [
      'members.tribe: 2 rows would be written',
      'members.tribe_key: 2 rows would be written',
      'members.comments: 1 rows would be written',
      'claims.message: 0 rows would be written',
    ])
      expect(dry.output()).toContain(line)
    expect(await stored()).toBe(before)
  })

  run(
    'the copies of tax receipts open with the new key, and forgotten ones stay blank',
    async () => {
      const { db } = server.deps.database
      const [kept, forgotten] = [await freshReceipt(server.deps), await freshReceipt(server.deps)]
      const at = server.clock.now().toISOString()
      await inTransaction(db, async (transaction) => {
        await cancelReceipt(transaction, kept, { reason: 'Wrong address', by: 1, at })
        await transaction
          .updateTable('donation_receipts')
          .set({ copy: '', forgotten_at: at })
          .where('id', '=', forgotten)
          .execute()
      })
      const rowsOf = async () =>
        JSON.stringify(
          (
            await sql`select copy, cancel_reason
      from donation_receipts where id = ${kept}`.execute(db)
          ).rows,
        )
      const before = await rowsOf()
      const turned = rotate(server)
      expect(await turned.ended, turned.output()).toBe(0)
      const after = await rowsOf()
      expect(after).not.toBe(before)
      const [row, blank] = [await findReceipt(db, kept), await findReceipt(db, forgotten)]
      expect(row && copyOf(row)?.donor.name).toBe('Amna Idris')
      expect(row?.cancel_reason).toBe('Wrong address')
      expect(blank?.copy).toBe('')
    },
  )

  run('another SECRET_KEY is refused before anything is written', async () => {
    await buildMember(server.deps, { details: { comments: 'One' } })
    const before = await stored()
    const wrong = rotate(server, [], 'cd'.repeat(32))
    expect(await wrong.ended).toBe(1)
    expect(wrong.output()).toContain('SECRET_KEY does not open the keys of the sealed columns')
    expect(await stored()).toBe(before)
  })

  run(
    'no call fails and no write is lost while readers and writers go on',
    async () => {
      const bearer = await admin()
      const people: { readonly cardId: string }[] = []
      for (let index = 0; index < MEMBERS; index += 1)
        people.push(
          await buildMember(server.deps, {
            details: { tribe: `Tribe ${index % 7}`, comments: `First ${index}` },
          }),
        )
      const author = await buildMember(server.deps)
      const { accessToken } = await signIn(server, author.email, TEST_PASSWORD)
      okay(
        await server.client.call(
          createReport,
          { body: reportBody({ victim: 'Wadhelima' }) },
          { bearer: accessToken },
        ),
      )
      const last = new Map<string, string>()
      const load = { isOver: false, calls: 0 }
      // The command mostly waits. Callers pause then: without, the test takes two minutes of processor time.
      const breathe = async (): Promise<void> => {
        const said = turn.output()
        if (!said.includes('seals now') || /Waiting \d/.test(said)) await sleep(25)
      }
      const commentsOf = async (id: string) =>
        okay(await server.client.call(readMember, { params: { id } }, { bearer })).comments
      const writer = async (offset: number): Promise<void> => {
        for (let turn = 0; !load.isOver; turn += 1) {
          const { cardId } = people[(turn * 3 + offset) % MEMBERS] ?? { cardId: '' }
          // What this writer wrote last is still there: the turning never puts an older text back.
          const before = last.get(cardId)
          if (before !== undefined) expect(await commentsOf(cardId)).toBe(before)
          const comments = `Turn ${turn} of ${offset}`
          okay(
            await server.client.call(
              updateMember,
              { params: { id: cardId }, body: { comments } },
              { bearer },
            ),
          )
          last.set(cardId, comments)
          load.calls += 1
          await breathe()
        }
      }
      const reader = async (): Promise<void> => {
        for (let turn = 0; !load.isOver; turn += 1) {
          const tribe = `tribe ${turn % 7}`
          const page = okay(
            await server.client.call(
              listMembers,
              { query: { page: 1, size: 100, tribe } },
              { bearer },
            ),
          )
          const items = 'items' in page ? page.items : []
          // While both keys are in use, the index finds everybody all the time.
          expect(items).toHaveLength(Math.ceil((MEMBERS - (turn % 7)) / 7))
          expect(JSON.stringify(items)).not.toContain(UNREADABLE)
          const reports = okay(
            await server.client.call(
              listReports,
              { query: { page: 1, q: 'wadhelima' } },
              { bearer },
            ),
          )
          expect('items' in reports && reports.items).toHaveLength(1)
          load.calls += 1
          await breathe()
        }
      }
      // Writers of different thirds: the last text of each person is known.
      const turn = rotate(server)
      const working = Promise.all([writer(0), writer(1), reader()])
      const code = await Promise.race([turn.ended, working.then(() => null)])
      load.isOver = true
      await working
      expect(code, turn.output()).toBe(0)
      expect(load.calls).toBeGreaterThan(100)
      expect(await keys()).toEqual([2])
      expect(await stored()).not.toMatch(/"s1\.1\.|"1\.[\w-]{14}"/)
      for (const [id, comments] of last) expect(await commentsOf(id)).toBe(comments)
      const { db } = server.deps.database
      expect(
        await db.selectFrom('audit').select('detail').where('action', '=', 'keys.turned').execute(),
      ).toEqual([{ detail: '{"from":"1","to":2}' }])
      await createAuditLog(server.deps.database, server.clock).close()
      expect((await checkChain(db)).broken).toBeUndefined()
      expect(server.logLines.filter((line) => line.includes('cannot be opened'))).toEqual([])
    },
    120_000,
  )

  run(
    'a killed run leaves everything readable, and the next one goes on',
    async () => {
      const bearer = await admin()
      const { cardId } = await buildMember(server.deps, {
        details: { comments: 'Kept', tribe: 'Fur' },
      })
      for (let index = 0; index < MEMBERS; index += 1)
        await buildMember(server.deps, { details: { comments: `Row ${index}` } })
      // Killed in each of its phases: while servers learn of the key, and while rows are written.
      const early = rotate(server)
      await until(early, 'Key 2 is announced')
      early.child.kill('SIGKILL')
      expect(await early.ended).toBe(null)
      const killed = rotate(server)
      await until(killed, 'Key 2 seals now')
      const rewritten = sql<{
        n: number
      }>`select count(*) as n from members where comments like 's1.2.%'`
      while (Number((await rewritten.execute(server.deps.database.db)).rows[0]?.n) === 0)
        await sleep(1)
      killed.child.kill('SIGKILL')
      expect(await killed.ended).toBe(null)
      const [old, announced] = await server.deps.database.db
        .selectFrom('data_keys')
        .selectAll()
        .orderBy('id')
        .execute()
      const retiredMs = Date.parse(old?.retired_at ?? '')
      expect(announced?.retired_at).toBeNull()
      // Every server knew the key before the first value was sealed with it.
      expect(retiredMs - Date.parse(announced?.created_at ?? '')).toBeGreaterThanOrEqual(
        NEW_KEY_KNOWN_MS,
      )
      const shown = okay(
        await server.client.call(readMember, { params: { id: cardId } }, { bearer }),
      )
      expect([shown.comments, shown.tribe]).toEqual(['Kept', 'Fur'])
      const next = rotate(server)
      expect(await next.ended, next.output()).toBe(0)
      expect(next.output()).toContain('Continuing the rotation that was interrupted')
      expect(await keys()).toEqual([2])
      expect(await stored()).not.toContain('"s1.1.')
      const turned = await server.deps.database.db
        .selectFrom('audit')
        .select('at')
        .where('action', '=', 'keys.turned')
        .executeTakeFirstOrThrow()
      expect(Date.parse(turned.at) - retiredMs).toBeGreaterThanOrEqual(oldKeyKeptMs(POOL))
    },
    120_000,
  )

  // What it does with such a value does not depend on the engine, and it waits for half a minute.
  test.skipIf(skip || engine === 'postgres')(
    'a value that no key opens keeps the old key, and the exit code says so',
    async () => {
      const { db } = server.deps.database
      const [one, two] = [
        await buildMember(server.deps, { details: { comments: 'One' } }),
        await buildMember(server.deps, { details: { comments: 'Two' } }),
      ]
      await sql`update members set comments = (select other.comments from members as other where other.id = ${two.id}) where id = ${one.id}`.execute(
        db,
      )
      const turn = rotate(server)
      expect(await turn.ended).toBe(1)
      expect(turn.output()).toContain(`No key opens a value in members ${one.id}.`)
      expect(await keys()).toEqual([1, 2])
      // It can be put right, and then the turn ends.
      await sql`update members set comments = '' where id = ${one.id}`.execute(db)
      const again = rotate(server)
      expect(await again.ended, again.output()).toBe(0)
      expect(await keys()).toEqual([2])
    },
    120_000,
  )
})

describe.each(ENGINES)('turning SECRET_KEY itself on $title', ({ engine, skip }) => {
  const run = test.skipIf(skip)
  const NEXT = 'cd'.repeat(32)

  run(
    'seals rows and files anew while no server runs, after a kill too, and refuses everything else',
    async () => {
      const dataDir = await mkdtemp(join(MEMORY_FOLDER, 'wld-secret-'))
      const temporary = engine === 'postgres' ? await createPostgresDatabase() : undefined
      const place = {
        engine,
        dataDir,
        ...(temporary === undefined ? {} : { databaseUrl: temporary.url }),
      }
      const turn = (old: string, next: string): Run =>
        rotate({ dataDir, databaseUrl: temporary?.url }, ['--secret-key'], next, old)
      try {
        const first = await startApiServer(place)
        const { id } = await buildMember(first.deps, { details: { comments: 'Kept comments' } })
        const files: string[] = []
        for (let count = 0; count < 20; count += 1)
          files.push(
            await first.deps.library.addPicture({
              purpose: 'card-photo',
              ownerId: id,
              bytes: await jpeg(),
              originalName: 'photo.jpg',
            }),
          )
        const store = createDirectoryStore(join(dataDir, 'files'))
        // A pipe in the place of one file holds the process in the middle of its work. The files are
        // read in the order of their ids or of their creation: it is the first and the last one of neither.
        const pipedFile = files.slice(1, -1).toSorted()[5] ?? ''
        const pipePath = join(dataDir, 'files', originalKey(pipedFile))
        const stored = async () =>
          Promise.all(
            files
              .filter((file) => file !== pipedFile)
              .map(async (file) => String(await store.get(originalKey(file)))),
          )
        const totp = await buildTotp(first.deps, id)
        const act: Act = { kind: 'report-delete', target: 'report:1', reason: 'A copy' }
        await inTransaction(first.deps.database.db, (transaction) =>
          propose(first.deps, transaction, act, {
            caller: { memberId: id },
            facts: { trace: () => undefined },
          }),
        )
        await enqueueMail(first.deps, first.deps.database.db, {
          to: 'a@test.example',
          language: 'en',
          template: 'password-changed',
          values: { at: '2026-01-01T00:00:00.000Z' },
        })
        const beside = turn(SECRET_KEY, NEXT)
        expect(await beside.ended).toBe(1)
        expect(beside.output()).toMatch(/in use by another WLD process|Stop every server/)
        await first.stop()

        const wrong = turn('ef'.repeat(32), NEXT)
        expect(await wrong.ended).toBe(1)
        expect(wrong.output()).toContain('Neither SECRET_KEY_OLD nor SECRET_KEY opens')

        const before = await stored()
        await rename(pipePath, `${pipePath}.kept`)
        execFileSync('mkfifo', [pipePath])
        const killed = turn(SECRET_KEY, NEXT)
        const pipe = await open(pipePath, 'w') // once the process reads from it
        killed.child.kill('SIGKILL')
        expect(await killed.ended).toBe(null)
        await pipe.close()
        await rename(`${pipePath}.kept`, pipePath)
        const turned = (await stored()).filter((text, index) => text !== before[index])
        expect(turned.length).toBeGreaterThan(0)
        expect(turned.length).toBeLessThan(files.length - 1)
        const next = turn(SECRET_KEY, NEXT)
        expect(await next.ended, next.output()).toBe(0)
        const again = turn(SECRET_KEY, NEXT)
        expect(await again.ended, again.output()).toBe(0)
        expect(again.output()).toContain('data_keys.wrapped: 0 rows')

        await expect(startApiServer(place)).rejects.toThrow('SECRET_KEY does not open')
        const second = await startApiServer({ ...place, env: { SECRET_KEY: NEXT } })
        const { db } = second.deps.database
        const member = await db
          .selectFrom('members')
          .select('comments')
          .where('id', '=', id)
          .executeTakeFirst()
        expect(member?.comments).toBe('Kept comments')
        for (const file of files)
          expect((await second.deps.library.readVariant(file, 'card'))?.length).toBeGreaterThan(0)
        const { secret_sealed: factor } = await db
          .selectFrom('factors')
          .select('secret_sealed')
          .executeTakeFirstOrThrow()
        expect(
          second.deps.secrets.open(
            'factors',
            Buffer.from(factor ?? '', 'base64'),
            secretContext(totp.id),
          ),
        ).toEqual(totp.secret)
        const consent = await findOpenConsent(db, 'report-delete', 'report:1')
        expect(consent && actOf(second.deps, consent)).toEqual(act)
        const mail = await db.selectFrom('mails').selectAll().executeTakeFirstOrThrow()
        expect(openMailValues(second.deps, mail)).toEqual({ at: '2026-01-01T00:00:00.000Z' })
        expect((await checkChain(db)).broken).toBeUndefined()
        await second.stop()
      } finally {
        await temporary?.drop()
        await rm(dataDir, { recursive: true, force: true })
      }
    },
    180_000,
  )
})
