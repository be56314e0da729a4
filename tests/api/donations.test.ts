import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEMONSTRATION } from '#server/demo/accounts.ts'
import { openMailValues } from '#server/parts/mail/outbox.ts'
import {
  donationSummary,
  listPledges,
  pledge,
  pledgeTotals,
  reopenPledge,
  updatePledge,
} from '#shared/contract/donations.ts'
import { validatePassword } from '#shared/contract/users.ts'
import { isBic, isIban } from '#shared/domain/bank-account.ts'
import { parisDay } from '#shared/domain/receipts/paris-day.ts'
import { readReference } from '#shared/domain/text/reference.ts'
import { DAY_MS } from '#shared/domain/units.ts'
import { TEST_PASSWORD } from '#tests/builders/member.ts'
import { startApiServer, startWindow } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

test('the sample accounts have the format of real ones', () => {
  for (const { iban, bic } of DEMONSTRATION.bankAccounts)
    expect([isIban(iban), isBic(bic)]).toEqual([true, true])
})

describe.each(ENGINES)('donations on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })
  let admin: string
  beforeAll(async () => {
    admin = (await person('admin')).bearer
  })

  type Promised = Parameters<typeof server.client.call<typeof pledge>>[1]['body']
  const promise = (more: Partial<Promised> = {}, bearer?: string) =>
    server.client.call(
      pledge,
      { headers: {}, body: { cause: 'education', amountUsd: 50, ...more } },
      bearer === undefined ? {} : { bearer },
    )
  async function promised(more: Partial<Promised> = {}, bearer?: string): Promise<string> {
    const answer = await promise(more, bearer)
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.value.reference
  }
  const list = async (query: object) => {
    const answer = await server.client.call(
      listPledges,
      { query: { page: 1, ...query } },
      { bearer: admin },
    )
    if (!answer.ok || Array.isArray(answer.value)) throw new Error('no page')
    return answer.value.items
  }
  const idOf = async (reference: string) => (await list({ q: reference }))[0]?.id ?? ''
  const decide = (id: string, status: 'confirmed' | 'cancelled', note = '', bearer = admin) =>
    server.client.call(updatePledge, { params: { id }, body: { status, note } }, { bearer })
  const summary = async () => {
    const answer = await server.client.call(donationSummary, {})
    if (!answer.ok) throw new Error('no summary')
    return answer.value
  }
  const refusal = (code: string) => ({ ok: false, problem: { code } })
  const faulty = (path: string) => ({ ok: false, problem: { code: 'invalid', fields: [{ path }] } })

  run('the summary counts confirmed pledges only', async () => {
    expect(await summary()).toEqual({
      treasuryUsd: 0,
      methods: ['bank'],
      samples: true,
      accounts: DEMONSTRATION.bankAccounts,
      causes: [
        { id: 'human-rights', goalUsd: 50_000, raisedUsd: 0 },
        { id: 'education', goalUsd: 100_000, raisedUsd: 0 },
        { id: 'humanitarian-aid', goalUsd: 25_000, raisedUsd: 0 },
        { id: 'technology', goalUsd: 10_000, raisedUsd: 0 },
      ],
    })
    const [one, two, off] = [
      await promised({ amountUsd: 100 }),
      await promised({ amountUsd: 1_000_000, cause: 'technology' }),
      await promised({ amountUsd: 7 }),
    ]
    expect((await summary()).treasuryUsd).toBe(0)
    for (const reference of [one, two]) await decide(await idOf(reference), 'confirmed')
    await decide(await idOf(off), 'cancelled')
    const after = await summary()
    expect(after.treasuryUsd).toBe(1_000_100)
    expect(after.causes.map(({ raisedUsd }) => raisedUsd)).toEqual([0, 100, 0, 1_000_000])
  })

  run(
    'a pledge gets a unique reference and a mail in the giver’s language, without free text',
    async () => {
      const email = 'Donor@test.example'
      const answer = await fetch(`${server.url}/api/donation/pledge`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-language': 'fr-FR,fr;q=0.9' },
        body: JSON.stringify({
          cause: 'humanitarian-aid',
          amountUsd: 25,
          method: 'bank',
          name: 'Élodie',
          email,
        }),
      })
      const value = (await answer.json()) as { reference: string }
      expect(value).toEqual({
        reference: expect.any(String),
        amountUsd: 25,
        cause: 'humanitarian-aid',
        method: 'bank',
        accounts: DEMONSTRATION.bankAccounts,
        samples: true,
        payAt: null,
      })
      expect(readReference('WLD', value.reference)).toBe(value.reference)
      const [mail] = await server.deps.database.db
        .selectFrom('mails')
        .selectAll()
        .where('to_address', '=', email)
        .execute()
      expect(mail).toMatchObject({ template: 'pledge-received', language: 'fr' })
      if (mail !== undefined)
        expect(openMailValues(server.deps, mail)).toEqual({
          name: '',
          reference: value.reference, // text of unknown senders is not mailed in our name
          amount: '25 USD',
          cause: 'humanitarian-aid',
          account: '',
          payAt: '',
          hint: 'samples',
          accounts:
            'WLD (demonstration)\nIBAN FR88 0000 0000 00DE MO00 0000 100\nBIC DEMOFRPP\nDemo Bank 1\n\nWLD (demonstration)\nIBAN SD98 0000 0000 0000 00\nBIC DEMOSDKH\nDemo Bank 2',
        })
      const member = await person('member', { details: { language: 'ar' } })
      await promised({ email: member.email, name: 'Pay here: https://evil.example' }, member.bearer)
      const [thanks] = await server.deps.database.db
        .selectFrom('mails')
        .selectAll()
        .where('to_address', '=', member.email)
        .where('template', '=', 'pledge-received')
        .execute()
      expect(thanks && openMailValues(server.deps, thanks)['name']).toBe('Amna')
      const own = await promised({}, member.bearer)
      expect((await list({ q: own }))[0]).toMatchObject({
        userId: member.cardId,
        name: '',
        email: '',
        status: 'pledged',
        amountUsd: 50,
        method: 'bank',
      })
      const references = await Promise.all(Array.from({ length: 40 }, () => promised()))
      expect(new Set(references).size).toBe(40)
    },
  )

  run(
    'a pledge sent again with its id counts once; other content under that id gets a conflict',
    async () => {
      const [id, email] = [randomUUID(), `${randomUUID()}@test.example`]
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => promise({ id, email, name: 'Amna' })),
      )
      for (const answer of answers)
        expect(answer).toEqual({ ...answers[0], headers: expect.anything() })
      expect(await list({ q: email })).toHaveLength(1)
      expect(await mailsTo(server.deps, email)).toHaveLength(1)
      const [{ reference } = { reference: '' }] = await list({ q: email })
      await decide(await idOf(reference), 'confirmed')
      expect(await promise({ id, email, name: 'Amna' })).toMatchObject({
        ok: true,
        value: { reference },
      })
      expect(await promise({ id, email, name: 'Amna', amountUsd: 51 })).toMatchObject(
        refusal('conflict'),
      )
      expect(await promise({ id, email: 'other@test.example', name: 'Amna' })).toMatchObject(
        refusal('conflict'),
      )
      expect(await promise({ id: 'x' })).toMatchObject(faulty('body.id'))
    },
  )

  run('an anonymous pledge stores no name, neither in the list nor in the audit', async () => {
    const member = await person('member', { details: { language: 'ar' } })
    const email = `${randomUUID()}@test.example`
    const reference = await promised({ anonymous: true, name: 'Amna', email }, member.bearer)
    expect((await list({ q: reference }))[0]).toMatchObject({ userId: null, name: '', email: '' })
    expect(await mailsTo(server.deps, email)).toEqual([])
    const rows = await server.deps.database.db
      .selectFrom('audit')
      .selectAll()
      .where('target', '=', `pledge:${reference}`)
      .execute()
    expect(rows.map(({ actor }) => actor)).toEqual(['anonymous'])
  })

  run('the mail uses the language of the page', async () => {
    const email = `${randomUUID()}@test.example`
    await promised({ email, language: 'ar' })
    expect((await mailsTo(server.deps, email)).map(({ language }) => language)).toEqual(['ar'])
  })

  run(
    'an invalid amount, cause, method, e-mail or name is rejected with the name of the field',
    async () => {
      for (const [more, path] of [
        [{ amountUsd: 0 }, 'body.amountUsd'],
        [{ amountUsd: 1_000_001 }, 'body.amountUsd'],
        [{ amountUsd: 10.5 }, 'body.amountUsd'],
        [{ cause: 'me' }, 'body.cause'],
        [{ method: 'paypal' }, 'body.method'],
        [{ method: 'card' }, 'body.method'],
        [{ method: 'cash' }, 'body.method'],
        [{ email: 'nobody' }, 'body.email'],
        [{ name: 'a\u0000' }, 'body.name'],
      ] as const)
        expect(await promise(more as Partial<Promised>), path).toMatchObject(faulty(path))
      expect((await promise({ email: '' })).ok).toBe(true)
    },
  )

  run('a pledge is found by any spelling of its reference, by name and state', async () => {
    const mark = `n${Math.random().toString(36).slice(2)}`
    const one = await promised({ name: `Zoë ${mark}`, email: `${mark}@test.example` })
    server.clock.advance(1)
    const two = await promised({ name: `أحمد ${mark}` })
    const found = async (query: object) => (await list(query)).map(({ reference }) => reference)
    for (const q of [
      one,
      one.toLowerCase(),
      one.replaceAll('-', ' '),
      ` ${one.replaceAll('-', '')} `,
    ])
      expect(await found({ q })).toEqual([one])
    expect(await found({ q: mark })).toEqual([two, one])
    expect(await found({ q: `zoe ${mark}` })).toEqual([one])
    expect(await found({ q: `احمد ${mark}` })).toEqual([two])
    await decide(await idOf(one), 'confirmed')
    expect(await found({ q: mark, status: 'pledged' })).toEqual([two])
    expect(await found({ q: mark, page: 2, size: 1 })).toEqual([one])
    const plain = await server.client.call(listPledges, { query: { q: mark } }, { bearer: admin })
    expect(plain.ok && Array.isArray(plain.value) && plain.value.length).toBe(2)
  })

  run('a pledge is decided once, by administrators only', async () => {
    const id = await idOf(await promised({ amountUsd: 9 }))
    const before = (await summary()).treasuryUsd
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        decide(id, index % 2 === 0 ? 'confirmed' : 'cancelled', `n${index}`),
      ),
    )
    const won = answers.filter(({ ok }) => ok)
    expect(won).toHaveLength(1)
    const current =
      won[0]?.ok === true ? { status: won[0].value.status, note: won[0].value.note } : {}
    for (const answer of answers.filter(({ ok }) => !ok))
      expect(answer).toMatchObject({
        ok: false,
        problem: { status: 409, code: 'already-decided', current },
      })
    expect((await summary()).treasuryUsd - before).toBe(current.status === 'confirmed' ? 9 : 0)
    expect(await decide('no-such-pledge', 'confirmed')).toMatchObject(refusal('not-found'))
    expect(await decide('a\u0000', 'confirmed')).toMatchObject(refusal('invalid'))
    for (const role of ['content', 'moderator', 'reviewer', 'member'] as const) {
      const one = await person(role)
      expect(await decide(id, 'confirmed', '', one.bearer)).toMatchObject(refusal('forbidden'))
      expect(await server.client.call(listPledges, { query: {} }, one)).toMatchObject(
        refusal('forbidden'),
      )
    }
  })

  run('configured payment methods are offered; payment pages get the reference', async () => {
    const env = {
      BANK_TRANSFER_1: 'WLD|FR76 3000 6000 0112 3456 7890 189|AGRIFRPP|Bank, Lyon',
      PAYPAL_URL: 'https://pay.example.org/?for={reference}&usd={amount}',
      CARD_PAYMENT_URL: 'https://card.example.org/give?to=wld',
    }
    const own = await startApiServer({ engine, env })
    try {
      const account = {
        holder: 'WLD',
        iban: 'FR7630006000011234567890189',
        bic: 'AGRIFRPP',
        bank: 'Bank, Lyon',
      }
      expect(await own.client.call(donationSummary, {})).toMatchObject({
        ok: true,
        value: { methods: ['paypal', 'card', 'bank'], accounts: [account], samples: false },
      })
      const pay = async (method: 'paypal' | 'card' | 'bank') => {
        const email = `${randomUUID()}@test.example`
        const answer = await own.client.call(pledge, {
          headers: {},
          body: { cause: 'education', amountUsd: 50, method, email },
        })
        if (!answer.ok) throw new Error('refused')
        const [mail] = await mailsTo(own.deps, email)
        return { ...answer.value, mail: mail?.values }
      }
      const [paypal, card, bank] = [await pay('paypal'), await pay('card'), await pay('bank')]
      expect(paypal).toMatchObject({
        payAt: `https://pay.example.org/?for=${paypal.reference}&usd=50`,
        accounts: [],
        mail: { payAt: paypal.payAt, account: '', accounts: '', hint: '' },
      })
      expect(card).toMatchObject({
        payAt: `https://card.example.org/give?to=wld&reference=${card.reference}`,
        accounts: [],
      })
      expect(bank).toMatchObject({
        payAt: null,
        accounts: [account],
        samples: false,
        mail: {
          account: 'WLD\nIBAN FR76 3000 6000 0112 3456 7890 189\nBIC AGRIFRPP\nBank, Lyon',
          accounts: '',
          payAt: '',
          hint: '',
        },
      })
    } finally {
      await own.stop()
    }
  })

  run('many pledges of one network require a proof of work, then get 429', async () => {
    const own = await startApiServer({ engine })
    try {
      startWindow(own, pledge.limits[0].windowS)
      const call = () =>
        own.client.call(pledge, { headers: {}, body: { cause: 'education', amountUsd: 1 } })
      for (let index = 0; index < 10; index += 1) expect((await call()).ok).toBe(true)
      for (let index = 0; index < 10; index += 1)
        expect(await call()).toMatchObject({ ok: false, problem: { status: 428 } })
      expect(await call()).toMatchObject({ ok: false, problem: { status: 429 } })
    } finally {
      await own.stop()
    }
  })

  run('an address gets at most four mails a day; all pledges are stored', async () => {
    const own = await startApiServer({ engine })
    try {
      for (const email of [
        'a@test.example',
        'A@test.example',
        'a@TEST.example',
        'a@test.example',
        'a@test.example',
        'b@test.example',
      ])
        expect(
          (
            await own.client.call(pledge, {
              headers: {},
              body: { cause: 'education', amountUsd: 1, email },
            })
          ).ok,
        ).toBe(true)
      const mails = await own.deps.database.db.selectFrom('mails').select('to_address').execute()
      expect(mails.map(({ to_address: to }) => to.toLowerCase()).sort()).toEqual([
        ...Array.from({ length: 4 }, () => 'a@test.example'),
        'b@test.example',
      ])
      expect(await own.deps.database.db.selectFrom('pledges').select('id').execute()).toHaveLength(
        6,
      )
    } finally {
      await own.stop()
    }
  })

  run(
    'a confirmation stores who, when and the day; reopening requires a reason and keeps history',
    async () => {
      const boss = await person('admin', { firstName: 'Huda', lastName: 'Osman' })
      const reference = await promised({ amountUsd: 321, cause: 'technology', name: 'Omar' })
      const id = await idOf(reference)
      const confirm = (receivedOn?: string, status: 'confirmed' | 'cancelled' = 'confirmed') =>
        server.client.call(
          updatePledge,
          {
            params: { id },
            body: {
              status,
              note: 'Statement 4',
              ...(receivedOn === undefined ? {} : { receivedOn }),
            },
          },
          boss,
        )
      const reopen = (status: 'confirmed' | 'cancelled', reason = 'Another reference') =>
        server.client.call(reopenPledge, { params: { id }, body: { status, reason } }, boss)
      expect(await reopen('confirmed')).toMatchObject(refusal('already-decided'))
      const tomorrow = parisDay(new Date(server.clock.now().getTime() + DAY_MS))
      expect(await confirm(tomorrow)).toMatchObject(faulty('body.receivedOn'))
      const raisedBefore = (await summary()).treasuryUsd
      const who = { cardId: boss.cardId, name: boss.name }
      expect(await confirm('2026-01-31')).toMatchObject({
        ok: true,
        value: {
          status: 'confirmed',
          receivedOn: '2026-01-31',
          decidedBy: { cardId: boss.cardId },
          decidedAt: expect.any(String),
        },
      })
      expect((await summary()).treasuryUsd).toBe(raisedBefore + 321)
      expect(await reopen('confirmed', ' ')).toMatchObject(faulty('body.reason'))
      expect(await reopen('cancelled')).toMatchObject({
        ok: false,
        problem: { code: 'already-decided', current: { status: 'confirmed' } },
      })
      const both = await Promise.all([reopen('confirmed'), reopen('confirmed')])
      expect(both.filter(({ ok }) => ok)).toHaveLength(1)
      expect((await summary()).treasuryUsd).toBe(raisedBefore)
      expect(await confirm()).toMatchObject({
        ok: true,
        value: { receivedOn: parisDay(server.clock.now()) },
      })
      const [row] = await list({ q: reference })
      expect(
        row?.history.map(({ status, note, receivedOn }) => [status, note, receivedOn]),
      ).toEqual([
        ['confirmed', 'Statement 4', '2026-01-31'],
        ['pledged', 'Another reference', null],
        ['confirmed', 'Statement 4', row?.receivedOn],
      ])
      expect(row?.history[0]?.by).toMatchObject({ cardId: who.cardId })
      const traces = await server.deps.database.db
        .selectFrom('audit')
        .selectAll()
        .where('target', '=', `pledge:${reference}`)
        .where('action', '=', 'donation.reopened')
        .execute()
      expect(traces.map(({ detail }) => JSON.parse(detail) as unknown)).toEqual([
        { from: 'confirmed', amountUsd: 321, cause: 'technology', withReason: true },
      ])
      for (const role of ['content', 'moderator', 'reviewer', 'member'] as const)
        expect(
          await server.client.call(
            reopenPledge,
            { params: { id }, body: { status: 'confirmed', reason: 'x' } },
            await person(role),
          ),
        ).toMatchObject(refusal('forbidden'))
    },
  )

  run(
    'totals count the sum that arrived, and the sum that was promised where none is given',
    async () => {
      const boss = await person('admin')
      const confirm = async (amountUsd: number, received?: object) => {
        const id = await idOf(await promised({ amountUsd, cause: 'technology' }))
        return server.client.call(
          updatePledge,
          { params: { id }, body: { status: 'confirmed', ...(received && { received }) } } as never,
          boss,
        )
      }
      const raised = async () => {
        const totals = await server.client.call(pledgeTotals, {}, boss)
        const treasury = (await summary()).treasuryUsd
        expect(totals.ok && totals.value.confirmed.usd).toBe(treasury)
        return treasury
      }
      const before = await raised()
      expect(await confirm(100, { cents: 4_850, currency: 'EUR' })).toMatchObject(
        faulty('body.received.countedCents'),
      )
      expect(await confirm(100, { cents: 0, currency: 'USD' })).toMatchObject(
        faulty('body.received.cents'),
      )
      expect(await raised()).toBe(before)
      expect(
        await confirm(50, { cents: 4_850, currency: 'EUR', countedCents: 5_275 }),
      ).toMatchObject({
        ok: true,
        value: {
          amountUsd: 50,
          received: { cents: 4_850, currency: 'EUR', countedCents: 5_275 },
          history: [{ received: { cents: 4_850, currency: 'EUR', countedCents: 5_275 } }],
        },
      })
      // In the own currency the sum counts as it is, whatever the caller says of it.
      const own = await confirm(50, { cents: 4_225, currency: 'USD', countedCents: 999_999 })
      expect(own).toMatchObject({ ok: true, value: { received: { countedCents: 4_225 } } })
      expect(await confirm(7)).toMatchObject({
        ok: true,
        value: { received: { cents: 700, currency: 'USD', countedCents: 700 } },
      })
      expect(await raised()).toBe(before + 52 + 42 + 1 + 7) // 52.75 + 42.25 + 7, without cents
      const id = own.ok ? own.value.id : ''
      await server.client.call(
        reopenPledge,
        { params: { id }, body: { status: 'confirmed', reason: 'Another reference' } },
        boss,
      )
      expect((await list({ q: own.ok ? own.value.reference : '' }))[0]).toMatchObject({
        received: null,
        history: [{ received: { countedCents: 4_225 } }, { received: null }],
      })
      await server.client.call(
        validatePassword,
        { body: { id: boss.cardId, password: TEST_PASSWORD } },
        boss,
      )
      const csv = await fetch(`${server.url}/api/donation/export/csv?cause=technology`, {
        headers: { authorization: `Bearer ${boss.bearer}` },
      })
      const text = await csv.text()
      expect(text).toContain('"Promised (USD)"')
      expect(text).toMatch(/,"?48\.5"?,"EUR","?52\.75"?,/)
    },
  )

  run(
    'pledges are filtered, sorted and totalled; the CSV needs a step-up and has no formulas',
    async () => {
      const boss = await person('admin')
      const mark = `Mark${randomUUID().slice(0, 8)}`
      for (const [amountUsd, cause] of [
        [5, 'education'],
        [500, 'technology'],
        [50, 'education'],
      ] as const)
        await promised({
          amountUsd,
          cause,
          name: `${mark} x`,
          email: `${randomUUID()}@test.example`,
        })
      const amounts = async (query: object) =>
        (await list({ q: mark, ...query })).map(({ amountUsd }) => amountUsd)
      expect(await amounts({ sort: '-amountUsd' })).toEqual([500, 50, 5])
      expect(await amounts({ sort: 'amountUsd', cause: 'education' })).toEqual([5, 50])
      expect(await amounts({ to: '2020-01-01' })).toEqual([])
      const totals = await server.client.call(pledgeTotals, {}, boss)
      if (!totals.ok) throw new Error('no totals')
      const { pledged, confirmed, causes } = totals.value
      expect(confirmed.usd).toBe((await summary()).treasuryUsd)
      expect(causes.reduce((sum, cause) => sum + cause.pledged.usd, 0)).toBe(pledged.usd)
      await promised({ name: '=cmd|x', amountUsd: 3 })
      const csv = (token: string, query: string) =>
        fetch(`${server.url}/api/donation/export/csv?${query}`, {
          headers: { authorization: `Bearer ${token}` },
        })
      expect(await (await csv(boss.bearer, '')).json()).toMatchObject({ code: 'step-up-required' })
      await server.client.call(
        validatePassword,
        { body: { id: boss.cardId, password: TEST_PASSWORD } },
        boss,
      )
      const whole = await (await csv(boss.bearer, '')).text()
      expect(whole).toContain(`"'=cmd|x"`)
      expect(whole.trimEnd().split('\r\n')).toHaveLength(
        1 + (await server.deps.database.db.selectFrom('pledges').select('id').execute()).length,
      )
      expect(
        (await (await csv(boss.bearer, `q=${mark}&cause=technology`)).text())
          .trimEnd()
          .split('\r\n'),
      ).toHaveLength(2)
      expect((await csv((await person('content')).bearer, '')).status).toBe(403)
      const last = await server.deps.database.db
        .selectFrom('audit')
        .select('detail')
        .where('action', '=', 'donation.exported')
        .orderBy('seq', 'desc')
        .executeTakeFirst()
      expect(JSON.parse(last?.detail ?? '')).toEqual({ rows: 1, filters: 'q cause' })
    },
  )
})
