import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { myCard, verifyCard } from '#shared/contract/card.ts'
import { sendContactMessage } from '#shared/contract/claims.ts'
import { sendResetCode } from '#shared/contract/password-reset.ts'
import { listRequests, readRequest } from '#shared/contract/requests.ts'
import {
  createMember,
  listMembers,
  searchUser,
  updateMember,
  validatePassword,
} from '#shared/contract/users.ts'
import {
  buildApplicant,
  clientOnOwnNetwork,
  newAddress,
  newPhone,
} from '#tests/builders/applicant.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { signIn, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { multipartBody } from '#tests/support/uploads.ts'

/** One mark of each family that comes along when a text is copied. */
const MARKS = [
  ['right-to-left mark', '\u200f', ''],
  ['left-to-right override of an address book', '\u202d', '\u202c'],
  ['embedding', '\u202b', '\u202c'],
  ['isolate', '\u2068', '\u2069'],
  ['byte order mark', '\ufeff', ''],
  ['zero-width blank', '', '\u200b'],
  ['soft hyphen', '\u00ad', ''],
  ['word joiner', '', '\u2060'],
  ['tag of a language', '\u{e0001}', ''],
] as const
const IMPOSSIBLE = ['+3312345', '+2499', '+3361234567890', '+99912345678', '0612345678']

describe.each(ENGINES)('what people type on $title', ({ engine, skip }) => {
  let server: ApiServer
  let admin: string
  const run = test.skipIf(skip)
  beforeAll(async () => {
    if (skip) return
    server = await startApiServer({ engine, env: { LIMITS_SCALE: '100' } })
    const member = await buildMember(server.deps, { role: 'admin' })
    admin = (await signIn(server, member.email, TEST_PASSWORD)).accessToken
    await server.client.call(
      validatePassword,
      { body: { password: TEST_PASSWORD, id: member.cardId } },
      { bearer: admin },
    )
  })
  afterAll(async () => {
    if (!skip) await server.stop()
  })
  const listed = async (q: string): Promise<readonly string[]> => {
    const answer = await server.client.call(
      listMembers,
      { query: { q, page: 1, size: 50 } },
      { bearer: admin },
    )
    if (!answer.ok || !('items' in answer.value)) throw new Error(`no list of ${q}`)
    return answer.value.items.map(({ cardId }) => cardId)
  }
  const requested = async (q: string): Promise<readonly string[]> => {
    const answer = await server.client.call(
      listRequests,
      { query: { q, page: 1, size: 50 } },
      { bearer: admin },
    )
    if (!answer.ok || !('items' in answer.value)) throw new Error(`no list of ${q}`)
    return answer.value.items.map(({ cardId }) => cardId)
  }
  const lookedUp = async (body: { id?: string; email?: string; phone?: string }) => {
    const answer = await server.client.call(searchUser, { body }, { bearer: admin })
    if (!answer.ok) throw new Error(`look-up failed: ${JSON.stringify(answer.problem)}`)
    return [answer.value].flat().map(({ cardId }) => cardId)
  }
  const stored = (email: string) =>
    server.deps.database.db
      .selectFrom('members')
      .selectAll()
      .where('email_key', '=', email)
      .executeTakeFirstOrThrow()

  describe('marks that no eye sees', () => {
    run.each(MARKS)('%s: an applicant is taken as seen', async (_what, before, after) => {
      const seen = (text: string): string => `${before}${text}${after}`
      const { apply, email, form } = await buildApplicant(server)
      const answer = await apply({
        firstName: seen('محمد'),
        lastName: seen('عبد الله'),
        email: seen(email),
        phone: seen(form.phone),
        currentCity: seen('الخرطوم'),
        recommendedBy: seen('ELDER-7'),
        birthDate: seen('1990-04-12'),
        currentCountry: seen('France'),
      })
      expect(answer).toMatchObject({ ok: true })
      expect(await stored(email)).toMatchObject({
        first_name: 'محمد',
        last_name: 'عبد الله',
        email,
        phone: form.phone,
        current_city: 'الخرطوم',
        recommended_by: 'ELDER-7',
      })
    })

    run.each(MARKS)('%s: a member is found and signs in', async (_what, before, after) => {
      const seen = (text: string): string => `${before}${text}${after}`
      const member = await buildMember(server.deps, {
        firstName: 'Zulaikha',
        lastName: `Qasim${'abcdefghi'[MARKS.findIndex(([what]) => what === _what)] ?? ''}`,
        phone: newPhone(),
      })
      const [, lastName = ''] = member.name.split(' ')
      for (const q of [lastName, member.cardId, member.phone, member.email])
        expect(await listed(seen(q)), q).toContain(member.cardId)
      expect(await lookedUp({ id: seen(member.cardId) })).toEqual([member.cardId])
      expect(await lookedUp({ email: seen(member.email) })).toEqual([member.cardId])
      expect(await lookedUp({ phone: seen(member.phone) })).toEqual([member.cardId])
      expect((await signIn(server, seen(member.email), TEST_PASSWORD)).user.id).toBe(member.cardId)
      expect((await signIn(server, seen(member.phone), TEST_PASSWORD)).user.id).toBe(member.cardId)
      const identifier = Buffer.from(seen(member.email)).toString('latin1') // as a browser sends the bytes
      await clientOnOwnNetwork(server).call(sendResetCode, { headers: { identifier } })
      expect(await mailsTo(server.deps, member.email)).toContainEqual(
        expect.objectContaining({ template: 'password-reset-code' }),
      )
    })

    run.each(MARKS)(
      '%s: a message of the contact form is taken as seen',
      async (_what, before, after) => {
        const seen = (text: string): string => `${before}${text}${after}`
        const email = newAddress()
        const answer = await clientOnOwnNetwork(server).call(sendContactMessage, {
          headers: {},
          body: {
            firstName: seen('محـمد'),
            lastName: seen("N'Diaye"),
            email: seen(email),
            phoneNumber: seen('+33 (0)6 12 34 56 78'),
            subject: 'query',
            message: seen('سؤال'),
          },
        })
        expect(answer).toMatchObject({ ok: true })
        expect(
          await server.deps.database.db
            .selectFrom('claims')
            .select(['first_name', 'last_name', 'phone', 'message'])
            .where('email', '=', email)
            .execute(),
        ).toEqual([
          { first_name: 'محمد', last_name: "N'Diaye", phone: '+33612345678', message: 'سؤال' },
        ])
      },
    )

    run('a file of members is read as seen, and no mark hides a formula', async () => {
      const send = async (rows: readonly string[]) => {
        const { body, type } = multipartBody([
          {
            field: 'file',
            bytes: Buffer.from(
              ['\u200efirstName,lastName,email,birthDate,sex,phone', ...rows].join('\n'),
            ),
            name: 'members.csv',
            type: 'text/csv',
          },
        ])
        const answer = await fetch(`${server.url}/api/user/import?dryRun=false`, {
          method: 'POST',
          headers: { authorization: `Bearer ${admin}`, 'content-type': type },
          body: new Uint8Array(body),
        })
        return (await answer.json()) as { imported?: number; fields?: { code: string }[] }
      }
      const email = newAddress()
      expect(
        await send([
          `\u202bمحـمد\u202c,ʿAlī,\u200f${email},\u200e1990-04-12,\u200fm,\u202d+33 (0)7 12 34 56 78\u202c`,
        ]),
      ).toMatchObject({ imported: 1 })
      expect(await stored(email)).toMatchObject({
        first_name: 'محمد',
        last_name: "'Alī",
        phone: '+33712345678',
      })
      for (const [row, code] of [
        [`Amna,Idris,${newAddress()},1990-04-12,f,+33712345678`, 'already_member'],
        [`Amna,Idris,${newAddress()},1990-04-12,f,0033 7 12 34 56 78`, 'already_member'],
        [`Amna,Idris,${newAddress()},1990-04-12,f,+3312345`, 'bad_phone'],
        [`\u200f=1+1,Idris,${newAddress()},1990-04-12,f,`, 'formula'],
        [`ﷺ,Idris,${newAddress()},1990-04-12,f,`, 'bad_name'],
      ] as const)
        expect(await send([row]), row).toMatchObject({ fields: [{ code }] })
    })
  })

  run.each([
    ['ʿAlī', "'Alī"],
    ['Suʾād', "Su'ād"],
    ['N`Diaye', "N'Diaye"],
    ['O′Neill', "O'Neill"],
    ['Abd‑al‐Rahman', 'Abd-al-Rahman'],
    ['Jean—Luc', 'Jean-Luc'],
    ['محـمـد', 'محمد'],
    ['ﻣﺤﻤﺪ', 'محمد'],
  ])('the name %s is taken, as %s', async (typed, name) => {
    const { apply, email } = await buildApplicant(server)
    expect(await apply({ firstName: typed })).toMatchObject({ ok: true })
    expect((await stored(email)).first_name).toBe(name)
  })

  run('praise alone is no name', async () => {
    const { apply } = await buildApplicant(server)
    expect(await apply({ firstName: 'ﷺ' })).toMatchObject({
      ok: false,
      problem: { fields: [{ path: 'body.firstName' }] },
    })
  })

  describe('a phone number', () => {
    const file = '/api/files/0b8f6f0e-5c1c-4d5e-9b0a-3c1de1a2b3c4'
    const created = (phone: string) =>
      server.client.call(
        createMember,
        {
          body: {
            firstName: 'Amna',
            lastName: 'Idris',
            email: newAddress(),
            password: 'Long-Enough1',
            phone,
            birthDate: '1990-04-12',
            sex: 'f',
            mothersFirstName: 'Zeinab',
            mothersLastName: 'Musa',
            wldCardPhoto: file,
            idProofPhotoFront: file,
            idProofPhotoBack: file,
          },
        },
        { bearer: admin },
      )
    const change = (cardId: string, phone: string) =>
      server.client.call(
        updateMember,
        { params: { id: cardId }, body: { phone } },
        { bearer: admin },
      )

    run.each([
      ['+33 (0)6 98 76 54 32', '+33698765432'],
      ['0033 6.98.76.54.33', '+33698765433'],
      ['+249 (0) 91 234 5679', '+249912345679'],
      ['+39 06 6981 2345', '+390669812345'],
      ['٠٠٢٤٩٩١٢٣٤٥٦٨٠', '+249912345680'],
    ])('%s is stored as %s by staff and by an applicant', async (typed, e164) => {
      const member = await buildMember(server.deps)
      expect(await change(member.cardId, typed)).toMatchObject({ ok: true })
      expect((await stored(member.email)).phone).toBe(e164)
      expect(await lookedUp({ phone: e164 })).toEqual([member.cardId])
      const { apply, email } = await buildApplicant(server)
      expect(await apply({ phone: typed })).toMatchObject({ ok: true })
      expect((await stored(email)).phone).toBe(e164)
    })

    run.each(IMPOSSIBLE)('%s is refused wherever one is given, with the field', async (phone) => {
      const member = await buildMember(server.deps)
      expect(await change(member.cardId, phone)).toMatchObject({
        ok: false,
        problem: { status: 422, fields: [{ path: 'body.phone' }] },
      })
      expect((await stored(member.email)).phone).toBe(member.phone)
      const own = await signIn(server, member.email, TEST_PASSWORD)
      expect(
        await server.client.call(
          updateMember,
          { params: { id: member.cardId }, body: { phone } },
          { bearer: own.accessToken },
        ),
      ).toMatchObject({ ok: false, problem: { fields: [{ path: 'body.phone' }] } })
      const { apply } = await buildApplicant(server)
      expect(await apply({ phone })).toMatchObject({
        ok: false,
        problem: { fields: [{ path: 'body.phone' }] },
      })
      // A message may name a number without its country: it is kept as it was typed.
      expect(
        await clientOnOwnNetwork(server).call(sendContactMessage, {
          headers: {},
          body: {
            firstName: 'Amna',
            lastName: 'Idris',
            email: newAddress(),
            phoneNumber: phone,
            subject: 'query',
            message: 'Hello',
          },
        }),
      ).toMatchObject({ ok: true })
      expect(await created(phone)).toMatchObject({
        ok: false,
        problem: { fields: [{ path: 'body.phone' }] },
      })
    })

    run('a member is found by the number as people say it', async () => {
      const member = await buildMember(server.deps, { phone: '+33199000005' })
      for (const said of [
        '+33 1 99 00 00 05',
        '01 99 00 00 05',
        '01.99.00.00.05',
        '+33 (0)1 99 00 00 05',
        '0033 199 000 005',
        '+33199000005',
        '٠١ ٩٩ ٠٠ ٠٠ ٠٥',
      ]) {
        expect(await listed(said), said).toEqual([member.cardId])
        expect(await lookedUp({ phone: said }), said).toEqual([member.cardId])
      }
      // The number of another country is another number.
      expect(await lookedUp({ phone: '+249199000005' })).toEqual([])
      const other = await buildMember(server.deps, { phone: '+249199000005' })
      expect(await lookedUp({ phone: '01 99 00 00 05' })).toEqual([])
      expect(await lookedUp({ phone: '+33199000005' })).toEqual([member.cardId])
      expect(await lookedUp({ phone: '+249199000005' })).toEqual([other.cardId])
    })

    run('two who share a number are both found by it', async () => {
      const family = [
        await buildMember(server.deps, { phone: '+33199000017' }),
        await buildMember(server.deps, { phone: '+33199000017', validated: false }),
      ].map(({ cardId }) => cardId)
      expect((await lookedUp({ phone: '0199000017' })).toSorted()).toEqual(family.toSorted())
    })
  })

  run('a card number is found as people write it', async () => {
    const { id, cardId } = await buildMember(server.deps)
    const digits = String(id)
    for (const said of [
      `WLD-${digits}`,
      `WLD ${digits}`,
      `wld_${digits}`,
      `${digits.slice(0, 4)} ${digits.slice(4)}`,
      `\u2068WLD_${digits}\u2069`,
    ]) {
      expect(await listed(said), said).toContain(cardId)
      expect(await lookedUp({ id: said }), said).toEqual([cardId])
      expect(
        await server.client.call(verifyCard, { body: { cardId: said } }, { bearer: admin }),
      ).toMatchObject({ ok: true, value: { verdict: 'VALID', cardId } })
    }
  })

  run('names are found joined and apart, and with Persian letters', async () => {
    const apart = await buildMember(server.deps, { firstName: 'عبد الله', lastName: 'کرار' })
    const joined = await buildMember(server.deps, { firstName: 'عبدالله', lastName: 'كرار' })
    const both = [apart.cardId, joined.cardId].toSorted()
    for (const q of ['عبدالله كرار', 'عبد الله كرار', 'عبدالله کرار', 'عبد\u200fالله كرّار'])
      expect((await listed(q)).toSorted(), q).toEqual(both)
  })

  run('one person in two spellings is a hint, with its strength', async () => {
    const birthDate = '1986-02-07'
    const hintsFor = async (firstName: string, lastName: string) => {
      const { apply, email } = await buildApplicant(server)
      expect(await apply({ firstName, lastName, birthDate })).toMatchObject({ ok: true })
      const { id } = await stored(email)
      const answer = await server.client.call(
        readRequest,
        { params: { id: `REQ_${id}` } },
        { bearer: admin },
      )
      if (!answer.ok) throw new Error('not read')
      expect(await requested(`REQ-${id}`)).toEqual([`WLD_${id}`])
      return answer.value.duplicates.map(({ cardId, reasons, strength }) => [
        cardId,
        reasons.join(' '),
        strength,
      ])
    }
    const arabic = await buildMember(server.deps, {
      firstName: 'عبدالرحمن',
      lastName: 'حسن',
      birthDate,
    })
    const latin = await buildMember(server.deps, {
      firstName: 'Mohamed',
      lastName: 'Ahmed',
      birthDate,
    })
    expect(await hintsFor('عبد الرحمن', 'حسن')).toEqual([
      [arabic.cardId, 'name-birth-date', 'strong'],
    ])
    expect(await hintsFor('Mohammed', 'Ahmad')).toEqual([
      [latin.cardId, 'sound-birth-date', 'weak'],
    ])
  })

  run(
    'no fault of the way makes a card forged, and an older spelling of the name stays valid',
    async () => {
      const member = await buildMember(server.deps, {
        firstName: 'Amna Zahra',
        lastName: 'N’Diaye',
      })
      const { accessToken } = await signIn(server, member.email, TEST_PASSWORD)
      const card = await server.client.call(myCard, {}, { bearer: accessToken })
      if (!card.ok) throw new Error('no card')
      const { payload } = card.value
      const judged = async (text: string) => {
        const answer = await server.client.call(
          verifyCard,
          { body: { payload: text } },
          { bearer: admin },
        )
        return answer.ok ? [answer.value.verdict, answer.value.reason] : answer.problem?.code
      }
      for (const text of [
        payload,
        `${payload}\r\n`,
        `\ufeff${payload} `,
        payload.replace(' ', '\u00a0'),
        payload.replace(' ', ' \u200f'),
        `]Q1${payload}\t`,
      ])
        expect(await judged(text), JSON.stringify(text)).toEqual(['VALID', 'signed'])
      expect(await judged(payload.replace('Amna', 'Amina'))).toEqual(['FORGED', 'bad-signature'])
      // The register is cleaned: the seal over the older spelling is still ours, and the name the same.
      await server.deps.database.db
        .updateTable('members')
        .set({ last_name: "N'Diaye" })
        .where('id', '=', member.id)
        .execute()
      expect(await judged(payload)).toEqual(['VALID', 'signed'])
    },
  )
})
