import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect } from 'vitest'
import { concernedByActor } from '#server/commands/breach/concerned.ts'
import { countEntitled } from '#server/records/assembly/assembly-repository.ts'
import { eraseAccount, exportAccount } from '#shared/contract/account.ts'
import {
  countAssembly,
  GIVES_A_DAY,
  giveVoice,
  LISTED_MAX,
  minutesCsv,
  readAssembly,
  readOwnVoice,
  removeAssembly,
  saveAssembly,
  signatureList,
  takeVoiceBack,
} from '#shared/contract/assembly.ts'
import {
  callOffEvent,
  checkIn,
  deleteEvent,
  readEvent,
  registerForEvent,
  undoCheckIn,
  updateEvent,
} from '#shared/contract/events.ts'
import { deleteMember } from '#shared/contract/users.ts'
import { mayVote } from '#shared/domain/assembly.ts'
import { roleOf, type Role } from '#shared/domain/people/roles.ts'
import { buildMember, type BuiltMember } from '#tests/builders/member.ts'
import type { Person } from '#tests/builders/person.ts'
import { ASSEMBLY_RULES, freshEvent } from '#tests/security/fresh-rows.ts'
import { confirmPassword, startWindow } from '#tests/support/api-server.ts'
import { countWork } from '#tests/support/counted-work.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

/** The tests sign many people in from one network. */
const SCALE = 10

describe.each(ENGINES)('assemblies on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer(
    { engine, skip },
    { env: { LIMITS_SCALE: String(SCALE) } },
  )
  let admin: Person
  let moderator: Person
  beforeAll(async () => {
    admin = await person('admin')
    moderator = await person('moderator')
  })

  const save = (id: string, more: object = {}, by = admin) =>
    server.client.call(saveAssembly, { params: { id }, body: { ...ASSEMBLY_RULES, ...more } }, by)
  async function assembly(more: object = {}): Promise<string> {
    const id = await freshEvent(server.deps)
    const answer = await save(id, { quorum: { kind: 'number', value: 3 }, ...more })
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return id
  }
  const give = (id: string, by: Person, holder: string) =>
    server.client.call(giveVoice, { params: { id }, body: { holder } }, by)
  const takeBack = (id: string, by: Person) =>
    server.client.call(takeVoiceBack, { params: { id } }, by)
  const own = (id: string, by: Person) => server.client.call(readOwnVoice, { params: { id } }, by)
  const counts = async (id: string) => {
    const answer = await server.client.call(countAssembly, { params: { id } }, moderator)
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.value
  }
  async function enter(id: string, ...people: readonly Person[]) {
    const answer = await server.client.call(
      checkIn,
      {
        params: { id },
        body: {
          checkIns: people.map(({ cardId }) => ({
            id: randomUUID(),
            cardId,
            at: server.clock.now().toISOString(),
            gate: 'North',
          })),
        },
      },
      moderator,
    )
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.value.results
  }
  const refusal = (code: string) => ({ ok: false, problem: { code } })
  const fault = (path: string, code: string) => ({
    ok: false,
    problem: { code: 'invalid', fields: [{ path, code }] },
  })
  const audited = (action: string, target: string) =>
    server.deps.database.db
      .selectFrom('audit')
      .select(['actor', 'detail'])
      .where('action', '=', action)
      .where('target', '=', target)
      .orderBy('seq')
      .execute()
  const templatesTo = async ({ email }: BuiltMember) =>
    (await mailsTo(server.deps, email))
      .map(({ template }) => template)
      .filter((name) => name.startsWith('voice'))

  describe('the rules', () => {
    run('staff make an event an assembly, and everybody sees that it is one', async () => {
      const id = await freshEvent(server.deps)
      expect(await server.client.call(readAssembly, { params: { id } }, moderator)).toMatchObject({
        ok: true,
        value: { assembly: null },
      })
      expect(await save(id)).toMatchObject({
        ok: true,
        value: { ...ASSEMBLY_RULES, version: 1, proxies: 0 },
      })
      expect(await server.client.call(readEvent, { params: { id } })).toMatchObject({
        ok: true,
        value: { isAssembly: true },
      })
      const [row] = await audited('assembly.saved', `event:${id}`)
      expect(JSON.parse(row?.detail ?? '')).toEqual({
        nowMemberBy: null,
        nowQuorum: 'share 25',
        nowRoles: 'admin content moderator reviewer member',
        nowProxiesPerHolder: 2,
        kind: 'ordinary',
        noticeDays: 15,
        secondOf: null,
      })
    })
    run('a change needs the version that was read, and the log tells both values', async () => {
      const id = await assembly()
      expect(await save(id, { proxiesPerHolder: 5 })).toMatchObject({
        ok: false,
        problem: { code: 'conflict', current: { version: 1 } },
      })
      expect(await save(id, { proxiesPerHolder: 5, version: 1 })).toMatchObject({
        ok: true,
        value: { proxiesPerHolder: 5, version: 2 },
      })
      const [, row] = await audited('assembly.saved', `event:${id}`)
      expect(JSON.parse(row?.detail ?? '')).toMatchObject({
        wasProxiesPerHolder: 2,
        nowProxiesPerHolder: 5,
      })
    })
    run.each([
      [{ roles: [] }, 'body.roles'],
      [{ quorum: { kind: 'share', value: 101 } }, 'body.quorum.value'],
      [{ quorum: { kind: 'number', value: 0 } }, 'body.quorum.value'],
      [{ proxiesPerHolder: 21 }, 'body.proxiesPerHolder'],
      [{ memberBy: '2026-02-30' }, 'body.memberBy'],
    ])('%j is a fault of its field', async (more, path) => {
      const id = await freshEvent(server.deps)
      expect(await save(id, more)).toMatchObject({
        ok: false,
        problem: { code: 'invalid', fields: [{ path }] },
      })
    })
    run('the limit does not fall below what a member carries', async () => {
      const id = await assembly()
      const holder = await person()
      for (const giver of [await person(), await person()])
        expect(await give(id, giver, holder.cardId)).toMatchObject({ ok: true })
      expect(await save(id, { proxiesPerHolder: 1, version: 1 })).toMatchObject(
        fault('body.proxiesPerHolder', 'voices_carried'),
      )
    })
    run('from the start of the event the rules stay', async () => {
      const id = await assembly()
      const late = await freshEvent(server.deps)
      await server.deps.database.db
        .updateTable('events')
        .set({ starts_at: server.clock.now().toISOString() })
        .where('id', 'in', [id, late])
        .execute()
      expect(await save(id, { version: 1 })).toMatchObject(refusal('assembly-began'))
      expect(await server.client.call(removeAssembly, { params: { id } }, admin)).toMatchObject(
        refusal('assembly-began'),
      )
      expect(await save(late)).toMatchObject({ ok: true }) // it had no rules yet
    })
    run('an event that is no assembly any more gives the voices back', async () => {
      const id = await assembly()
      const [giver, holder] = [await person(), await person()]
      await give(id, giver, holder.cardId)
      expect(await server.client.call(removeAssembly, { params: { id } }, admin)).toMatchObject({
        ok: true,
      })
      expect(await own(id, giver)).toMatchObject(refusal('not-found'))
      expect(await templatesTo(giver)).toEqual(['voice-given', 'voice-ended'])
    })
    run('an event with voices that are given is not hidden again, nor deleted', async () => {
      const id = await assembly()
      await give(id, await person(), (await person()).cardId)
      const read = await server.client.call(readEvent, { params: { id } }, admin)
      if (!read.ok) throw new Error(JSON.stringify(read.problem))
      const body = { ...read.value, status: 'draft' as const }
      expect(await server.client.call(updateEvent, { params: { id }, body }, admin)).toMatchObject(
        refusal('event-has-people'),
      )
      await server.deps.database.db
        .updateTable('events')
        .set({ status: 'draft' })
        .where('id', '=', id)
        .execute()
      expect(await server.client.call(deleteEvent, { params: { id } }, admin)).toMatchObject(
        refusal('event-has-people'),
      )
    })
    run('who gave a voice or carries one is told that the event is called off', async () => {
      const id = await assembly()
      const [giver, holder] = [await person(), await person()]
      await give(id, giver, holder.cardId)
      await server.client.call(registerForEvent, { params: { id } }, holder)
      const body = { reason: 'The hall is closed', version: 1 }
      const off = await server.client.call(callOffEvent, { params: { id }, body }, admin)
      expect(off).toMatchObject({ ok: true })
      for (const { email } of [giver, holder])
        expect(
          (await mailsTo(server.deps, email)).filter(
            ({ template }) => template === 'event-cancelled',
          ),
        ).toHaveLength(1)
    })
    run('who may vote is counted as the rule says', async () => {
      const { db } = server.deps.database
      const before = await buildMember(server.deps)
      await buildMember(server.deps, { status: 'banned' })
      await buildMember(server.deps, { status: 'inactive' })
      const late = await buildMember(server.deps)
      // Applied long ago, approved today.
      await db
        .updateTable('members')
        .set({ created_at: '2020-01-01T00:00:00.000Z' })
        .where('id', 'in', [before.id, late.id])
        .execute()
      await db
        .insertInto('registration_requests')
        .values({
          id: `REQ_${late.id}`,
          member_id: late.id,
          status: 'approved',
          comment: '',
          decided_by: null,
          decided_at: server.clock.now().toISOString(),
          claimed_by: null,
          claim_expires_at: null,
          created_at: '2020-01-01T00:00:00.000Z',
        })
        .execute()
      const members = await db
        .selectFrom('members')
        .leftJoin('registration_requests', 'registration_requests.member_id', 'members.id')
        .select(['members.status', 'members.role', 'members.created_at', 'decided_at'])
        .execute()
      for (const memberBy of [null, '2020-01-01', '2019-12-31'])
        for (const roles of [['member'], ['admin', 'moderator']] as Role[][]) {
          const wanted = members.filter(
            ({ status, role, created_at: createdAt, decided_at: decidedAt }) =>
              mayVote(
                { memberBy, roles },
                { status, role: roleOf(role), memberSince: decidedAt ?? createdAt },
              ),
          ).length
          expect(await countEntitled(db, { memberBy, roles })).toBe(wanted)
        }
      expect(await countEntitled(db, { memberBy: '2020-01-01', roles: ['member'] })).toBe(1)
    })
  })

  describe('a voice', () => {
    run('is given, seen by both, told to both, and taken back', async () => {
      const id = await assembly()
      const [giver, holder] = [await person('member', { firstName: 'Salma' }), await person()]
      expect(await give(id, giver, String(holder.id))).toMatchObject({
        ok: true,
        value: { given: { holder: holder.cardId, revocable: true }, held: [] },
      })
      expect(await own(id, holder)).toMatchObject({
        ok: true,
        value: { given: null, held: [{ giver: giver.cardId, name: 'Salma Idris' }] },
      })
      expect(await templatesTo(giver)).toEqual(['voice-given'])
      expect(await templatesTo(holder)).toEqual(['voice-received'])
      const [mail] = await mailsTo(server.deps, holder.email)
      expect(JSON.stringify(mail?.values)).not.toMatch(/Salma|WLD_/)
      expect(await audited('assembly.voice-given', `member:${holder.id}`)).toEqual([
        { actor: `member:${giver.id}`, detail: `{"event":"${id}"}` },
      ])
      expect(await takeBack(id, giver)).toMatchObject({ ok: true, value: { given: null } })
      expect(await takeBack(id, giver)).toMatchObject({ ok: true, value: { given: null } })
      expect(await templatesTo(giver)).toEqual(['voice-given', 'voice-taken-back'])
      expect(await templatesTo(holder)).toEqual(['voice-received', 'voice-withdrawn'])
    })
    run('is one, and there are no chains', async () => {
      const id = await assembly()
      const [giver, holder, third] = [await person(), await person(), await person()]
      await give(id, giver, holder.cardId)
      expect(await give(id, giver, third.cardId)).toMatchObject(fault('body.holder', 'voice-given'))
      expect(await give(id, holder, third.cardId)).toMatchObject(
        fault('body.holder', 'holds-voices'),
      )
      expect(await give(id, third, giver.cardId)).toMatchObject(
        fault('body.holder', 'holder-refused'),
      )
      expect(await give(id, third, third.cardId)).toMatchObject(fault('body.holder', 'holder-self'))
    })
    run('two calls at the same moment fill a holder once', async () => {
      const id = await assembly({ proxiesPerHolder: 1 })
      const holder = await person()
      const givers = [await person(), await person(), await person()]
      const answers = await Promise.all(givers.map((giver) => give(id, giver, holder.cardId)))
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    })
    run('two members who give to each other at the same moment make no chain', async () => {
      const id = await assembly()
      for (let round = 0; round < 3; round += 1) {
        const [one, other] = [await person(), await person()]
        const answers = await Promise.all([
          give(id, one, other.cardId),
          give(id, other, one.cardId),
        ])
        expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      }
    })
    run('who has none cannot give it, and sees why', async () => {
      const id = await assembly({ roles: ['admin'] })
      const member = await person()
      expect(await own(id, member)).toMatchObject({ ok: true, value: { mayVote: false } })
      expect(await give(id, member, admin.cardId)).toMatchObject(fault('body.holder', 'no-voice'))
    })
    run(
      'nothing about a stranger is told: unknown, banned, full and given are one answer and one work',
      async () => {
        const id = await assembly({ proxiesPerHolder: 1 })
        const [banned, full, gave] = [
          await buildMember(server.deps, { status: 'banned' }),
          await person(),
          await person(),
        ]
        await give(id, await person(), full.cardId)
        await give(id, gave, (await person()).cardId)
        const asker = await person()
        const answers: unknown[] = []
        const works: unknown[] = []
        for (const number of ['WLD_99999999', banned.cardId, full.cardId, gave.cardId]) {
          const { value, work } = await countWork(server, () => give(id, asker, number))
          answers.push(value.ok ? value : { ...value.problem, requestId: '' })
          works.push(work)
        }
        for (const answer of answers) expect(answer).toEqual(answers[0])
        for (const work of works) expect(work).toEqual(works[0])
        expect(answers[0]).toMatchObject({ fields: [{ code: 'holder-refused' }] })
      },
    )
    run('numbers cannot be tried: a member has few tries a day', async () => {
      startWindow(server, 24 * 60 * 60)
      const asker = await person()
      admin = await person('admin')
      moderator = await person('moderator')
      const id = await assembly()
      for (let round = 0; round < GIVES_A_DAY * SCALE; round += 1)
        expect(await give(id, asker, `WLD_${90_000_000 + round}`)).toMatchObject(refusal('invalid'))
      expect(await give(id, asker, 'WLD_90000001')).toMatchObject(refusal('too-many'))
    })
    run('a draft does not exist for members', async () => {
      const id = await freshEvent(server.deps, 'draft')
      expect(await save(id)).toMatchObject({ ok: true })
      const member = await person()
      expect(await own(id, member)).toMatchObject(refusal('not-found'))
      expect(await give(id, member, admin.cardId)).toMatchObject(refusal('not-found'))
      expect(await server.client.call(countAssembly, { params: { id } }, moderator)).toMatchObject(
        refusal('not-found'),
      )
    })
  })

  describe('in the hall', () => {
    run('doors count voices; a giver who comes has the voice back', async () => {
      const id = await assembly()
      const [giver, holder, other] = [await person(), await person(), await person()]
      await give(id, giver, holder.cardId)
      expect(await counts(id)).toMatchObject({ present: 0, represented: 0, total: 0, missing: 3 })
      expect(await enter(id, holder)).toMatchObject([{ voices: { count: 2, handedOut: false } }])
      expect(await counts(id)).toMatchObject({ present: 1, represented: 1, total: 2, missing: 1 })
      // The card for the voice is out: it cannot be taken back from afar, nor a further one given.
      expect(await takeBack(id, giver)).toMatchObject(refusal('assembly-began'))
      expect(await give(id, other, holder.cardId)).toMatchObject(
        fault('body.holder', 'holder-refused'),
      )
      const [entered] = await enter(id, giver)
      expect(entered).toMatchObject({ voices: { count: 1, handedOut: true } })
      expect(await counts(id)).toMatchObject({ present: 2, represented: 0, total: 2 })
      await server.client.call(
        undoCheckIn,
        { params: { id }, body: { checkInId: entered?.id ?? '' } },
        moderator,
      )
      expect(await counts(id)).toMatchObject({ present: 1, represented: 1 })
      await enter(id, other)
      expect(await counts(id)).toMatchObject({ total: 3, needed: 3, missing: 0 })
    })
    run('who may not vote comes in without a voice', async () => {
      const id = await assembly({ roles: ['member'] })
      expect(await enter(id, moderator)).toMatchObject([{ voices: { count: 0 } }])
      expect(await counts(id)).toMatchObject({ present: 0, total: 0 })
    })
    run('no card is out for the voice of a giver whose holder may not vote any more', async () => {
      const id = await assembly({ roles: ['member'] })
      const [giver, holder] = [await person(), await person()]
      await give(id, giver, holder.cardId)
      await server.deps.database.db
        .updateTable('members')
        .set({ role: 'ROLE_MODERATOR' })
        .where('id', '=', holder.id)
        .execute()
      expect(await enter(id, holder)).toMatchObject([{ voices: { count: 0 } }])
      expect(await enter(id, giver)).toMatchObject([{ voices: { count: 1, handedOut: false } }])
    })
    run('another event has no voices', async () => {
      const [result] = await enter(await freshEvent(server.deps), moderator)
      expect(result).not.toHaveProperty('voices')
    })
    run('once the assembly began, nothing is given or taken back', async () => {
      const id = await assembly()
      const [giver, holder] = [await person(), await person()]
      await give(id, giver, holder.cardId)
      await server.deps.database.db
        .updateTable('events')
        .set({ starts_at: server.clock.now().toISOString() })
        .where('id', '=', id)
        .execute()
      expect(await own(id, giver)).toMatchObject({
        ok: true,
        value: { open: false, given: { revocable: false } },
      })
      expect(await takeBack(id, giver)).toMatchObject(refusal('assembly-began'))
      expect(await give(id, await person(), holder.cardId)).toMatchObject(
        fault('body.holder', 'proxies-closed'),
      )
    })
    run('the share is of those who may vote, at most a minute old', async () => {
      const id = await assembly({ quorum: { kind: 'share', value: 100 } })
      server.clock.advance(60)
      const { entitled, needed } = await counts(id)
      expect(needed).toBe(entitled)
      await buildMember(server.deps)
      expect(await counts(id)).toMatchObject({ entitled })
      server.clock.advance(60)
      expect(await counts(id)).toMatchObject({ entitled: entitled + 1 })
    })
    run('a screen names nobody', async () => {
      expect(Object.keys(await counts(await assembly())).sort()).toEqual([
        'at',
        'entitled',
        'missing',
        'needed',
        'present',
        'represented',
        'total',
      ])
    })
  })

  describe('a member who is erased', () => {
    run('leaves no voice behind, and the giver is told', async () => {
      const id = await assembly()
      const [giver, holder] = [await person(), await person()]
      await give(id, giver, holder.cardId)
      await confirmPassword(server, giver.bearer)
      const copy = await server.client.call(exportAccount, {}, giver)
      expect(copy).toMatchObject({
        ok: true,
        value: { proxies: [{ event: id, role: 'giver', holder: holder.cardId }] },
      })
      await confirmPassword(server, holder.bearer)
      expect(await server.client.call(exportAccount, {}, holder)).toMatchObject({
        ok: true,
        value: { proxies: [{ event: id, role: 'holder' }] },
      })
      expect(
        await server.client.call(eraseAccount, { body: { confirm: 'ERASE' } }, holder),
      ).toMatchObject({ ok: true })
      expect(await own(id, giver)).toMatchObject({ ok: true, value: { given: null } })
      expect(await templatesTo(giver)).toEqual(['voice-given', 'voice-ended'])
    })
    run('by staff, likewise; who erases the own account takes the voice along', async () => {
      const id = await assembly()
      const [giver, holder] = [await person(), await person()]
      await give(id, giver, holder.cardId)
      await confirmPassword(server, admin.bearer)
      const deleted = await server.client.call(
        deleteMember,
        { params: { id: holder.cardId } },
        admin,
      )
      expect(deleted).toMatchObject({ ok: true })
      expect(await templatesTo(giver)).toEqual(['voice-given', 'voice-ended'])
      const next = await person()
      await give(id, giver, next.cardId)
      await confirmPassword(server, giver.bearer)
      await server.client.call(eraseAccount, { body: { confirm: 'ERASE' } }, giver)
      expect(await own(id, next)).toMatchObject({ ok: true, value: { held: [] } })
    })
  })

  run('who is concerned by a breach includes givers and holders of a list that left', async () => {
    const id = await assembly()
    const [giver, holder, stranger] = [await person(), await person(), await person()]
    await give(id, giver, holder.cardId)
    const leaker = await person('admin')
    await confirmPassword(server, leaker.bearer)
    await fetch(`${server.url}${minutesCsv.path.replace(':id', id)}`, {
      headers: { authorization: `Bearer ${leaker.bearer}` },
    })
    const at = server.clock.now().getTime()
    const [from, until] = [new Date(at - 1_000).toISOString(), new Date(at + 1_000).toISOString()]
    const found = await concernedByActor(server.deps.database.db, `member:${leaker.id}`, {
      from,
      until,
    })
    const ids = [...found.members.keys()]
    expect(ids).toEqual(expect.arrayContaining([giver.id, holder.id]))
    expect(ids).not.toContain(stranger.id)
  })

  describe('the lists', () => {
    const fetchList = (route: { readonly path: string }, id: string, by: Person) =>
      fetch(`${server.url}${route.path.replace(':id', id)}`, {
        headers: { authorization: `Bearer ${by.bearer}` },
      })
    async function hall() {
      const id = await assembly()
      const [giver, holder, guest] = [
        await person('member', { firstName: 'أحمد', lastName: 'الطيب' }),
        await person('member', { firstName: '=SUM(A1)', lastName: 'Ibrahim' }),
        await person('member', { firstName: 'Élise', lastName: 'Durand' }),
      ]
      expect(await give(id, giver, holder.cardId)).toMatchObject({ ok: true })
      expect(await server.client.call(registerForEvent, { params: { id } }, guest)).toMatchObject({
        ok: true,
      })
      await enter(id, holder)
      return { id, giver, holder, guest }
    }
    run('need the password, and a role that may export names', async () => {
      const id = await assembly()
      const fresh = await person('content')
      await confirmPassword(server, moderator.bearer)
      for (const route of [signatureList, minutesCsv])
        for (const [by, wanted] of [
          [fresh, 'step-up-required'],
          [moderator, 'forbidden'],
        ] as const) {
          const answer = await fetchList(route, id, by)
          expect(((await answer.json()) as { code: string }).code).toBe(wanted)
        }
      await confirmPassword(server, fresh.bearer)
      for (const route of [signatureList, minutesCsv])
        expect((await fetchList(route, id, fresh)).status).toBe(200)
    })
    run('of more people than a hall holds are refused, and the remedy is named', async () => {
      const id = await assembly()
      const { db } = server.deps.database
      const crowd = await buildMember(server.deps)
      const columns = await db
        .selectFrom('members')
        .selectAll()
        .where('id', '=', crowd.id)
        .executeTakeFirstOrThrow()
      for (let from = 0; from < LISTED_MAX; from += 100) {
        const ids = Array.from({ length: 100 }, (_, at) => 70_000_000 + from + at)
        await db
          .insertInto('members')
          .values(
            ids.map((one) => ({
              ...columns,
              id: one,
              email: `${one}@test.example`,
              email_key: `${one}@test.example`,
              phone: '',
            })),
          )
          .execute()
        await db
          .insertInto('event_registrations')
          .values(
            ids.map((one) => ({
              event_id: id,
              member_id: one,
              state: 'registered' as const,
              created_at: server.clock.now().toISOString(),
            })),
          )
          .execute()
      }
      await confirmPassword(server, admin.bearer)
      expect((await fetchList(minutesCsv, id, admin)).status).toBe(200)
      await server.client.call(registerForEvent, { params: { id } }, await person())
      for (const route of [minutesCsv, signatureList]) {
        const answer = await fetchList(route, id, admin)
        expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
          409,
          'list-too-long',
        ])
      }
      await db.deleteFrom('members').where('id', '>=', 70_000_000).execute()
    })
    run('the minutes have the counts and each person, safe for a spreadsheet', async () => {
      const { id, giver, holder, guest } = await hall()
      await confirmPassword(server, admin.bearer)
      const answer = await fetchList(minutesCsv, id, admin)
      const text = await answer.text()
      // Like each call, it gets 503 where no connection to the database becomes free: the body says so.
      expect({ status: answer.status, text }).toMatchObject({ status: 200 })
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      const lines = text.split('\r\n')
      expect(lines).toContain('"Present","1"')
      expect(lines).toContain('"Represented","1"')
      expect(lines).toContain('"Quorum","3 voices"')
      expect(lines).toContain('"Quorum reached","no"')
      expect(lines).toContain(
        `"${giver.cardId}","أحمد الطيب","yes","","","0","'=SUM(A1) Ibrahim (${holder.id})",""`,
      )
      expect(lines.find((line) => line.startsWith(`"${holder.cardId}"`))).toMatch(
        new RegExp(
          `"'=SUM\\(A1\\) Ibrahim","yes","[^"]+","North","2","","أحمد الطيب \\(${giver.id}\\)"`,
        ),
      )
      expect(lines).toContain(`"${guest.cardId}","Élise Durand","yes","","","0","",""`)
      expect(await audited('assembly.minutes-exported', `event:${id}`)).toEqual([
        { actor: `member:${admin.id}`, detail: '{"rows":3}' },
      ])
    })
    run(
      'the signature list has every name, number and proxy, and each look is recorded',
      async () => {
        const { id, giver, holder, guest } = await hall()
        await buildMember(server.deps, { firstName: 'Nobody', lastName: 'Asked' })
        const banned = await person()
        await server.client.call(registerForEvent, { params: { id } }, banned)
        await server.deps.database.db
          .updateTable('members')
          .set({ status: 'banned' })
          .where('id', '=', banned.id)
          .execute()
        await confirmPassword(server, admin.bearer)
        const answer = await server.client.call(signatureList, { params: { id } }, admin)
        if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
        const { people, ...event } = answer.value
        expect(event).toMatchObject({
          title: { fr: 'Assembly', ar: 'Assembly' },
          place: { fr: 'Paris', ar: 'Paris' },
        })
        // The voices are those if everybody comes who has not given the own one.
        expect(people).toEqual([
          {
            name: 'أحمد الطيب',
            number: giver.id,
            voices: 0,
            carriedBy: `=SUM(A1) Ibrahim (${holder.id})`,
            carries: [],
          },
          {
            name: '=SUM(A1) Ibrahim',
            number: holder.id,
            voices: 2,
            carriedBy: null,
            carries: [`أحمد الطيب (${giver.id})`],
          },
          { name: 'Élise Durand', number: guest.id, voices: 1, carriedBy: null, carries: [] },
        ])
        expect((await fetchList(signatureList, id, admin)).headers.get('cache-control')).toBe(
          'no-store',
        )
        const look = { actor: `member:${admin.id}`, detail: '{"rows":3}' }
        expect(await audited('assembly.list-printed', `event:${id}`)).toEqual([look, look])
      },
    )
    run(
      'the signature list is read six times a minute, and a refusal is not recorded',
      async () => {
        const id = await assembly()
        const reader = await person('content')
        await confirmPassword(server, reader.bearer)
        const looks = signatureList.limits[0].max * SCALE
        for (let look = 0; look < looks; look += 1)
          expect((await fetchList(signatureList, id, reader)).status).toBe(200)
        expect((await fetchList(signatureList, id, reader)).status).toBe(429)
        expect(await audited('assembly.list-printed', `event:${id}`)).toHaveLength(looks)
      },
    )
  })
})
