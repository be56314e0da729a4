import { describe, expect } from 'vitest'
import { purgeEvidence, purgeReports } from '#server/features/reports/bin/purge-reports.ts'
import { inTransaction } from '#server/parts/database/transact.ts'
import { removeOrphans } from '#server/parts/files/remove-orphans.ts'
import { insertReport } from '#server/records/reports/report-repository.ts'
import { routeAddress } from '#shared/contract/base/client.ts'
import type { CallArguments } from '#shared/contract/base/define-route.ts'
import {
  exportReports,
  listDeletedEvidence,
  listDeletedReports,
  reportStatistics,
  restoreReport,
  type DeletedReport,
  publishReport,
  createReport,
  deleteEvidence,
  deleteReport,
  listEvidence,
  readReport,
  restoreEvidence,
  updateReport,
  type Report,
} from '#shared/contract/reports.ts'
import { RESTORE_DAYS } from '#shared/domain/report/report-rules.ts'
import { TEST_PASSWORD } from '#tests/builders/member.ts'
import { reportBody } from '#tests/builders/report.ts'
import { provePassword } from '#tests/security/cast.ts'
import { confirmPassword, signIn } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { jpeg } from '#tests/support/sample-files.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import { fileIdOf, uploadOne } from '#tests/support/uploads.ts'

const DAY_S = 86_400

describe.each(ENGINES)('reports as staff edit them on $title', ({ engine, skip }) => {
  const { server, run, person: member } = suiteServer({ engine, skip })

  const again = async ({ email }: { readonly email: string }) =>
    (await signIn(server, email, TEST_PASSWORD)).accessToken
  const okay = <T>(answer: { ok: true; value: T } | { ok: false }): T => {
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    return answer.value
  }
  const filed = async (wish: Parameters<typeof reportBody>[0] = {}) => {
    const author = await member()
    return {
      author,
      id: okay(
        await server.client.call(
          createReport,
          { body: reportBody(wish) },
          { bearer: author.bearer },
        ),
      ).id,
    }
  }
  const withEvidence = async () => {
    const author = await member()
    const evidence = async (description: string) => ({
      evidenceType: 'image' as const,
      fileUrl: await uploadOne(server, author.bearer, 'report', await jpeg()),
      description,
    })
    const evidenceList = [await evidence('first'), await evidence('second')]
    return {
      author,
      report: okay(
        await server.client.call(
          createReport,
          { body: reportBody({ evidenceList }) },
          { bearer: author.bearer },
        ),
      ),
    }
  }
  const edit = (id: number, body: CallArguments<typeof updateReport>['body'], bearer: string) =>
    server.client.call(updateReport, { params: { id }, body }, { bearer })
  const remove = async (id: number, bearer: string, reason = 'twice') => {
    await confirmPassword(server, bearer)
    return server.client.call(deleteReport, { params: { id }, body: { reason } }, { bearer })
  }
  const bin = async (bearer: string) =>
    okay(
      await server.client.call(listDeletedReports, { query: { page: 1, size: 100 } }, { bearer }),
    ) as { items: DeletedReport[] }
  const trace = (action: string, target: string) =>
    server.deps.database.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', action)
      .where('target', '=', target)
      .orderBy('seq')
      .execute()

  describe('editing', () => {
    run('an edit of an older version gets 409 with the current report', async () => {
      const [{ id }, one, other] = [
        await filed(),
        await member('moderator'),
        await member('content'),
      ]
      const { version } = okay(
        await server.client.call(readReport, { params: { id } }, { bearer: one.bearer }),
      )
      expect(version).toBe(1)
      const first = okay(await edit(id, { city: 'Kutum', version: 1 }, one.bearer))
      expect(first).toMatchObject({ city: 'Kutum', version: 2 })
      const refused = await edit(id, { city: 'Zalingei', version: 1 }, other.bearer)
      expect(refused).toMatchObject({
        ok: false,
        problem: {
          status: 409,
          code: 'conflict',
          current: { id, city: 'Kutum', version: 2, actorAccount: expect.any(String) },
        },
      })
      expect(okay(await edit(id, { city: 'Zalingei', version: 2 }, other.bearer))).toMatchObject({
        city: 'Zalingei',
        version: 3,
      })
      expect(await trace('report.updated', `report:${id}`)).toHaveLength(2)
    })

    run('one of four concurrent edits of one version succeeds', async () => {
      const [{ id }, staff] = [await filed(), await member('moderator')]
      const answers = await Promise.all(
        ['a', 'b', 'c', 'd'].map((city) => edit(id, { city, version: 1 }, staff.bearer)),
      )
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(
        okay(await server.client.call(readReport, { params: { id } }, { bearer: staff.bearer }))
          .version,
      ).toBe(2)
    })

    run('an edit without changes makes no version; a version alone is 422', async () => {
      const [{ id }, staff] = [await filed(), await member('moderator')]
      expect(
        okay(
          await edit(
            id,
            { ...reportBody(), status: 'not verified', verified: false, version: 1 } as never,
            staff.bearer,
          ),
        ).version,
      ).toBe(1)
      expect(await edit(id, { version: 1 }, staff.bearer)).toMatchObject({
        ok: false,
        problem: { status: 422 },
      })
      expect((await trace('report.updated', `report:${id}`))[0]?.detail).toBe(
        JSON.stringify({ fields: '', from: 'not verified', to: 'not verified' }),
      )
    })

    run('an edit without a version is accepted, as specified', async () => {
      const [{ id }, staff] = [await filed(), await member('reviewer')]
      const { evidenceList: _, ...body } = reportBody({ city: 'Tawila' })
      const saved = okay(
        await edit(
          id,
          { ...body, status: 'not verified', verified: true, verifierComment: 'Two witnesses' },
          staff.bearer,
        ),
      )
      expect(saved).toMatchObject({
        city: 'Tawila',
        status: 'verified',
        verified: true,
        verifierComment: 'Two witnesses',
      })
      expect(
        okay(await edit(id, { ...body, status: 'rejected', verified: true }, staff.bearer)),
      ).toMatchObject({ status: 'rejected', verified: false })
      const audit = (await trace('report.updated', `report:${id}`))[0]?.detail ?? ''
      expect(audit).toBe(
        JSON.stringify({
          fields: 'city status verifierComment',
          from: 'not verified',
          to: 'verified',
        }),
      )
      expect(audit).not.toMatch(/Tawila|witnesses/)
    })

    run('publishing between read and edit causes no conflict', async () => {
      const [{ id }, staff] = [await filed(), await member('moderator')]
      await server.deps.database.db
        .updateTable('reports')
        .set({ held_at: '2026-01-01T00:00:00.000Z' })
        .where('id', '=', id)
        .execute()
      okay(await server.client.call(publishReport, { params: { id } }, { bearer: staff.bearer }))
      expect(okay(await edit(id, { city: 'Kass', version: 1 }, staff.bearer))).toMatchObject({
        city: 'Kass',
        published: true,
      })
    })
  })

  describe('the bin', () => {
    run('administrators see deleted reports with reason and restore them', async () => {
      const [{ author, report }, staff, admin] = [
        await withEvidence(),
        await member('reviewer'),
        await member('admin'),
      ]
      const [gone, kept] = report.reportEvidences
      await confirmPassword(server, staff.bearer)
      okay(
        await server.client.call(
          deleteEvidence,
          { params: { id: gone?.id ?? 0 }, body: { reason: 'Blurred' } },
          { bearer: staff.bearer },
        ),
      )
      okay(await remove(report.id, staff.bearer, 'Names a witness'))
      expect((await bin(admin.bearer)).items.find(({ id }) => id === report.id)).toMatchObject({
        deletedBy: staff.cardId,
        reason: 'Names a witness',
        evidenceCount: 1,
        status: 'not verified',
      })
      for (const { bearer } of [staff, author]) {
        expect(
          await server.client.call(listDeletedReports, { query: {} }, { bearer }),
        ).toMatchObject({ ok: false, problem: { status: 403 } })
        expect(
          await server.client.call(restoreReport, { params: { id: report.id } }, { bearer }),
        ).toMatchObject({ ok: false, problem: { status: 403 } })
      }
      expect(
        await server.client.call(
          readReport,
          { params: { id: report.id } },
          { bearer: admin.bearer },
        ),
      ).toMatchObject({ ok: false, problem: { status: 404 } })
      const restored = okay(
        await server.client.call(
          restoreReport,
          { params: { id: report.id } },
          { bearer: admin.bearer },
        ),
      )
      expect(restored).toMatchObject({
        id: report.id,
        evidenceCount: 1,
        version: 2,
        reportEvidences: [{ id: kept?.id }],
      })
      expect(
        okay(await server.client.call(listEvidence, { params: { id: report.id } })),
      ).toHaveLength(1)
      expect((await fetch(`${server.url}${kept?.fileUrl ?? ''}`)).status).toBe(200)
      expect((await bin(admin.bearer)).items.map(({ id }) => id)).not.toContain(report.id)
      expect(
        await server.client.call(
          restoreReport,
          { params: { id: report.id } },
          { bearer: admin.bearer },
        ),
      ).toMatchObject({ ok: false, problem: { status: 404 } })
      expect((await trace('report.deleted', `report:${report.id}`))[0]?.detail).toBe(
        JSON.stringify({ status: 'not verified', reason: 'Names a witness' }),
      )
      expect(await trace('report.restored', `report:${report.id}`)).toHaveLength(1)
    })

    run(
      `deleted evidence is listed and restorable; after ${RESTORE_DAYS} days it is erased, and its hash stays`,
      async () => {
        const [{ report }, staff, admin] = [
          await withEvidence(),
          await member('reviewer'),
          await member('admin'),
        ]
        const [first, second] = report.reportEvidences.map(({ id }) => id)
        const takeAway = async (
          id = 0,
          { bearer, reason = 'Shows a face' }: { bearer: string; reason?: string },
        ) => {
          await confirmPassword(server, bearer)
          okay(
            await server.client.call(
              deleteEvidence,
              { params: { id }, body: { reason } },
              { bearer },
            ),
          )
        }
        const pieces = async (bearer: string) => {
          const answer = okay(
            await server.client.call(
              listDeletedEvidence,
              { query: { page: 1, size: 100 } },
              { bearer },
            ),
          )
          return 'items' in answer
            ? answer.items.filter(({ reportId }) => reportId === report.id)
            : []
        }
        for (const id of [first, second]) await takeAway(id, staff)
        expect(
          await server.client.call(listDeletedEvidence, { query: {} }, { bearer: staff.bearer }),
        ).toMatchObject({ ok: false, problem: { status: 403 } })
        expect(await pieces(admin.bearer)).toMatchObject([
          { id: second },
          { id: first, description: 'first', deletedBy: staff.cardId, reason: 'Shows a face' },
        ])
        okay(
          await server.client.call(
            restoreEvidence,
            { params: { id: first ?? 0 } },
            { bearer: admin.bearer },
          ),
        )
        expect(await pieces(admin.bearer)).toMatchObject([{ id: second }])
        server.clock.advance(RESTORE_DAYS * DAY_S - 60)
        await purgeEvidence(server.deps)
        expect(await pieces(await again(admin))).toHaveLength(1)
        server.clock.advance(61)
        expect(await pieces(await again(admin))).toEqual([])
        const { db } = server.deps.database
        const { sha256 } = await db
          .selectFrom('report_evidence')
          .innerJoin('files', 'files.id', 'report_evidence.file_id')
          .select('files.sha256')
          .where('report_evidence.id', '=', second ?? 0)
          .executeTakeFirstOrThrow()
        const counts = await Promise.all([purgeEvidence(server.deps), purgeEvidence(server.deps)])
        expect(counts[0] + counts[1]).toBeGreaterThan(0)
        expect(
          await db
            .selectFrom('report_evidence')
            .select('id')
            .where('report_id', '=', report.id)
            .execute(),
        ).toEqual([{ id: first }])
        expect(
          await db
            .selectFrom('purged_evidence')
            .selectAll()
            .where('id', '=', second ?? 0)
            .execute(),
        ).toMatchObject([
          { report_id: report.id, sha256, reason: 'Shows a face', deleted_by: staff.id },
        ])
        expect(await trace('evidence.purged', `evidence:${second ?? 0}`)).toHaveLength(1)
        await removeOrphans(server.deps)
        const gone = fileIdOf(report.reportEvidences[1]?.fileUrl ?? '')
        expect(await db.selectFrom('files').select('id').where('id', '=', gone).execute()).toEqual(
          [],
        )
      },
    )

    run(
      `after ${RESTORE_DAYS} days a report is erased once with its files; hashes and reason stay`,
      async () => {
        const [{ report }, staff, admin] = [
          await withEvidence(),
          await member('reviewer'),
          await member('admin'),
        ]
        const young = await filed()
        okay(await remove(report.id, staff.bearer, 'Not ours to keep'))
        server.clock.advance(RESTORE_DAYS * DAY_S - 60)
        expect(await purgeReports(server.deps)).toBe(0)
        okay(await remove(young.id, await again(staff)))
        server.clock.advance(61)
        const late = await again(admin)
        expect((await bin(late)).items.map(({ id }) => id)).toEqual(
          expect.not.arrayContaining([report.id]),
        )
        expect(
          await server.client.call(restoreReport, { params: { id: report.id } }, { bearer: late }),
        ).toMatchObject({ ok: false, problem: { status: 404 } })

        const { db } = server.deps.database
        const hashes = await db
          .selectFrom('report_evidence')
          .innerJoin('files', 'files.id', 'report_evidence.file_id')
          .select(['report_evidence.id', 'files.sha256'])
          .where('report_id', '=', report.id)
          .orderBy('report_evidence.id')
          .execute()
        const counts = await Promise.all([
          purgeReports(server.deps),
          purgeReports(server.deps),
          purgeReports(server.deps),
        ])
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
        expect(
          await db.selectFrom('reports').select('id').where('id', '=', report.id).execute(),
        ).toEqual([])
        expect(
          await db.selectFrom('reports').select('id').where('id', '=', young.id).execute(),
        ).toHaveLength(1)
        expect(
          await db
            .selectFrom('purged_reports')
            .selectAll()
            .where('id', '=', report.id)
            .executeTakeFirst(),
        ).toMatchObject({
          reason: 'Not ours to keep',
          deleted_by: staff.id,
          evidence: JSON.stringify(hashes),
        })
        const [audit, ...more] = await trace('report.purged', `report:${report.id}`)
        expect(audit).toMatchObject({
          actor: 'system',
          detail: JSON.stringify({
            evidence: 2,
            sha256: hashes.map(({ sha256 }) => sha256).join(' '),
          }),
        })
        expect(more).toEqual([])

        const ids = report.reportEvidences.map(({ fileUrl }) => fileIdOf(fileUrl ?? ''))
        expect(await server.deps.library.readVariant(ids[0] ?? '', 'view')).toBeDefined()
        await removeOrphans(server.deps)
        expect(await db.selectFrom('files').select('id').where('id', 'in', ids).execute()).toEqual(
          [],
        )
        for (const id of ids)
          expect(
            await server.deps.library.readVariant(id, 'view').catch(() => undefined),
          ).toBeUndefined()
      },
    )
  })

  describe('the export', () => {
    const ask = async (query: Record<string, string>, bearer: string) =>
      fetch(`${server.url}${routeAddress(exportReports, { query })}`, {
        headers: { authorization: `Bearer ${bearer}` },
      })

    run(
      'the export contains the filtered reports without formulas for spreadsheets or identities',
      async () => {
        const staff = await member('reviewer')
        const unproven = await ask({ type: 'exported' }, staff.bearer)
        expect([unproven.status, ((await unproven.json()) as { code: string }).code]).toEqual([
          403,
          'step-up-required',
        ])
        await provePassword(server.deps, { ...staff, kind: 'reviewer' } as never)
        const { author, id } = await filed({
          type: 'Exported',
          description: '=HYPERLINK("https://evil.example")',
          victim: '@import, "quoted"\nline',
          actorAccount: 'https://social.example/secret',
        })
        await edit(id, { redactVictim: true, verifierComment: '+1' }, staff.bearer)
        await filed({ type: 'Something else' })
        const answer = await ask({ type: 'exported' }, staff.bearer)
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="reports.csv"',
          'cache-control': 'no-store',
        })
        const text = await answer.text()
        expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
        expect(text).toContain(`"'@import, ""quoted""\nline"`)
        expect(text).toContain(`"'+1"`)
        expect(text).not.toMatch(/actorAccount|reporter|social\.example|Something else/)
        expect(text).not.toContain(author.cardId)
        expect(text.trim().split('\r\n')).toHaveLength(2)
        const [row, ...more] = JSON.parse(
          await (await ask({ type: 'exported', format: 'json' }, staff.bearer)).text(),
        ) as Record<string, unknown>[]
        expect(row).toMatchObject({
          id,
          victim: '@import, "quoted"\nline',
          withheldFromPublic: 'victim unverified',
          verified: false,
          published: true,
          evidenceCount: 0,
        })
        expect(row).not.toHaveProperty('actorAccount')
        expect(more).toEqual([])
        expect(
          JSON.parse(
            await (await ask({ type: 'nothing like it', format: 'json' }, staff.bearer)).text(),
          ),
        ).toEqual([])
        const audit = await server.deps.database.db
          .selectFrom('audit')
          .selectAll()
          .where('action', '=', 'report.exported')
          .orderBy('seq')
          .execute()
        expect(audit[0]?.detail).toBe(
          JSON.stringify({ rows: 1, format: 'csv', filters: 'type', identities: false }),
        )
      },
    )

    run('only administrators with a step-up export identities', async () => {
      const { author } = await filed({
        type: 'Identified',
        actorAccount: 'https://social.example/secret',
      })
      for (const role of ['content', 'moderator', 'reviewer'] as const) {
        const staff = await member(role)
        await provePassword(server.deps, { ...staff, kind: role } as never)
        expect((await ask({ identities: 'yes' }, staff.bearer)).status).toBe(403)
      }
      const admin = await member('admin')
      const without = await ask({ identities: 'yes', type: 'identified' }, admin.bearer)
      expect([without.status, ((await without.json()) as { code: string }).code]).toEqual([
        403,
        'step-up-required',
      ])
      await provePassword(server.deps, { ...admin, kind: 'admin' } as never)
      const rows = (await (
        await ask({ identities: 'yes', type: 'identified', format: 'json' }, admin.bearer)
      ).json()) as object[]
      expect(rows).toMatchObject([
        { actorAccount: 'https://social.example/secret', reporter: author.cardId },
      ])
      const audit = await server.deps.database.db
        .selectFrom('audit')
        .selectAll()
        .where('action', '=', 'report.exported')
        .orderBy('seq', 'desc')
        .executeTakeFirst()
      expect(audit?.detail).toContain('"identities":true')
      expect((await ask({}, (await member()).bearer)).status).toBe(403)
    })

    run('the export contains all 1,100 reports and no deleted one', async () => {
      const staff = await member('moderator')
      await provePassword(server.deps, { ...staff, kind: 'moderator' } as never)
      const { id } = await filed({ type: 'Long list' })
      const { db } = server.deps.database
      const { id: _, ...values } = await db
        .selectFrom('reports')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await inTransaction(db, async (transaction) => {
        for (let count = 0; count < 1_100; count += 1) await insertReport(transaction, values)
      })
      await remove(id, staff.bearer)
      const rows = (await (
        await ask({ format: 'json', type: 'long list' }, staff.bearer)
      ).json()) as { id: number }[]
      expect(new Set(rows.map((row) => row.id)).size).toBe(1_100)
      expect(rows.map((row) => row.id)).not.toContain(id)
      await db.deleteFrom('reports').where('type', '=', 'Long list').execute()
    })
  })

  describe('the statistics', () => {
    run('the statistics count only the reports in the public list', async () => {
      const { db } = server.deps.database
      await db.updateTable('reports').set({ deleted_at: '2026-01-01T00:00:00.000Z' }).execute()
      const staff = await member('moderator')
      const titles = [
        'Physical violence and threats',
        'العنف الجسدي والتهديدات',
        'CRIMES de guerre et violations graves',
        'In my own words',
      ]
      const ids: number[] = []
      for (const type of titles)
        ids.push(
          (await filed({ type, country: type === 'In my own words' ? 'Nowhere' : 'Sudan' })).id,
        )
      const [held, deleted] = [await filed({ country: 'Chad' }), await filed({ country: 'Chad' })]
      await db
        .updateTable('reports')
        .set({ held_at: '2026-01-01T00:00:00.000Z' })
        .where('id', '=', held.id)
        .execute()
      await remove(deleted.id, staff.bearer)
      await edit(ids[0] ?? 0, { status: 'verified' }, staff.bearer)
      await edit(ids[3] ?? 0, { hiddenWords: ['In my own words'] }, staff.bearer)
      await db
        .updateTable('reports')
        .set({ created_at: '2019-03-04T00:00:00.000Z' })
        .where('id', '=', ids[1] ?? 0)
        .execute()
      server.clock.advance(301)
      const answer = await server.client.call(reportStatistics, {})
      const numbers = okay(answer)
      expect(numbers).toMatchObject({ total: 4, withEvidence: 0 })
      expect(
        Object.fromEntries(numbers.byCategory.map(({ category, count }) => [category, count])),
      ).toEqual({
        racialIncitement: 0,
        militaryAttacks: 0,
        civilRights: 0,
        physicalViolence: 2,
        warCrimes: 1,
        other: 1,
      })
      expect(numbers.byCountry).toEqual([
        { countryCode: 'SD', count: 3 },
        { countryCode: null, count: 1 },
      ])
      expect(
        Object.fromEntries(numbers.byStatus.map(({ status, count }) => [status, count])),
      ).toEqual({ 'not verified': 3, 'under review': 0, verified: 1, rejected: 0 })
      expect(numbers.byMonth).toHaveLength(12)
      expect(numbers.byMonth.reduce((sum, { count }) => sum + count, 0)).toBe(3)
      expect(answer.ok && answer.headers.get('cache-control')).toBe('public, max-age=60')
    })

    run('the statistics are refreshed after five minutes', async () => {
      server.clock.advance(301)
      const { total } = okay(await server.client.call(reportStatistics, {}))
      await filed()
      expect(okay(await server.client.call(reportStatistics, {})).total).toBe(total)
      server.clock.advance(301)
      expect(okay(await server.client.call(reportStatistics, {})).total).toBe(total + 1)
    })
  })

  run('a held report is readable by staff and its author only', async () => {
    const [{ author, id }, staff, stranger] = [
      await filed(),
      await member('reviewer'),
      await member(),
    ]
    await server.deps.database.db
      .updateTable('reports')
      .set({ held_at: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', id)
      .execute()
    const read = async (bearer?: string): Promise<number> => {
      const answer = await server.client.call(
        readReport,
        { params: { id } },
        bearer === undefined ? {} : { bearer },
      )
      return answer.ok ? 200 : (answer.problem?.status ?? 0)
    }
    expect([
      await read(),
      await read(stranger.bearer),
      await read(author.bearer),
      await read(staff.bearer),
    ]).toEqual([404, 404, 200, 200])
    const own: Report = okay(
      await server.client.call(readReport, { params: { id } }, { bearer: author.bearer }),
    )
    expect(own).not.toHaveProperty('published')
  })
})
