/**
 * A report that staff judged unfounded, or hide while they look at an objection, is not public: its
 * number, day and state are (ADR 0083, ADR 0086).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '#server/features/auth/open-session.ts'
import { recordProof } from '#server/records/factors/step-up-repository.ts'
import { contestReport, sendObjection } from '#shared/contract/claims.ts'
import {
  createReport,
  hideReport,
  listEvidence,
  listOwnReports,
  listReports,
  publishReport,
  readReport,
  reportStatistics,
  undoReport,
  updateReport,
  type Report,
} from '#shared/contract/reports.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { buildMember } from '#tests/builders/member.ts'
import { reportBody } from '#tests/builders/report.ts'
import { startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { publicAddresses } from '#tests/support/public-addresses.ts'
import { jpeg } from '#tests/support/sample-files.ts'
import { showNames } from '#tests/support/show-names.ts'
import { uploadOne } from '#tests/support/uploads.ts'

/** Each text of a report holds a word of its own, which is nowhere else. */
const textsOf = (number: number) => ({
  type: `Qtype${number}x`,
  description: `Qdescription${number}x`,
  city: `Qcity${number}x`,
  actor: `Qgroup${number}x`,
  actorName: `Qname${number}x`,
  actorDesc: `Qperson${number}x`,
  victim: `Qvictim${number}x`,
  googleMapLink: `https://map.example/Qmap${number}x`,
})
const OF_EVIDENCE = 'Qevidence'
/** Filters of the list, each of which finds the report by what it says. */
const findsOf = ({ type, actor, victim, description, city }: Report) =>
  [
    ['type', type],
    ['actor', actor],
    ['victim', victim],
    ['q', description],
    ['q', city],
    ['country', 'TD'],
  ] as const

describe.each(ENGINES)('a rejected report on $title', ({ engine, skip }) => {
  let server: ApiServer
  beforeAll(async () => {
    if (skip) return
    server = await startApiServer({ engine, env: { LIMITS_SCALE: '100' } })
    await showNames(server)
  })
  afterAll(async () => {
    if (!skip) await server.stop()
  })
  const run = test.skipIf(skip)

  const signedIn = async (role: Role) => {
    const { id } = await buildMember(server.deps, { role })
    const { sessionId, accessToken } = await openSession(server.deps, id, 'test')
    await recordProof(server.deps, sessionId, { kind: 'password' })
    return { bearer: accessToken }
  }
  const value = <T>(
    answer: { readonly ok: true; readonly value: T } | { readonly ok: false },
  ): T => {
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    return answer.value
  }
  let filedSoFar = 0
  const filed = async () => {
    const texts = textsOf((filedSoFar += 1))
    const reporter = await signedIn('member')
    const fileUrl = await uploadOne(server, reporter.bearer, 'report', await jpeg())
    const report = value(
      await server.client.call(
        createReport,
        {
          body: reportBody({
            ...texts,
            country: 'Chad',
            evidenceList: [
              { evidenceType: 'image', fileUrl, description: `${OF_EVIDENCE}${filedSoFar}x` },
            ],
          }),
        },
        { bearer: reporter.bearer },
      ),
    )
    return { reporter, report, texts }
  }
  const edit = async (
    id: number,
    bearer: string,
    body: { readonly status: Report['status']; readonly undoable?: true },
  ) => value(await server.client.call(updateReport, { params: { id }, body }, { bearer }))
  const asked = async (path: string, bearer?: string) => {
    const reply = await fetch(`${server.url}${path}`, {
      redirect: 'manual',
      headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
    })
    return { status: reply.status, text: await reply.text() }
  }
  const rows = async (query: Record<string, string | number>): Promise<Report[]> => {
    const list = value(await server.client.call(listReports, { query }))
    return 'items' in list ? [...list.items] : [...list]
  }

  const addresses = (report: Report) =>
    publicAddresses(report, {
      filters: findsOf(report),
      words: [report.city, report.actorName, report.description],
    })
  /** The addresses whose reply holds a word of the report. */
  const tellers = async (report: Report, bearer?: string): Promise<string[]> => {
    const words = [
      ...Object.values(textsOf(Number(/\d+/.exec(report.type)?.[0]))),
      ...report.reportEvidences.map(({ description }) => description),
    ]
    const told: string[] = []
    for (const address of addresses(report)) {
      const { text } = await asked(address, bearer)
      if (words.some((word) => text.includes(word))) told.push(address)
    }
    return told
  }
  const filesOf = ({ reportEvidences }: Report): string[] =>
    reportEvidences.flatMap(({ fileUrl, thumbnailUrl }) => [fileUrl ?? '', thumbnailUrl ?? ''])
  const statuses = async (paths: readonly string[]): Promise<number[]> =>
    Promise.all(paths.map(async (path) => (await asked(path)).status))

  run(
    'no address tells the public or another member what it says; the undo brings it back',
    async () => {
      const { report } = await filed()
      const [reviewer, other] = [await signedIn('reviewer'), await signedIn('member')]
      const files = filesOf(report)
      const before = await tellers(report)
      // The walk sees what is public.
      expect(before).toEqual(
        expect.arrayContaining([
          '/api/report/get/all',
          `/api/report/get/${report.id}`,
          `/api/report/evidence/get/report/${report.id}`,
          `/api/search?q=${report.city}&language=en`,
          ...findsOf(report).map(([name, word]) => `/api/report/get/all?${name}=${word}`),
        ]),
      )
      expect(await statuses(files)).toEqual([200, 200])

      await edit(report.id, reviewer.bearer, { status: 'rejected', undoable: true })
      expect(await tellers(report)).toEqual([])
      expect(await tellers(report, other.bearer)).toEqual([])
      expect(await statuses(files)).toEqual([403, 403])

      value(
        await server.client.call(
          undoReport,
          { params: { id: report.id } },
          { bearer: reviewer.bearer },
        ),
      )
      expect(await tellers(report)).toEqual(before)
      expect(await statuses(files)).toEqual([200, 200])
    },
  )

  run(
    'hidden because of an objection it is as silent, with a mark, until it is shown',
    async () => {
      const { report } = await filed()
      const reviewer = await signedIn('reviewer')
      const files = filesOf(report)
      const before = await tellers(report)
      const { reference: id } = value(
        await server.client.call(sendObjection, {
          headers: {},
          body: {
            reportId: report.id,
            kind: 'removal',
            firstName: 'Amna',
            lastName: 'Idris',
            email: 'concerned@test.example',
            message: 'I was not there.',
            goodFaith: true,
          },
        }),
      )
      // The message alone hides nothing.
      expect(await tellers(report)).toEqual(before)
      const contest = async (contested: boolean) =>
        value(
          await server.client.call(
            contestReport,
            { params: { id }, body: { contested } },
            { bearer: reviewer.bearer },
          ),
        )
      await contest(true)
      expect(await tellers(report)).toEqual([])
      expect(await statuses(files)).toEqual([403, 403])
      expect(
        (await rows({ id: report.id })).find(({ id: one }) => one === report.id),
      ).toMatchObject({
        status: 'not verified',
        withheld: ['report', 'contested'],
      })
      // Verifying and publishing do not end it.
      await edit(report.id, reviewer.bearer, { status: 'verified' })
      expect(await tellers(report)).toEqual([])
      expect(
        await server.client.call(
          publishReport,
          { params: { id: report.id } },
          { bearer: reviewer.bearer },
        ),
      ).toMatchObject({ problem: { status: 409, fields: [{ code: 'report_contested' }] } })
      await contest(false)
      expect(await tellers(report)).toEqual(before)
      expect(await statuses(files)).toEqual([200, 200])
    },
  )

  run('number, day and state stay; what it says finds nothing', async () => {
    const { report } = await filed()
    const reviewer = await signedIn('reviewer')
    const counted = async () => {
      server.clock.advance(301) // numbers are cached for five minutes
      return value(await server.client.call(reportStatistics, {}))
    }
    const before = await counted()
    await edit(report.id, reviewer.bearer, { status: 'rejected' })
    const blank = {
      id: report.id,
      type: '',
      category: null,
      description: '',
      country: '',
      countryCode: null,
      city: '',
      actor: '',
      actorName: '',
      actorDesc: '',
      victim: '',
      googleMapLink: '',
      incidentDate: null,
      status: 'rejected',
      verified: false,
      withheld: ['report'],
      createdAt: report.createdAt,
      evidenceCount: 0,
      reportEvidences: [],
    }
    const params = { id: report.id }
    expect(value(await server.client.call(readReport, { params, query: {} }))).toEqual(blank)
    for (const query of [
      {},
      { page: 1 },
      { id: report.id },
      { q: report.id },
      { status: 'rejected' },
    ])
      expect((await rows(query)).find(({ id }) => id === report.id)).toEqual(blank)
    for (const [name, word] of findsOf(report))
      expect((await rows({ [name]: word })).map(({ id }) => id)).not.toContain(report.id)
    const after = await counted()
    expect(after.total).toBe(before.total)
    expect(after.withEvidence).toBe(before.withEvidence - 1)
    expect(after.byMonth).toEqual(before.byMonth)
    const inChad = ({ byCountry }: typeof after) =>
      byCountry.find(({ countryCode }) => countryCode === 'TD')?.count ?? 0
    expect(inChad(after)).toBe(inChad(before) - 1)
  })

  run('its evidence is as absent as that of a report that does not exist', async () => {
    const { report } = await filed()
    const [reviewer, other] = [await signedIn('reviewer'), await signedIn('member')]
    await edit(report.id, reviewer.bearer, { status: 'rejected' })
    const refusal = async (id: number, bearer?: string) => {
      const { status, text } = await asked(`/api/report/evidence/get/report/${id}`, bearer)
      return { status, text: text.replaceAll(/"(requestId|instance)":"[^"]*"/g, '') }
    }
    expect(await refusal(report.id)).toEqual(await refusal(9_999_999))
    expect(await refusal(report.id, other.bearer)).toEqual(await refusal(9_999_999, other.bearer))
    expect((await refusal(report.id)).status).toBe(404)
  })

  run('one that was never public has not even a number', async () => {
    const { report } = await filed()
    const reviewer = await signedIn('reviewer')
    const params = { id: report.id }
    value(await server.client.call(hideReport, { params }, { bearer: reviewer.bearer }))
    await edit(report.id, reviewer.bearer, { status: 'rejected' })
    expect(await server.client.call(readReport, { params, query: {} })).toMatchObject({
      problem: { status: 404 },
    })
    expect((await rows({ id: report.id })).map(({ id }) => id)).not.toContain(report.id)
    // Nor is it offered to staff as one that waits to be published.
    const waiting = value(
      await server.client.call(
        listReports,
        { query: { held: 'yes' } },
        { bearer: reviewer.bearer },
      ),
    )
    expect(JSON.stringify(waiting)).not.toContain(report.actorName)
  })

  run('its reporter and staff read all of it and see its evidence', async () => {
    const { report, reporter, texts } = await filed()
    const reviewer = await signedIn('reviewer')
    await edit(report.id, reviewer.bearer, { status: 'rejected' })
    for (const { bearer } of [reporter, reviewer]) {
      const params = { id: report.id }
      const read = value(await server.client.call(readReport, { params, query: {} }, { bearer }))
      expect(read).toMatchObject({ ...texts, status: 'rejected', evidenceCount: 1, withheld: [] })
      expect(await statuses(filesOf(read))).toEqual([200, 200])
      const [piece] = value(
        await server.client.call(listEvidence, { params, query: {} }, { bearer }),
      )
      expect(piece).toMatchObject({ reportDescription: texts.description })
    }
    const own = value(
      await server.client.call(listOwnReports, { query: {} }, { bearer: reporter.bearer }),
    )
    expect(own.items).toMatchObject([{ ...texts, status: 'rejected', published: false }])
  })

  run('it cannot be published; taken up again, it waits until staff publish it', async () => {
    const { report } = await filed()
    const reviewer = await signedIn('reviewer')
    const publish = () =>
      server.client.call(publishReport, { params: { id: report.id } }, { bearer: reviewer.bearer })
    await edit(report.id, reviewer.bearer, { status: 'rejected' })
    expect(await publish()).toMatchObject({
      problem: { status: 409, fields: [{ code: 'report_rejected' }] },
    })
    await edit(report.id, reviewer.bearer, { status: 'under review', undoable: true })
    expect(await tellers(report)).toEqual([])
    value(
      await server.client.call(
        undoReport,
        { params: { id: report.id } },
        { bearer: reviewer.bearer },
      ),
    )
    expect((await rows({ id: report.id })).find(({ id }) => id === report.id)).toMatchObject({
      status: 'rejected',
      type: '',
    })
    await edit(report.id, reviewer.bearer, { status: 'under review' })
    expect(value(await publish())).toMatchObject({ published: true, status: 'under review' })
    expect(await tellers(report)).not.toEqual([])
  })
})
