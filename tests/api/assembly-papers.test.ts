import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  countAssembly,
  enterPaper,
  giveVoice,
  listPapers,
  readOwnVoice,
  takeVoiceBack,
  withdrawPaper,
} from '#shared/contract/assembly.ts'
import { checkIn } from '#shared/contract/events.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { buildMember, TEST_PASSWORD, type BuiltMember } from '#tests/builders/member.ts'
import { freshAssembly } from '#tests/security/fresh-rows.ts'
import { signIn, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { mailsTo } from '#tests/support/mailbox.ts'

describe.each(ENGINES)('voices on paper on $title', ({ engine, skip }) => {
  let server: ApiServer
  let moderator: Person
  const run = test.skipIf(skip)
  beforeAll(async () => {
    if (skip) return
    server = await startApiServer({ engine, env: { LIMITS_SCALE: '10' } })
    moderator = await person('content')
  })
  afterAll(async () => {
    if (!skip) await server.stop()
  })

  interface Person extends BuiltMember {
    readonly bearer: string
  }
  async function person(role: Role = 'member'): Promise<Person> {
    const built = await buildMember(server.deps, { role })
    return { ...built, bearer: (await signIn(server, built.email, TEST_PASSWORD)).accessToken }
  }
  interface Sides {
    readonly giver: { readonly cardId: string }
    readonly holder: { readonly cardId: string }
  }
  const enter = (id: string, { giver, holder }: Sides, by = moderator) =>
    server.client.call(
      enterPaper,
      {
        params: { id },
        body: { giver: giver.cardId, holder: holder.cardId, note: 'Folder 2' },
      },
      by,
    )
  const withdraw = (id: string, giver: Person, by = moderator) =>
    server.client.call(withdrawPaper, { params: { id }, body: { giver: giver.cardId } }, by)
  const comeIn = (id: string, { cardId }: Person) =>
    server.client.call(
      checkIn,
      {
        params: { id },
        body: {
          checkIns: [
            { id: randomUUID(), cardId, at: server.clock.now().toISOString(), gate: 'North' },
          ],
        },
      },
      moderator,
    )
  /** The assembly has begun and is not over. */
  const begin = (id: string) =>
    server.deps.database.db
      .updateTable('events')
      .set({ starts_at: server.clock.now().toISOString() })
      .where('id', '=', id)
      .execute()
  const fault = (path: string, code: string) => ({
    ok: false,
    problem: { code: 'invalid', fields: [{ path, code }] },
  })
  const templatesTo = async ({ email }: BuiltMember) =>
    (await mailsTo(server.deps, email)).map(({ template }) => template)
  const audited = async (action: string, target: string) =>
    (
      await server.deps.database.db
        .selectFrom('audit')
        .select(['actor', 'detail'])
        .where('action', '=', action)
        .where('target', '=', target)
        .execute()
    ).map(({ actor, detail }) => ({ actor, detail: JSON.parse(detail ?? '{}') as unknown }))

  run('staff enter a paper while the assembly runs; both get a mail, and it counts', async () => {
    const id = await freshAssembly(server.deps)
    const [giver, holder] = [await person(), await person()]
    await begin(id)
    expect(await enter(id, { giver, holder })).toMatchObject({
      ok: true,
      value: {
        papers: [
          {
            giver: { cardId: giver.cardId },
            holder: { cardId: holder.cardId },
            note: 'Folder 2',
            by: { cardId: moderator.cardId },
            revocable: true,
          },
        ],
      },
    })
    expect(await templatesTo(giver)).toContain('voice-on-paper')
    expect(await templatesTo(holder)).toContain('voice-received')
    expect(await audited('assembly.paper-entered', `member:${giver.id}`)).toEqual([
      { actor: `member:${moderator.id}`, detail: { event: id, holder: holder.cardId } },
    ])
    expect(await server.client.call(readOwnVoice, { params: { id } }, giver)).toMatchObject({
      ok: true,
      value: { given: { holder: holder.cardId, onPaper: true } },
    })
    await comeIn(id, holder)
    expect(await server.client.call(countAssembly, { params: { id } }, moderator)).toMatchObject({
      ok: true,
      value: { present: 1, represented: 1 },
    })
    // The voting card is handed out: the paper stays.
    expect(await withdraw(id, giver)).toMatchObject({
      ok: false,
      problem: { code: 'assembly-began' },
    })
    const seen = await server.client.call(listPapers, { params: { id } }, moderator)
    expect(seen).toMatchObject({ ok: true, value: { papers: [{ revocable: false }] } })
  })

  run('staff withdraw a paper, and the giver takes it back online', async () => {
    const id = await freshAssembly(server.deps)
    const [giver, holder] = [await person(), await person()]
    await enter(id, { giver, holder })
    expect(await withdraw(id, giver)).toMatchObject({ ok: true, value: { papers: [] } })
    expect(await templatesTo(giver)).toContain('paper-withdrawn')
    expect(await templatesTo(holder)).toContain('voice-withdrawn')
    expect(await audited('assembly.paper-withdrawn', `member:${giver.id}`)).toEqual([
      {
        actor: `member:${moderator.id}`,
        detail: { event: id, withdrawn: true, holder: holder.cardId },
      },
    ])
    await enter(id, { giver, holder })
    expect((await server.client.call(takeVoiceBack, { params: { id } }, giver)).ok).toBe(true)
    const seen = await server.client.call(listPapers, { params: { id } }, moderator)
    expect(seen).toMatchObject({ ok: true, value: { papers: [] } })
  })

  run('what a member gave online is neither listed nor withdrawn by staff', async () => {
    const id = await freshAssembly(server.deps)
    const [giver, holder] = [await person(), await person()]
    const body = { holder: holder.cardId }
    await server.client.call(giveVoice, { params: { id }, body }, giver)
    expect(await withdraw(id, giver)).toMatchObject({ ok: true, value: { papers: [] } })
    expect(await server.client.call(readOwnVoice, { params: { id } }, giver)).toMatchObject({
      ok: true,
      value: { given: { holder: holder.cardId, onPaper: false } },
    })
    expect(await enter(id, { giver, holder })).toMatchObject(fault('body.giver', 'voice-given'))
  })

  run('the limits are those of voices that are given online', async () => {
    const id = await freshAssembly(server.deps) // two voices for each holder
    const [one, two, three, holder] = [
      await person(),
      await person(),
      await person(),
      await person(),
    ]
    const nobody = { cardId: 'WLD_99999999' }
    expect(await enter(id, { giver: one, holder: one })).toMatchObject(
      fault('body.holder', 'holder-self'),
    )
    expect(await enter(id, { giver: nobody, holder })).toMatchObject(
      fault('body.giver', 'no-voice'),
    )
    expect(await enter(id, { giver: one, holder: nobody })).toMatchObject(
      fault('body.holder', 'holder-no-voice'),
    )
    expect((await enter(id, { giver: one, holder })).ok).toBe(true)
    const body = { holder: holder.cardId }
    expect((await server.client.call(giveVoice, { params: { id }, body }, two)).ok).toBe(true)
    expect(await enter(id, { giver: three, holder })).toMatchObject(
      fault('body.holder', 'holder-full'),
    )
    expect(await enter(id, { giver: holder, holder: three })).toMatchObject(
      fault('body.giver', 'holds-voices'),
    )
    expect(await enter(id, { giver: three, holder: one })).toMatchObject(
      fault('body.holder', 'holder-gave'),
    )
  })

  run('two papers at the same moment fill a holder once', async () => {
    const id = await freshAssembly(server.deps)
    const holder = await person()
    const givers = [await person(), await person(), await person(), await person()]
    const replies = await Promise.all(givers.map((giver) => enter(id, { giver, holder })))
    expect(replies.filter(({ ok }) => ok)).toHaveLength(2)
  })

  run('after the event nothing is entered or withdrawn', async () => {
    const id = await freshAssembly(server.deps)
    const [giver, late, holder] = [await person(), await person(), await person()]
    await enter(id, { giver, holder })
    await server.deps.database.db
      .updateTable('events')
      .set({ starts_at: '2020-01-01T10:00:00.000Z', ends_at: '2020-01-01T12:00:00.000Z' })
      .where('id', '=', id)
      .execute()
    expect(await enter(id, { giver: late, holder })).toMatchObject(
      fault('body.giver', 'proxies-closed'),
    )
    expect(await withdraw(id, giver)).toMatchObject({
      ok: false,
      problem: { code: 'assembly-began' },
    })
  })

  run('members enter no papers and read none', async () => {
    const id = await freshAssembly(server.deps)
    const [giver, holder] = [await person(), await person()]
    for (const reply of [
      await enter(id, { giver, holder }, giver),
      await withdraw(id, giver, giver),
      await server.client.call(listPapers, { params: { id } }, giver),
    ])
      expect(reply).toMatchObject({ ok: false, problem: { status: 403 } })
  })
})
