import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, vi } from 'vitest'
import { verifyCard } from '#shared/contract/card.ts'
import {
  attendanceCsv,
  cancelRegistration,
  checkIn,
  CHECK_INS_MAX,
  createEvent,
  listEvents,
  readAttendance,
  readEvent,
  registerForEvent,
  STAFF_CHECK_INS_MAX,
  updateEvent,
} from '#shared/contract/events.ts'
import { validatePassword } from '#shared/contract/users.ts'
import { searchText } from '#shared/domain/text/search-text.ts'
import { eventBody, eventWords } from '#tests/builders/content.ts'
import { buildFile } from '#tests/builders/file.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import type { Person } from '#tests/builders/person.ts'
import { freshDevice } from '#tests/security/fresh-rows.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

describe.each(ENGINES)('events on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })
  let manager: Person
  let moderator: Person
  let member: Person
  beforeAll(async () => {
    manager = await person('content')
    moderator = await person('moderator')
    member = await person('member')
  })

  type NewEvent = Parameters<typeof server.client.call<typeof createEvent>>[1]['body']
  const wish = (more: Partial<NewEvent> = {}): NewEvent =>
    eventBody(server.clock.now(), {
      content: {
        en: eventWords('Assembly'),
        ar: eventWords('الجمعية العمومية'),
        fr: eventWords('Assemblée'),
      },
      ...more,
    })
  const create = (body: NewEvent, by = manager) => server.client.call(createEvent, { body }, by)
  async function event(more: Partial<NewEvent> = {}): Promise<NewEvent> {
    const body = wish(more)
    const answer = await create(body)
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return body
  }
  const update = (id: string, body: object, by = manager) =>
    server.client.call(updateEvent, { params: { id }, body: body as NewEvent }, by)
  const read = (id: string, by?: Person) =>
    server.client.call(readEvent, { params: { id } }, by === undefined ? {} : by)
  const register = (id: string, by: Person) =>
    server.client.call(registerForEvent, { params: { id } }, by)
  const cancel = (id: string, by: Person) =>
    server.client.call(cancelRegistration, { params: { id } }, by)
  const refusal = (code: string) => ({ ok: false, problem: { code } })
  const faulty = (path: string) => ({ ok: false, problem: { code: 'invalid', fields: [{ path }] } })

  describe('reading', () => {
    run('all callers read published events; the end decides upcoming or past', async () => {
      const coming = await event()
      const over = await event({ startsAt: '2025-05-03T08:00:00Z', endsAt: '2025-05-03T15:00:00Z' })
      expect(await read(coming.id)).toMatchObject({
        ok: true,
        value: {
          status: 'upcoming',
          registeredCount: 0,
          capacity: null,
          content: { ar: { title: 'الجمعية العمومية', fullContent: 'One.\n\nTwo.' } },
        },
      })
      expect(await read(over.id)).toMatchObject({
        ok: true,
        value: { status: 'past', startsAt: '2025-05-03T08:00:00.000Z' },
      })
      const answer = await read(coming.id)
      expect(answer.ok && 'registration' in answer.value).toBe(false)
      expect(await read(coming.id, member)).toMatchObject({
        ok: true,
        value: { registration: 'none' },
      })
      const list = await server.client.call(listEvents, {})
      expect(list.ok && list.value.map(({ id }) => id)).toEqual(
        expect.arrayContaining([coming.id, over.id]),
      )
      expect(await read('no-such-event')).toMatchObject({
        ok: false,
        problem: { status: 404, code: 'not-found' },
      })
    })

    run('only administrators and content managers see drafts of events', async () => {
      const draft = await event({ status: 'draft' })
      const listed = async (by?: Person) => {
        const answer = await server.client.call(listEvents, {}, by === undefined ? {} : by)
        return answer.ok && answer.value.some(({ id }) => id === draft.id)
      }
      const admin = await person('admin')
      for (const by of [undefined, member, moderator]) {
        expect(await read(draft.id, by)).toMatchObject(refusal('not-found'))
        expect(await listed(by)).toBe(false)
      }
      for (const by of [admin, manager]) {
        expect(await read(draft.id, by)).toMatchObject({ ok: true, value: { status: 'draft' } })
        expect(await listed(by)).toBe(true)
      }
      expect(await register(draft.id, member)).toMatchObject(refusal('not-found'))
      expect(await register(draft.id, admin)).toMatchObject(refusal('conflict'))
    })
  })

  describe('writing', () => {
    run(
      'only administrators and content managers write events; faults and taken ids are rejected',
      async () => {
        for (const by of [member, moderator]) {
          expect(await create(wish(), by)).toMatchObject(refusal('forbidden'))
          expect(await update('any-event', wish(), by)).toMatchObject(refusal('forbidden'))
        }
        const taken = await event()
        expect(await create({ ...wish(), id: taken.id })).toMatchObject({
          ok: false,
          problem: { status: 409, code: 'conflict' },
        })
        for (const [more, path] of [
          [{ endsAt: '2020-01-01T00:00:00Z' }, 'body.endsAt'],
          [{ id: '../x' }, 'body.id'],
          [{ capacity: 0 }, 'body.capacity'],
          [
            { content: { en: eventWords('a'), ar: eventWords('ب'), fr: eventWords('') } },
            'body.content.fr.title',
          ],
          [{ organizer: 'a\u0000b' }, 'body.organizer'],
          [{ status: 'past' }, 'body.status'],
          [{ startsAt: 'tomorrow' }, 'body.startsAt'],
        ] as const)
          expect(await create({ ...wish(), ...(more as object) })).toMatchObject(faulty(path))
        expect(await update('no-such-event', { ...wish(), id: 'no-such-event' })).toMatchObject(
          refusal('not-found'),
        )
        expect(await update(taken.id, wish())).toMatchObject(faulty('body.id'))
        const { id: _id, ...rest } = wish({ status: 'cancelled', price: '10 EUR' })
        expect(await update(taken.id, rest)).toMatchObject({
          ok: true,
          value: { id: taken.id, status: 'cancelled', price: '10 EUR' },
        })
        const rows = await server.deps.database.db
          .selectFrom('audit')
          .select(['action', 'actor'])
          .where('target', '=', `event:${taken.id}`)
          .orderBy('seq')
          .execute()
        expect(rows).toEqual([
          { action: 'event.created', actor: `member:${manager.id}` },
          { action: 'event.updated', actor: `member:${manager.id}` },
        ])
      },
    )

    run('start and end are compared as times, not as texts', async () => {
      const body = wish({ startsAt: '2031-05-03T08:00:00Z', endsAt: '2031-05-03T08:00:00.000Z' })
      expect(await create(body)).toMatchObject({
        ok: true,
        value: { startsAt: '2031-05-03T08:00:00.000Z', endsAt: '2031-05-03T08:00:00.000Z' },
      })
    })

    run(
      'an own upload becomes the picture, is public once published, and is released when unused',
      async () => {
        const picture = await buildFile(server.deps, { ownerId: manager.id, purpose: 'report' })
        // The builder makes a portrait; a cover is shown uncropped.
        const whole = await server.deps.library.addPicture({
          purpose: 'event',
          ownerId: manager.id,
          bytes: await samplePicture(),
          originalName: 'x.jpg',
        })
        await server.deps.database.db
          .updateTable('files')
          .set({ purpose: 'report1', attached_at: null })
          .where('id', '=', whole)
          .execute()
        const draft = await event({ status: 'draft', image: `/api/files/${whole}` })
        const seen = await read(draft.id, manager)
        const privately = seen.ok ? seen.value.image : null
        // The copy for its place cannot be stored: the picture is sent all the same.
        const put = vi.spyOn(server.deps.files, 'put').mockRejectedValue(new Error('full'))
        expect((await fetch(`${server.url}${privately}`)).status).toBe(200)
        expect(put).toHaveBeenCalledTimes(1)
        put.mockRestore()
        expect(privately).not.toContain('viewer=public')
        expect(
          await update(draft.id, { ...draft, status: 'published', image: privately }),
        ).toMatchObject({ ok: true })
        const shown = await read(draft.id)
        const address = shown.ok ? (shown.value.image ?? '') : ''
        expect(address).toContain('viewer=public')
        const first = await fetch(`${server.url}${address}`)
        expect({ status: first.status, type: first.headers.get('content-type') }).toEqual({
          status: 200,
          type: 'image/webp',
        })
        expect(
          Buffer.from(await first.arrayBuffer())
            .subarray(8, 12)
            .toString(),
        ).toBe('WEBP')
        const again = await fetch(`${server.url}${address}`, {
          headers: { 'if-none-match': first.headers.get('etag') ?? '' },
        })
        expect({ status: again.status, length: (await again.arrayBuffer()).byteLength }).toEqual({
          status: 304,
          length: 0,
        })
        // Another event may use the same picture, which stays until no event uses it.
        const second = await event({ image: address })
        const fileState = async () =>
          await server.deps.database.db
            .selectFrom('files')
            .select(['attached_at', 'purpose', 'owner_id'])
            .where('id', '=', whole)
            .executeTakeFirst()
        expect(await update(draft.id, { ...draft, image: `/api/files/${picture}` })).toMatchObject({
          ok: true,
        })
        expect(await fileState()).toMatchObject({
          purpose: 'event',
          owner_id: null,
          attached_at: expect.any(String),
        })
        expect(await update(second.id, { ...second, image: null })).toMatchObject({
          ok: true,
          value: { image: null },
        })
        expect(await fileState()).toMatchObject({ attached_at: null })
        // A caller that has the picture is told as well that it is no longer public.
        expect(
          (
            await fetch(`${server.url}${address}`, {
              headers: { 'if-none-match': first.headers.get('etag') ?? '' },
            })
          ).status,
        ).toBe(403)
        expect((await fetch(`${server.url}${address}`)).status).toBe(403)
      },
    )

    run('a picture that is foreign, of another purpose or unknown is rejected', async () => {
      const build = (ownerId: number, purpose: string, attached = false) =>
        buildFile(server.deps, { ownerId, purpose, attached })
      const pdf = await build(manager.id, 'report')
      await server.deps.database.db
        .updateTable('files')
        .set({ media_type: 'application/pdf' })
        .where('id', '=', pdf)
        .execute()
      for (const id of [
        await build(member.id, 'report'),
        await build(manager.id, 'idProofFront'),
        await build(manager.id, 'wldProfile'),
        await build(manager.id, 'report', true),
        pdf,
        randomUUID(),
      ])
        expect(await create(wish({ image: `/api/files/${id}` }))).toMatchObject(
          faulty('body.image'),
        )
      expect(await create(wish({ image: 'https://evil.example/x.jpg' }))).toMatchObject(
        faulty('body.image'),
      )
      const after = await server.deps.database.db
        .selectFrom('files')
        .select('attached_at')
        .where('id', '=', pdf)
        .executeTakeFirst()
      expect(after).toEqual({ attached_at: null })
    })
  })

  describe('registering', () => {
    run('a member gets a place or the waiting list; a repeat changes nothing', async () => {
      const { id } = await event({ capacity: 1 })
      const other = await person('member')
      expect(await register(id, member)).toMatchObject({
        ok: true,
        value: { registration: 'registered', registeredCount: 1 },
      })
      expect(await register(id, member)).toMatchObject({
        ok: true,
        value: { registration: 'registered', registeredCount: 1 },
      })
      expect(await register(id, other)).toMatchObject({
        ok: true,
        value: { registration: 'waiting', registeredCount: 1 },
      })
      expect(await cancel(id, member)).toMatchObject({
        ok: true,
        value: { registration: 'none', registeredCount: 1 },
      })
      expect(await read(id, other)).toMatchObject({
        ok: true,
        value: { registration: 'registered' },
      })
      expect(await cancel(id, member)).toMatchObject({
        ok: true,
        value: { registration: 'none', registeredCount: 1 },
      })
    })

    run('one of twenty concurrent registrations gets the last place', async () => {
      const { id } = await event({ capacity: 2 })
      await register(id, member)
      const racers = await Promise.all(Array.from({ length: 20 }, () => person('member')))
      const answers = await Promise.all(racers.map((racer) => register(id, racer)))
      const states = answers.map((answer) =>
        answer.ok ? answer.value.registration : answer.problem?.code,
      )
      expect(states.filter((state) => state === 'registered')).toHaveLength(1)
      expect(states.filter((state) => state === 'waiting')).toHaveLength(19)
      const queue = await server.deps.database.db
        .selectFrom('event_registrations')
        .select(['member_id', 'state'])
        .where('event_id', '=', id)
        .orderBy('id')
        .execute()
      expect(queue.map(({ state }) => state)).toEqual([
        'registered',
        'registered',
        ...Array.from({ length: 19 }, () => 'waiting'),
      ])
      // Three members cancel at once: the first three on the waiting list move up.
      const leaving = [
        member,
        ...racers.filter(
          ({ id: racer }) => racer === queue[1]?.member_id || racer === queue[10]?.member_id,
        ),
      ]
      await Promise.all(leaving.map((one) => cancel(id, one)))
      const after = await server.deps.database.db
        .selectFrom('event_registrations')
        .select(['member_id', 'state'])
        .where('event_id', '=', id)
        .orderBy('id')
        .execute()
      expect(
        after.filter(({ state }) => state === 'registered').map(({ member_id: racer }) => racer),
      ).toEqual([queue[2]?.member_id, queue[3]?.member_id])
      expect(after).toHaveLength(18)
    })

    run('waiting members move up when the capacity grows', async () => {
      const made = await event({ capacity: 1 })
      const [second, third] = [await person('member'), await person('member')]
      for (const one of [member, second, third]) await register(made.id, one)
      expect(await update(made.id, { ...made, capacity: 2 })).toMatchObject({
        ok: true,
        value: { registeredCount: 2 },
      })
      expect(await read(made.id, third)).toMatchObject({
        ok: true,
        value: { registration: 'waiting' },
      })
      expect(await update(made.id, { ...made, capacity: null })).toMatchObject({
        ok: true,
        value: { registeredCount: 3 },
      })
      expect(await update(made.id, { ...made, capacity: 1 })).toMatchObject({
        ok: true,
        value: { registeredCount: 3 },
      })
    })

    run('only members who move up get a mail, in their language', async () => {
      const content = {
        en: eventWords('Assembly'),
        ar: eventWords('الجمعية العمومية'),
        fr: eventWords('Assemblée'),
      }
      const made = await event({ capacity: 1, content })
      const [second, third, fourth] = [
        await person('member', { details: { language: 'fr' } }),
        await person('member', { details: { language: 'ar' } }),
        await person('member'),
      ]
      for (const one of [member, second, third, fourth]) await register(made.id, one)
      const mailed = async (one: Person) =>
        (await mailsTo(server.deps, one.email)).filter(
          ({ template, values }) =>
            template === 'event-place' && values['link']?.endsWith(`/events/${made.id}`),
        )
      for (const one of [member, second, third, fourth]) expect(await mailed(one)).toEqual([])
      await cancel(made.id, fourth) // a member on the waiting list frees no place
      expect(await mailed(second)).toEqual([])
      await cancel(made.id, member)
      await cancel(made.id, member)
      expect(await mailed(second)).toMatchObject([
        {
          language: 'fr',
          values: {
            event: 'Assemblée',
            place: 'Paris',
            name: 'Amna',
            startsAt: new Date(made.startsAt).toISOString(),
          },
        },
      ])
      expect(await mailed(third)).toEqual([])
      await update(made.id, { ...made, capacity: 2 })
      expect(await mailed(third)).toMatchObject([
        { language: 'ar', values: { event: 'الجمعية العمومية' } },
      ])
      for (const one of [member, fourth]) expect(await mailed(one)).toEqual([])
      expect(await mailed(second)).toHaveLength(1)
    })

    run('registration is rejected for past, cancelled and unknown events', async () => {
      const over = await event({ startsAt: '2025-05-03T08:00:00Z', endsAt: '2025-05-03T15:00:00Z' })
      const off = await event({ status: 'cancelled' })
      for (const act of [register, cancel]) {
        expect(await act(over.id, member)).toMatchObject({
          ok: false,
          problem: { status: 409, code: 'conflict', current: { status: 'past' } },
        })
        expect(await act(off.id, member)).toMatchObject({
          ok: false,
          problem: { status: 409, code: 'conflict', current: { status: 'cancelled' } },
        })
        expect(await act('no-such-event', member)).toMatchObject(refusal('not-found'))
      }
      expect(
        (await fetch(`${server.url}/api/event/register/${over.id}`, { method: 'POST' })).status,
      ).toBe(401)
    })
  })

  describe('check-in', () => {
    type Wish = Parameters<typeof server.client.call<typeof checkIn>>[1]['body']['checkIns'][number]
    const send = (id: string, checkIns: Wish[], by = moderator) =>
      server.client.call(checkIn, { params: { id }, body: { checkIns } }, by)
    const at = (seconds = 0) =>
      new Date(server.clock.now().getTime() + seconds * 1_000).toISOString()
    const results = async (id: string, checkIns: Wish[]) => {
      const answer = await send(id, checkIns)
      if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
      return answer.value.results
    }

    run('a check-in that is sent repeatedly is recorded once', async () => {
      const { id } = await event()
      const batch = Array.from({ length: 3 }, () => randomUUID())
      const people = await Promise.all(batch.map(() => person('member')))
      const wishes = batch.map((uuid, index) => ({
        id: uuid,
        cardId: people[index]?.cardId ?? '',
        at: at(-60),
        gate: 'North',
      }))
      expect((await results(id, wishes)).map(({ result }) => result)).toEqual([
        'recorded',
        'recorded',
        'recorded',
      ])
      const replays = await Promise.all(
        Array.from({ length: 5 }, () =>
          results(
            id,
            wishes.map((one) => ({ ...one, id: one.id.toUpperCase() })),
          ),
        ),
      )
      for (const replay of replays)
        expect(replay.map(({ result, first }) => ({ result, first }))).toEqual(
          Array.from({ length: 3 }, () => ({ result: 'known', first: null })),
        )
      const rows = await server.deps.database.db
        .selectFrom('check_ins')
        .select('id')
        .where('event_id', '=', id)
        .execute()
      expect(rows).toHaveLength(3)
    })

    run('an event says to whom is checked in that they are, and to nobody else', async () => {
      const { id } = await event()
      const [came, other] = [await person('member'), await person('member')]
      await results(id, [{ id: randomUUID(), cardId: came.cardId, at: at(-60), gate: 'North' }])
      const says = async (by?: typeof came) => {
        const answer = await read(id, by)
        return answer.ok && answer.value.checkedIn
      }
      expect([await says(came), await says(other), await says()]).toEqual([
        true,
        undefined,
        undefined,
      ])
    })

    run('a second check-in of a member is marked and names the first one', async () => {
      const { id } = await event()
      const [one, other] = [randomUUID(), randomUUID()]
      const first = at(-120)
      expect(
        await results(id, [{ id: one, cardId: String(member.id), at: first, gate: 'North' }]),
      ).toEqual([{ id: one, result: 'recorded', first: null }])
      const second = { id: other, cardId: member.cardId, at: at(-10), gate: 'South' }
      expect(await results(id, [second])).toEqual([
        { id: other, result: 'second', first: { at: first, gate: 'North' } },
      ])
      // The reply was lost: the repeated check-in is known, and the reply still names the first one.
      expect(await results(id, [second])).toEqual([
        { id: other, result: 'known', first: { at: first, gate: 'North' } },
      ])
      expect(
        await results(id, [{ id: one, cardId: member.cardId, at: first, gate: 'North' }]),
      ).toEqual([{ id: one, result: 'known', first: null }])
      const verdict = await server.client.call(
        verifyCard,
        { body: { cardId: member.cardId, eventId: id } },
        moderator,
      )
      expect(verdict).toMatchObject({
        ok: true,
        value: { firstCheckIn: { at: first, gate: 'North' } },
      })
    })

    run('of eight concurrent check-ins of one member, one is the first', async () => {
      const { id } = await event()
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          results(id, [
            { id: randomUUID(), cardId: member.cardId, at: at(), gate: `Gate ${index}` },
          ]),
        ),
      )
      const kinds = answers.map(([only]) => only?.result)
      expect(kinds.filter((kind) => kind === 'recorded')).toHaveLength(1)
      expect(kinds.filter((kind) => kind === 'second')).toHaveLength(7)
    })

    run(
      'only active members are recorded, with times corrected; a known id is not recorded again',
      async () => {
        const [{ id }, { id: elsewhere }] = [await event(), await event()]
        const banned = await buildMember(server.deps, { status: 'banned' })
        const [ahead, early, uuid] = [randomUUID(), randomUUID(), randomUUID()]
        const other = await person('member')
        const answer = await results(id, [
          { id: randomUUID(), cardId: banned.cardId, at: at() },
          { id: randomUUID(), cardId: 'WLD_99999999', at: at() },
          { id: randomUUID(), cardId: 'nonsense', at: at() },
          { id: ahead, cardId: member.cardId, at: at(86_400) },
          { id: early, cardId: other.cardId, at: at(240) },
        ])
        expect(answer.map(({ result }) => result)).toEqual([
          'unknown-member',
          'unknown-member',
          'unknown-member',
          'recorded',
          'recorded',
        ])
        const times = new Map(
          (
            await server.deps.database.db
              .selectFrom('check_ins')
              .select(['id', 'at'])
              .where('event_id', '=', id)
              .execute()
          ).map((row) => [row.id, row.at]),
        )
        expect(Date.parse(times.get(ahead) ?? '')).toBeLessThanOrEqual(server.clock.now().getTime())
        expect(Date.parse(times.get(early) ?? '')).toBeGreaterThan(
          server.clock.now().getTime() + 200_000,
        )
        await results(elsewhere, [{ id: uuid, cardId: member.cardId, at: at() }])
        expect(await results(id, [{ id: uuid, cardId: member.cardId, at: at() }])).toEqual([
          { id: uuid, result: 'known', first: null },
        ])
      },
    )

    run(
      'only staff send check-ins, in batches of limited size, also for a cancelled event',
      async () => {
        const made = await event()
        const one = { id: randomUUID(), cardId: member.cardId, at: at() }
        expect(await send(made.id, [one], member)).toMatchObject(refusal('forbidden'))
        expect(await send('no-such-event', [one])).toMatchObject(refusal('not-found'))
        expect(await send(made.id, [])).toMatchObject(refusal('invalid'))
        const batch = (length: number) =>
          Array.from({ length }, () => ({
            ...one,
            id: randomUUID(),
            gate: 'A gate with a long name, thirty signs',
          }))
        expect(await send(made.id, batch(STAFF_CHECK_INS_MAX + 1))).toMatchObject(
          faulty('body.checkIns'),
        )
        const { token } = await freshDevice(server.deps, moderator.id, { eventId: made.id })
        const device = { ...moderator, bearer: token }
        expect(await send(made.id, batch(CHECK_INS_MAX + 1), device)).toMatchObject(
          refusal('invalid'),
        )
        expect(await send(made.id, batch(CHECK_INS_MAX), device)).toMatchObject({ ok: true })
        expect(await send(made.id, [{ ...one, gate: 'a\u0000' }])).toMatchObject(
          faulty('body.checkIns.0.gate'),
        )
        await update(made.id, { ...made, status: 'cancelled' })
        const answer = await results(made.id, batch(STAFF_CHECK_INS_MAX))
        expect(answer.map(({ result }) => result)).toEqual(
          Array.from({ length: STAFF_CHECK_INS_MAX }, () => 'second'),
        )
      },
    )
  })

  describe('attendance', () => {
    run('the list has each registered, waiting or checked-in person once', async () => {
      const { id } = await event({ capacity: 1 })
      const [waiting, walkIn] = [
        await person('member', { firstName: 'Zoë', lastName: 'Awad' }),
        await person('member', { firstName: 'آمنة', lastName: 'إدريس' }),
      ]
      await register(id, member)
      await register(id, waiting)
      const first = server.clock.now().toISOString()
      for (const gate of ['North', 'South'])
        await server.client.call(
          checkIn,
          {
            params: { id },
            body: {
              checkIns: [
                {
                  id: randomUUID(),
                  cardId: walkIn.cardId,
                  at:
                    gate === 'North'
                      ? first
                      : new Date(server.clock.now().getTime() + 1_000).toISOString(),
                  gate,
                },
              ],
            },
          },
          moderator,
        )
      const answer = await server.client.call(readAttendance, { params: { id } }, moderator)
      expect(answer).toMatchObject({ ok: true, value: { registered: 1, waiting: 1, checkedIn: 1 } })
      expect(answer.ok && answer.value.people).toEqual([
        {
          cardId: member.cardId,
          name: 'Amna Idris',
          registration: 'registered',
          waitingPlace: null,
          checkedInAt: null,
          gate: null,
          checkInId: null,
        },
        {
          cardId: waiting.cardId,
          name: 'Zoë Awad',
          registration: 'waiting',
          waitingPlace: 1,
          checkedInAt: null,
          gate: null,
          checkInId: null,
        },
        {
          cardId: walkIn.cardId,
          name: 'آمنة إدريس',
          registration: 'none',
          waitingPlace: null,
          checkedInAt: first,
          gate: 'North',
          checkInId: expect.any(String),
        },
      ])
      for (const by of [member])
        expect(await server.client.call(readAttendance, { params: { id } }, by)).toMatchObject(
          refusal('forbidden'),
        )
      expect(
        await server.client.call(readAttendance, { params: { id: 'no-such-event' } }, moderator),
      ).toMatchObject(refusal('not-found'))
    })

    run('pages from both ends have the order of the names', async () => {
      const { id } = await event()
      const lastNames = ['Bashir', 'Élamin', 'Ahmed', 'Daoud', 'Cabdi']
      const people = await Promise.all(
        lastNames.map((lastName) => person('member', { firstName: 'Order', lastName })),
      )
      for (const one of people) await register(id, one)
      const page = async (number: number) => {
        const answer = await server.client.call(
          readAttendance,
          { params: { id }, query: { page: number, size: 2 } },
          manager,
        )
        if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
        return { total: answer.value.total, names: answer.value.people.map(({ name }) => name) }
      }
      const pages = async () => [await page(1), await page(2), await page(3), await page(4)]
      expect(await pages()).toEqual([
        { total: 5, names: ['Order Ahmed', 'Order Bashir'] },
        { total: 5, names: ['Order Cabdi', 'Order Daoud'] },
        { total: 5, names: ['Order Élamin'] },
        { total: 5, names: [] },
      ])
      const [bashir, , ahmed] = people
      await server.deps.database.db
        .updateTable('members')
        .set({ last_name: 'Zaki', search_text: searchText(['Order Zaki', ahmed?.email]) })
        .where('id', '=', ahmed?.id ?? 0)
        .execute()
      if (bashir !== undefined) await cancel(id, bashir)
      expect(await pages()).toEqual([
        { total: 4, names: ['Order Cabdi', 'Order Daoud'] },
        { total: 4, names: ['Order Élamin', 'Order Zaki'] },
        { total: 4, names: [] },
        { total: 4, names: [] },
      ])
    })

    run('the CSV of more people than one part holds has each of them once, by name', async () => {
      const { id } = await event()
      const { db } = server.deps.database
      const planner = await person('content')
      const row = await db
        .selectFrom('members')
        .selectAll()
        .where('id', '=', planner.id)
        .executeTakeFirstOrThrow()
      const numbers = Array.from({ length: 401 }, (_, index) => 60_000_000 + index)
      const nameOf = (number: number) => `Guest ${number % 7} ${number}`
      for (const number of numbers)
        await db
          .insertInto('members')
          .values({
            ...row,
            id: number,
            email: `${number}@test.example`,
            email_key: `${number}@test.example`,
            phone: '',
            first_name: 'Guest',
            last_name: `${number % 7} ${number}`,
            search_text: searchText([nameOf(number)]),
          })
          .execute()
      await db
        .insertInto('event_registrations')
        .values(
          numbers.map((number) => ({
            event_id: id,
            member_id: number,
            state: 'registered' as const,
            created_at: row.created_at,
          })),
        )
        .execute()
      await server.client.call(
        validatePassword,
        { body: { id: planner.cardId, password: TEST_PASSWORD } },
        planner,
      )
      const answer = await fetch(`${server.url}${attendanceCsv.path.replace(':id', id)}`, {
        headers: { authorization: `Bearer ${planner.bearer}` },
      })
      const lines = (await answer.text()).trim().split('\r\n')
      expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(
        numbers
          .map(nameOf)
          .toSorted()
          .map((name) => `"${name}"`),
      )
    })

    run('the CSV export contains no formula that a spreadsheet would run', async () => {
      const { id } = await event()
      const guest = await person('member', { firstName: 'O"Neill', lastName: 'Awad' })
      await register(id, guest)
      await server.client.call(
        checkIn,
        {
          params: { id },
          body: {
            checkIns: [
              {
                id: randomUUID(),
                cardId: guest.cardId,
                at: '2026-05-03T09:00:00Z',
                gate: '=HYPERLINK("http://evil.example")',
              },
            ],
          },
        },
        moderator,
      )
      const path = attendanceCsv.path.replace(':id', id)
      const get = (by: Person) =>
        fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${by.bearer}` } })
      const unproven = await get(manager)
      expect([unproven.status, ((await unproven.json()) as { code: string }).code]).toEqual([
        403,
        'step-up-required',
      ])
      await server.client.call(
        validatePassword,
        { body: { id: manager.cardId, password: TEST_PASSWORD } },
        manager,
      )
      const answer = await get(manager)
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(answer.headers.get('content-disposition')).toBe(
        `attachment; filename="attendance-${id}.csv"`,
      )
      expect(answer.headers.get('cache-control')).toBe('no-store')
      const text = Buffer.from(await answer.arrayBuffer()).toString('utf8')
      expect(text).toBe(
        `\uFEFF"Card","Name","Registration","Checked in (UTC)","Gate"\r\n"${guest.cardId}","O""Neill Awad","registered","2026-05-03T09:00:00.000Z","'=HYPERLINK(""http://evil.example"")"\r\n`,
      )
      for (const by of [member, moderator]) expect((await get(by)).status).toBe(403)
      const trace = await server.deps.database.db
        .selectFrom('audit')
        .select('detail')
        .where('action', '=', 'event.attendance-exported')
        .where('target', '=', `event:${id}`)
        .execute()
      expect(trace).toEqual([{ detail: '{"rows":1}' }])
    })
  })
})

async function samplePicture(): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width: 120, height: 63, channels: 3, background: '#c23b3b' } })
    .jpeg()
    .toBuffer()
}
