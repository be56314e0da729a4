/** Members without a sign of life: asked once by mail, then decided about by staff, and never by itself. */
import { describe, expect } from 'vitest'
import { askIdleMembers } from '#server/jobs/idle-members.ts'
import { applyRetention } from '#server/jobs/retention.ts'
import { changeIdleSettings, readSettings } from '#shared/contract/settings.ts'
import { statsOverview } from '#shared/contract/stats.ts'
import { keepIdleMember, listIdleMembers } from '#shared/contract/users.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { IDLE_ANSWER_DAYS, IDLE_DAYS } from '#shared/domain/people/member-status.ts'
import { RETENTION_DEFAULTS } from '#shared/domain/people/retention.ts'
import { buildMember, TEST_PASSWORD, type MemberWish } from '#tests/builders/member.ts'
import { freshAssembly } from '#tests/security/fresh-rows.ts'
import { confirmPassword, signIn } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const DAY_S = 86_400
const DAYS = 730

describe.each(ENGINES)('members without a sign of life on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })

  const db = () => server.deps.database.db
  const ago = (days: number): string =>
    new Date(server.clock.now().getTime() - days * DAY_S * 1_000).toISOString()
  /** Entered long ago, without a session. */
  async function old(wish: MemberWish = {}) {
    const member = await buildMember(server.deps, wish)
    await db()
      .updateTable('members')
      .set({ created_at: ago(DAYS + 100) })
      .where('id', '=', member.id)
      .execute()
    return member
  }
  const set = async (days: number | null) => {
    const admin = await person('admin')
    await confirmPassword(server, admin.bearer)
    const settings = await server.client.call(readSettings, {}, { bearer: admin.bearer })
    if (!settings.ok) throw new Error('no settings')
    const changed = await server.client.call(
      changeIdleSettings,
      { body: { revision: settings.value.idle.revision, days } },
      { bearer: admin.bearer },
    )
    expect(changed).toMatchObject({ ok: true, value: { idle: { days } } })
  }
  /** Simulates a server that ran all the time, a day later. */
  async function ask() {
    server.clock.advance(DAY_S + 1)
    await db()
      .updateTable('retention_guards')
      .set({ seen_at: server.clock.now().toISOString() })
      .execute()
    return askIdleMembers(server.deps)
  }
  const mailsTo = (email: string) =>
    db().selectFrom('mails').select('id').where('to_address', '=', email).execute()
  const listed = async (bearer: string) => {
    const list = await server.client.call(
      listIdleMembers,
      { query: { page: 1, size: 50 } },
      { bearer },
    )
    if (!list.ok || !('items' in list.value)) throw new Error('not listed')
    return list.value.items
  }
  const idsListed = async (bearer: string) => (await listed(bearer)).map(({ cardId: id }) => id)

  run('nobody is asked before an administrator sets a period, and it has bounds', async () => {
    await old()
    expect(await ask()).toBeUndefined()
    const admin = await person('admin')
    await confirmPassword(server, admin.bearer)
    for (const days of [IDLE_DAYS.min - 1, IDLE_DAYS.max + 1])
      expect(
        await server.client.call(
          changeIdleSettings,
          { body: { revision: 0, days } },
          { bearer: admin.bearer },
        ),
      ).toMatchObject({ ok: false, problem: { fields: [{ path: 'body.days' }] } })
  })

  run('who is idle is asked once, and whoever was there is not', async () => {
    const at = ago(10)
    const [idle, used, came, young, banned] = [
      await old(),
      await old(),
      await old(),
      await buildMember(server.deps),
      await old({ status: 'banned' }),
    ]
    const staff = await old({ role: 'reviewer' })
    await signIn(server, used.email, TEST_PASSWORD)
    const event = await freshAssembly(server.deps)
    await db()
      .insertInto('check_ins')
      .values({
        id: crypto.randomUUID(),
        event_id: event,
        member_id: came.id,
        gate: 'A',
        at,
        recorded_at: at,
        device_id: null,
        sequence: null,
      })
      .execute()
    await set(DAYS)
    expect(await ask()).toBeGreaterThan(0)
    expect(await mailsTo(idle.email)).toHaveLength(1)
    for (const other of [used, came, young, banned, staff])
      expect(await mailsTo(other.email), String(other.id)).toEqual([])
    await ask()
    expect(await mailsTo(idle.email)).toHaveLength(1)
    const told = await db()
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'member.idle-asked')
      .execute()
    expect(told[0]?.detail).toContain('"days":730')
  })

  run('a wrong clock asks nobody', async () => {
    const idle = await old()
    await set(DAYS)
    server.clock.advance(30 * DAY_S)
    expect(await askIdleMembers(server.deps)).toBeUndefined()
    expect(await mailsTo(idle.email)).toEqual([])
  })

  run('the last use of a deleted session still counts', async () => {
    const idle = await old()
    await signIn(server, idle.email, TEST_PASSWORD)
    await db()
      .updateTable('sessions')
      .set({ last_used_at: ago(DAYS - 10), ended_at: ago(DAYS - 11) })
      .where('member_id', '=', idle.id)
      .execute()
    await applyRetention(server.deps, RETENTION_DEFAULTS)
    const sessions = db().selectFrom('sessions').select('id').where('member_id', '=', idle.id)
    expect(await sessions.execute()).toEqual([])
    await set(DAYS)
    await ask()
    expect(await mailsTo(idle.email)).toEqual([])
  })

  run('staff decide about those who do not come back, and nobody goes by itself', async () => {
    const [idle, back] = [await old(), await old()]
    await set(DAYS)
    await ask()
    expect(await idsListed((await person('content')).bearer)).not.toContain(cardId(idle.id))
    server.clock.advance(IDLE_ANSWER_DAYS * DAY_S)
    await signIn(server, back.email, TEST_PASSWORD)
    const staff = await person('content')
    const ids = await idsListed(staff.bearer)
    expect(ids).toContain(cardId(idle.id))
    expect(ids).not.toContain(cardId(back.id))
    expect(
      (await listed(staff.bearer)).find(({ cardId: id }) => id === cardId(idle.id)),
    ).toMatchObject({ seenAt: null })
    const overview = async (bearer: string) => {
      const stats = await server.client.call(statsOverview, {}, { bearer })
      return stats.ok ? stats.value.members : undefined
    }
    expect(await overview(staff.bearer)).toMatchObject({ idle: ids.length })
    expect(await overview((await person('reviewer')).bearer)).toBeUndefined()
    const keep = (id: number) =>
      server.client.call(keepIdleMember, { params: { id: cardId(id) } }, { bearer: staff.bearer })
    expect(await keep(back.id)).toMatchObject({ ok: false, problem: { code: 'not-found' } })
    expect(await keep(idle.id)).toMatchObject({ ok: true })
    expect(await idsListed(staff.bearer)).not.toContain(cardId(idle.id))
    expect(await keep(idle.id)).toMatchObject({ ok: false, problem: { code: 'not-found' } })
    const status = db().selectFrom('members').select('status').where('id', '=', idle.id)
    expect(await status.executeTakeFirst()).toEqual({ status: 'active' })
    await set(null)
    expect(await idsListed(staff.bearer)).toEqual([])
    expect(await overview(staff.bearer)).toMatchObject({ idle: null })
  })
})
