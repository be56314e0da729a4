import { createHash } from 'node:crypto'
import { beforeAll, describe, expect } from 'vitest'
import { keptReply } from '#server/features/reports/list-reports.ts'
import { inTransaction } from '#server/parts/database/transact.ts'
import { insertReport } from '#server/records/reports/report-repository.ts'
import { createApiClient } from '#shared/contract/base/client.ts'
import {
  createEvidence,
  createReport,
  deleteEvidence,
  deleteReport,
  listEvidence,
  listReports,
  PUBLIC_REPORTS_MAX,
  REPORT_ROWS,
  updateReport,
  type Report,
} from '#shared/contract/reports.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { REPORTS_PER_DAY } from '#shared/domain/report/report-rules.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { reportBody } from '#tests/builders/report.ts'
import { confirmPassword, signIn, startWindow } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { docx, EXIF, jpeg, pdf, picture } from '#tests/support/sample-files.ts'
import { showNames } from '#tests/support/show-names.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import { fileIdOf, upload, uploadOne } from '#tests/support/uploads.ts'

describe.each(ENGINES)('reports on $title', ({ engine, skip }) => {
  const { server, run } = suiteServer({ engine, skip })
  beforeAll(() => (skip ? undefined : showNames(server)))

  const forwarded = (() => {
    let last = 0
    return () => ({ 'x-forwarded-for': `192.0.2.${(last += 1) % 250}` }) // each call from another network, because quotas of networks are not tested here
  })()

  const member = async (role: Role = 'member') => {
    const built = await buildMember(server.deps, { role })
    const answer = await fetch(`${server.url}/api/auth/login`, {
      headers: {
        authorization: `Basic ${Buffer.from(`${built.email}:${TEST_PASSWORD}`).toString('base64')}`,
        ...forwarded(),
      },
    })
    const { accessToken: bearer } = (await answer.json()) as { accessToken: string }
    if (role !== 'member') await confirmPassword(server, bearer)
    return { ...built, bearer }
  }
  const send = async (bearer: string, wish: Parameters<typeof reportBody>[0] = {}) =>
    server.client.call(createReport, { body: reportBody(wish) }, { bearer })
  const sent = async (
    bearer: string,
    wish: Parameters<typeof reportBody>[0] = {},
  ): Promise<Report> => {
    const answer = await send(bearer, wish)
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    return answer.value
  }
  const list = async (
    query: Record<string, string | number> = {},
    bearer?: string,
  ): Promise<Report[]> => {
    const visitor = createApiClient({ fetch, baseUrl: server.url, headers: forwarded })
    const answer = await visitor.call(
      listReports,
      { query },
      bearer === undefined ? {} : { bearer },
    )
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    return Array.isArray(answer.value) ? answer.value : answer.value.items
  }
  const ids = async (query: Record<string, string | number>) =>
    (await list(query)).map(({ id }) => id)
  const row = (id: number) =>
    server.deps.database.db
      .selectFrom('reports')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const read = (address: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${address}`, { headers })
  const item = (fileUrl: string, description = 'Seen from the road') => ({
    evidenceType: 'image' as const,
    fileUrl,
    description,
  })

  describe('filing', () => {
    run('fields that the server sets are ignored in the body', async () => {
      const { bearer, id } = await member()
      const body = {
        ...reportBody(),
        userId: 'WLD_1',
        reporter_id: 1,
        status: 'verified',
        verified: true,
        verifierComment: 'fine',
        id: 7,
        createdAt: '2020-01-01T00:00:00.000Z',
      }
      const answer = await fetch(`${server.url}/api/report/create`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const report = (await answer.json()) as Report
      expect(report).toMatchObject({ status: 'not verified', verified: false, evidenceCount: 0 })
      expect(await row(report.id)).toMatchObject({
        reporter_id: id,
        status: 'not verified',
        verifier_comment: '',
      })
      expect((await row(report.id)).created_at > '2025').toBe(true)
    })

    run('a report with missing or wrong fields is rejected with their names', async () => {
      const { bearer } = await member()
      const answer = await fetch(`${server.url}/api/report/create`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: '{"googleMapLink":"http://maps.example/x","victim":" "}',
      })
      const { fields } = (await answer.json()) as { fields: { path: string }[] }
      expect(answer.status).toBe(422)
      expect(fields.map(({ path }) => path).sort()).toEqual(
        [
          'actor',
          'actorAccount',
          'actorDesc',
          'actorName',
          'city',
          'country',
          'description',
          'googleMapLink',
          'type',
          'victim',
        ].map((field) => `body.${field}`),
      )
    })

    run(
      'the date of the incident is optional and not in the future; staff can change and clear it',
      async () => {
        const [{ bearer }, staff] = [await member(), await member('moderator')]
        const { id, incidentDate } = await sent(bearer, { incidentDate: '2025-03-01' })
        expect(incidentDate).toBe('2025-03-01')
        expect((await sent(bearer)).incidentDate).toBeNull()
        expect((await list({ id: String(id) }))[0]?.incidentDate).toBe('2025-03-01')
        const inDays = (count: number): string =>
          new Date(server.clock.now().getTime() + count * 86_400_000).toISOString().slice(0, 10)
        const path = (answer: Awaited<ReturnType<typeof send>>) =>
          answer.ok
            ? undefined
            : [answer.problem?.status, ...new Set(answer.problem?.fields.map(({ path: at }) => at))]
        for (const wrong of ['1899-12-31', '2025-02-30', '01.03.2025', inDays(2)]) {
          expect(path(await send(bearer, { incidentDate: wrong })), wrong).toEqual([
            422,
            'body.incidentDate',
          ])
          expect(
            path(
              await server.client.call(
                updateReport,
                { params: { id }, body: { incidentDate: wrong } },
                { bearer: staff.bearer },
              ),
            ),
            wrong,
          ).toEqual([422, 'body.incidentDate'])
        }
        const edit = async (change: { incidentDate?: string | null; city?: string }) => {
          const answer = await server.client.call(
            updateReport,
            { params: { id }, body: change },
            { bearer: staff.bearer },
          )
          return answer.ok ? answer.value.incidentDate : answer.problem
        }
        expect(await edit({ incidentDate: inDays(1) })).toBe(inDays(1)) // today, in a time zone further east
        expect(await edit({ city: 'Geneina' })).toBe(inDays(1))
        expect(await edit({ incidentDate: null })).toBeNull()
      },
    )

    run(
      'a list of evidence that is too long is rejected; too many such calls get 429',
      async () => {
        startWindow(server, createReport.limits[0].windowS)
        const { bearer } = await member()
        for (const [length, message] of [
          [5_000, 'A report holds 20 pieces of evidence at most'],
          [5_001, 'Send at most 5000 items at once'],
        ] as const)
          expect(
            await send(bearer, { evidenceList: Array.from({ length }, () => ({})) as never }),
          ).toMatchObject({
            ok: false,
            problem: {
              status: 422,
              fields: [{ path: 'body.evidenceList', code: 'too_big', message }],
            },
          })
        const more: number[] = []
        for (let count = 2; count <= 60; count += 1)
          more.push(
            (
              await fetch(`${server.url}/api/report/create`, {
                method: 'POST',
                headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
                body: '{}',
              })
            ).status,
          )
        expect(new Set(more.slice(0, -1))).toEqual(new Set([422]))
        expect(more.at(-1)).toBe(429)
      },
    )

    run.each([
      'http://a.example/',
      'javascript:alert(1)',
      'data:text/html,x',
      'https://user:pw@a.example/',
      '//a.example',
      'maps',
      'ftp://a.example',
      'https://',
    ])('the link %s is rejected', async (googleMapLink) => {
      const { bearer } = await member()
      expect(await send(bearer, { googleMapLink })).toMatchObject({
        ok: false,
        problem: { status: 422, fields: [{ path: 'body.googleMapLink' }] },
      })
    })

    run('markup in a link is escaped; a NUL in a text is rejected', async () => {
      const { bearer } = await member()
      expect(
        (await sent(bearer, { googleMapLink: 'https://a.example/"><script>alert(1)</script>' }))
          .googleMapLink,
      ).toBe('https://a.example/%22%3E%3Cscript%3Ealert(1)%3C/script%3E')
      expect(await send(bearer, { description: 'a\0b' })).toMatchObject({
        ok: false,
        problem: { status: 422, fields: [{ path: 'body.description' }] },
      })
      expect((await sent(bearer, { description: 'line one\nline two\ttab' })).description).toBe(
        'line one\nline two\ttab',
      )
    })

    run(`a member files at most ${REPORTS_PER_DAY} reports in 24 hours`, async () => {
      const { bearer, email } = await member()
      for (let count = 0; count < REPORTS_PER_DAY; count += 1) await sent(bearer)
      const answer = await send(bearer)
      expect(answer).toMatchObject({ ok: false, problem: { status: 429, code: 'too-many' } })
      if (answer.ok || answer.problem === undefined) throw new Error('not refused')
      expect(answer.retryAfterS).toBeGreaterThan(86_000)
      expect(answer.retryAfterS).toBeLessThanOrEqual(86_401)
      expect((await send((await member()).bearer)).ok).toBe(true)
      server.clock.advance(answer.retryAfterS ?? 0)
      expect((await send((await signIn(server, email, TEST_PASSWORD)).accessToken)).ok).toBe(true)
    })

    run('the limit holds for concurrent reports and counts deleted ones', async () => {
      const [{ bearer }, staff] = [await member(), await member('moderator')]
      const { id } = await sent(bearer)
      await server.client.call(
        deleteReport,
        { params: { id }, query: { reason: 'twice' } },
        { bearer: staff.bearer },
      )
      const answers = await Promise.all(
        Array.from({ length: REPORTS_PER_DAY + 3 }, () => send(bearer)),
      )
      expect(answers.filter(({ ok }) => ok)).toHaveLength(REPORTS_PER_DAY - 1)
    })

    describe('a report sent again after a lost response', () => {
      const key = () => crypto.randomUUID()
      const count = async (id: number) =>
        (
          await server.deps.database.db
            .selectFrom('reports')
            .select('id')
            .where('reporter_id', '=', id)
            .execute()
        ).length

      run('the report is filed once and gets the same response', async () => {
        const { bearer, id } = await member()
        const wish = {
          key: key(),
          description: 'Sent twice',
          evidenceList: [item(await uploadOne(server, bearer, 'report', await jpeg()))],
        }
        const first = await sent(bearer, wish)
        expect(first.evidenceCount).toBe(1)
        expect(await sent(bearer, wish)).toEqual(first)
        expect(await sent(bearer, { ...wish, description: ' Sent twice ' })).toEqual(first)
        expect(await count(id)).toBe(1)
        const rows = await server.deps.database.db
          .selectFrom('audit')
          .select(['action', 'detail'])
          .where('target', '=', `report:${first.id}`)
          .where('action', '=', 'report.created')
          .orderBy('seq')
          .execute()
        expect(rows.map(({ detail }) => (JSON.parse(detail) as { again?: boolean }).again)).toEqual(
          [undefined, true, true],
        )
      })

      run('concurrent repeats make one report and count once a day', async () => {
        const { bearer, id } = await member()
        const wish = { key: key() }
        const answers = await Promise.all(Array.from({ length: 6 }, () => sent(bearer, wish)))
        expect(new Set(answers.map((answer) => answer.id)).size).toBe(1)
        for (let more = 1; more < REPORTS_PER_DAY; more += 1) await sent(bearer)
        expect(await count(id)).toBe(REPORTS_PER_DAY)
        expect(await send(bearer)).toMatchObject({ ok: false, problem: { status: 429 } })
        expect((await sent(bearer, wish)).id).toBe(answers[0]?.id)
      })

      run(
        'other content under the same key gets 409 with the first report in the response',
        async () => {
          const { bearer, id } = await member()
          const wish = { key: key(), city: 'Nyala' }
          const first = await sent(bearer, wish)
          expect(await send(bearer, { ...wish, city: 'Geneina' })).toMatchObject({
            ok: false,
            problem: {
              status: 409,
              code: 'conflict',
              fields: [{ path: 'body.key', code: 'key_used' }],
              current: { id: first.id, city: 'Nyala' },
            },
          })
          expect(await count(id)).toBe(1)
        },
      )

      run(
        'changes by staff stay: an edit is returned, and a deleted report is not filed again',
        async () => {
          const { bearer, id } = await member()
          const staff = await member('moderator')
          const wish = { key: key(), city: 'Nyala' }
          const first = await sent(bearer, wish)
          await server.client.call(
            updateReport,
            { params: { id: first.id }, body: { city: 'Zalingei' } },
            { bearer: staff.bearer },
          )
          expect(await sent(bearer, wish)).toMatchObject({ id: first.id, city: 'Zalingei' })
          await server.client.call(
            deleteReport,
            { params: { id: first.id }, query: { reason: 'twice' } },
            { bearer: staff.bearer },
          )
          const refused = await send(bearer, wish)
          expect(refused).toMatchObject({
            ok: false,
            problem: { status: 409, fields: [{ code: 'key_used' }] },
          })
          expect(JSON.stringify(refused)).not.toContain('Zalingei')
          expect(await count(id)).toBe(1)
        },
      )

      run(
        'equal keys of two members are independent, and a key that is no UUID is rejected',
        async () => {
          const [one, other] = [await member(), await member()]
          const wish = { key: key() }
          const [first, second] = [
            await sent(one.bearer, wish),
            await sent(other.bearer, { ...wish, city: 'Geneina' }),
          ]
          expect(second.id).not.toBe(first.id)
          for (const bad of ['x', '', "'; drop table reports"])
            expect(await send(one.bearer, { key: bad })).toMatchObject({
              ok: false,
              problem: { status: 422, fields: [{ path: 'body.key' }] },
            })
        },
      )
    })

    run('a report without a session gets 401', async () => {
      expect(await server.client.call(createReport, { body: reportBody() })).toMatchObject({
        ok: false,
        problem: { status: 401 },
      })
    })
  })

  describe('with evidence', () => {
    run('pictures and pages have public addresses; Word documents have none', async () => {
      const { bearer } = await member()
      const { urls } = await upload(server, bearer, [
        { field: 'report1', bytes: await picture(2_000, 1_000).jpeg().withExif(EXIF).toBuffer() },
        { field: 'report2', bytes: pdf(), name: 'Statement of Khadija.pdf' },
        { field: 'report3', bytes: await docx() },
      ])
      const report = await sent(bearer, {
        evidenceList: [
          item(urls['report1'] ?? '', 'a'),
          { ...item(urls['report2'] ?? '', 'b'), evidenceType: 'image' },
          item(urls['report3'] ?? '', 'c'),
        ],
      })
      expect(report).toMatchObject({
        evidenceCount: 3,
        reportEvidences: [
          { evidenceType: 'image', description: 'a' },
          { evidenceType: 'document', document: { pages: 1 } },
          { evidenceType: 'document', fileUrl: null, document: { pages: 0 } },
        ],
      })
      const evidence = await server.client.call(listEvidence, { params: { id: report.id } })
      if (!evidence.ok) throw new Error('no evidence')
      expect(evidence.value[0]).toMatchObject({
        reportDescription: report.description,
        actorDesc: report.actorDesc,
      })
      expect(evidence.value[1]).not.toHaveProperty('reportDescription')
      const reviewer = await member('reviewer')
      const forStaff = await server.client.call(
        listEvidence,
        { params: { id: report.id } },
        { bearer: reviewer.bearer },
      )
      if (!forStaff.ok) throw new Error('no evidence')
      const [photo, statement] = await Promise.all(
        forStaff.value.slice(0, 2).map(({ fileUrl }) => read(fileUrl ?? '')),
      )
      expect(forStaff.value[2]).toMatchObject({ fileUrl: null, document: { inside: [] } })
      expect(Object.fromEntries(photo?.headers ?? [])).toMatchObject({
        'content-type': 'image/jpeg',
        'content-security-policy': 'sandbox',
        'x-content-type-options': 'nosniff',
        'content-disposition': 'inline; filename="photo.jpg"',
      })
      expect(Buffer.from(await (photo ?? new Response()).arrayBuffer()).includes('Exif')).toBe(
        false,
      )
      expect(statement?.headers.get('content-type')).toBe('image/jpeg')
      expect(JSON.stringify(evidence.value)).not.toContain('Khadija')
      expect(evidence.value[1]?.document).toEqual({
        size: pdf().length,
        sha256: createHash('sha256').update(pdf()).digest('hex'),
        pages: 1,
      })
      const letter = fileIdOf(urls['report3'] ?? '')
      for (const variant of ['view', 'thumb', 'shown'] as const)
        expect((await read(server.deps.library.sign(letter, variant, 'public'))).status).toBe(403)
    })

    run(
      'addresses of evidence work for days, and until the report is deleted with a reason',
      async () => {
        const [author, staff] = [await member(), await member('reviewer')]
        const report = await sent(author.bearer, {
          evidenceList: [item(await uploadOne(server, author.bearer, 'report', await jpeg()))],
        })
        const fileUrl = report.reportEvidences[0]?.fileUrl ?? ''
        server.clock.advance(10 * 86_400)
        expect((await read(fileUrl)).status).toBe(200)
        const { accessToken } = await signIn(server, staff.email, TEST_PASSWORD)
        const remove = (query: { reason?: string }) =>
          server.client.call(
            deleteReport,
            { params: { id: report.id }, query },
            { bearer: accessToken },
          )
        expect(await remove({ reason: 'x'.repeat(501) })).toMatchObject({
          ok: false,
          problem: { status: 422 },
        })
        expect((await read(fileUrl)).status).toBe(200)
        expect(await remove({ reason: 'names a witness' })).toMatchObject({ ok: true })
        expect((await read(fileUrl)).status).toBe(403)
        expect(await row(report.id)).toMatchObject({ deleted_reason: 'names a witness' })
        const file = await server.deps.database.db
          .selectFrom('files')
          .select('sha256')
          .where('id', '=', fileIdOf(fileUrl))
          .executeTakeFirst()
        expect(file?.sha256).toMatch(/^[0-9a-f]{64}$/)
      },
    )

    run('ranges of a file are served', async () => {
      const { bearer } = await member()
      const report = await sent(bearer, {
        evidenceList: [item(await uploadOne(server, bearer, 'report', await jpeg()))],
      })
      const fileUrl = report.reportEvidences[0]?.fileUrl ?? ''
      const whole = Buffer.from(await (await read(fileUrl)).arrayBuffer())
      const first = await read(fileUrl, { range: 'bytes=0-1' })
      expect(first.status).toBe(206)
      expect(first.headers.get('content-range')).toBe(`bytes 0-1/${whole.length}`)
      expect(Buffer.from(await first.arrayBuffer()).toString('hex')).toBe('ffd8')
      expect(
        Buffer.from(await (await read(fileUrl, { range: 'bytes=-6' })).arrayBuffer()).equals(
          whole.subarray(-6),
        ),
      ).toBe(true)
      const beyond = await read(fileUrl, { range: `bytes=${whole.length}-` })
      expect([beyond.status, beyond.headers.get('content-range')]).toEqual([
        416,
        `bytes */${whole.length}`,
      ])
      expect((await read(fileUrl, { range: 'bytes=0-1,4-5' })).status).toBe(200)
    })

    run('a file is accepted once, from its sender and for its purpose', async () => {
      const [author, stranger] = [await member(), await member()]
      const used = await uploadOne(server, author.bearer, 'report', await jpeg())
      await sent(author.bearer, { evidenceList: [item(used)] })
      const [theirs, portrait, fresh] = [
        await uploadOne(server, stranger.bearer, 'report', await jpeg()),
        await uploadOne(server, author.bearer, 'wldProfile', await jpeg()),
        await uploadOne(server, author.bearer, 'report', await jpeg()),
      ]
      for (const wrong of [used, theirs, portrait, `/api/files/${crypto.randomUUID()}`]) {
        const before = (await list()).length
        expect(
          await send(author.bearer, { evidenceList: [item(fresh), item(wrong)] }),
        ).toMatchObject({
          ok: false,
          problem: {
            status: 422,
            fields: [{ path: 'body.evidenceList.1.fileUrl', code: 'unknown_file' }],
          },
        })
        expect((await list()).length).toBe(before)
      }
      expect(await send(author.bearer, { evidenceList: [item(fresh), item(fresh)] })).toMatchObject(
        { ok: false, problem: { status: 422 } },
      )
      expect((await send(author.bearer, { evidenceList: [item(fresh)] })).ok).toBe(true)
    })

    run('one of three concurrent reports with one file is filed', async () => {
      const { bearer } = await member()
      const url = await uploadOne(server, bearer, 'report', await jpeg())
      const answers = await Promise.all(
        [1, 2, 3].map(() => send(bearer, { evidenceList: [item(url)] })),
      )
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    })

    run(
      'the author adds evidence until verification begins; staff always; other members never',
      async () => {
        const [author, stranger, staff] = [
          await member(),
          await member(),
          await member('moderator'),
        ]
        const { id } = await sent(author.bearer)
        const add = async (bearer: string) =>
          server.client.call(
            createEvidence,
            {
              body: {
                reportId: id,
                ...item(await uploadOne(server, bearer, 'report', await jpeg())),
              },
            },
            { bearer },
          )
        expect(await add(author.bearer)).toMatchObject({
          ok: true,
          value: { evidenceType: 'image', fileUrl: expect.stringContaining('viewer=public') },
        })
        expect(await add(stranger.bearer)).toMatchObject({ ok: false, problem: { status: 403 } })
        await server.client.call(
          updateReport,
          { params: { id }, body: { status: 'under review' } },
          { bearer: staff.bearer },
        )
        expect(await add(author.bearer)).toMatchObject({ ok: false, problem: { status: 403 } })
        expect((await add(staff.bearer)).ok).toBe(true)
        expect((await list()).find((report) => report.id === id)).toMatchObject({
          evidenceCount: 2,
        })
        expect(
          await server.client.call(
            createEvidence,
            {
              body: {
                reportId: 999_999,
                ...item(await uploadOne(server, staff.bearer, 'report', await jpeg())),
              },
            },
            { bearer: staff.bearer },
          ),
        ).toMatchObject({ ok: false, problem: { status: 404 } })
      },
    )

    run('a file of another member is rejected, also from staff', async () => {
      const [author, staff] = [await member(), await member('admin')]
      const { id } = await sent(author.bearer)
      const url = await uploadOne(server, author.bearer, 'report', await jpeg())
      expect(
        await server.client.call(
          createEvidence,
          { body: { reportId: id, ...item(url) } },
          { bearer: staff.bearer },
        ),
      ).toMatchObject({ ok: false, problem: { status: 422, fields: [{ path: 'body.fileUrl' }] } })
    })

    run('a report accepts at most twenty pieces of evidence', async () => {
      const [author, staff] = [await member(), await member('moderator')]
      const { id } = await sent(author.bearer)
      const bytes = await jpeg(16, 16)
      const many = await upload(
        server,
        staff.bearer,
        Array.from({ length: 20 }, (_, index) => ({ field: `report${index}`, bytes })),
      )
      const more = await upload(server, staff.bearer, [
        { field: 'report1', bytes },
        { field: 'report2', bytes },
      ])
      const answers = await Promise.all(
        [...Object.values(many.urls), ...Object.values(more.urls)].map((url) =>
          server.client.call(
            createEvidence,
            { body: { reportId: id, ...item(url) } },
            { bearer: staff.bearer },
          ),
        ),
      )
      expect(answers.filter(({ ok }) => ok)).toHaveLength(20)
    })

    run('staff delete a piece of evidence; its hash stays in the log', async () => {
      const [author, staff] = [await member(), await member('reviewer')]
      const report = await sent(author.bearer, {
        evidenceList: [item(await uploadOne(server, author.bearer, 'report', await jpeg()))],
      })
      const { id = 0, fileUrl = '' } = report.reportEvidences[0] ?? {}
      const remove = (reason: string, bearer: string) =>
        server.client.call(deleteEvidence, { params: { id }, body: { reason } }, { bearer })
      expect(await remove('x'.repeat(501), staff.bearer)).toMatchObject({
        ok: false,
        problem: { status: 422, fields: [{ path: 'body.reason' }] },
      })
      expect(
        await server.client.call(
          deleteEvidence,
          { params: { id }, body: { reason: 'Shows a face' } },
          { bearer: author.bearer },
        ),
      ).toMatchObject({ ok: false, problem: { status: 403 } })
      expect(
        await server.client.call(
          deleteEvidence,
          { params: { id }, body: { reason: 'Shows a face' } },
          { bearer: staff.bearer },
        ),
      ).toMatchObject({ ok: true, value: { deleted: true } })
      expect(
        await server.client.call(
          deleteEvidence,
          { params: { id }, body: { reason: 'Shows a face' } },
          { bearer: staff.bearer },
        ),
      ).toMatchObject({ ok: false, problem: { status: 404 } })
      expect((await read(fileUrl ?? '')).status).toBe(403)
      expect(await server.client.call(listEvidence, { params: { id: report.id } })).toMatchObject({
        ok: true,
        value: [],
      })
      const trace = await server.deps.database.db
        .selectFrom('audit')
        .selectAll()
        .where('action', '=', 'evidence.deleted')
        .orderBy('seq', 'desc')
        .executeTakeFirst()
      expect(trace).toMatchObject({
        target: `report:${report.id}`,
        detail: expect.stringMatching(/"sha256":"[0-9a-f]{64}","reason":"Shows a face"/),
      })
    })
  })

  describe('the own reports', () => {
    const mine = async (bearer: string, query = '') => {
      const answer = await fetch(`${server.url}/api/report/get/mine${query}`, {
        headers: { authorization: `Bearer ${bearer}` },
      })
      return {
        status: answer.status,
        body: (await answer.json()) as { items: Report[]; total: number },
      }
    }

    run(
      'own reports are those of the caller, with held ones, whatever the query parameters say',
      async () => {
        const [author, other, staff] = [await member(), await member(), await member('admin')]
        const [first, second, gone] = [
          await sent(author.bearer),
          await sent(author.bearer),
          await sent(author.bearer),
        ]
        const others = await sent(other.bearer)
        await server.deps.database.db
          .updateTable('reports')
          .set({ held_at: '2026-01-01T00:00:00.000Z' })
          .where('id', '=', second.id)
          .execute()
        await server.client.call(
          deleteReport,
          { params: { id: gone.id }, query: {}, body: { reason: 'Twice' } },
          { bearer: staff.bearer },
        )
        const { items, total } = (await mine(author.bearer)).body
        expect([total, items.map(({ id, status, published }) => [id, status, published])]).toEqual([
          2,
          [
            [second.id, 'not verified', false],
            [first.id, 'not verified', true],
          ],
        ])
        expect(JSON.stringify(items)).not.toContain(author.cardId)
        expect(items[0]).not.toHaveProperty('actorAccount')
        const names = [
          `userId=${author.cardId}`,
          `reporter=${author.id}`,
          `reporter_id=${author.id}`,
          `memberId=${author.id}`,
          `cardId=${author.cardId}`,
          `id=${first.id}`,
        ]
        for (const name of names) {
          const answer = await mine(other.bearer, `?${name}`)
          if (answer.status === 200)
            expect(
              answer.body.items.map(({ id }) => id),
              name,
            ).toEqual([others.id])
          else expect(answer.status, name).toBe(422)
        }
        expect((await mine(staff.bearer)).body.items).toEqual([])
        expect(
          (await mine(author.bearer, '?page=2&size=1')).body.items.map(({ id }) => id),
        ).toEqual([first.id])
      },
    )

    run('own reports require a session', async () => {
      expect((await fetch(`${server.url}/api/report/get/mine`)).status).toBe(401)
    })
  })

  describe('the list', () => {
    run('the language of an account is told where its words tell it', async () => {
      const { bearer } = await member()
      const writtenIn = async (description: string) => {
        const { id } = await sent(bearer, { description, actorDesc: 'Unknown' })
        return (await list({ id })).find((report) => report.id === id)?.writtenIn
      }
      expect(await writtenIn('The houses were burned and they left with their animals.')).toBe('en')
      expect(await writtenIn('Les maisons ont été brûlées par des hommes dans la nuit.')).toBe('fr')
      expect(await writtenIn('أُحرقت البيوت ليلًا وغادر السكان.')).toBe('ar')
      expect(await writtenIn('Houses burned')).toBeUndefined()
    })

    run('the list has no reporter, and no fields for staff in the public view', async () => {
      const [author, staff] = [await member(), await member('moderator')]
      const { id } = await sent(author.bearer, {
        actorAccount: 'https://social.example/secret-account',
      })
      await server.client.call(
        updateReport,
        { params: { id }, body: { verifierComment: 'checked by phone' } },
        { bearer: staff.bearer },
      )
      const asPublic = (await list()).find((report) => report.id === id)
      expect(asPublic).not.toHaveProperty('actorAccount')
      expect(asPublic).not.toHaveProperty('verifierComment')
      expect((await list({}, author.bearer)).find((report) => report.id === id)).not.toHaveProperty(
        'actorAccount',
      )
      const asStaff = (await list({}, staff.bearer)).find((report) => report.id === id)
      expect(asStaff).toMatchObject({
        actorAccount: 'https://social.example/secret-account',
        verifierComment: 'checked by phone',
      })
      for (const text of [JSON.stringify(asPublic), JSON.stringify(asStaff)]) {
        expect(text).not.toContain(String(author.id))
        expect(text).not.toMatch(/userId|reporter/i)
      }
    })

    run('a call with an invalid session gets 401', async () => {
      expect(
        (
          await fetch(`${server.url}/api/report/get/all`, {
            headers: { authorization: 'Bearer x' },
          })
        ).status,
      ).toBe(401)
      expect((await fetch(`${server.url}/api/report/get/all`)).status).toBe(200)
    })

    run(
      'the six filters and the search ignore accents, letter case and the script of digits',
      async () => {
        const [one, two] = [await member(), await member()]
        const arabic = await sent(one.bearer, {
          type: 'العُنف الجسدي',
          actor: 'مُسلّحون مجهولون',
          victim: 'أُسرة نازحة',
          city: 'نيالا',
        })
        const french = await sent(one.bearer, {
          type: 'Discrimination ÉTHNIQUE',
          actor: 'Agents 100%_sûrs',
          actorName: 'Cmdt. Zaïd',
          victim: 'Élèves d’une école',
          city: 'Lyon',
        })
        const english = await sent(two.bearer, {
          type: 'Looting',
          actor: 'Armed men',
          victim: 'Shop owners',
          city: 'El Geneina',
        })
        const found = async (query: Record<string, string>) =>
          (await ids(query)).filter((id) => [arabic.id, french.id, english.id].includes(id))
        expect(await found({ type: 'ethnique' })).toEqual([french.id])
        expect(await found({ type: 'عنف' })).toEqual([arabic.id])
        expect(await found({ actor: 'مسلحون' })).toEqual([arabic.id])
        expect(await found({ actor: '100%_SURS' })).toEqual([french.id])
        expect(await found({ actor: '%' })).toEqual([french.id])
        expect(await found({ actor: '_' })).toEqual([french.id])
        expect(await found({ actor: '\\' })).toEqual([])
        expect(await found({ victim: 'اسره' })).toEqual([arabic.id])
        expect(await found({ victim: 'ECOLE' })).toEqual([french.id])
        expect(await found({ type: 'loot', victim: 'owner' })).toEqual([english.id])
        expect(await found({ type: 'loot', victim: 'ecole' })).toEqual([])
        expect(await found({ q: 'zaid' })).toEqual([french.id])
        expect(await found({ q: 'geneina loot' })).toEqual([english.id])
        expect(await found({ q: 'نيالا' })).toEqual([arabic.id])
        expect(await found({ q: '  ' })).toHaveLength(3)
        // A category is found in every language, independent of the language in which it was chosen.
        const chosen = await sent(two.bearer, {
          type: 'الهجمات العسكرية والاستهداف القبلي',
          city: 'El Geneina',
        })
        for (const type of ['military', 'Attaques MILITAIRES', 'الهجمات', 'tribal targeting'])
          expect(await ids({ type }), type).toContain(chosen.id)
        expect(await ids({ type: 'civil rights' })).not.toContain(chosen.id)
        expect(chosen).toMatchObject({
          type: 'الهجمات العسكرية والاستهداف القبلي',
          category: 'militaryAttacks',
        })
        expect(english.category).toBeNull()
        expect(await found({ id: String(english.id) })).toContain(english.id)
        expect(await found({ q: String(english.id) })).toContain(english.id)
        expect(
          await found({
            id: String(arabic.id).replace(/\d/g, (digit) =>
              String.fromCodePoint(0x660 + Number(digit)),
            ),
          }),
        ).toContain(arabic.id)
        expect(await found({ id: 'abc' })).toEqual([])
        expect(await found({ q: '"; drop table reports; --' })).toEqual([])
      },
    )

    run('an edited report is found by its new texts only', async () => {
      const [author, staff] = [await member(), await member('content')]
      const { id } = await sent(author.bearer, { victim: 'Farmers' })
      await server.client.call(
        updateReport,
        { params: { id }, body: { victim: 'Fishermen' } },
        { bearer: staff.bearer },
      )
      expect(await ids({ victim: 'fishermen' })).toContain(id)
      expect(await ids({ q: 'fishermen' })).toContain(id)
      expect(await ids({ victim: 'farmers' })).not.toContain(id)
      expect(await ids({ q: 'farmers' })).not.toContain(id)
    })

    run('filters by day include the whole day', async () => {
      const { bearer } = await member()
      const [first, last, next] = [await sent(bearer), await sent(bearer), await sent(bearer)]
      const at = (id: number, createdAt: string) =>
        server.deps.database.db
          .updateTable('reports')
          .set({ created_at: createdAt })
          .where('id', '=', id)
          .execute()
      await at(first.id, '2019-03-04T00:00:00.000Z')
      await at(last.id, '2019-03-04T23:59:59.999Z')
      await at(next.id, '2019-03-05T00:00:00.000Z')
      expect(await ids({ from: '2019-03-04', to: '2019-03-04' })).toEqual([last.id, first.id])
      expect(await ids({ to: '2019-03-05' })).toEqual([next.id, last.id, first.id])
      expect(await ids({ from: '2019-03-05', to: '2019-12-31' })).toEqual([next.id])
      expect(await ids({ from: '2019-03-04T00:00:00Z', to: '2019-03-04T00:00:00Z' })).toEqual([
        first.id,
      ])
      for (const query of [
        { from: 'yesterday' },
        { to: '2019-02-30' },
        { page: 0 },
        { size: 101, page: 1 },
        { page: 'x' },
        { q: 'a\0b' },
        { type: 'x'.repeat(121) },
      ] as Record<string, string | number>[])
        expect(await server.client.call(listReports, { query }, {})).toMatchObject({
          ok: false,
          problem: { status: 422, fields: [{ path: `query.${Object.keys(query)[0]}` }] },
        })
    })

    run('pages and the plain list have the same order, newest first', async () => {
      const { bearer } = await member()
      for (let count = 0; count < REPORTS_PER_DAY; count += 1) await sent(bearer, { type: 'Paged' })
      const other = await member()
      for (let count = 0; count < 2; count += 1) await sent(other.bearer, { type: 'Paged' })
      const all = await ids({ type: 'paged' })
      expect(all).toHaveLength(7)
      expect(all).toEqual([...all].sort((a, b) => b - a))
      const page = async (number: number) =>
        server.client.call(listReports, { query: { type: 'paged', page: number, size: 3 } })
      const pages = await Promise.all([1, 2, 3, 4].map(page))
      expect(
        pages.flatMap((answer) =>
          answer.ok && !Array.isArray(answer.value) ? answer.value.items.map(({ id }) => id) : [],
        ),
      ).toEqual(all)
      expect(pages[3]).toMatchObject({
        ok: true,
        value: { items: [], total: 7, totalIsCapped: false, page: 4, size: 3 },
      })
      expect(await server.client.call(listReports, { query: { page: 1 } })).toMatchObject({
        ok: true,
        value: { size: 10 },
      })
    })

    run('the total stops at 1,000; a cut plain list is marked', async () => {
      const { db } = server.deps.database
      const columns = {
        ...(await row((await list())[0]?.id ?? 0)),
        type: 'Many',
        type_folded: 'many',
        search_text: ' many',
      }
      const { id: _, ...values } = columns
      await inTransaction(db, async (transaction) => {
        for (let count = 0; count < 1_100; count += 1) await insertReport(transaction, values)
      })
      expect(
        await server.client.call(listReports, { query: { type: 'many', page: 100, size: 11 } }),
      ).toMatchObject({
        ok: true,
        value: { total: 1_000, totalIsCapped: true, items: { length: 11 } },
      })
      const answer = await server.client.call(listReports, { query: { type: 'many' } })
      if (!answer.ok) throw new Error('no list')
      expect([answer.headers.get('x-truncated'), (answer.value as Report[]).length]).toEqual([
        'true',
        PUBLIC_REPORTS_MAX,
      ])
      const newest = (answer.value as Report[]).map(({ id }) => id)
      expect(await ids({ type: 'many', sort: 'createdAt' })).toEqual(newest.toReversed())
      expect(await list({ type: 'many' }, (await member('moderator')).bearer)).toHaveLength(1_000)
      await db.deleteFrom('reports').where('type', '=', 'Many').execute()
      const short = await server.client.call(listReports, { query: { type: 'paged' } })
      expect(short.ok && short.headers.get('x-truncated')).toBeNull()
    })

    run(
      'the public reply is computed once for concurrent callers, and again after every write',
      async () => {
        const { deps } = server
        let made = 0
        const ask = () =>
          keptReply(deps.database, 'once', async () => {
            made += 1
            return { json: Buffer.from('[]'), truncated: false }
          })
        await Promise.all([ask(), ask(), ask()])
        await ask()
        expect(made).toBe(1)
        const { bearer } = await member()
        const { id } = await sent(bearer, { type: 'Onceasked' })
        await ask()
        expect(made).toBe(2)
        expect((await list({ type: 'onceasked' })).map(({ city }) => city)).toEqual([
          expect.stringMatching(/./),
        ])
        await deps.database.db
          .updateTable('reports')
          .set({ city: 'Elsewhere' })
          .where('id', '=', id)
          .execute()
        expect((await list({ type: 'onceasked' })).map(({ city }) => city)).toEqual(['Elsewhere'])
        await deps.database.db.deleteFrom('reports').where('id', '=', id).execute()
        expect(await list({ type: 'onceasked' })).toEqual([])
      },
    )

    run('rows of the list are limited per network and minute', async () => {
      startWindow(server, REPORT_ROWS.windowS)
      const ask = async (query: object) =>
        (
          await fetch(
            `${server.url}${listReports.path}?${new URLSearchParams({ ...query }).toString()}`,
            { headers: { 'x-forwarded-for': '198.18.7.9' } },
          )
        ).status
      for (let rows = 0; rows < REPORT_ROWS.max; rows += PUBLIC_REPORTS_MAX)
        expect(
          await ask(rows % (2 * PUBLIC_REPORTS_MAX) === 0 ? {} : { page: '1', size: '100' }),
        ).toBe(200)
      expect(await ask({})).toBe(429)
      expect(await ask({ page: '1' })).toBe(429)
    })

    run('the list shows rejected reports and no deleted ones', async () => {
      const [author, staff] = [await member(), await member('moderator')]
      const [rejected, deleted] = [await sent(author.bearer), await sent(author.bearer)]
      await server.client.call(
        updateReport,
        { params: { id: rejected.id }, body: { status: 'rejected' } },
        { bearer: staff.bearer },
      )
      await server.client.call(
        deleteReport,
        { params: { id: deleted.id }, query: { reason: 'twice' } },
        { bearer: staff.bearer },
      )
      const shown = await list()
      expect(shown.find(({ id }) => id === rejected.id)).toMatchObject({
        status: 'rejected',
        verified: false,
      })
      expect(shown.map(({ id }) => id)).not.toContain(deleted.id)
      expect(await list({ id: String(deleted.id) }, staff.bearer)).toEqual(
        expect.not.arrayContaining([expect.objectContaining({ id: deleted.id })]),
      )
      expect(await server.client.call(listEvidence, { params: { id: deleted.id } })).toMatchObject({
        ok: false,
        problem: { status: 404 },
      })
      expect(await server.client.call(listEvidence, { params: { id: 9_999_999 } })).toMatchObject({
        ok: false,
        problem: { status: 404 },
      })
    })
  })

  describe('editing', () => {
    run('the field verified follows from the state', async () => {
      const [author, staff] = [await member(), await member('reviewer')]
      const { id } = await sent(author.bearer)
      const edit = async (
        body: Parameters<typeof server.client.call<typeof updateReport>>[1]['body'],
      ) => {
        const answer = await server.client.call(
          updateReport,
          { params: { id }, body },
          { bearer: staff.bearer },
        )
        return answer.ok ? [answer.value.status, answer.value.verified] : [answer.problem?.status]
      }
      expect(await edit({ verified: true })).toEqual(['verified', true])
      expect(await edit({ verified: true, city: 'Kutum' })).toEqual(['verified', true])
      expect(await edit({ verified: false })).toEqual(['under review', false])
      expect(await edit({ status: 'rejected', verified: true })).toEqual(['rejected', false])
      expect(await edit({ status: 'verified', verified: false })).toEqual(['verified', true])
      expect(await edit({ verifierComment: null })).toEqual(['verified', true])
      expect(await edit({ status: 'not verified' })).toEqual(['not verified', false])
      expect(await edit({})).toEqual([422])
      expect(await edit({ status: 'approved' as never })).toEqual([422])
      expect(await row(id)).toMatchObject({ city: 'Kutum', reporter_id: author.id })
    })

    run('only staff edit reports; the log has no content of them', async () => {
      const author = await member()
      const { id } = await sent(author.bearer)
      const change = { params: { id }, body: { description: 'Secret words' } }
      expect(
        await server.client.call(updateReport, change, { bearer: author.bearer }),
      ).toMatchObject({ ok: false, problem: { status: 403 } })
      expect(await server.client.call(updateReport, change)).toMatchObject({
        ok: false,
        problem: { status: 401 },
      })
      expect(
        await server.client.call(
          deleteReport,
          { params: { id }, query: { reason: 'twice' } },
          { bearer: author.bearer },
        ),
      ).toMatchObject({ ok: false, problem: { status: 403 } })
      for (const role of ['admin', 'content', 'moderator', 'reviewer'] as const)
        expect(
          (await server.client.call(updateReport, change, { bearer: (await member(role)).bearer }))
            .ok,
        ).toBe(true)
      const trace = await server.deps.database.db
        .selectFrom('audit')
        .selectAll()
        .where('action', '=', 'report.updated')
        .where('target', '=', `report:${id}`)
        .execute()
      expect(trace).toHaveLength(4)
      expect(trace[0]?.detail).toBe(
        JSON.stringify({ fields: 'description', from: 'not verified', to: 'not verified' }),
      )
      expect(server.logLines.join('')).not.toContain('Secret words')
    })

    run('a report is deleted once and is 404 afterwards', async () => {
      const [author, staff] = [await member(), await member('admin')]
      const { id } = await sent(author.bearer)
      const remove = () =>
        server.client.call(
          deleteReport,
          { params: { id }, query: { reason: 'twice' } },
          { bearer: staff.bearer },
        )
      const answers = await Promise.all([remove(), remove(), remove()])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(
        await server.client.call(
          updateReport,
          { params: { id }, body: { city: 'x' } },
          { bearer: staff.bearer },
        ),
      ).toMatchObject({ ok: false, problem: { status: 404 } })
      expect(
        await server.client.call(
          createEvidence,
          {
            body: {
              reportId: id,
              ...item(await uploadOne(server, staff.bearer, 'report', await jpeg())),
            },
          },
          { bearer: staff.bearer },
        ),
      ).toMatchObject({ ok: false, problem: { status: 404 } })
    })

    run.each(['0', '-1', 'abc', '1.5', '99999999999999999999', "1' or '1'='1"])(
      'the report id %s is rejected with 422',
      async (id) => {
        const { bearer } = await member('admin')
        const answer = await fetch(`${server.url}/api/report/update/${encodeURIComponent(id)}`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
          body: '{"city":"x"}',
        })
        expect(answer.status).toBe(422)
      },
    )
  })
})
