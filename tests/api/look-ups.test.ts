/** The budget of guesses: what a taken-over account of a reviewer gets, and what a door still can do (ADR 0063). */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect } from 'vitest'
import { watchAudit } from '#server/features/watch/watch.ts'
import { cardOf, cardPayload } from '#server/records/cards/issue-card.ts'
import { findByNumber } from '#server/records/members/member-repository.ts'
import { verifyCard } from '#shared/contract/card.ts'
import { checkIn, STAFF_CHECK_INS_MAX } from '#shared/contract/events.ts'
import { buildMember, type BuiltMember } from '#tests/builders/member.ts'
import { freshDevice, freshEvent, later } from '#tests/security/fresh-rows.ts'
import { startWindow } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const DAY_S = 24 * 60 * 60

describe.each(ENGINES)('guesses on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip })
  let eventId: string
  beforeAll(async () => {
    startWindow(server, DAY_S)
    eventId = await freshEvent(server.deps)
  })

  const reviewer = () => person('reviewer')
  const wish = (cardId: string, more: { at?: string; payload?: string } = {}) => ({
    id: randomUUID(),
    cardId,
    at: server.clock.now().toISOString(),
    ...more,
  })
  const send = (bearer: string, checkIns: ReturnType<typeof wish>[], id = eventId) =>
    server.client.call(checkIn, { params: { id }, body: { checkIns } }, { bearer })
  const alertsAbout = async ({ id }: BuiltMember) => {
    await watchAudit(server.deps)
    const rows = await server.deps.database.db
      .selectFrom('alerts')
      .select('kind')
      .where('member_id', '=', id)
      .execute()
    return rows.map(({ kind }) => kind)
  }
  async function signedCard({ id }: BuiltMember): Promise<string> {
    const { db } = server.deps.database
    const row = await findByNumber(db, id)
    if (row === undefined) throw new Error('the member was not made')
    return cardPayload(server.deps, row, await cardOf(server.deps, db, id))
  }

  run(
    'a reviewer learns little, a known number is refused as an unknown one, and the door keeps checking',
    async () => {
      const staff = await reviewer()
      const member = await buildMember(server.deps)
      const many = Array.from({ length: STAFF_CHECK_INS_MAX + 1 }, (_, n) =>
        wish(String(70_000_000 + n)),
      )
      expect(await send(staff.bearer, many)).toMatchObject({
        ok: false,
        problem: { code: 'invalid', fields: [{ path: 'body.checkIns' }] },
      })
      expect((await send(staff.bearer, many.slice(1))).ok).toBe(true)
      for (const cardId of [member.cardId, '70999999']) {
        expect(await send(staff.bearer, [wish(cardId)])).toMatchObject({
          ok: false,
          problem: { status: 429, code: 'look-up-limit' },
        })
        expect(await server.client.call(verifyCard, { body: { cardId } }, staff)).toMatchObject({
          ok: false,
          problem: { code: 'look-up-limit' },
        })
      }
      const payload = await signedCard(member)
      expect(await server.client.call(verifyCard, { body: { payload } }, staff)).toMatchObject({
        ok: true,
        value: { verdict: 'VALID', reason: 'signed' },
      })
      expect(await send(staff.bearer, [wish('70999999', { payload })])).toMatchObject({ ok: false })
      expect(await send(staff.bearer, [wish(member.cardId, { payload })])).toMatchObject({
        ok: true,
        value: { results: [{ result: 'recorded' }] },
      })
      expect(await alertsAbout(staff)).toEqual(['unknown-numbers'])
    },
  )

  run(
    'staff cannot check in outside the hours; what a door recorded is kept and reported',
    async () => {
      const staff = await reviewer()
      const member = await buildMember(server.deps)
      const id = await freshEvent(server.deps)
      await server.deps.database.db
        .updateTable('events')
        .set({ starts_at: later(server.deps, -3), ends_at: later(server.deps, -2) })
        .where('id', '=', id)
        .execute()
      for (let n = 0; n < 5; n += 1)
        expect(await send(staff.bearer, [wish(member.cardId)], id)).toMatchObject({
          ok: false,
          problem: { status: 403, code: 'check-in-closed' },
        })
      expect(await alertsAbout(staff)).toEqual(['check-ins-outside'])
      const enroller = await reviewer()
      const { token } = await freshDevice(server.deps, enroller.id, { eventId: id })
      const guests = await Promise.all(Array.from({ length: 5 }, () => buildMember(server.deps)))
      const sent = await send(
        token,
        guests.map(({ cardId }) => wish(cardId)),
        id,
      )
      expect(sent.ok && sent.value.results.map(({ result }) => result)).toEqual(
        guests.map(() => 'recorded'),
      )
      expect(await alertsAbout(enroller)).toEqual(['check-ins-outside'])
    },
  )
})
