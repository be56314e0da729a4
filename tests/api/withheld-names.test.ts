/** The public reads and finds no name in a report until staff verify it, where the association wants it so (ADR 0093). */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { isoNow } from '#server/base/clock.ts'
import { newColumns } from '#server/records/reports/create-report.ts'
import { insertReport } from '#server/records/reports/report-repository.ts'
import { withNamesAsSet } from '#server/records/reports/withheld-names-repository.ts'
import { listReplies, sendObjection, showReplyOfClaim } from '#shared/contract/claims.ts'
import {
  createReport,
  listEvidence,
  listOwnReports,
  listReports,
  readReport,
  undoReport,
  updateReport,
  type Report,
} from '#shared/contract/reports.ts'
import { changeReportSettings, readSettings } from '#shared/contract/settings.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import type { Person } from '#tests/builders/person.ts'
import { reportBody } from '#tests/builders/report.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { publicAddresses } from '#tests/support/public-addresses.ts'
import { jpeg } from '#tests/support/sample-files.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import { uploadOne } from '#tests/support/uploads.ts'

const SENTENCE = 'A crowd saw it'
/** Names that no other text of the product holds; the last is another spelling of the one before. */
const NAMES = [
  'Qadruddin',
  'Qambarov',
  'Zubayda',
  'Quraytim',
  'Tall with a scar',
  'Khadija',
  'خديجة',
]
const textsOf = (number: number) => ({
  description: `${SENTENCE}, and so did Mrs Quraytim: Qadruddin ran. خديجة left ${number}.`,
  city: 'Nyala, house of Qambarov',
  actor: 'Men of Qadruddin',
  actorName: 'Qadruddin Qambarov',
  actorDesc: 'Tall with a scar',
  victim: 'Zubayda Quraytim and Khadija',
  googleMapLink: 'https://map.example/search?query=Zubayda%20Quraytim',
})

describe.each(ENGINES)('names in reports that are not verified, on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })
  const value = <T>(
    answer: { readonly ok: true; readonly value: T } | { readonly ok: false },
  ): T => {
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    return answer.value
  }
  const signedIn = (role: Role) => person(role, { proven: true })
  let filedSoFar = 0
  const filed = async (
    more: Partial<ReturnType<typeof textsOf>> = {},
    caption = 'Zubayda by the well',
  ) => {
    const reporter = await signedIn('member')
    const fileUrl = await uploadOne(server, reporter.bearer, 'report', await jpeg())
    const evidence = { evidenceType: 'image' as const, fileUrl, description: caption }
    const report = value(
      await server.client.call(
        createReport,
        {
          body: reportBody({ ...textsOf((filedSoFar += 1)), evidenceList: [evidence], ...more }),
        },
        reporter,
      ),
    )
    return { reporter, report }
  }
  const decide = async (id: number, status: Report['status'], by?: Person) => {
    const reviewer = by ?? (await signedIn('reviewer'))
    value(
      await server.client.call(
        updateReport,
        { params: { id }, body: { status, undoable: true } },
        reviewer,
      ),
    )
    return reviewer
  }
  const setNames = async (withholdNames: boolean) => {
    const admin = await signedIn('admin')
    const { reports } = value(await server.client.call(readSettings, {}, admin))
    const { revision, mode } = reports
    return value(
      await server.client.call(
        changeReportSettings,
        { body: { revision, mode, withholdNames } },
        admin,
      ),
    )
  }
  const filters = NAMES.flatMap((name) =>
    (['q', 'actor', 'victim'] as const).map((filter) => [filter, name] as const),
  )
  /** The addresses whose reply holds a name of the report. */
  const tellers = async (report: Report, bearer?: string): Promise<string[]> => {
    const told: string[] = []
    for (const address of publicAddresses(report, { filters, words: NAMES })) {
      const reply = await fetch(`${server.url}${address}`, {
        redirect: 'manual',
        headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
      })
      const text = await reply.text()
      if (NAMES.some((name) => text.includes(name))) told.push(address)
    }
    return told
  }
  /** The searches that find the report, by its row or by a count. */
  const finders = async ({ id }: Report, bearer?: string): Promise<string[]> => {
    const found: string[] = []
    for (const [filter, name] of filters) {
      const list = value(
        await server.client.call(
          listReports,
          { query: { [filter]: name, page: 1 } },
          bearer === undefined ? {} : { bearer },
        ),
      )
      if ('items' in list && list.items.some((row) => row.id === id))
        found.push(`${filter} ${name}`)
    }
    return found
  }
  const total = async (q: string): Promise<number> => {
    const list = value(await server.client.call(listReports, { query: { q, page: 1 } }))
    return 'total' in list ? list.total : -1
  }

  run('no address tells them or finds the report by them, until staff verify it', async () => {
    const { report } = await filed()
    const other = await signedIn('member')
    expect(await tellers(report)).toEqual([])
    expect(await tellers(report, other.bearer)).toEqual([])
    expect(await finders(report)).toEqual([])
    expect(await finders(report, other.bearer)).toEqual([])
    for (const name of NAMES) expect(await total(name)).toBe(0)
    // The rest of it is public, and found.
    expect(await total(SENTENCE)).toBe(1)
    const params = { id: report.id }
    const read = value(await server.client.call(readReport, { params, query: {} }))
    expect(read).toMatchObject({
      type: reportBody().type,
      description: `${SENTENCE}, and so did Mrs […]: […] ran. […] left ${filedSoFar}.`,
      city: 'Nyala, house of […]',
      actor: 'Men of […]',
      actorName: '[…]',
      actorDesc: '[…]',
      victim: '[…]',
      googleMapLink: '',
      withheld: ['mapLink', 'unverified'],
    })
    expect(read.reportEvidences.map(({ description }) => description)).toEqual(['[…] by the well'])

    const reviewer = await decide(report.id, 'verified')
    expect(await tellers(report)).toEqual(
      expect.arrayContaining([
        '/api/report/get/all',
        `/api/report/get/${report.id}`,
        `/api/report/evidence/get/report/${report.id}`,
      ]),
    )
    expect(await finders(report)).toEqual(expect.arrayContaining(['q Zubayda', 'victim Zubayda']))
    // What loses the state is silent at once: by the undo, and by a decision.
    value(await server.client.call(undoReport, { params }, reviewer))
    expect(await tellers(report)).toEqual([])
    expect(await finders(report)).toEqual([])
    await decide(report.id, 'verified', reviewer)
    expect(await tellers(report)).not.toEqual([])
    await decide(report.id, 'under review', reviewer)
    expect(await tellers(report)).toEqual([])
    expect(await finders(report)).toEqual([])
  })

  run('who filed it and staff read them; the preview of staff does not have them', async () => {
    const { report, reporter } = await filed()
    const texts = textsOf(filedSoFar)
    const params = { id: report.id }
    for (const caller of [reporter, await signedIn('moderator')]) {
      expect(
        value(await server.client.call(readReport, { params, query: {} }, caller)),
      ).toMatchObject(texts)
      const [piece] = value(await server.client.call(listEvidence, { params, query: {} }, caller))
      expect(piece).toMatchObject({
        description: 'Zubayda by the well',
        reportDescription: texts.description,
        actorDesc: texts.actorDesc,
      })
      const asPublic = { params, query: { as: 'public' } } as const
      expect(value(await server.client.call(readReport, asPublic, caller))).toMatchObject({
        actorName: '[…]',
      })
      expect(value(await server.client.call(listEvidence, asPublic, caller))[0]).toMatchObject({
        description: '[…] by the well',
        actorDesc: '[…]',
      })
    }
    const own = value(await server.client.call(listOwnReports, { query: {} }, reporter))
    expect(own.items).toMatchObject([texts])
    expect(await finders(report, (await signedIn('moderator')).bearer)).toEqual(
      expect.arrayContaining(['q Zubayda', 'victim Zubayda', 'actor Qadruddin']),
    )
  })

  run(
    'the setting holds for every report and for kept replies, as soon as it is saved',
    async () => {
      const { report } = await filed()
      await setNames(false)
      const shown = await tellers(report)
      expect(shown).toEqual(expect.arrayContaining(['/api/report/get/all']))
      expect(await finders(report)).toEqual(expect.arrayContaining(['q Zubayda', 'victim Zubayda']))
      const later = await filed()
      expect(await tellers(later.report)).not.toEqual([])
      const verified = await filed(
        {
          actorName: 'Wedderburn',
          description: 'By Wedderburn',
          actor: 'A militia',
          victim: 'Two families',
          city: 'Nyala',
          actorDesc: 'In uniform',
          googleMapLink: 'https://map.example/',
        },
        'A well',
      )
      await decide(verified.report.id, 'verified')
      await setNames(true)
      for (const one of [report, later.report]) {
        expect(await tellers(one)).toEqual([])
        expect(await finders(one)).toEqual([])
      }
      const params = { id: verified.report.id }
      const read = async () => value(await server.client.call(readReport, { params, query: {} }))
      expect(await read()).toMatchObject({ actorName: 'Wedderburn', withheld: [] })
      await decide(verified.report.id, 'not verified')
      expect(await read()).toMatchObject({ actorName: '[…]', description: 'By […]' })
    },
  )

  run('a reply under the report neither names them nor is signed with them', async () => {
    const { report } = await filed()
    const params = { id: report.id }
    const reply = async (firstName: string, lastName: string) => {
      const { reference } = value(
        await server.client.call(sendObjection, {
          headers: {},
          body: {
            reportId: report.id,
            kind: 'reply',
            firstName,
            lastName,
            email: `${firstName.toLowerCase()}@test.example`,
            message: 'I am Qadruddin, and was not there.',
            goodFaith: true,
            named: true,
          },
        }),
      )
      value(
        await server.client.call(
          showReplyOfClaim,
          { params: { id: reference }, body: { shown: true } },
          await signedIn('reviewer'),
        ),
      )
    }
    await reply('Qadruddin', 'Qambarov')
    await reply('Omar', 'Salih')
    const read = async () =>
      value(await server.client.call(listReplies, { params })).map(({ name, text }) => [name, text])
    const hidden = 'I am […], and was not there.'
    expect(await read()).toEqual(
      expect.arrayContaining([
        [null, hidden],
        ['Omar Salih', hidden],
      ]),
    )
    await decide(report.id, 'verified')
    expect(await read()).toEqual(
      expect.arrayContaining([['Qadruddin Qambarov', 'I am Qadruddin, and was not there.']]),
    )
  })

  run('what nobody knows is not withheld', async () => {
    const unknown = { actorName: 'Unknown', actorDesc: 'inconnu', victim: 'مجهول' }
    const { report } = await filed({ ...unknown, actor: 'Unknown', description: 'Unknown men' })
    expect(
      value(await server.client.call(readReport, { params: { id: report.id }, query: {} })),
    ).toMatchObject({ ...unknown, description: 'Unknown men', withheld: [] })
  })

  test.skipIf(skip || engine !== 'postgres')(
    'a change of the setting waits for a report that is being filed, and reaches it',
    async () => {
      await setNames(false)
      const { db } = server.deps.database
      const transaction = await db.startTransaction().execute()
      const columns = newColumns(reportBody(textsOf((filedSoFar += 1))), {
        at: isoNow(server.clock),
        heldAt: null,
      })
      const row = await withNamesAsSet(
        transaction,
        await insertReport(transaction, { ...columns, reporter_id: null }),
      )
      expect(row.names_withheld).toBe(0)
      const change = setNames(true)
      const waiting = async (): Promise<number> => {
        const { rows } = await sql<{ n: string }>`
          select count(*) as n from pg_locks
          where not granted and relation = 'reports'::regclass`.execute(db)
        return Number(rows[0]?.n)
      }
      await expect.poll(waiting).toBe(1) // for as long as a busy machine takes
      await transaction.commit().execute()
      await change
      const after = await db
        .selectFrom('reports')
        .selectAll()
        .where('id', '=', row.id)
        .executeTakeFirstOrThrow()
      expect(after.names_withheld).toBe(1)
      expect(after.public_search_text).not.toContain('zubayda')
    },
  )
})
