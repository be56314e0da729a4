/** Tax receipts: off at first, numbered without a gap, sealed, cancelled and never changed (ADR 0101). */
import { sql } from 'kysely'
import { beforeAll, describe, expect, vi } from 'vitest'
import { applyRetention } from '#server/jobs/retention.ts'
import { UNREADABLE } from '#server/parts/database/sealing/sealed-columns.ts'
import { inTransaction } from '#server/parts/database/transact.ts'
import { eraseMember } from '#server/records/erasure/erasure-repository.ts'
import { findByNumber } from '#server/records/members/member-repository.ts'
import { countDue } from '#server/records/settings/retention-repository.ts'
import { exportAccount } from '#shared/contract/account.ts'
import {
  cancelReceipt,
  issueReceipt,
  listReceipts,
  readReceipt,
  receiptsCsv,
} from '#shared/contract/donation-receipts.ts'
import { listPledges, reopenPledge, updatePledge } from '#shared/contract/donations.ts'
import { changeReceiptSettings, readSettings } from '#shared/contract/settings.ts'
import { BLANK_ASSOCIATION } from '#shared/domain/association.ts'
import { RETENTION_DEFAULTS } from '#shared/domain/people/retention.ts'
import { freshDonation, RECEIPT_SETTINGS, turnReceiptsOn } from '#tests/builders/receipt.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const ADDRESS = '3 rue Basse\n69000 Lyon'
const DAY_MS = 86_400_000

describe.each(ENGINES)('tax receipts on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })
  let admin: Awaited<ReturnType<typeof person>>
  beforeAll(async () => {
    if (skip) return
    admin = await person('admin', { proven: true })
  })
  const db = () => server.deps.database.db
  const by = () => ({ bearer: admin.bearer })
  const refusal = (code: string) => ({ ok: false, problem: { code } })
  const valueOf = <T>(
    answer: { readonly ok: true; readonly value: T } | { readonly ok: false },
  ): T => {
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    return answer.value
  }
  const issue = (pledgeId: string, bearer = admin.bearer) =>
    server.client.call(
      issueReceipt,
      { body: { pledgeId, donor: 'Amna Idris', address: ADDRESS } },
      { bearer },
    )
  const issued = async (pledgeId: string) => valueOf(await issue(pledgeId))
  const cancel = (id: string, reason = 'Wrong address') =>
    server.client.call(cancelReceipt, { params: { id }, body: { reason } }, by())
  const list = async (query: object = {}) =>
    valueOf(await server.client.call(listReceipts, { query }, by()))
  const pledgeOf = async (id: string) => {
    const reply = valueOf(await server.client.call(listPledges, { query: {} }, by()))
    return (Array.isArray(reply) ? reply : reply.items).find((one) => one.id === id)
  }
  const numberOf = (text: string) => Number(text.split('-')[1])

  run('they are off until everything that stands on one is said, with the password', async () => {
    await db().deleteFrom('settings').execute()
    const change = (body: object, bearer = admin.bearer) =>
      server.client.call(
        changeReceiptSettings,
        { body: { ...RECEIPT_SETTINGS, articles: ['200'], revision: 0, ...body } },
        { bearer },
      )
    const pledgeId = await freshDonation(server.deps)
    expect(await issue(pledgeId)).toMatchObject(refusal('receipt-impossible'))
    expect((await pledgeOf(pledgeId))?.receipt).toEqual({ possible: false, inForce: null })
    expect(await change({}, (await person('admin')).bearer)).toMatchObject(
      refusal('step-up-required'),
    )
    const refused = await change({ articles: [], signer: ' ' })
    expect(refused).toMatchObject(refusal('invalid'))
    expect(refused).toMatchObject({
      problem: {
        fields: ['signer', 'articles', 'name', 'seat', 'register'].map((field) => ({
          path: `body.${field}`,
          code: 'required',
        })),
      },
    })
    await turnReceiptsOn(server.deps)
    await db().deleteFrom('settings').where('name', '=', 'receipts').execute()
    expect((await change({ articles: ['978', '200'] })).ok).toBe(true)
    const { receipts } = valueOf(await server.client.call(readSettings, {}, by()))
    expect(receipts).toMatchObject({ on: true, articles: ['200', '978'], signer: 'Salma Idris' })
    const { detail } = await db()
      .selectFrom('audit')
      .select('detail')
      .where('target', '=', 'settings:receipts')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(detail)).toMatchObject({
      on: 'false → true',
      articles: ' → 200 978',
      ground: ` → ${RECEIPT_SETTINGS.ground}`,
    })
    expect((await pledgeOf(pledgeId))?.receipt).toEqual({ possible: true, inForce: null })
    // Who publishes the site was emptied since: half a receipt is issued to nobody.
    await db()
      .updateTable('settings')
      .set({ value: JSON.stringify({ ...BLANK_ASSOCIATION, name: 'WLD' }) })
      .where('name', '=', 'association')
      .execute()
    expect(await issue(pledgeId)).toMatchObject(refusal('receipt-impossible'))
  })

  run(
    'only euros that arrived, from somebody who is known, and one in force for each',
    async () => {
      await turnReceiptsOn(server.deps)
      for (const more of [
        { status: 'pledged' },
        { status: 'cancelled' },
        { received_currency: 'USD' },
        { name: '' },
        { received_cents: null },
      ] as const)
        expect(
          await issue(await freshDonation(server.deps, more)),
          JSON.stringify(more),
        ).toMatchObject(refusal('receipt-impossible'))
      expect(await issue('none')).toMatchObject(refusal('not-found'))
      const pledgeId = await freshDonation(server.deps)
      expect(await issue(pledgeId, (await person('admin')).bearer)).toMatchObject(
        refusal('step-up-required'),
      )
      const both = await Promise.all([issue(pledgeId), issue(pledgeId)])
      expect(both.filter(({ ok }) => ok)).toHaveLength(1)
      expect(both.find(({ ok }) => !ok)).toMatchObject(refusal('receipt-in-force'))
      const first = valueOf(both.find(({ ok }) => ok) ?? { ok: false })
      expect(first).toMatchObject({ cents: 4_850, donor: 'Amna Idris', cancelled: null })
      expect((await pledgeOf(pledgeId))?.receipt).toEqual({
        possible: false,
        inForce: { id: first.id, number: first.number },
      })
      // The paper says that the money arrived: the pledge says so too, as long as the paper counts.
      const reopen = () =>
        server.client.call(
          reopenPledge,
          { params: { id: pledgeId }, body: { status: 'confirmed', reason: 'By mistake' } },
          by(),
        )
      expect(await reopen()).toMatchObject(refusal('receipt-in-force'))
      expect((await pledgeOf(pledgeId))?.status).toBe('confirmed')

      const print = () =>
        server.client.call(readReceipt, { params: { id: first.id } }, by()).then(valueOf)
      const printed = await print()
      expect(valueOf(await cancel(first.id)).cancelled).toMatchObject({
        reason: 'Wrong address',
        by: { cardId: admin.cardId },
      })
      expect(await cancel(first.id, 'Again')).toMatchObject(refusal('already-decided'))
      expect(await cancel('none')).toMatchObject(refusal('not-found'))
      const { cancelled: _mark, ...after } = await print()
      const { cancelled: _none, ...before } = printed
      expect(after).toEqual(before)
      const second = await issued(pledgeId)
      expect(numberOf(second.number)).toBe(numberOf(first.number) + 1)
      const numbers = (await list()).items.map(({ number }) => number)
      expect(numbers).toEqual(expect.arrayContaining([first.number, second.number]))
      await cancel(second.id)
      expect((await reopen()).ok).toBe(true)
    },
  )

  run('many at once get every number once, and a refusal gives its number back', async () => {
    await turnReceiptsOn(server.deps)
    const start = Math.max(0, ...(await list({ size: 1 })).items.map((one) => numberOf(one.number)))
    const pledges = []
    for (let n = 0; n < 24; n += 1) pledges.push(await freshDonation(server.deps))
    // The trace of every third one fails, after its number was taken: the transaction is undone.
    const write = server.deps.audit.write.bind(server.deps.audit)
    let calls = 0
    const spy = vi.spyOn(server.deps.audit, 'write').mockImplementation((entry, transaction) => {
      if (entry.action === 'donation.receipt-issued' && (calls += 1) % 3 === 0)
        throw new Error('the log is out of reach')
      return write(entry, transaction)
    })
    const answers = await Promise.all(pledges.map((id) => issue(id)))
    spy.mockRestore()
    const taken = answers.flatMap((one) => (one.ok ? [numberOf(one.value.number)] : []))
    expect(taken).toHaveLength(16)
    expect(taken.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 16 }, (_, index) => start + 1 + index),
    )
  })

  run('the copy says what the model asks for, is sealed, and each look is recorded', async () => {
    await turnReceiptsOn(server.deps)
    const { id, number, reference } = await issued(
      await freshDonation(server.deps, { received_on: '2026-03-04' }),
    )
    const receipt = valueOf(await server.client.call(readReceipt, { params: { id } }, by()))
    const day = receipt.copy?.issuedOn
    expect(receipt.copy).toEqual({
      association: {
        name: 'Union des Soudanais',
        seat: '12 rue Haute, 75011 Paris',
        rna: 'W751234567',
        siren: '',
        category: RECEIPT_SETTINGS.category,
        object: RECEIPT_SETTINGS.object,
      },
      articles: ['200', '238bis'],
      donor: { name: 'Amna Idris', address: ADDRESS },
      cents: 4_850,
      words: 'quarante-huit euros et cinquante centimes',
      receivedOn: '2026-03-04',
      method: 'bank',
      reference,
      issuedOn: expect.any(String),
      signer: { name: 'Salma Idris', capacity: 'Trésorière' },
    })
    expect(number.startsWith(`${day?.slice(0, 4)}-`)).toBe(true)
    await cancel(id, 'Moved to Nantes')
    const { rows: stored } =
      await sql`select copy, cancel_reason from donation_receipts where id = ${id}`.execute(db())
    expect(stored).toHaveLength(1)
    for (const word of ['Amna', 'Basse', 'Salma', 'Nantes'])
      expect(JSON.stringify(stored), word).not.toContain(word)
    const rows = await db()
      .selectFrom('audit')
      .select(['action', 'actor', 'detail'])
      .where('target', '=', `pledge:${reference}`)
      .orderBy('seq')
      .execute()
    expect(rows.map(({ action }) => action)).toEqual([
      'donation.receipt-issued',
      'donation.receipt-opened',
      'donation.receipt-cancelled',
    ])
    for (const word of ['Amna', 'Basse', 'Nantes']) expect(JSON.stringify(rows)).not.toContain(word)
    expect(
      await server.client.call(
        readReceipt,
        { params: { id } },
        { bearer: (await person('admin')).bearer },
      ),
    ).toMatchObject(refusal('step-up-required'))
  })

  run('the list of a year has its sums, and the file has no address', async () => {
    await turnReceiptsOn(server.deps)
    const kept = await issued(await freshDonation(server.deps))
    const { year, years, inForce, cancelled, items, total, on } = await list({ size: 100 })
    expect([on, years[0], total]).toEqual([true, year, items.length])
    const rows = Map.groupBy(items, (one) => one.cancelled === null)
    const sum = (all: typeof items = []) => all.reduce((cents, one) => cents + one.cents, 0)
    expect(inForce).toEqual({ count: rows.get(true)?.length, cents: sum(rows.get(true)) })
    expect(cancelled).toEqual({ count: rows.get(false)?.length, cents: sum(rows.get(false)) })
    expect((await list({ year: year - 1 })).items).toEqual([])
    const download = (bearer: string) =>
      fetch(`${server.url}${receiptsCsv.path}?year=${year}&language=fr`, {
        headers: { authorization: `Bearer ${bearer}` },
      })
    expect((await download((await person('admin')).bearer)).status).toBe(403)
    const text = await (await download(admin.bearer)).text()
    const lines = text.trim().split('\r\n')
    expect(lines).toHaveLength(items.length + 1)
    expect(lines.slice(1).map((line) => line.split(';')[0]?.replaceAll('"', ''))).toEqual(
      items.map(({ number }) => number).toReversed(),
    )
    expect(lines.at(-1)).toContain(kept.number)
    expect(text).toContain('Amna Idris')
    expect(text).not.toContain('Basse')
  })

  run(
    'it is in the export of the member, outlives the account, and ends with its period',
    async () => {
      await turnReceiptsOn(server.deps)
      const me = await person('member', { proven: true })
      const pledgeId = await freshDonation(server.deps, { member_id: me.id })
      const { id, number } = await issued(pledgeId)
      const bundle = valueOf(await server.client.call(exportAccount, {}, { bearer: me.bearer }))
      expect(bundle['taxReceipts']).toMatchObject([
        { number, cancelledAt: null, copy: { donor: { name: 'Amna Idris', address: ADDRESS } } },
      ])
      await inTransaction(db(), async (transaction) => {
        const row = await findByNumber(transaction, me.id)
        if (row !== undefined) await eraseMember(server.deps, transaction, row)
      })
      const copyOf = async () =>
        valueOf(await server.client.call(readReceipt, { params: { id } }, by())).copy
      const rowOf = () =>
        db()
          .selectFrom('donation_receipts')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      expect((await rowOf()).member_id).toBeNull()
      expect((await copyOf())?.donor).toEqual({ name: 'Amna Idris', address: ADDRESS })

      // The gift is old enough, the receipt is not: six years count from the year of its issue.
      const days = { ...RETENTION_DEFAULTS, donations: 2_190 }
      const now = server.clock.now().getTime()
      const issuedBefore = (years: number) => {
        const issued_at = new Date(now - years * 366 * DAY_MS).toISOString()
        return db()
          .updateTable('donation_receipts')
          .set({ issued_at, year: Number(issued_at.slice(0, 'yyyy'.length)) })
          .where('id', '=', id)
          .execute()
      }
      await db()
        .updateTable('pledges')
        .set({ received_on: '2001-05-06' })
        .where('id', '=', pledgeId)
        .execute()
      await issuedBefore(5)
      await applyRetention(server.deps, days)
      expect(await copyOf()).not.toBeNull()
      await issuedBefore(8)
      expect((await countDue(db(), server.deps.clock, days)).donations).toBe(1)
      await applyRetention(server.deps, days)
      expect((await countDue(db(), server.deps.clock, days)).donations).toBe(0)
      expect(await copyOf()).toBeNull()
      const row = await rowOf()
      expect([row.copy, row.cents]).toEqual(['', 4_850])
      expect(numberOf(number)).toBe(row.number)
    },
  )

  run('a copy that no key opens closes neither the list of its year nor an export', async () => {
    await turnReceiptsOn(server.deps)
    const me = await person('member', { proven: true })
    const [sound, damaged] = [
      await issued(await freshDonation(server.deps)),
      await issued(await freshDonation(server.deps, { member_id: me.id })),
    ]
    await sql`update donation_receipts set copy = (select copy from donation_receipts where id = ${sound.id})
      where id = ${damaged.id}`.execute(db())
    const { items, year } = await list({ size: 100 })
    expect(items.find(({ id }) => id === damaged.id)?.donor).toBe(UNREADABLE)
    expect(items.find(({ id }) => id === sound.id)?.donor).toBe('Amna Idris')
    const read = await server.client.call(readReceipt, { params: { id: damaged.id } }, by())
    expect(valueOf(read)).toMatchObject({ number: damaged.number, copy: null })
    const csv = await fetch(`${server.url}${receiptsCsv.path}?year=${year}&language=fr`, {
      headers: { authorization: `Bearer ${admin.bearer}` },
    })
    expect(await csv.text()).toContain(damaged.number)
    const bundle = valueOf(await server.client.call(exportAccount, {}, { bearer: me.bearer }))
    expect(bundle['taxReceipts']).toMatchObject([{ number: damaged.number, copy: null }])
  })

  run('the last hour of the year in UTC is the new year of gift, number and period', async () => {
    const { clock } = server
    const year = clock.now().getUTCFullYear() + 1
    const midnight = Date.UTC(year, 0, 1)
    clock.advance((midnight - clock.now().getTime()) / 1_000 - 1_800)
    const { bearer } = await person('admin', { proven: true })
    await turnReceiptsOn(server.deps)
    const pledgeId = await freshDonation(server.deps, {
      status: 'pledged',
      received_on: null,
      received_cents: null,
      received_currency: null,
    })
    const confirmed = valueOf(
      await server.client.call(
        updatePledge,
        {
          params: { id: pledgeId },
          body: {
            status: 'confirmed',
            received: { cents: 1_000, currency: 'EUR', countedCents: 1_000 },
          },
        },
        { bearer },
      ),
    )
    expect(confirmed.receivedOn).toBe(`${year}-01-01`)
    const { id, number } = valueOf(await issue(pledgeId, bearer))
    expect(number).toBe(`${year}-0001`)

    const days = { ...RETENTION_DEFAULTS, donations: 2_190 }
    const inPeriod = async (): Promise<boolean> => {
      await applyRetention(server.deps, days)
      const row = await db()
        .selectFrom('donation_receipts')
        .select('forgotten_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return row.forgotten_at === null
    }
    clock.advance(2_190 * 86_400 + 3_600) // In the year of its issue by the period: the year in UTC is over, that in Paris is not.
    expect(await inPeriod()).toBe(true)
    clock.advance(366 * 86_400)
    expect(await inPeriod()).toBe(false)
  })
})
