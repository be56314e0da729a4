import { beforeAll, describe, expect } from 'vitest'
import type { CallArguments } from '#shared/contract/base/define-route.ts'
import {
  exportReports,
  hideReport,
  publishReport,
  reportStatistics,
  createReport,
  listEvidence,
  listReports,
  readReport,
  updateReport,
  type Report,
} from '#shared/contract/reports.ts'
import { searchSite } from '#shared/contract/search.ts'
import { reportBody } from '#tests/builders/report.ts'
import { RULE_ENGINES } from '#tests/support/engines.ts'
import { jpeg } from '#tests/support/sample-files.ts'
import { showNames } from '#tests/support/show-names.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import { uploadOne } from '#tests/support/uploads.ts'

const ACCOUNT = 'https://social.example/Account-4711'
/** Each of these texts identifies a person or the house. */
const SECRETS = {
  victim: 'Khadija Ibrahim, 34',
  actorName: 'Cmdt. Zaïd',
  city: 'Kabkabiya',
  googleMapLink: 'https://maps.example/house-of-khadija',
  description: 'Cmdt. Zaid took KHADIJA  IBRAHIM away in Kabkabiya. Halima saw it.',
  actorDesc: 'Zaïd, who calls himself cmdt. zaid',
  actor: 'Men of Cmdt Zaid',
  type: 'Kidnapping of Khadija Ibrahim',
  actorAccount: ACCOUNT,
}
const KEPT_BACK = {
  redactVictim: true,
  redactActor: true,
  placeDetail: 'country' as const,
  hideMapLink: true,
  hiddenWords: ['Halima', 'Zaid'],
} satisfies CallArguments<typeof updateReport>['body']
const NEVER = /khadija|ibrahim|za[iï]d|kabkabiya|halima|account-4711|house-of/i

describe.each(RULE_ENGINES)('the public view of reports on $title', ({ engine, skip }) => {
  const { server, run, person: member } = suiteServer({ engine, skip })
  beforeAll(() => (skip ? undefined : showNames(server)))

  const okay = <T>(answer: { ok: true; value: T } | { ok: false }): T => {
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    return answer.value
  }
  const as = (bearer?: string) => (bearer === undefined ? {} : { bearer })
  const edit = async (
    id: number,
    body: CallArguments<typeof updateReport>['body'],
    bearer: string,
  ): Promise<Report> =>
    okay(await server.client.call(updateReport, { params: { id }, body }, { bearer }))
  const list = async (
    query: NonNullable<CallArguments<typeof listReports>['query']>,
    bearer?: string,
  ) => okay(await server.client.call(listReports, { query }, as(bearer))) as Report[]
  const filed = async () => {
    const [author, staff] = [await member(), await member('reviewer')]
    const fileUrl = await uploadOne(server, author.bearer, 'report', await jpeg())
    const report = okay(
      await server.client.call(
        createReport,
        {
          body: reportBody({
            ...SECRETS,
            evidenceList: [
              {
                evidenceType: 'image',
                fileUrl,
                description: 'Halima at the door of Khadija Ibrahim',
              },
            ],
          }),
        },
        { bearer: author.bearer },
      ),
    )
    return { author, staff, id: report.id }
  }

  run(
    'no public reply contains the reporter, the account of the actor or withheld words',
    async () => {
      const { author, staff, id } = await filed()
      await edit(id, { ...KEPT_BACK, verifierComment: 'Zaid, by phone' }, staff.bearer)
      const reader = await member()
      for (const bearer of [undefined, reader.bearer, author.bearer]) {
        const replies = [
          await list({ id: String(id) }, bearer),
          okay(
            await server.client.call(
              listReports,
              { query: { page: 1, id: String(id) } },
              as(bearer),
            ),
          ),
          okay(await server.client.call(readReport, { params: { id } }, as(bearer))),
          okay(await server.client.call(listEvidence, { params: { id } }, as(bearer))),
          okay(
            await server.client.call(
              searchSite,
              { query: { q: String(id), language: 'en', size: 10 } },
              as(bearer),
            ),
          ),
          okay(await server.client.call(reportStatistics, {}, as(bearer))),
        ]
        for (const text of replies.map((reply) => JSON.stringify(reply))) {
          expect(text).not.toMatch(NEVER)
          expect(text).not.toMatch(
            /reporter|userId|actorAccount|verifierComment|protection|hiddenWords/,
          )
          expect(text).not.toContain(author.email)
        }
        expect(replies[2]).toMatchObject({
          victim: '[…]',
          actorName: '[…]',
          city: '',
          countryCode: 'SD',
          googleMapLink: '',
          withheld: ['victim', 'actor', 'place', 'mapLink', 'words'],
          type: 'Kidnapping of […]',
        })
        expect(replies[3]).toMatchObject([{ description: '[…] at the door of […]' }])
      }
      const map = await (await fetch(`${server.url}/sitemap.xml`)).text()
      expect(map).not.toMatch(NEVER)
      expect(map).toContain('/reports/statistics')
      const whole = okay(
        await server.client.call(readReport, { params: { id } }, { bearer: staff.bearer }),
      )
      expect(whole).toMatchObject({
        ...SECRETS,
        victim: SECRETS.victim,
        verifierComment: 'Zaid, by phone',
        protection: { ...KEPT_BACK, hiddenWords: ['Halima', 'Zaid'], region: '' },
      })
    },
  )

  describe('administrators are told of what is uncovered', () => {
    const cover = { redactVictim: true }
    const uncover = { redactVictim: false }
    /** Whether the last change of the report was told as a release. */
    const wasTold = async (id: number): Promise<boolean> => {
      const { detail } = await server.deps.database.db
        .selectFrom('audit')
        .select('detail')
        .where('target', '=', `report:${id}`)
        .where('action', '=', 'report.updated')
        .orderBy('seq', 'desc')
        .executeTakeFirstOrThrow()
      return (JSON.parse(detail) as { readonly release?: boolean }).release === true
    }
    const columnsOf = (id: number) =>
      server.deps.database.db.updateTable('reports').where('id', '=', id)
    const act = async (
      route: typeof hideReport | typeof publishReport,
      id: number,
      bearer: string,
    ) => okay(await server.client.call(route, { params: { id }, body: {} }, { bearer }))

    run('by the switch, also while the report is hidden or contested', async () => {
      const { staff, id } = await filed()
      const { bearer } = staff
      await edit(id, cover, bearer)
      expect(await wasTold(id)).toBe(false)
      await edit(id, uncover, bearer)
      expect(await wasTold(id)).toBe(true)

      await edit(id, cover, bearer)
      await act(hideReport, id, bearer)
      await edit(id, uncover, bearer)
      expect(await wasTold(id), 'hidden').toBe(true)
      await act(publishReport, id, bearer)

      await edit(id, cover, bearer)
      await columnsOf(id).set({ contested_at: server.clock.now().toISOString() }).execute()
      await edit(id, uncover, bearer)
      expect(await wasTold(id), 'contested').toBe(true)
      await columnsOf(id).set({ contested_at: null }).execute()

      await edit(id, { ...cover, status: 'rejected', verifierComment: 'Unfounded' }, bearer)
      await edit(id, uncover, bearer)
      expect(await wasTold(id), 'rejected').toBe(true)
    })

    run('by another name in the field that says whom to withhold', async () => {
      for (const field of [{ victim: 'Unknown' }, { victim: 'Mariam Saleh' }]) {
        const { staff, id } = await filed()
        await edit(id, cover, staff.bearer)
        await edit(id, { description: 'Nobody saw KHADIJA again.' }, staff.bearer)
        expect(await wasTold(id)).toBe(false)
        await edit(id, { description: 'She was not seen again.', type: 'Kidnapping' }, staff.bearer)
        await edit(id, { googleMapLink: 'https://maps.example/a-street' }, staff.bearer)
        expect(await wasTold(id)).toBe(false)
        await edit(id, field, staff.bearer) // the description of a picture has the name
        expect(await wasTold(id), field.victim).toBe(true)
      }
    })

    run(
      'but not of names that waited for the check, or of a report that was never public',
      async () => {
        const { staff, id } = await filed()
        await columnsOf(id).set({ names_withheld: 1 }).execute()
        await edit(id, { status: 'verified', verifierComment: 'Two sources' }, staff.bearer)
        expect(await wasTold(id)).toBe(false)
        const { staff: other, id: waiting } = await filed()
        await columnsOf(waiting)
          .set(({ ref }) => ({ held_at: ref('created_at') }))
          .execute()
        await edit(waiting, cover, other.bearer)
        await edit(waiting, uncover, other.bearer)
        expect(await wasTold(waiting)).toBe(false)
        // Without the check, another name in the field shows the one that waited.
        const { staff: third, id: open } = await filed()
        await columnsOf(open).set({ names_withheld: 1 }).execute()
        await edit(open, { victim: 'Unknown' }, third.bearer)
        expect(await wasTold(open)).toBe(true)
      },
    )
  })

  run('withheld words are found by staff only', async () => {
    const { staff, id } = await filed()
    const found = async (query: Parameters<typeof list>[0], bearer?: string) =>
      (await list(query, bearer)).some((report) => report.id === id)
    const questions = [
      { victim: 'khadija' },
      { q: 'khadija' },
      { q: 'zaid' },
      { q: 'kabkabiya' },
      { q: 'ka' },
      { actor: 'zaid' },
      { type: 'khadija' },
    ] as const
    for (const query of questions) expect([query, await found(query)]).toEqual([query, true])
    await edit(id, KEPT_BACK, staff.bearer)
    for (const query of questions) {
      expect([query, await found(query)]).toEqual([query, false])
      expect([query, await found(query, staff.bearer)]).toEqual([query, true])
      expect([query, await found({ ...query, as: 'public' }, staff.bearer)]).toEqual([query, false])
    }
    const hits = async (q: string) =>
      okay(
        await server.client.call(searchSite, { query: { q, language: 'en', size: 10 } }),
      ).reports.items.map((hit) => hit.id)
    expect(await hits('khadija')).not.toContain(id)
    expect(await hits('kidnapping')).toContain(id)
    expect(await found({ type: 'kidnapping', country: 'SD' })).toBe(true)
    expect(await found({ country: 'TD' })).toBe(false)
  })

  run(
    'an edit of texts keeps the victim withheld; publishing the name makes it searchable again',
    async () => {
      const { staff, id } = await filed()
      await edit(id, { redactVictim: true }, staff.bearer)
      await edit(id, { victim: 'Adam Musa', description: 'Adam Musa was taken' }, staff.bearer)
      expect((await list({ id: String(id) })).find((report) => report.id === id)).toMatchObject({
        victim: '[…]',
        description: '[…] was taken',
      })
      expect((await list({ victim: 'adam musa' })).map((report) => report.id)).not.toContain(id)
      await edit(id, { redactVictim: false }, staff.bearer)
      expect((await list({ victim: 'adam musa' })).map((report) => report.id)).toContain(id)
    },
  )

  run(
    'a changed report or protection is visible at once, also after a direct database change',
    async () => {
      const { staff, id } = await filed()
      const shown = async () => {
        const { description, victim, reportEvidences } = okay(
          await server.client.call(readReport, { params: { id } }),
        )
        return [description, victim, ...reportEvidences.map((item) => item.description)]
      }
      const open = await shown()
      await edit(id, { redactVictim: true }, staff.bearer)
      const [first, second] = [await shown(), await shown()]
      expect(first).toEqual([
        'Cmdt. Zaid took […] away in Kabkabiya. Halima saw it.',
        '[…]',
        'Halima at the door of […]',
      ])
      expect(second).toEqual(first)
      await edit(id, { hiddenWords: ['Halima'] }, staff.bearer)
      expect(await shown()).toEqual([
        'Cmdt. Zaid took […] away in Kabkabiya. […] saw it.',
        '[…]',
        '[…] at the door of […]',
      ])
      const { db } = server.deps.database
      await db
        .updateTable('reports')
        .set({ description: 'Halima was there' })
        .where('id', '=', id)
        .execute()
      const { id: evidence } = await db
        .selectFrom('report_evidence')
        .select('id')
        .where('report_id', '=', id)
        .executeTakeFirstOrThrow()
      await db
        .updateTable('report_evidence')
        .set({ description: 'The road' })
        .where('id', '=', evidence)
        .execute()
      expect(await shown()).toEqual(['[…] was there', '[…]', 'The road'])
      await db.updateTable('reports').set({ victim: 'Nobody' }).where('id', '=', id).execute()
      await edit(id, { hiddenWords: [], description: open[0] ?? '' }, staff.bearer)
      expect(await shown()).toEqual([open[0], '[…]', 'The road'])
      await edit(id, { redactVictim: false }, staff.bearer)
      expect(await shown()).toEqual([open[0], 'Nobody', 'The road'])
    },
  )

  run(
    'staff see words that resemble a withheld name; they stay public until staff withhold them',
    async () => {
      const [author, staff] = [await member(), await member('reviewer')]
      const description = 'Mrs Khadidja and خديجة fled, said Kha1id'
      const { id } = okay(
        await server.client.call(
          createReport,
          { body: reportBody({ victim: 'Khadija Khalid', description }) },
          { bearer: author.bearer },
        ),
      )
      const read = async (bearer?: string, view?: 'public') =>
        okay(
          await server.client.call(
            readReport,
            { params: { id }, query: { as: view } },
            bearer === undefined ? {} : { bearer },
          ),
        )
      expect((await read(staff.bearer)).nearNames).toEqual([])
      const { version } = await edit(id, { redactVictim: true }, staff.bearer)
      const { nearNames } = await read(staff.bearer)
      expect(nearNames).toMatchObject([
        { field: 'description', word: 'Khadidja', name: 'Khadija', before: 'Mrs ' },
        { field: 'description', word: 'خديجة', name: 'Khadija' },
      ])
      for (const answer of [
        await read(),
        await read(author.bearer),
        await read(staff.bearer, 'public'),
      ]) {
        expect(answer).not.toHaveProperty('nearNames')
        expect(answer.description).toBe('Mrs Khadidja and خديجة fled, said […]')
      }
      await edit(id, { hiddenWords: ['Khadidja', 'خديجة'], version: version ?? 0 }, staff.bearer)
      expect((await read(staff.bearer)).nearNames).toEqual([])
      expect((await read()).description).toBe('Mrs […] and […] fled, said […]')
    },
  )

  run(
    'a map link with the name of the victim is hidden from the public and visible to staff',
    async () => {
      const { staff, id } = await filed()
      const googleMapLink =
        'https://www.google.com/maps/place/House+of+Khadija%20Ibrahim/@13.6,25.3'
      await edit(
        id,
        { googleMapLink, redactVictim: true, description: 'Kha\u00addija Ibra\u200bhim' },
        staff.bearer,
      )
      const text = JSON.stringify([
        okay(await server.client.call(readReport, { params: { id } })),
        await list({ id: String(id) }),
      ])
      expect(text).not.toMatch(/khadija|ibrahim|dija|google\.com/i)
      expect(okay(await server.client.call(readReport, { params: { id } }))).toMatchObject({
        googleMapLink: '',
        description: '[…]',
        withheld: ['victim', 'mapLink'],
      })
      expect(
        okay(await server.client.call(readReport, { params: { id } }, { bearer: staff.bearer })),
      ).toMatchObject({ googleMapLink, withheld: ['victim', 'mapLink'] })
      await edit(id, { redactVictim: false }, staff.bearer)
      expect(okay(await server.client.call(readReport, { params: { id } }))).toMatchObject({
        googleMapLink,
        withheld: [],
      })
    },
  )

  run('a region replaces the city and must have a name', async () => {
    const { staff, id } = await filed()
    expect(
      await server.client.call(
        updateReport,
        { params: { id }, body: { placeDetail: 'region' } },
        { bearer: staff.bearer },
      ),
    ).toMatchObject({ ok: false, problem: { status: 422, fields: [{ path: 'body.region' }] } })
    await edit(id, { placeDetail: 'region', region: 'North Darfur' }, staff.bearer)
    const shown = okay(await server.client.call(readReport, { params: { id } }))
    expect(shown).toMatchObject({
      city: 'North Darfur',
      googleMapLink: '',
      withheld: ['place', 'mapLink'],
    })
    expect(JSON.stringify(shown)).not.toMatch(/kabkabiya/i)
    expect((await list({ q: 'north darfur' })).map((report) => report.id)).toContain(id)
  })

  run('staff preview the public view, also of a held report', async () => {
    const { author, staff, id } = await filed()
    await edit(id, KEPT_BACK, staff.bearer)
    const published = okay(await server.client.call(readReport, { params: { id } }))
    expect(
      okay(
        await server.client.call(
          readReport,
          { params: { id }, query: { as: 'public' } },
          { bearer: staff.bearer },
        ),
      ),
    ).toEqual(published)
    expect(
      okay(
        await server.client.call(
          listEvidence,
          { params: { id }, query: { as: 'public' } },
          { bearer: staff.bearer },
        ),
      ),
    ).toEqual(okay(await server.client.call(listEvidence, { params: { id } })))
    await server.deps.database.db
      .updateTable('reports')
      .set({ held_at: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', id)
      .execute()
    expect(await server.client.call(readReport, { params: { id } })).toMatchObject({
      ok: false,
      problem: { status: 404 },
    })
    expect(
      (await list({ id: String(id), as: 'public' }, staff.bearer)).map((report) => report.id),
    ).not.toContain(id)
    for (const bearer of [staff.bearer, author.bearer]) {
      const preview = JSON.stringify(
        okay(
          await server.client.call(
            readReport,
            { params: { id }, query: { as: 'public' } },
            { bearer },
          ),
        ),
      )
      expect(preview).not.toMatch(NEVER)
      expect(preview).not.toContain('viewer=public')
    }
    expect((await fetch(`${server.url}${exportReports.path}`)).status).toBe(401)
  })

  run(
    'only staff set what is withheld; the log contains field names and no withheld words',
    async () => {
      const { author, staff, id } = await filed()
      expect(
        await server.client.call(
          updateReport,
          { params: { id }, body: KEPT_BACK },
          { bearer: author.bearer },
        ),
      ).toMatchObject({ ok: false, problem: { status: 403 } })
      await edit(id, KEPT_BACK, staff.bearer)
      const trace = await server.deps.database.db
        .selectFrom('audit')
        .selectAll()
        .where('action', '=', 'report.updated')
        .where('target', '=', `report:${id}`)
        .executeTakeFirstOrThrow()
      expect(trace.detail).toBe(
        JSON.stringify({
          fields: 'redactVictim redactActor placeDetail hideMapLink hiddenWords',
          from: 'not verified',
          to: 'not verified',
        }),
      )
    },
  )
})
