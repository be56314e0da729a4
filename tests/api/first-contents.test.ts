/**
 * The first contents of a new installation: the events and news of the specification, offered once and added only on
 * request.
 */
import { afterEach, describe, expect, test } from 'vitest'
import { openSession } from '#server/features/auth/open-session.ts'
import { listEvents, readEvent } from '#shared/contract/events.ts'
import { listNews, readNews } from '#shared/contract/news.ts'
import { decideFirstContents, readFirstContents } from '#shared/contract/settings.ts'
import { buildMember } from '#tests/builders/member.ts'
import { freshEvent } from '#tests/security/fresh-rows.ts'
import { startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'

describe.each(ENGINES)('first contents on $title', ({ engine, skip }) => {
  let server: ApiServer
  afterEach(async () => {
    if (!skip) await server.stop()
  })
  const run = test.skipIf(skip)
  async function start() {
    server = await startApiServer({ engine })
    const { id } = await buildMember(server.deps, { role: 'admin' })
    const { accessToken: bearer } = await openSession(server.deps, id, 'test')
    return {
      offered: async () => server.client.call(readFirstContents, {}, { bearer }),
      decide: async (add: boolean) =>
        server.client.call(decideFirstContents, { body: { add } }, { bearer }),
    }
  }
  const audited = async () =>
    (
      await server.deps.database.db
        .selectFrom('audit')
        .select(['action', 'target'])
        .orderBy('seq')
        .execute()
    )
      .filter(({ action }) => /^(settings|event|news)\./.test(action))
      .map(({ action, target }) => `${action} ${target}`)

  run(
    'first contents exist only after one call to add them, and each has a row in the log',
    async () => {
      const { offered, decide } = await start()
      expect(await offered()).toMatchObject({ ok: true, value: { offered: true } })
      expect(await server.client.call(listEvents, {})).toMatchObject({ ok: true, value: [] })
      expect(await decide(true)).toMatchObject({ ok: true, value: { added: 5 } })
      expect(
        await server.client.call(readEvent, { params: { id: 'general-assembly' } }),
      ).toMatchObject({
        ok: true,
        value: {
          startsAt: '2025-05-03T08:00:00.000Z',
          capacity: 500,
          contactEmail: '',
          image: expect.any(String),
          borrowed: [],
          content: {
            en: { title: 'General Assembly' },
            ar: { title: 'الجمعية العمومية' },
            fr: { title: 'Assemblée générale' },
          },
        },
      })
      const published = await server.client.call(listEvents, {})
      expect(
        published.ok && 'length' in published.value ? published.value.map(({ id }) => id) : [],
      ).toEqual(['general-assembly'])
      expect(await server.client.call(listNews, {})).toMatchObject({
        ok: true,
        value: [{ id: 'general-assembly' }, { id: 'website-launch' }, { id: 'partnerships' }],
      })
      expect((await server.client.call(readNews, { params: { id: 'website-launch' } })).ok).toBe(
        true,
      )
      expect(await audited()).toEqual([
        'event.created event:general-assembly',
        'event.created event:official-launch',
        'news.created news:general-assembly',
        'news.created news:website-launch',
        'news.created news:partnerships',
        'settings.changed settings:contents',
      ])
      expect(await offered()).toMatchObject({ ok: true, value: { offered: false } })
      expect(await decide(true)).toMatchObject({ ok: false, problem: { code: 'conflict' } })
    },
  )

  run('declined first contents are not offered again', async () => {
    const { offered, decide } = await start()
    expect((await decide(false)).ok).toBe(true)
    expect(await offered()).toMatchObject({ ok: true, value: { offered: false } })
    expect(await decide(true)).toMatchObject({ ok: false, problem: { code: 'conflict' } })
    expect(await server.client.call(listNews, {})).toMatchObject({ ok: true, value: [] })
  })

  run(
    'they are offered only without events and news; one of two concurrent calls succeeds',
    async () => {
      const { offered, decide } = await start()
      const both = await Promise.all([decide(true), decide(true)])
      expect(both.filter(({ ok }) => ok)).toHaveLength(1)
      const { db } = server.deps.database
      const pictures = async () =>
        Number(
          (
            await db
              .selectFrom('files')
              .select((eb) => eb.fn.countAll().as('count'))
              .executeTakeFirstOrThrow()
          ).count,
        )
      expect(await pictures()).toBe(5)
      for (const table of ['settings', 'events', 'news'] as const)
        await db.deleteFrom(table).execute()
      await freshEvent(server.deps)
      expect(await offered()).toMatchObject({ ok: true, value: { offered: false } })
      expect(await decide(true)).toMatchObject({ ok: false, problem: { code: 'conflict' } })
    },
  )
})
