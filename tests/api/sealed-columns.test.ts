/**
 * Sealed columns: a copy of the database tells nothing of them, and everything is readable through
 * the server (ADR 0031).
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  SEALED_TABLES,
  sealedColumnsOf,
  UNREADABLE,
} from '#server/parts/database/sealing/sealed-columns.ts'
import { openSqlite } from '#server/parts/database/sqlite.ts'
import { readClaim, replyToClaim, sendContactMessage } from '#shared/contract/claims.ts'
import { cancelReceipt } from '#shared/contract/donation-receipts.ts'
import {
  createEvidence,
  createReport,
  deleteReport,
  hideReport,
  listReports,
  publishReport,
  readReport,
  restoreReport,
  updateReport,
} from '#shared/contract/reports.ts'
import { changeReportSettings, readSettings } from '#shared/contract/settings.ts'
import { listMembers, readMember, updateMember } from '#shared/contract/users.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { buildMember } from '#tests/builders/member.ts'
import { buildPerson } from '#tests/builders/person.ts'
import { freshReceipt } from '#tests/builders/receipt.ts'
import { reportBody } from '#tests/builders/report.ts'
import { confirmPassword, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { hasPrivatePostgres, startPrivatePostgres } from '#tests/support/private-postgres.ts'
import { jpeg } from '#tests/support/sample-files.ts'
import { showNames } from '#tests/support/show-names.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import { uploadOne } from '#tests/support/uploads.ts'

/** No mail server listens there: mails stay in the outbox, sealed. */
const ENV = {
  LIMITS_SCALE: '1000',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'WLD <office@test.example>',
}
/** Not sealed: a search that does not find it finds nothing at all. */
const CONTROL = 'Qzcontrolname'

/** Each was written to a sealed column with `Qz` before it. */
const SECRET_WORDS =
  'donor address cancelreason tribe birthcity birthvillage motherfirst motherlast motherchanged comments approver requestcomment ' +
  'description actor actorname actordesc account victim verifier hiddenword message reply'

const person = (server: ApiServer, role: Role = 'member') => buildPerson(server.deps, { role })
const okay = <T>(answer: { ok: true; value: T } | { ok: false }): T => {
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  return answer.value
}

/** Fills every kind of sealed column through the API; returns what must not be found. */
async function fill(server: ApiServer): Promise<readonly string[]> {
  const admin = await person(server, 'admin')
  const built = await buildMember(server.deps, {
    lastName: CONTROL,
    details: {
      tribe: 'Qztribe',
      birth_city: 'Qzbirthcity',
      birth_village: 'Qzbirthvillage',
      mothers_first_name: 'Qzmotherfirst',
      mothers_last_name: 'Qzmotherlast',
      comments: 'Qzcomments',
      approver_comment: 'Qzapprover',
    },
  })
  const { db } = server.deps.database
  await db
    .insertInto('registration_requests')
    .values({
      id: `REQ_${built.id}`,
      member_id: built.id,
      status: 'rejected',
      comment: 'Qzrequestcomment',
      decided_by: null,
      decided_at: null,
      created_at: server.clock.now().toISOString(),
    })
    .execute()
  await confirmPassword(server, admin.bearer)
  okay(
    await server.client.call(
      updateMember,
      { params: { id: built.cardId }, body: { mothersLastName: 'Qzmotherchanged' } },
      { bearer: admin.bearer },
    ),
  )
  await db
    .insertInto('settings')
    .values({
      name: 'reports',
      value: '{"mode":"reviewed","withholdNames":true}',
      revision: 1,
      updated_at: server.clock.now().toISOString(),
      updated_by: null,
    })
    .execute()
  const author = await person(server)
  const { id } = okay(
    await server.client.call(
      createReport,
      {
        body: reportBody({
          description: 'Qzdescription of it',
          actor: 'Qzactor',
          actorName: 'Qzactorname',
          actorDesc: 'Qzactordesc',
          actorAccount: 'https://qzaccount.example/x',
          victim: 'Qzvictim',
          googleMapLink: 'https://www.openstreetmap.org/?mlat=12.0598765&mlon=24.88',
        }),
      },
      { bearer: author.bearer },
    ),
  )
  await db.deleteFrom('settings').execute() // the other reports of this server are public at once
  okay(
    await server.client.call(
      updateReport,
      {
        params: { id },
        body: { verifierComment: 'Qzverifier', hiddenWords: ['Qzhiddenword'] },
      },
      { bearer: admin.bearer },
    ),
  )
  const receipt = await freshReceipt(server.deps, built.id, {
    name: 'Qzdonor',
    address: 'Qzaddress\n69000 Lyon',
  })
  okay(
    await server.client.call(
      cancelReceipt,
      { params: { id: receipt }, body: { reason: 'Qzcancelreason' } },
      { bearer: admin.bearer },
    ),
  )
  const { reference } = okay(
    await server.client.call(sendContactMessage, {
      headers: {},
      body: {
        firstName: 'Jérôme',
        lastName: 'Awad',
        email: 'visitor@test.example',
        phoneNumber: '+33 (0)6 12-34.56 78',
        subject: 'query',
        message: 'Qzmessage to you',
      },
    }),
  )
  okay(
    await server.client.call(
      replyToClaim,
      { params: { id: reference }, body: { text: 'Qzreply to you', resolves: true, version: 0 } },
      { bearer: admin.bearer },
    ),
  )
  const claim = okay(
    await server.client.call(readClaim, { params: { id: reference } }, { bearer: admin.bearer }),
  )
  expect([claim.message, claim.note, claim.entries[0]?.text]).toEqual([
    'Qzmessage to you',
    'Qzreply to you',
    'Qzreply to you',
  ])
  const member = okay(
    await server.client.call(
      readMember,
      { params: { id: built.cardId } },
      { bearer: admin.bearer },
    ),
  )
  expect(member).toMatchObject({
    tribe: 'Qztribe',
    birthCity: 'Qzbirthcity',
    birthVillage: 'Qzbirthvillage',
    mothersFirstName: 'Qzmotherfirst',
    mothersLastName: 'Qzmotherchanged',
    comments: 'Qzcomments',
    approverComment: 'Qzapprover',
  })
  const report = okay(
    await server.client.call(readReport, { params: { id }, query: {} }, { bearer: admin.bearer }),
  )
  expect(report).toMatchObject({
    victim: 'Qzvictim',
    actorAccount: 'https://qzaccount.example/x',
    verifierComment: 'Qzverifier',
    protection: { hiddenWords: ['Qzhiddenword'] },
  })
  return SECRET_WORDS.split(' ')
    .flatMap((word) => [`Qz${word}`, `qz${word}`])
    .concat('12.0598765')
}

/** Every row of every table as the database stores it: a raw statement is not opened. */
async function everyRow({ deps }: ApiServer): Promise<string> {
  const { db } = deps.database
  const texts = []
  for (const { name } of await db.introspection.getTables())
    texts.push(JSON.stringify((await sql`select * from ${sql.table(name)}`.execute(db)).rows))
  return texts.join('\n')
}

/** The bytes of every file below a folder, one text. */
function everyByte(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path).toString('latin1'))
    .join('\n')
}

const found = (text: string, words: readonly string[]): readonly string[] =>
  words.filter((word) => text.includes(word))

describe.each(ENGINES)('sealed columns on $title', ({ engine, skip }) => {
  const { server, run } = suiteServer({ engine, skip }, { env: ENV })
  let secrets: readonly string[]
  beforeAll(async () => {
    secrets = await fill(server)
    await showNames(server)
  })

  run('no row, no index and no line of the log shows a sealed value', async () => {
    const rows = await everyRow(server)
    expect(found(rows, [CONTROL])).toEqual([CONTROL])
    expect(found(rows, secrets)).toEqual([])
    expect(found(server.logLines.join('\n'), secrets)).toEqual([])
  })

  test.skipIf(skip || engine !== 'sqlite')(
    'no page of the file, its log and its free pages shows one',
    async () => {
      const { db } = server.deps.database
      // Deleted rows leave free pages and old versions in the log.
      const gone = await buildMember(server.deps, {
        details: { comments: 'Qzdeleted '.repeat(900) },
      })
      await db.deleteFrom('members').where('id', '=', gone.id).execute()
      const bytes = everyByte(server.dataDir)
      expect(existsSync(join(server.dataDir, 'wld.sqlite-wal'))).toBe(true)
      expect(found(bytes, [CONTROL])).toEqual([CONTROL])
      expect(found(bytes, [...secrets, 'Qzdeleted'])).toEqual([])
      // The trigrams of a word are one by one in the file: the index itself must not know the word.
      for (const word of ['qzvictim', 'qzdescription'])
        for (const index of ['reports_fts', 'reports_words'])
          expect(
            (
              await sql`select rowid from ${sql.table(index)} where ${sql.table(index)} match ${`"${word}"`}`.execute(
                db,
              )
            ).rows,
          ).toEqual([])
    },
  )

  run(
    'members are found by the whole tribe, in any spelling of it, and never by a part',
    async () => {
      const { bearer } = await person(server, 'admin')
      const one = await buildMember(server.deps, { details: { tribe: 'Bénī Ḥalba' } })
      const by = async (tribe: string) => {
        const page = okay(
          await server.client.call(listMembers, { query: { page: 1, tribe } }, { bearer }),
        )
        return 'items' in page ? page.items.map(({ id }) => id) : []
      }
      for (const tribe of ['Bénī Ḥalba', 'beni halba', ' BENI HALBA '])
        expect(await by(tribe), tribe).toEqual([one.cardId])
      for (const tribe of ['beni', 'beni halb', 'halba', '%', ''])
        expect(await by(tribe), tribe).not.toEqual([one.cardId])
    },
  )

  run(
    'staff find a report that is not public by whole words of what it says of people',
    async () => {
      const { bearer } = await person(server, 'moderator')
      const author = await person(server)
      const { id } = okay(
        await server.client.call(
          createReport,
          { body: reportBody({ victim: 'Wadhelima Osmanab', description: 'Seen at the Wadmill' }) },
          { bearer: author.bearer },
        ),
      )
      const hits = async (query: object) => {
        const page = okay(
          await server.client.call(listReports, { query: { page: 1, ...query } }, { bearer }),
        )
        return 'items' in page ? page.items.map((report) => report.id) : []
      }
      const raw = async () =>
        JSON.stringify(
          (await sql`select * from reports where id = ${id}`.execute(server.deps.database.db)).rows,
        )
      expect(await hits({ q: 'wadhel' })).toEqual([id])
      expect(await raw()).toContain('wadhelima')
      okay(await server.client.call(hideReport, { params: { id }, body: {} }, { bearer }))
      expect(await raw()).not.toMatch(/wad(?:helima|mill)/i)
      // What was in the open while it was public leaves the files with the next clean-up.
      const { db } = server.deps.database
      expect(await db.selectFrom('scrubs').select('wanted_at').execute()).not.toEqual([
        { wanted_at: null },
      ])
      for (const query of [{ q: 'WADHELIMA' }, { q: 'wadmill osmanab' }, { victim: 'osmanab' }])
        expect(await hits(query), JSON.stringify(query)).toEqual([id])
      for (const query of [{ q: 'wadhel' }, { q: 'wadhelima qznobody' }, { victim: 'osman' }])
        expect(await hits(query), JSON.stringify(query)).toEqual([])
      okay(await server.client.call(publishReport, { params: { id }, body: {} }, { bearer }))
      expect(await hits({ q: 'wadhel' })).toEqual([id])
    },
  )

  run('words of a report that stops being public are tokens, in the bin as well', async () => {
    const admin = await buildPerson(server.deps, { role: 'admin', proven: true })
    const author = await person(server)
    const { id } = okay(
      await server.client.call(
        createReport,
        { body: reportBody({ victim: 'Wadsamira Wadosman', description: 'At the Wadbridge' }) },
        { bearer: author.bearer },
      ),
    )
    const { db } = server.deps.database
    const words = async () => {
      const { rows } = await sql`select * from reports where id = ${id}`.execute(db)
      return JSON.stringify(rows).match(/wad(?:samira|bridge)/gi)?.length ?? 0
    }
    const isScrubWanted = async () => {
      const { wanted_at: at } = await db.selectFrom('scrubs').selectAll().executeTakeFirstOrThrow()
      await db.updateTable('scrubs').set({ wanted_at: null }).execute()
      return at !== null
    }
    expect(await words()).toBeGreaterThan(0)
    await isScrubWanted()
    const params = { id }
    const body = { reason: 'Filed by mistake' }
    okay(await server.client.call(deleteReport, { params, query: {}, body }, admin))
    expect([await words(), await isScrubWanted()]).toEqual([0, true])
    okay(await server.client.call(restoreReport, { params }, admin))
    expect(await words()).toBeGreaterThan(0)

    // New evidence of its author lets it wait again where reports are checked first.
    const setMode = async (mode: 'immediate' | 'reviewed') => {
      const { reports } = okay(await server.client.call(readSettings, {}, admin))
      const { revision, withholdNames } = reports
      const settings = { revision, mode, withholdNames }
      okay(await server.client.call(changeReportSettings, { body: settings }, admin))
    }
    const before = okay(await server.client.call(readSettings, {}, admin)).reports.mode
    await setMode('reviewed')
    const fileUrl = await uploadOne(server, author.bearer, 'report', await jpeg())
    const piece = { reportId: id, evidenceType: 'image' as const, fileUrl, description: 'A well' }
    okay(await server.client.call(createEvidence, { body: piece }, { bearer: author.bearer }))
    expect([await words(), await isScrubWanted()]).toEqual([0, true])
    await setMode(before)
  })

  run('words that a public report withholds are stored as tokens, for staff alone', async () => {
    const { bearer } = await person(server, 'moderator')
    const author = await person(server)
    const { id } = okay(
      await server.client.call(
        createReport,
        { body: reportBody({ description: 'Wadkeltum saw it from Wadroof' }) },
        { bearer: author.bearer },
      ),
    )
    okay(
      await server.client.call(
        updateReport,
        { params: { id }, body: { hiddenWords: ['Wadkeltum'] } },
        { bearer },
      ),
    )
    const rows = await sql`select * from reports where id = ${id}`.execute(server.deps.database.db)
    expect(JSON.stringify(rows.rows)).not.toMatch(/wadkeltum/i)
    expect(JSON.stringify(rows.rows)).toContain('wadroof')
    const hits = async (q: string, options: { bearer?: string }) => {
      const page = okay(await server.client.call(listReports, { query: { page: 1, q } }, options))
      return 'items' in page ? page.items.map((report) => report.id) : []
    }
    expect([await hits('wadkeltum', { bearer }), await hits('wadkeltum', {})]).toEqual([[id], []])
    expect(await hits('wadroof', {})).toEqual([id])
  })

  run(
    'a value that was moved or damaged is shown as unreadable, alone, and is not lost',
    async () => {
      const { db } = server.deps.database
      const { bearer } = await person(server, 'admin')
      const city = `Moved ${engine}`
      const [one, two] = [
        await buildMember(server.deps, { details: { tribe: city, birth_city: 'One' } }),
        await buildMember(server.deps, { details: { tribe: city, birth_city: 'Two' } }),
      ]
      const stored = async (id: number) =>
        (
          await sql<
            Record<string, string>
          >`select birth_city, birth_village, mothers_first_name, tribe from members where id = ${id}`.execute(
            db,
          )
        ).rows[0] ?? {}
      const ofTwo = await stored(two.id)
      // From another row, and from another column of the same row.
      await sql`update members set birth_city = ${ofTwo['birth_city']}, birth_village = tribe,
        mothers_first_name = tribe where id = ${one.id}`.execute(db)
      const before = await stored(one.id)
      const list = async () => {
        const page = okay(
          await server.client.call(listMembers, { query: { page: 1, tribe: city } }, { bearer }),
        )
        return 'items' in page ? page.items : []
      }
      const shown = new Map((await list()).map((row) => [row.id, row]))
      expect(shown.get(one.cardId)).toMatchObject({
        tribe: city,
        birthCity: UNREADABLE,
        birthVillage: UNREADABLE,
      })
      expect(shown.get(two.cardId)).toMatchObject({ tribe: city, birthCity: 'Two' })
      const lines = server.logLines.filter((line) =>
        line.includes('a sealed value cannot be opened'),
      )
      expect(
        lines.some((line) => line.includes('birth_city') && line.includes(String(one.id))),
      ).toBe(true)
      // The list does not show the mother's name, so it was not even opened.
      expect(lines.filter((line) => line.includes('mothers_first_name'))).toEqual([])
      okay(
        await server.client.call(
          updateMember,
          { params: { id: one.cardId }, body: { occupation: 'Doctor', birthCity: UNREADABLE } },
          { bearer },
        ),
      )
      expect(await stored(one.id)).toEqual(before)
    },
  )

  run('where withheld words cannot be opened, the public reads nothing about people', async () => {
    const { bearer } = await person(server, 'moderator')
    const author = await person(server)
    const { id } = okay(
      await server.client.call(
        createReport,
        { body: reportBody({ description: 'Wadnafisa saw it', city: `Wadcity ${engine}` }) },
        { bearer: author.bearer },
      ),
    )
    const edit = (body: object) =>
      server.client.call(updateReport, { params: { id }, body }, { bearer })
    okay(await edit({ hiddenWords: ['Wadnafisa'] }))
    const { db } = server.deps.database
    await sql`update reports set hidden_words = victim where id = ${id}`.execute(db)
    const list = okay(await server.client.call(listReports, { query: { page: 1, size: 50 } }))
    const shown = 'items' in list ? list.items.find((report) => report.id === id) : undefined
    expect(shown).toMatchObject({ description: UNREADABLE, victim: UNREADABLE })
    expect(JSON.stringify(list)).not.toContain('Wadnafisa')
    const stored = async () =>
      (
        await sql<{
          hidden_words: string
        }>`select hidden_words from reports where id = ${id}`.execute(db)
      ).rows
    const before = await stored()
    okay(await edit({ city: 'Nyala' }))
    expect(await stored()).toEqual(before)
    const { rows } = await sql`select * from reports where id = ${id}`.execute(db)
    expect(JSON.stringify(rows)).not.toMatch(/wadnafisa/i)
    okay(await edit({ hiddenWords: ['Wadnafisa'] }))
    const again = okay(await server.client.call(readReport, { params: { id }, query: {} }))
    expect(again.description).toBe('[…] saw it')
  })

  run(
    'a query that compares or sorts by a sealed column is an error, not an empty list',
    async () => {
      const { db } = server.deps.database
      const members = db.selectFrom('members').select('id')
      await expect(members.where('tribe', '=', 'x').execute()).rejects.toThrow(
        'members.tribe is sealed',
      )
      await expect(members.orderBy('birth_city').execute()).rejects.toThrow('is sealed')
      await expect(
        db.updateTable('members').set({ comments: 'x' }).where('role', '=', 'ROLE_USER').execute(),
      ).rejects.toThrow('write it by the id of one row')
      await expect(
        db
          .insertInto('report_evidence')
          .values({
            report_id: 1,
            evidence_type: 'image',
            file_id: 'x',
            description: 'x',
            uploaded_at: '',
            deleted_at: null,
          })
          .execute(),
      ).rejects.toThrow('write it by the id of one row')
    },
  )
})

/** Makes the rows what an earlier version wrote: plain, with plain indexes. */
async function unseal({ deps }: ApiServer): Promise<void> {
  const { db } = deps.database
  for (const [table, columns] of SEALED_TABLES.map(
    (name) => [name, sealedColumnsOf(name)] as const,
  )) {
    for (const row of await db.selectFrom(table).selectAll().execute())
      await sql`update ${sql.table(table)} set ${sql.join(
        columns.map((column) => sql`${sql.ref(column)} = ${row[column as never]}`),
      )} where id = ${row.id}`.execute(db)
  }
  await sql`update members set tribe_key = lower(tribe)`.execute(db)
  await sql`update reports set search_text = ' ' || lower(description || ' ' || victim)`.execute(db)
  await sql`update claims set search_text = ' ' || lower(message)`.execute(db)
  await sql`delete from sealed_tables`.execute(db)
}

describe('the first start after an update', () => {
  test('seals what was plain, and leaves nothing of it in the file of SQLite', async () => {
    const dataDir = await mkdtemp(join(MEMORY_FOLDER, 'wld-sealed-'))
    const first = await startApiServer({ engine: 'sqlite', env: ENV, dataDir })
    const secrets = await fill(first)
    await unseal(first)
    await first.stop()
    expect(found(everyByte(dataDir), secrets)).toContain('Qzvictim')
    const second = await startApiServer({ engine: 'sqlite', env: ENV, dataDir })
    try {
      expect(found(everyByte(dataDir), secrets)).toEqual([])
      expect(found(everyByte(dataDir), [CONTROL])).toEqual([CONTROL])
      const { bearer } = await person(second, 'admin')
      const page = okay(
        await second.client.call(listMembers, { query: { page: 1, tribe: 'qztribe' } }, { bearer }),
      )
      expect('items' in page && page.items[0]?.tribe).toBe('Qztribe')
      for (const q of ['qzvictim', 'qzdescription']) {
        const reports = okay(
          await second.client.call(listReports, { query: { page: 1, q } }, { bearer }),
        )
        expect('items' in reports && reports.items.length, q).toBe(1)
      }
    } finally {
      await second.stop()
      await rm(dataDir, { recursive: true })
    }
  })

  test.skipIf(!hasPrivatePostgres)(
    hasPrivatePostgres
      ? 'does so on PostgreSQL, and no file of a new cluster ever shows a value'
      : 'does so on PostgreSQL (skipped: no initdb to start a cluster with)',
    async () => {
      const cluster = await startPrivatePostgres()
      const start = () => startApiServer({ engine: 'postgres', env: ENV, databaseUrl: cluster.url })
      const read = async (folder: string): Promise<string> => {
        await cluster.checkpoint()
        return everyByte(join(cluster.folder, folder))
      }
      try {
        const first = await start()
        const secrets = await fill(first)
        // The write-ahead log is searched as well: nothing was ever sent to the cluster in plain.
        const all = await read('.')
        expect(found(all, [CONTROL])).toEqual([CONTROL])
        expect(found(all, secrets)).toEqual([])
        await unseal(first)
        await first.stop()
        expect(found(await read('base'), secrets)).toContain('Qzvictim')
        const second = await start()
        expect(found(await everyRow(second), secrets)).toEqual([])
        expect(found(await read('base'), secrets)).toEqual([])
        await second.stop()
      } finally {
        await cluster.stop()
      }
    },
  )
})

test('a plain database of SQLite has no key in the open', async () => {
  const server = await startApiServer({ engine: 'sqlite', env: ENV })
  const raw = openSqlite(join(server.dataDir, 'wld.sqlite'))
  const [key] = await raw.dataKeys.read()
  expect(Buffer.from(key?.wrapped ?? '', 'base64')).toHaveLength(12 + 32 + 16)
  await raw.close()
  await server.stop()
})
