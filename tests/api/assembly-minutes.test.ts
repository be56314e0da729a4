/** From the agenda to the draft of the minutes: convocation, results of votes, a second convocation. */
import { beforeAll, describe, expect } from 'vitest'
import { sendConvocations } from '#server/records/events/convocations.ts'
import {
  conveneAssembly,
  readAssembly,
  readMinutes,
  readOwnVoice,
  saveAgenda,
  saveAssembly,
} from '#shared/contract/assembly.ts'
import type { Person } from '#tests/builders/person.ts'
import { ASSEMBLY_RULES, freshEvent } from '#tests/security/fresh-rows.ts'
import { confirmPassword } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const REPORT = { fr: 'Rapport moral', ar: 'التقرير الأدبي' }
const BUDGET = { fr: 'Budget 2027', ar: '', majority: 'two-thirds' as const }

describe.each(ENGINES)('the agenda and minutes of an assembly on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '20' } })
  let admin: Person
  let content: Person
  let voter: Person
  beforeAll(async () => {
    admin = await person('admin')
    content = await person('content')
    voter = await person('member')
    await confirmPassword(server, content.bearer)
  })

  const inDays = (days: number): string =>
    new Date(server.clock.now().getTime() + (days + 0.5) * DAY_MS).toISOString()
  const startsAt = (id: string, at: string) =>
    server.deps.database.db
      .updateTable('events')
      .set({ starts_at: at, ends_at: new Date(Date.parse(at) + DAY_MS / 8).toISOString() })
      .where('id', '=', id)
      .execute()
  const rules = (id: string, more: object = {}) =>
    server.client.call(
      saveAssembly,
      { params: { id }, body: { ...ASSEMBLY_RULES, ...more } },
      content,
    )
  const agenda = (id: string, items: readonly object[], version: number, by = content) =>
    server.client.call(saveAgenda, { params: { id }, body: { items, version } } as never, by)
  const convene = (id: string, version: number, late = false, by = content) =>
    server.client.call(conveneAssembly, { params: { id }, body: { late, version } }, by)
  const minutes = (id: string, by = content) =>
    server.client.call(readMinutes, { params: { id } }, by)
  const convocationsTo = async ({ email }: Person, id: string) =>
    (await mailsTo(server.deps, email)).filter(
      ({ template, values }) =>
        template === 'assembly-convened' && values['link']?.endsWith(id) === true,
    )

  /** An assembly with two items; its version is 2. */
  async function assembly(days: number, more: object = {}): Promise<string> {
    const id = await freshEvent(server.deps)
    await startsAt(id, inDays(days))
    expect(await rules(id, more)).toMatchObject({ ok: true })
    expect(await agenda(id, [REPORT, BUDGET], 1)).toMatchObject({ ok: true })
    return id
  }

  run('every voter gets one mail with the agenda, in their language', async () => {
    const id = await assembly(20)
    await server.deps.database.db
      .updateTable('members')
      .set({ language: 'ar' })
      .where('id', '=', voter.id)
      .execute()
    expect(await convene(id, 2)).toMatchObject({
      ok: true,
      value: { convened: { days: 20, inTime: true, finished: false } },
    })
    await sendConvocations(server.deps)
    await sendConvocations(server.deps)
    const [mail, ...more] = await convocationsTo(voter, id)
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      language: 'ar',
      values: { agenda: '1. التقرير الأدبي\n2. Budget 2027' },
    })
    const read = await server.client.call(readAssembly, { params: { id } }, admin)
    if (!read.ok) throw new Error(JSON.stringify(read.problem))
    expect(read.value.assembly?.convened).toMatchObject({
      mails: read.value.assembly?.entitled,
      finished: true,
    })
  })

  run('who became a member too late, or may not vote, is not convened', async () => {
    const late = await person('member')
    const reviewer = await person('reviewer')
    const id = await assembly(30, { roles: ['member'], memberBy: '2020-01-01' })
    await convene(id, 2)
    await sendConvocations(server.deps)
    expect(await convocationsTo(late, id)).toEqual([])
    expect(await convocationsTo(reviewer, id)).toEqual([])
  })

  run('a convocation that is late needs to be meant, and stays late', async () => {
    const id = await assembly(5)
    expect(await convene(id, 2)).toMatchObject({ ok: false, problem: { code: 'assembly-late' } })
    expect(await convene(id, 2, true)).toMatchObject({
      ok: true,
      value: { convened: { days: 5, inTime: false } },
    })
  })

  run('without an agenda, or from the start on, nobody is convened', async () => {
    const id = await freshEvent(server.deps)
    await startsAt(id, inDays(20))
    await rules(id)
    expect(await convene(id, 1)).toMatchObject({
      ok: false,
      problem: { code: 'assembly-not-ready' },
    })
    await agenda(id, [REPORT], 1)
    await startsAt(id, inDays(-1))
    expect(await convene(id, 2, true)).toMatchObject({
      ok: false,
      problem: { code: 'assembly-began' },
    })
  })

  run('a stolen session convenes nobody without the password', async () => {
    const id = await assembly(20)
    const session = await person('content')
    expect(await convene(id, 2, false, session)).toMatchObject({
      ok: false,
      problem: { code: 'step-up-required' },
    })
    await sendConvocations(server.deps)
    expect(await convocationsTo(session, id)).toEqual([])
  })

  run('a member reads the agenda, and no result', async () => {
    const id = await assembly(20)
    expect(await server.client.call(readOwnVoice, { params: { id } }, voter)).toMatchObject({
      ok: true,
      value: { kind: 'ordinary', agenda: [REPORT, BUDGET], agendaChange: null },
    })
  })

  run(
    'an agenda that changes after the convocation says when and from what, until it is convened again',
    async () => {
      const id = await assembly(20)
      const dues = { fr: 'Cotisation', ar: 'الاشتراك', majority: 'simple' as const }
      const convened = [{ ...REPORT, majority: null }, BUDGET]
      const changes = async () => {
        const own = await server.client.call(readOwnVoice, { params: { id } }, voter)
        const staff = await server.client.call(readAssembly, { params: { id } }, admin)
        const printed = await minutes(id)
        if (!own.ok || !staff.ok || !printed.ok) throw new Error('a reader got no reply')
        return [own.value, staff.value.assembly, printed.value].map((value) => value?.agendaChange)
      }
      const thrice = <T>(value: T): T[] => [value, value, value]

      const sent = await convene(id, 2)
      const convenedAt = (sent.ok && sent.value.convened?.at) || ''
      expect(await changes()).toEqual(thrice(null))
      server.clock.advance(60)
      const before = server.clock.now().toISOString()
      expect(await agenda(id, [REPORT, dues], 3)).toMatchObject({ ok: true })
      const [change] = await changes()
      expect(change).toMatchObject({ convenedAt, convened })
      expect(change && change.at >= before).toBe(true)
      expect(await changes()).toEqual(thrice(change))
      const row = await server.deps.database.db
        .selectFrom('audit')
        .select('detail')
        .where('action', '=', 'assembly.agenda-saved')
        .where('target', '=', `event:${id}`)
        .orderBy('seq', 'desc')
        .executeTakeFirstOrThrow()
      expect(JSON.parse(row.detail)).toMatchObject({
        addedSinceConvocation: '2',
        lostSinceConvocation: '2',
      })
      // Mails of a convocation that are sent after the change say what was convened.
      await sendConvocations(server.deps)
      expect((await convocationsTo(voter, id)).at(-1)?.values['agenda']).toContain('Budget 2027')

      server.clock.advance(60)
      expect(await agenda(id, [REPORT, dues], 4)).toMatchObject({ ok: true }) // nothing new
      expect(await changes()).toEqual(thrice(change))
      expect(await agenda(id, [BUDGET, REPORT], 5)).toMatchObject({ ok: true }) // another order
      expect((await changes())[0]?.at).not.toBe(change?.at)
      expect(await agenda(id, [REPORT, BUDGET], 6)).toMatchObject({ ok: true }) // as it was
      expect(await changes()).toEqual(thrice(null))
      await agenda(id, [REPORT, dues], 7)
      expect(await convene(id, 8)).toMatchObject({ ok: true, value: { agendaChange: null } })
    },
  )

  run('results are entered from the start on, when the items stay', async () => {
    const id = await assembly(20)
    const result = { for: 8, against: 4, abstained: 3 }
    expect(await agenda(id, [REPORT, { ...BUDGET, result }], 2)).toMatchObject({
      ok: false,
      problem: { code: 'invalid', fields: [{ path: 'body.items.1.result', code: 'no_vote' }] },
    })
    await startsAt(id, inDays(-1))
    expect(await agenda(id, [REPORT, { ...BUDGET, fr: 'Budget 2028', result }], 2)).toMatchObject({
      ok: false,
      problem: { code: 'assembly-began' },
    })
    expect(await agenda(id, [REPORT, { ...BUDGET, result }], 2)).toMatchObject({ ok: true })
    expect(await minutes(id)).toMatchObject({
      ok: true,
      value: {
        kind: 'ordinary',
        convened: null,
        agenda: [{ adopted: null }, { adopted: true, result }],
      },
    })
    expect(await agenda(id, [REPORT, BUDGET], 2)).toMatchObject({
      ok: false,
      problem: { code: 'conflict', current: { version: 3 } },
    })
    expect(await minutes(id, voter)).toMatchObject({ ok: false, problem: { code: 'forbidden' } })
  })

  run('a second convocation names the first one, and may do without a quorum', async () => {
    const none = { quorum: { kind: 'number', value: 0 } }
    const first = await assembly(2)
    const second = await freshEvent(server.deps)
    await startsAt(second, inDays(20))
    expect(await rules(second, none)).toMatchObject({
      ok: false,
      problem: { fields: [{ path: 'body.quorum.value', code: 'no_quorum' }] },
    })
    expect(await rules(second, { ...none, secondOf: second })).toMatchObject({
      ok: false,
      problem: { fields: [{ path: 'body.secondOf', code: 'no_assembly' }] },
    })
    expect(await rules(second, { ...none, secondOf: first })).toMatchObject({ ok: true })
    expect(await minutes(second)).toMatchObject({
      ok: true,
      value: { counts: { needed: 0, missing: 0 }, secondOf: { fr: expect.any(String) } },
    })
  })
})
