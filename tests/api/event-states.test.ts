import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect } from 'vitest'
import {
  callOffEvent,
  checkIn,
  countAttendance,
  createEvent,
  deleteEvent,
  listEvents,
  readAttendance,
  readEvent,
  registerForEvent,
  undoCheckIn,
  updateEvent,
} from '#shared/contract/events.ts'
import { eventBody, eventWords } from '#tests/builders/content.ts'
/**
 * The states of an event after it is written: published, changed, cancelled, reopened, deleted; and the check-in at its
 * door.
 */
import { buildFile } from '#tests/builders/file.ts'
import type { Person } from '#tests/builders/person.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const NO_WORDS = { title: '', description: '', fullContent: '', location: '', goals: [] }
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

describe.each(ENGINES)('states of events on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })
  let manager: Person
  let moderator: Person
  let reviewer: Person
  let member: Person
  beforeAll(async () => {
    manager = await person('content')
    moderator = await person('moderator')
    reviewer = await person('reviewer')
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
  type Replacement = Parameters<typeof server.client.call<typeof updateEvent>>[1]['body']
  const update = (id: string, body: Replacement, by = manager) =>
    server.client.call(updateEvent, { params: { id }, body }, by)
  const read = (id: string, by?: Person) =>
    server.client.call(readEvent, { params: { id } }, by === undefined ? {} : by)
  const register = (id: string, by: Person) =>
    server.client.call(registerForEvent, { params: { id } }, by)
  const callOff = (id: string, by = manager, more: { reason?: string; version?: number } = {}) =>
    server.client.call(callOffEvent, { params: { id }, body: more }, by)
  const remove = (id: string, by = manager) =>
    server.client.call(deleteEvent, { params: { id } }, by)
  const refusal = (code: string) => ({ ok: false, problem: { code } })
  const mailed = async (one: Person, id: string) =>
    (await mailsTo(server.deps, one.email)).filter(({ values }) =>
      values['link']?.endsWith(`/events/${id}`),
    )

  run(
    'cancelling an event mails the reason once to each registered or waiting member',
    async () => {
      const { id } = await event({ capacity: 1 })
      const [first, second] = [
        await person('member', { details: { language: 'ar' } }),
        await person('member', { details: { language: 'fr' } }),
      ]
      const [outsider, banned] = [await person('member'), await person('member')]
      for (const one of [first, second, banned]) await register(id, one)
      await server.deps.database.db
        .updateTable('members')
        .set({ status: 'banned' })
        .where('id', '=', banned.id)
        .execute()
      const answers = await Promise.all([
        callOff(id, manager, { reason: 'The hall is closed.' }),
        callOff(id, manager, { reason: 'The hall is closed.' }),
      ])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(answers.find(({ ok }) => !ok)).toMatchObject({
        problem: { code: 'conflict', current: { id, status: 'cancelled' } },
      })
      expect(await mailed(first, id)).toMatchObject([
        {
          template: 'event-cancelled',
          language: 'ar',
          values: { event: 'الجمعية العمومية', reason: 'The hall is closed.' },
        },
      ])
      expect(await mailed(second, id)).toMatchObject([
        { template: 'event-cancelled', language: 'fr' },
      ])
      for (const one of [outsider, banned]) expect(await mailed(one, id)).toEqual([])
      expect(await register(id, outsider)).toMatchObject(refusal('conflict'))
      const trace = await server.deps.database.db
        .selectFrom('audit')
        .select('detail')
        .where('action', '=', 'event.called-off')
        .where('target', '=', `event:${id}`)
        .execute()
      expect(trace.map(({ detail }) => JSON.parse(detail))).toEqual([{ told: 3, withReason: true }])
    },
  )

  run(
    'setting the state to cancelled sends a mail, and setting it back sends another',
    async () => {
      const made = await event()
      await register(made.id, member)
      const { id: _id, ...rest } = made
      for (const status of ['cancelled', 'cancelled', 'published'] as const)
        expect((await update(made.id, { ...rest, status })).ok).toBe(true)
      expect((await mailed(member, made.id)).map(({ template }) => template).toSorted()).toEqual([
        'event-cancelled',
        'event-on-again',
      ])
      expect(await read(made.id, member)).toMatchObject({
        ok: true,
        value: { status: 'upcoming', registration: 'registered' },
      })
    },
  )

  run(
    'a new place is mailed; a new description is not, nor a change with tell set to false',
    async () => {
      const made = await event()
      await register(made.id, member)
      const { id: _id, ...rest } = made
      const moved = {
        ...rest,
        content: {
          en: eventWords('Assembly', 'Lyon'),
          ar: eventWords('الجمعية العمومية', 'ليون'),
          fr: eventWords('Assemblée', 'Lyon'),
        },
      }
      await update(made.id, {
        ...rest,
        content: { ...rest.content, en: { ...eventWords('Assembly'), description: 'Other words' } },
      })
      expect(await mailed(member, made.id)).toEqual([])
      await update(made.id, { ...moved, tell: false })
      expect(await mailed(member, made.id)).toEqual([])
      await update(made.id, rest)
      expect(await mailed(member, made.id)).toMatchObject([
        { template: 'event-changed', values: { place: 'Paris' } },
      ])
    },
  )

  run('only a published event that is not over can be cancelled, by its editors', async () => {
    const draft = await event({ status: 'draft' })
    const over = await event({ startsAt: '2025-05-03T08:00:00Z', endsAt: '2025-05-03T15:00:00Z' })
    for (const { id } of [draft, over]) expect(await callOff(id)).toMatchObject(refusal('conflict'))
    expect(await callOff('no-such-event')).toMatchObject(refusal('not-found'))
    const made = await event()
    for (const by of [member, moderator, reviewer]) {
      expect(await callOff(made.id, by)).toMatchObject(refusal('forbidden'))
      expect(await remove(draft.id, by)).toMatchObject(refusal('forbidden'))
    }
  })

  run('an edit of an older version gets 409 with the current event', async () => {
    const made = await event({ status: 'draft' })
    const { id: _id, ...rest } = made
    expect(await update(made.id, { ...rest, organizer: 'First', version: 1 })).toMatchObject({
      ok: true,
      value: { version: 2 },
    })
    const late = await update(made.id, { ...rest, organizer: 'Second', version: 1 })
    expect(late).toMatchObject({
      ok: false,
      problem: { code: 'conflict', current: { version: 2, organizer: 'First' } },
    })
    expect(await callOff(made.id, manager, { version: 1 })).toMatchObject(refusal('conflict'))
    expect(await read(made.id, manager)).toMatchObject({
      ok: true,
      value: { organizer: 'First', version: 2 },
    })
    expect(await update(made.id, { ...rest, organizer: 'No version' })).toMatchObject({
      ok: true,
      value: { version: 3 },
    })
  })

  run('an event with registrations cannot be deleted or made a draft', async () => {
    const made = await event()
    const { id: _id, ...rest } = made
    expect(await remove(made.id)).toMatchObject(refusal('conflict'))
    await register(made.id, member)
    expect(await update(made.id, { ...rest, status: 'draft' })).toMatchObject({
      ok: false,
      problem: { code: 'event-has-people', status: 409 },
    })
    expect(await remove(made.id)).toMatchObject(refusal('event-has-people'))
    const picture = await buildFile(server.deps, { ownerId: manager.id, purpose: 'report' })
    const empty = await event({ image: `/api/files/${picture}` })
    const { id: __id, ...other } = empty
    expect(await update(empty.id, { ...other, status: 'draft' })).toMatchObject({
      ok: true,
      value: { status: 'draft' },
    })
    expect(await remove(empty.id)).toMatchObject({ ok: true, value: { deleted: true } })
    expect(await read(empty.id, manager)).toMatchObject(refusal('not-found'))
    expect(
      await server.deps.database.db
        .selectFrom('files')
        .select('attached_at')
        .where('id', '=', picture)
        .executeTakeFirst(),
    ).toEqual({ attached_at: null })
  })

  describe('languages', () => {
    run('an event stored before a field existed is still readable', async () => {
      const { id } = await event()
      await server.deps.database.db
        .updateTable('events')
        .set({
          content: JSON.stringify({
            en: eventWords('Old'),
            ar: eventWords('Old'),
            fr: eventWords('Old'),
          }),
        })
        .where('id', '=', id)
        .execute()
      expect(await read(id)).toMatchObject({
        ok: true,
        value: { content: { fr: { title: 'Old', imageAlt: '' } } },
      })
    })

    run(
      'a blank language shows the texts of another and is listed as borrowed, also in mails',
      async () => {
        const made = await event({
          content: {
            en: NO_WORDS,
            ar: eventWords('الجمعية العمومية'),
            fr: eventWords('Assemblée'),
          },
          capacity: 1,
        })
        expect(await read(made.id)).toMatchObject({
          ok: true,
          value: {
            borrowed: ['en'],
            content: { en: { title: 'الجمعية العمومية' }, fr: { title: 'Assemblée' } },
          },
        })
        await register(made.id, member)
        await callOff(made.id)
        expect(await mailed(member, made.id)).toMatchObject([
          { language: 'en', values: { event: 'الجمعية العمومية' } },
        ])
      },
    )

    run(
      'a published language is complete or blank; a draft may have gaps but needs a title',
      async () => {
        const paths = async (more: Partial<NewEvent>): Promise<unknown> => {
          const answer = await create(wish(more))
          return answer.ok ? [] : answer.problem?.fields.map(({ path }) => path)
        }
        const half = { ...NO_WORDS, title: 'Half' }
        expect(await paths({ content: { en: eventWords('a'), ar: half, fr: NO_WORDS } })).toEqual([
          'body.content.ar.description',
          'body.content.ar.location',
        ])
        expect(await paths({ content: { en: NO_WORDS, ar: NO_WORDS, fr: NO_WORDS } })).toEqual([
          'body.content.en.title',
          'body.content.en.description',
          'body.content.en.location',
        ])
        expect(
          await paths({ status: 'draft', content: { en: NO_WORDS, ar: NO_WORDS, fr: NO_WORDS } }),
        ).toEqual(['body.content.en.title'])
        expect(
          await paths({
            status: 'draft',
            content: { en: half, ar: { ...NO_WORDS, location: 'باريس' }, fr: NO_WORDS },
          }),
        ).toEqual(['body.content.ar.title'])
        expect(
          await paths({ status: 'draft', content: { en: half, ar: NO_WORDS, fr: NO_WORDS } }),
        ).toEqual([])
      },
    )
  })

  describe('the door', () => {
    const arrive = (id: string, one: Person, gate = 'North') => {
      const passage = randomUUID()
      const body = {
        checkIns: [{ id: passage, cardId: one.cardId, at: server.clock.now().toISOString(), gate }],
      }
      return server.client.call(checkIn, { params: { id }, body }, moderator).then(() => passage)
    }
    const counts = (id: string, by = reviewer) =>
      server.client.call(countAttendance, { params: { id } }, by)
    const undo = (id: string, passage: string, by = reviewer) =>
      server.client.call(undoCheckIn, { params: { id }, body: { checkInId: passage } }, by)

    run(
      'the counts contain no names, are not logged, and have a mark that changes with them',
      async () => {
        const { id } = await event({ capacity: 1 })
        const other = await person('member')
        const before = await counts(id)
        expect(before).toMatchObject({
          ok: true,
          value: { registered: 0, waiting: 0, checkedIn: 0, capacity: 1 },
        })
        for (const one of [member, other]) await register(id, one)
        await arrive(id, member)
        await arrive(id, member, 'South')
        const after = await counts(id)
        expect(after).toMatchObject({
          ok: true,
          value: { registered: 1, waiting: 1, checkedIn: 1 },
        })
        expect(before.ok && after.ok && before.value.mark !== after.value.mark).toBe(true)
        const again = await counts(id)
        expect(again.ok && after.ok && again.value.mark === after.value.mark).toBe(true)
        for (const by of [member]) expect(await counts(id, by)).toMatchObject(refusal('forbidden'))
        expect(await counts('no-such-event')).toMatchObject(refusal('not-found'))
        expect(
          await server.deps.database.db
            .selectFrom('audit')
            .select('seq')
            .where('target', '=', `event:${id}`)
            .where('action', 'like', '%count%')
            .execute(),
        ).toEqual([])
      },
    )

    run('event lists show waiting and checked-in counts to staff only', async () => {
      const { id } = await event({ capacity: 1 })
      for (const one of [member, await person('member')]) await register(id, one)
      await arrive(id, member)
      const listed = async (by?: Person) => {
        const answer = await server.client.call(listEvents, {}, by === undefined ? {} : by)
        return answer.ok ? answer.value.find((one) => one.id === id) : undefined
      }
      for (const by of [manager, moderator, reviewer])
        expect(await listed(by)).toMatchObject({ waitingCount: 1, checkedInCount: 1 })
      for (const by of [undefined, member]) {
        const seen = await listed(by)
        expect([seen?.waitingCount, seen?.checkedInCount]).toEqual([undefined, undefined])
      }
    })

    run(
      'a check-in is undone once by its id and logged; the second check-in of a member stays',
      async () => {
        const { id } = await event()
        const slip = await arrive(id, member)
        expect(await undo(id, slip, member)).toMatchObject(refusal('forbidden'))
        expect(await undo((await event()).id, slip)).toMatchObject({
          ok: true,
          value: { undone: false },
        })
        expect(await undo(id, slip.toUpperCase())).toMatchObject({
          ok: true,
          value: { undone: true },
        })
        expect(await undo(id, slip)).toMatchObject({ ok: true, value: { undone: false } })
        expect(await counts(id)).toMatchObject({ ok: true, value: { checkedIn: 0 } })
        const first = await arrive(id, member)
        const second = await arrive(id, member, 'South')
        await undo(id, first)
        const list = await server.client.call(readAttendance, { params: { id } }, moderator)
        expect(list).toMatchObject({
          ok: true,
          value: {
            checkedIn: 1,
            people: [{ cardId: member.cardId, gate: 'South', checkInId: second }],
          },
        })
        const trace = await server.deps.database.db
          .selectFrom('audit')
          .select('detail')
          .where('action', '=', 'event.check-in-undone')
          .where('target', '=', `event:${id}`)
          .orderBy('seq')
          .execute()
        expect(trace.map(({ detail }) => JSON.parse(detail))).toMatchObject([
          { undone: true, card: member.cardId, gate: 'North' },
          { undone: false },
          { undone: true },
        ])
      },
    )

    run('long after the event only planners undo a check-in, because it was counted', async () => {
      const { id } = await event()
      const passage = await arrive(id, member)
      const { db } = server.deps.database
      const days = (count: number) =>
        new Date(server.clock.now().getTime() + count * DAY_MS).toISOString()
      const times = { starts_at: days(-3), ends_at: days(-2) }
      await db.updateTable('events').set(times).where('id', '=', id).execute()
      for (const by of [moderator, reviewer])
        expect(await undo(id, passage, by)).toMatchObject(refusal('event-not-near'))
      expect(await counts(id)).toMatchObject({ ok: true, value: { checkedIn: 1 } })
      expect(await undo(id, passage, manager)).toMatchObject({ ok: true, value: { undone: true } })
    })
  })
})
