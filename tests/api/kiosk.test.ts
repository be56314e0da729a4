/** Devices at the door: what their token permits and for how long, and what happens to their records. */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { sweepExpired } from '#server/jobs/sweep.ts'
import { eraseMember } from '#server/records/erasure/erasure-repository.ts'
import {
  TYPED_AT_DEVICE,
  UNKNOWN_CHECK_INS_OF_DEVICE,
} from '#server/records/look-ups/look-up-budget.ts'
import { findByNumber } from '#server/records/members/member-repository.ts'
import { exportAccount } from '#shared/contract/account.ts'
import { endOtherSessions, logout } from '#shared/contract/auth.ts'
import { routeAddress } from '#shared/contract/base/client.ts'
import type { RouteDefinition } from '#shared/contract/base/define-route.ts'
import { statusList, STATUS_LIST_ISSUED_HEADER, verifyCard } from '#shared/contract/card.ts'
import { checkIn, countAttendance } from '#shared/contract/events.ts'
import { endKiosk, enrolKiosk, kioskSelf, listKiosks, revokeKiosk } from '#shared/contract/kiosk.ts'
import { ROUTES } from '#shared/contract/routes.ts'
import { updateMember, validatePassword } from '#shared/contract/users.ts'
import { KIOSK_TOKEN_PREFIX } from '#shared/domain/card/kiosk-rules.ts'
import { buildFile } from '#tests/builders/file.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import type { Person } from '#tests/builders/person.ts'
import { freshDevice, freshEvent, later } from '#tests/security/fresh-rows.ts'
import { startApiServer, startWindow } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const HOUR_S = 3_600
const DAY_S = 24 * HOUR_S
/** Routes that a device may call. */
const OPEN_TO_DEVICES = [
  'kiosk.me',
  'kiosk.end',
  'card.verify',
  'card.statusList',
  'event.checkIn',
  'event.counts',
]
const refusal = (code: string) => ({ ok: false, problem: { code } })

describe.each(ENGINES)('devices at the door on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '1000' } })
  let admin: Person
  // Tests move the clock, and a session lasts for a quarter of an hour.
  beforeEach(async () => {
    admin = await person('admin')
  })

  const db = () => server.deps.database.db
  const enrol = (by: Person, body: { eventId: string; name?: string; hours?: number }) =>
    server.client.call(enrolKiosk, { body: { name: 'North door', hours: 8, ...body } }, by)
  async function device(by = admin, eventId?: string) {
    const answer = await enrol(by, { eventId: eventId ?? (await freshEvent(server.deps)) })
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.value
  }
  const me = (token: string, version?: string) =>
    server.client.call(
      kioskSelf,
      { headers: version === undefined ? {} : { 'x-app-version': version } },
      { bearer: token },
    )
  const list = async (by: Person) => {
    const answer = await server.client.call(listKiosks, {}, by)
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.value
  }
  const listed = async (by: Person, id: string) => (await list(by)).find((one) => one.id === id)
  const revoke = (by: Person, id: string) => server.client.call(revokeKiosk, { params: { id } }, by)
  type Wish = Parameters<typeof server.client.call<typeof checkIn>>[1]['body']['checkIns'][number]
  const wish = (cardId: string, more: Partial<Wish> = {}): Wish => ({
    id: randomUUID(),
    cardId,
    at: server.clock.now().toISOString(),
    gate: 'North',
    ...more,
  })
  const send = (bearer: string, eventId: string, checkIns: Wish[]) =>
    server.client.call(checkIn, { params: { id: eventId }, body: { checkIns } }, { bearer })
  const rowsOf = (eventId: string) =>
    db()
      .selectFrom('check_ins')
      .select(['id', 'member_id', 'gate', 'device_id', 'sequence'])
      .where('event_id', '=', eventId)
      .orderBy('sequence')
      .orderBy('id')
      .execute()
  const isOver = async (token: string) =>
    expect(await me(token)).toMatchObject({
      ok: false,
      problem: { status: 401, code: 'not-signed-in' },
    })

  describe('enrolling', () => {
    run('enrolment returns the token once; the database stores its hash', async () => {
      const eventId = await freshEvent(server.deps)
      const moderator = await person('moderator')
      const answer = await enrol(moderator, { eventId, name: '  South door ', hours: 3 })
      expect(answer).toMatchObject({
        ok: true,
        value: {
          event: { id: eventId, title: { en: 'Assembly', ar: 'Assembly', fr: 'Assembly' } },
        },
      })
      if (!answer.ok) return
      const { deviceId, token, expiresAt } = answer.value
      expect(token.startsWith(KIOSK_TOKEN_PREFIX)).toBe(true)
      expect(Buffer.from(token.slice(KIOSK_TOKEN_PREFIX.length), 'base64url')).toHaveLength(32)
      expect(
        Math.abs(Date.parse(expiresAt) - server.clock.now().getTime() - 3 * HOUR_S * 1_000),
      ).toBeLessThan(60_000)
      const row = await db()
        .selectFrom('kiosk_devices')
        .selectAll()
        .where('id', '=', deviceId)
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({
        name: 'South door',
        event_id: eventId,
        enrolled_by: moderator.id,
        revoked_at: null,
        ended_at: null,
      })
      expect(JSON.stringify([row, await list(moderator), server.logLines])).not.toContain(token)
      const [audit] = await db()
        .selectFrom('audit')
        .selectAll()
        .where('target', '=', `device:${deviceId}`)
        .execute()
      expect(audit).toMatchObject({
        action: 'kiosk.enrolled',
        actor: `member:${moderator.id}`,
        detail: JSON.stringify({ event: eventId, hours: 3 }),
      })
      expect((await device(moderator, eventId)).token).not.toBe(token)
    })

    run(
      'only staff enrol devices, for published events up to one day after the end of the event',
      async () => {
        const eventId = await freshEvent(server.deps)
        for (const role of ['admin', 'content', 'moderator', 'reviewer'] as const)
          expect((await enrol(await person(role), { eventId })).ok).toBe(true)
        expect(await enrol(await person('member'), { eventId })).toMatchObject(refusal('forbidden'))
        const draft = await freshEvent(server.deps, 'draft')
        expect(await enrol(admin, { eventId: draft })).toMatchObject(refusal('conflict'))
        expect(await enrol(await person('reviewer'), { eventId: draft })).toMatchObject(
          refusal('not-found'),
        )
        expect(await enrol(admin, { eventId: 'no-such-event' })).toMatchObject(refusal('not-found'))
        const ends = (days: number) =>
          db()
            .updateTable('events')
            .set({ starts_at: later(server.deps, days - 0.1), ends_at: later(server.deps, days) })
            .where('id', '=', eventId)
            .execute()
        await ends(-0.98)
        expect((await enrol(admin, { eventId })).ok).toBe(true)
        await ends(-1.02)
        expect(await enrol(admin, { eventId })).toMatchObject(refusal('conflict'))
        await ends(1)
        await db()
          .updateTable('events')
          .set({ status: 'cancelled' })
          .where('id', '=', eventId)
          .execute()
        expect(await enrol(admin, { eventId })).toMatchObject(refusal('conflict'))
        for (const [body, path] of [
          [{ hours: 17 }, 'body.hours'],
          [{ hours: 0 }, 'body.hours'],
          [{ hours: 1.5 }, 'body.hours'],
          [{ name: ' ' }, 'body.name'],
          [{ name: 'x'.repeat(41) }, 'body.name'],
          [{ name: 'a\u0000b' }, 'body.name'],
          [{ eventId: '../x' }, 'body.eventId'],
        ] as const)
          expect(await enrol(admin, { eventId, ...body })).toMatchObject({
            ok: false,
            problem: { code: 'invalid', fields: [{ path }] },
          })
      },
    )
  })

  describe('the token', () => {
    run('the token opens only the routes of a door, checked on every route', async () => {
      const { token, event } = await device()
      const faults: string[] = []
      const routes = (Object.values(ROUTES) as RouteDefinition[]).toSorted(
        (one, other) => Number(one.id === 'kiosk.end') - Number(other.id === 'kiosk.end'),
      ) // the call that ends the device comes last
      for (const route of routes) {
        const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
        const params = Object.fromEntries(
          names.map((name) => [name, route.id.startsWith('event.') ? event.id : randomUUID()]),
        )
        const { status } = await fetch(`${server.url}${routeAddress(route, { params })}`, {
          method: route.method,
          headers: { authorization: `Bearer ${token}` },
        })
        const open = OPEN_TO_DEVICES.includes(route.id)
        // These routes ignore the bearer.
        if (route.access === 'public' || route.access === 'signed-address') continue
        if (open ? status === 401 || status === 403 || status >= 500 : status !== 401)
          faults.push(`${route.id}: ${status}`)
      }
      expect(faults).toEqual([])
      for (const id of OPEN_TO_DEVICES) expect(Object.keys(ROUTES)).toContain(id)
      await isOver(token)
    })

    run('the token reads device, event, count and server time', async () => {
      const eventId = await freshEvent(server.deps)
      const { token, deviceId, expiresAt } = await device(admin, eventId)
      const guest = await buildMember(server.deps)
      await send(token, eventId, [wish(guest.cardId), wish(guest.cardId)])
      expect(await me(token)).toMatchObject({
        ok: true,
        value: {
          deviceId,
          name: 'North door',
          event: { id: eventId },
          expiresAt,
          checkedIn: 1,
          registered: 0,
          capacity: null,
        },
      })
      const reply = await fetch(`${server.url}/api/kiosk/me`, {
        headers: { authorization: `Bearer ${token}`, 'x-app-version': '1.4.0' },
      })
      expect(Math.abs(Date.parse(reply.headers.get('date') ?? '') - Date.now())).toBeLessThan(5_000)
      const { now } = (await reply.json()) as { now: string }
      expect(Math.abs(Date.parse(now) - server.clock.now().getTime())).toBeLessThan(5_000)
      expect(await listed(admin, deviceId)).toMatchObject({
        state: 'active',
        appVersion: '1.4.0',
        checkIns: 2,
        enrolledBy: { cardId: admin.cardId, name: admin.name },
      })
    })

    run('the last contact of a device is written once a minute', async () => {
      const { token, deviceId } = await device()
      const seenAt = async () => (await listed(admin, deviceId))?.lastSeenAt ?? ''
      expect(await seenAt()).toBe('')
      await me(token)
      const first = await seenAt()
      expect(first).not.toBe('')
      server.clock.advance(30)
      await me(token)
      expect(await seenAt()).toBe(first)
      server.clock.advance(31)
      await Promise.all([me(token), me(token), me(token)])
      expect(Date.parse(await seenAt()) - Date.parse(first)).toBeGreaterThanOrEqual(60_000)
    })

    run('a token ends with its hours or by the device; variants of it are rejected', async () => {
      const { token } = await device(admin)
      expect((await me(token)).ok).toBe(true)
      for (const other of [
        token.slice(0, -1),
        `${token}A`,
        token.slice(KIOSK_TOKEN_PREFIX.length),
        token.toUpperCase(),
        KIOSK_TOKEN_PREFIX,
      ])
        await isOver(other)
      server.clock.advance(8 * HOUR_S + 1)
      await isOver(token)
      const second = await device(await person('admin'))
      expect(await server.client.call(endKiosk, {}, { bearer: second.token })).toMatchObject({
        ok: true,
        value: { ended: true },
      })
      await isOver(second.token)
      const fresh = await person('admin')
      expect(await listed(fresh, second.deviceId)).toMatchObject({
        state: 'ended',
        revokedAt: null,
      })
      expect(
        await db()
          .selectFrom('audit')
          .select('actor')
          .where('action', '=', 'kiosk.ended')
          .where('target', '=', `device:${second.deviceId}`)
          .execute(),
      ).toEqual([{ actor: `device:${second.deviceId}` }])
    })
  })

  describe('the token ends with the rights of the member who enrolled the device', () => {
    run(
      'a lost role, a ban and an erased account end the token for good; signing out does not',
      async () => {
        const [demoted, banned, erased, leaver] = [
          await person('moderator'),
          await person('reviewer'),
          await person('content'),
          await person('moderator'),
        ]
        const devices = new Map<Person, Awaited<ReturnType<typeof device>>>()
        for (const one of [demoted, banned, erased, leaver]) devices.set(one, await device(one))
        const token = (one: Person) => devices.get(one)?.token ?? ''
        const id = (one: Person) => devices.get(one)?.deviceId ?? ''
        const prove = () =>
          server.client.call(
            validatePassword,
            { body: { password: TEST_PASSWORD, id: admin.cardId } },
            admin,
          )
        const change = async (one: Person, body: object) => {
          await prove()
          const answer = await server.client.call(
            updateMember,
            { params: { id: one.cardId }, body },
            admin,
          )
          expect(answer.ok, JSON.stringify(answer)).toBe(true)
        }
        await change(demoted, { role: { id: 'ROLE_USER' } })
        await isOver(token(demoted))
        await change(demoted, { role: { id: 'ROLE_MODERATOR' } })
        await isOver(token(demoted))
        expect(await listed(admin, id(demoted))).toMatchObject({ state: 'revoked' })
        await change(banned, { status: 'banned', isActive: false })
        await change(banned, { status: 'active', isActive: true })
        await isOver(token(banned))
        await db()
          .transaction()
          .execute(async (transaction) => {
            const row = await findByNumber(transaction, erased.id)
            if (row !== undefined) await eraseMember(server.deps, transaction, row)
          })
        await isOver(token(erased))
        expect(await listed(admin, id(erased))).toMatchObject({
          state: 'revoked',
          enrolledBy: null,
        })
        await server.client.call(logout, {}, leaver)
        expect((await me(token(leaver))).ok).toBe(true)
      },
    )

    run('ending all other sessions revokes the devices of the member', async () => {
      const owner = await person('moderator')
      const { token, deviceId } = await device(owner)
      expect((await server.client.call(endOtherSessions, {}, owner)).ok).toBe(true)
      await isOver(token)
      expect(await listed(owner, deviceId)).toMatchObject({ state: 'revoked' })
    })

    run('a state changed directly in the database ends the token too', async () => {
      const owner = await person('moderator')
      const { token, deviceId } = await device(owner)
      await db()
        .updateTable('members')
        .set({ status: 'blocked' })
        .where('id', '=', owner.id)
        .execute()
      await isOver(token)
      expect(await listed(admin, deviceId)).toMatchObject({ state: 'revoked' })
    })
  })

  describe('the list', () => {
    run(
      'moderators and reviewers list and revoke own devices only; other managers see all devices',
      async () => {
        const [moderator, reviewer, manager] = [
          await person('moderator'),
          await person('reviewer'),
          await person('content'),
        ]
        const mine = await device(moderator)
        expect((await list(moderator)).map(({ id }) => id)).toEqual([mine.deviceId])
        expect(await list(reviewer)).toEqual([])
        for (const by of [manager, admin])
          expect(await listed(by, mine.deviceId)).toMatchObject({
            state: 'active',
            enrolledBy: { cardId: moderator.cardId },
          })
        expect(await revoke(reviewer, mine.deviceId)).toMatchObject({
          ok: false,
          problem: { status: 404 },
        })
        expect((await me(mine.token)).ok).toBe(true)
        expect(await server.client.call(listKiosks, {}, await person('member'))).toMatchObject(
          refusal('forbidden'),
        )
        expect(await revoke(await person('member'), mine.deviceId)).toMatchObject(
          refusal('forbidden'),
        )
        expect(await revoke(admin, randomUUID())).toMatchObject(refusal('not-found'))
      },
    )

    run('a device is revoked at once; a repeat changes nothing', async () => {
      const moderator = await person('moderator')
      const mine = await device(moderator)
      const first = await revoke(moderator, mine.deviceId.toUpperCase())
      expect(first).toMatchObject({ ok: true, value: { state: 'revoked' } })
      await isOver(mine.token)
      server.clock.advance(60)
      expect(await revoke(admin, mine.deviceId)).toMatchObject({
        ok: true,
        value: first.ok ? first.value : {},
      })
      const audit = await db()
        .selectFrom('audit')
        .select(['actor', 'detail'])
        .where('action', '=', 'kiosk.revoked')
        .where('target', '=', `device:${mine.deviceId}`)
        .orderBy('seq')
        .execute()
      expect(
        audit.map(({ actor, detail }) => [
          actor,
          (JSON.parse(detail) as { already: boolean }).already,
        ]),
      ).toEqual([
        [`member:${moderator.id}`, false],
        [`member:${admin.id}`, true],
      ])
      const ended = await device(moderator)
      await server.client.call(endKiosk, {}, { bearer: ended.token })
      expect(await revoke(moderator, ended.deviceId)).toMatchObject({
        ok: true,
        value: { state: 'ended', revokedAt: null },
      })
    })

    run('active devices are listed first, then the last hundred that ended', async () => {
      const owner = await person('reviewer')
      const eventId = await freshEvent(server.deps)
      const old: string[] = []
      for (let n = 0; n < 103; n += 1) {
        const { id } = await freshDevice(server.deps, owner.id, { eventId, name: `Door ${n}` })
        await db()
          .updateTable('kiosk_devices')
          .set({ expires_at: later(server.deps, -2 + n / 1_000) })
          .where('id', '=', id)
          .execute()
        old.push(id)
      }
      const active = await device(owner, eventId)
      const devices = await list(owner)
      expect(devices[0]).toMatchObject({ id: active.deviceId, state: 'active' })
      expect(devices.slice(1).map(({ id }) => id)).toEqual(old.toReversed().slice(0, 100))
    })
  })

  describe('cards', () => {
    run(
      'cards are checked for the own event; the portrait address ends with the device',
      async () => {
        const eventId = await freshEvent(server.deps)
        const { token, deviceId } = await device(admin, eventId)
        const guest = await buildMember(server.deps)
        const portrait = await buildFile(server.deps, {
          ownerId: guest.id,
          purpose: 'wldProfile',
          attached: true,
        })
        await db()
          .updateTable('members')
          .set({ card_photo_file: portrait })
          .where('id', '=', guest.id)
          .execute()
        const verify = (
          body: { cardId?: string; payload?: string; eventId?: string },
          bearer = token,
        ) => server.client.call(verifyCard, { body }, { bearer })
        await send(token, eventId, [wish(guest.cardId, { gate: '' })])
        const answer = await verify({ payload: `${guest.cardId}|${guest.name}|${guest.birthDate}` })
        expect(answer).toMatchObject({
          ok: true,
          value: {
            verdict: 'VALID',
            reason: 'unsigned',
            cardId: guest.cardId,
            name: guest.name,
            firstCheckIn: { gate: 'North door' },
          },
        })
        expect(await verify({ cardId: guest.cardId, eventId })).toMatchObject({
          ok: true,
          value: { verdict: 'VALID', firstCheckIn: { gate: 'North door' } },
        })
        expect(
          await verify({ cardId: guest.cardId, eventId: await freshEvent(server.deps) }),
        ).toMatchObject({ ok: false, problem: { status: 403, code: 'other-event' } })
        expect(await verify({ payload: 'x', eventId: 'no-such-event' })).toMatchObject(
          refusal('other-event'),
        )
        const look = await db()
          .selectFrom('audit')
          .select('actor')
          .where('action', '=', 'card.verified')
          .where('target', '=', `member:${guest.id}`)
          .execute()
        expect(look).toEqual([{ actor: `device:${deviceId}` }, { actor: `device:${deviceId}` }])
        const address = (answer.ok && answer.value.photoUrl) || ''
        const photo = () => fetch(`${server.url}${address}`)
        expect([(await photo()).status, (await photo()).headers.get('content-type')]).toEqual([
          200,
          'image/jpeg',
        ])
        // An address that the server signed for another copy is refused too, because a device sees portraits only.
        expect(
          (await fetch(`${server.url}${server.deps.library.sign(portrait, 'thumb', deviceId)}`))
            .status,
        ).toBe(403)
        await revoke(admin, deviceId)
        expect((await photo()).status).toBe(403)
      },
    )

    run('the status list is sent once, then a 304 confirms it again', async () => {
      const { token } = await device()
      const get = (etag?: string) =>
        fetch(`${server.url}${statusList.path}`, {
          headers: {
            authorization: `Bearer ${token}`,
            ...(etag === undefined ? {} : { 'if-none-match': etag }),
          },
        })
      const first = await get()
      const etag = first.headers.get('etag') ?? ''
      expect([first.status, ((await first.json()) as { bits: number }).bits]).toEqual([200, 2])
      const again = await get(etag)
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
      expect(Date.parse(again.headers.get(STATUS_LIST_ISSUED_HEADER) ?? '')).toBeGreaterThan(0)
      expect(Date.parse(again.headers.get('date') ?? '')).toBeGreaterThan(0)
    })
  })

  describe('check-ins', () => {
    run('a device sends and counts check-ins of its own event only', async () => {
      const { token } = await device()
      const [other, guest] = [await freshEvent(server.deps), await buildMember(server.deps)]
      expect(await send(token, other, [wish(guest.cardId)])).toMatchObject({
        ok: false,
        problem: { status: 403, code: 'other-event' },
      })
      expect(await send(token, 'no-such-event', [wish(guest.cardId)])).toMatchObject(
        refusal('other-event'),
      )
      expect(
        await server.client.call(countAttendance, { params: { id: other } }, { bearer: token }),
      ).toMatchObject(refusal('other-event'))
      expect(await rowsOf(other)).toEqual([])
    })

    run(
      'a batch that is sent repeatedly counts once, with its device and sequence numbers',
      async () => {
        const { token, deviceId, event } = await device()
        const guests = await Promise.all(Array.from({ length: 12 }, () => buildMember(server.deps)))
        const batch = guests.map(({ cardId }, index) => wish(cardId, { sequence: index + 1 }))
        const shuffled = [...batch.slice(6), ...batch.slice(0, 6).toReversed()]
        const answers = await Promise.all([
          send(token, event.id, batch),
          send(token, event.id, shuffled),
          send(token, event.id, batch.slice(0, 5)),
          send(token, event.id, shuffled),
        ])
        const results = answers.flatMap((answer) => (answer.ok ? answer.value.results : []))
        expect(results).toHaveLength(12 + 12 + 5 + 12)
        expect(results.filter(({ result }) => result === 'recorded')).toHaveLength(12)
        expect(
          results.every(
            ({ result, first }) => result === 'recorded' || (result === 'known' && first === null),
          ),
        ).toBe(true)
        expect(
          (await rowsOf(event.id)).map((row) => [row.id, row.device_id, row.sequence]),
        ).toEqual(batch.map(({ id, sequence }) => [id, deviceId, sequence]))
        expect(
          await server.client.call(
            countAttendance,
            { params: { id: event.id } },
            { bearer: token },
          ),
        ).toMatchObject({ ok: true, value: { checkedIn: 12 } })
        expect(await listed(admin, deviceId)).toMatchObject({ checkIns: 12 })
      },
    )

    run(
      'the later check-in of one device is the second, independent of the sending order',
      async () => {
        const { token, event } = await device()
        const { cardId } = await buildMember(server.deps)
        const [first, second] = [wish(cardId, { sequence: 40 }), wish(cardId, { sequence: 41 })]
        const answer = await send(token, event.id, [second, first])
        expect(answer.ok && answer.value.results.map(({ id, result }) => [id, result])).toEqual([
          [second.id, 'second'],
          [first.id, 'recorded'],
        ])
        expect(await send(token, event.id, [wish(cardId, { sequence: 2 ** 40 })])).toMatchObject({
          ok: true,
        })
      },
    )

    run('check-ins of a device are stored under its own id', async () => {
      const eventId = await freshEvent(server.deps)
      const [one, other] = [await device(admin, eventId), await device(admin, eventId)]
      await send(one.token, eventId, [
        wish((await buildMember(server.deps)).cardId, { deviceId: other.deviceId, sequence: 1 }),
      ])
      expect((await rowsOf(eventId)).map((row) => row.device_id)).toEqual([one.deviceId])
    })

    run('after the token ends, staff or a new device send the check-ins', async () => {
      const moderator = await person('moderator')
      const { token, deviceId, event } = await device(moderator)
      const guests = await Promise.all(Array.from({ length: 5 }, () => buildMember(server.deps)))
      const waiting = guests.map(({ cardId }, index) => wish(cardId, { sequence: index, deviceId }))
      await send(token, event.id, waiting.slice(0, 2))
      await revoke(admin, deviceId)
      expect(await send(token, event.id, waiting)).toMatchObject({
        ok: false,
        problem: { status: 401 },
      })
      const byStaff = await send(moderator.bearer, event.id, waiting.slice(0, 4))
      expect(byStaff.ok && byStaff.value.results.map(({ result }) => result)).toEqual([
        'known',
        'known',
        'recorded',
        'recorded',
      ])
      const again = await device(moderator, event.id)
      const byDevice = await send(again.token, event.id, waiting)
      expect(byDevice.ok && byDevice.value.results.map(({ result }) => result)).toEqual([
        'known',
        'known',
        'known',
        'known',
        'recorded',
      ])
      expect((await rowsOf(event.id)).map((row) => [row.sequence, row.device_id])).toEqual([
        [0, deviceId],
        [1, deviceId],
        [2, deviceId],
        [3, deviceId],
        [4, again.deviceId],
      ])
    })

    run('staff check-ins with an unknown device id are stored without it', async () => {
      const { deviceId } = await device()
      const eventId = await freshEvent(server.deps)
      const guests = [
        await buildMember(server.deps),
        await buildMember(server.deps),
        await buildMember(server.deps),
      ]
      const answer = await send(admin.bearer, eventId, [
        wish(guests[0]?.cardId ?? '', { deviceId, sequence: 1 }),
        wish(guests[1]?.cardId ?? '', { deviceId: randomUUID(), sequence: 2 }),
        wish(guests[2]?.cardId ?? '', { sequence: 3 }),
      ])
      expect(answer.ok && answer.value.results.map(({ result }) => result)).toEqual([
        'recorded',
        'recorded',
        'recorded',
      ])
      expect((await rowsOf(eventId)).map((row) => row.device_id)).toEqual([null, null, null])
      expect(
        await send(admin.bearer, eventId, [wish(guests[0]?.cardId ?? '', { deviceId: 'mine' })]),
      ).toMatchObject({ ok: false, problem: { code: 'invalid' } })
    })
  })

  describe('retention', () => {
    run(
      'a device is in the export of its member and is deleted after 400 days; check-ins stay',
      async () => {
        const owner = await person('moderator')
        const { token, deviceId, event } = await device(owner)
        const guest = await buildMember(server.deps)
        await send(token, event.id, [wish(guest.cardId, { sequence: 1 })])
        await server.client.call(
          validatePassword,
          { body: { password: TEST_PASSWORD, id: owner.cardId } },
          owner,
        )
        const copy = await server.client.call(exportAccount, {}, owner)
        expect(copy).toMatchObject({
          ok: true,
          value: {
            enrolledDevices: [
              { id: deviceId, name: 'North door', event: event.id, revokedAt: null },
            ],
          },
        })
        expect(JSON.stringify(copy)).not.toContain('token')
        server.clock.advance(399 * DAY_S)
        await sweepExpired(server.deps)
        const held = () =>
          db().selectFrom('kiosk_devices').select('id').where('id', '=', deviceId).execute()
        expect(await held()).toHaveLength(1)
        server.clock.advance(2 * DAY_S)
        await sweepExpired(server.deps)
        expect(await held()).toEqual([])
        expect(await rowsOf(event.id)).toMatchObject([
          { member_id: guest.id, device_id: null, sequence: 1 },
        ])
      },
    )
  })
})

describe.each(ENGINES)('quotas of devices on $title', ({ engine, skip }) => {
  test.skipIf(skip)(
    'typed numbers have a quota of their own, which does not affect scans and other devices',
    async () => {
      const server = await startApiServer({ engine })
      try {
        const admin = await buildMember(server.deps, { role: 'admin' })
        const eventId = await freshEvent(server.deps)
        const [one, other] = [
          await freshDevice(server.deps, admin.id, { eventId }),
          await freshDevice(server.deps, admin.id, { eventId }),
        ]
        const look = (cardId: string, bearer = one.token) =>
          server.client.call(verifyCard, { body: { cardId } }, { bearer })
        const [minute, day] = TYPED_AT_DEVICE
        const { db } = server.deps.database
        await db
          .updateTable('kiosk_devices')
          .set({ expires_at: later(server.deps, 10) })
          .execute()
        startWindow(server, DAY_S)
        for (let n = 0; n < minute.max; n += 1) expect((await look('10000001')).ok).toBe(true)
        expect(await look('10000001')).toMatchObject({
          ok: false,
          problem: { status: 429, code: 'look-up-limit' },
        })
        expect(
          (
            await server.client.call(
              verifyCard,
              { body: { payload: 'scanned' } },
              { bearer: one.token },
            )
          ).ok,
        ).toBe(true)
        expect((await look('10000001', other.token)).ok).toBe(true)
        startWindow(server, 60)
        expect((await look('10000001')).ok).toBe(true)
        // Simulates that the quota of the day is used up.
        await db
          .updateTable('throttles')
          .set({ hits: day.max })
          .where('bucket', 'like', `look-up/typed-${day.windowS}/%`)
          .execute()
        expect(await look('10000001')).toMatchObject({
          ok: false,
          problem: { code: 'look-up-limit' },
        })
        startWindow(server, DAY_S)
        expect((await look('10000001')).ok).toBe(true)
      } finally {
        await server.stop()
      }
    },
  )

  test.skipIf(skip)(
    'unsigned codes that match no member count as typed numbers; a matching code does not',
    async () => {
      const server = await startApiServer({ engine })
      try {
        const admin = await buildMember(server.deps, { role: 'admin' })
        const holder = await buildMember(server.deps, {
          firstName: 'Amna',
          lastName: 'Idris',
          birthDate: '1990-04-12',
        })
        const { token } = await freshDevice(server.deps, admin.id)
        const scan = (payload: string) =>
          server.client.call(verifyCard, { body: { payload } }, { bearer: token })
        startWindow(server, 60)
        const [minute] = TYPED_AT_DEVICE
        for (let n = 0; n <= minute.max; n += 1)
          expect(await scan(`${holder.id}|Amna Idris|1990-04-12`)).toMatchObject({
            ok: true,
            value: { verdict: 'VALID', reason: 'unsigned' },
          })
        for (let n = 0; n < minute.max; n += 1)
          expect(await scan(`${holder.id + n}|Somebody Else|1990-04-12`)).toMatchObject({
            ok: true,
            value: { name: null },
          })
        // What matches is refused as what does not: the refusal tells nothing.
        for (const name of ['Amna Idris', 'Somebody Else'])
          expect(await scan(`${holder.id}|${name}|1990-04-12`)).toMatchObject({
            ok: false,
            problem: { code: 'look-up-limit' },
          })
        expect(
          await server.client.call(
            verifyCard,
            { body: { cardId: String(holder.id) } },
            { bearer: token },
          ),
        ).toMatchObject({ ok: false, problem: { code: 'look-up-limit' } })
      } finally {
        await server.stop()
      }
    },
  )

  test.skipIf(skip)('a typed number shows name and picture only', async () => {
    const server = await startApiServer({ engine })
    try {
      const admin = await buildMember(server.deps, { role: 'admin' })
      const holder = await buildMember(server.deps, { firstName: 'Amna', lastName: 'Idris' })
      const { token } = await freshDevice(server.deps, admin.id)
      expect(
        await server.client.call(
          verifyCard,
          { body: { cardId: String(holder.id) } },
          { bearer: token },
        ),
      ).toMatchObject({
        ok: true,
        value: { verdict: 'VALID', name: 'Amna Idris', dob: null, memberSince: null },
      })
    } finally {
      await server.stop()
    }
  })

  test.skipIf(skip)(
    'check-ins of unknown members are limited, so that numbers cannot be enumerated',
    async () => {
      const server = await startApiServer({ engine })
      try {
        const admin = await buildMember(server.deps, { role: 'admin' })
        startWindow(server, DAY_S)
        const { token, eventId } = await freshDevice(server.deps, admin.id)
        const batch = (count: number) => ({
          params: { id: eventId },
          body: {
            checkIns: Array.from({ length: count }, (_, n) => ({
              id: randomUUID(),
              cardId: String(70_000_000 + n),
              at: server.clock.now().toISOString(),
            })),
          },
        })
        for (let sent = 0; sent <= UNKNOWN_CHECK_INS_OF_DEVICE; sent += 500)
          expect((await server.client.call(checkIn, batch(500), { bearer: token })).ok).toBe(true)
        expect(await server.client.call(checkIn, batch(1), { bearer: token })).toMatchObject({
          ok: false,
          problem: { status: 429 },
        })
        const another = await freshDevice(server.deps, admin.id, { eventId })
        expect((await server.client.call(checkIn, batch(1), { bearer: another.token })).ok).toBe(
          true,
        )
      } finally {
        await server.stop()
      }
    },
  )
})
