import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { beforeAll, describe, expect } from 'vitest'
import { createApiClient, type CallResult } from '#shared/contract/base/client.ts'
import { MAILS_OF_ROUTE } from '#shared/contract/base/define-route.ts'
import { sendEmailCode } from '#shared/contract/email-code.ts'
import { sendResetCode } from '#shared/contract/password-reset.ts'
import { createRegistration } from '#shared/contract/registration.ts'
import {
  buildApplicant,
  clientOnOwnNetwork,
  newAddress,
  newPhone,
} from '#tests/builders/applicant.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const freeCalls = (sendEmailCode.limits.find(({ per }) => per === 'network')?.max ?? 0) / 2

describe.each(ENGINES)('proof of work on $title', ({ engine, skip }) => {
  const { server, run } = suiteServer({ engine, skip })
  beforeAll(async () => {
    server.clock.advance(3_601 - (Math.floor(server.clock.now().getTime() / 1_000) % 3_600)) // quotas count in whole hours
  })

  type Client = ReturnType<typeof clientOnOwnNetwork>
  const send = (client: Client, proof?: string) =>
    client.call(sendEmailCode, {
      headers: proof === undefined ? {} : { 'x-proof-of-work': proof },
      body: { email: newAddress() },
    })
  const challengeOf = (answer: CallResult<unknown>): Challenge => {
    if (answer.ok || answer.problem?.code !== 'proof-required')
      throw new Error(`expected 428, got ${JSON.stringify(answer)}`)
    return answer.problem['challenge'] as Challenge // the field of the 428 problem
  }
  const header = (payload: object): string =>
    Buffer.from(JSON.stringify(payload)).toString('base64')
  const solve = async (challenge: Challenge): Promise<string> =>
    header({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })
  async function busyClient(): Promise<Client> {
    const client = clientOnOwnNetwork(server)
    for (let sent = 0; sent < freeCalls; sent += 1)
      expect(await send(client)).toMatchObject({ ok: true })
    return client
  }

  run(
    'a proof is required only above the normal rate of a network, and permits the call',
    async () => {
      const client = await busyClient()
      const refused = await send(client)
      expect(refused).toMatchObject({
        ok: false,
        problem: {
          status: 428,
          challenge: { parameters: { algorithm: 'PBKDF2/SHA-256' }, signature: expect.any(String) },
        },
      })
      expect(await send(client, await solve(challengeOf(refused)))).toMatchObject({
        ok: true,
        value: { send: true },
      })
      expect(await send(clientOnOwnNetwork(server))).toMatchObject({ ok: true }) // clients in other networks are not affected
    },
  )

  run(
    'a /48 has a higher limit and is refused above it; above the total of all networks work gets harder',
    async () => {
      const at = (address: string, proof?: string) =>
        send(
          createApiClient({
            fetch,
            baseUrl: server.url,
            headers: () => ({ 'x-forwarded-for': address }),
          }),
          proof,
        )
      const statusOf = async (address: string): Promise<number> => {
        const answer = await at(address)
        return answer.ok ? 200 : (answer.problem?.status ?? 0)
      }
      const counts = new Map<number, number>()
      // Each call from a /56 of its own: a count by /64 alone would never require a proof.
      for (let call = 0; call < freeCalls * 8 + 1; call += 1) {
        const status = await statusOf(`2001:db8:77:${(call * 256).toString(16)}::1`)
        counts.set(status, (counts.get(status) ?? 0) + 1)
      }
      expect(counts).toEqual(
        new Map([
          [200, freeCalls * 4],
          [428, freeCalls * 4],
          [429, 1],
        ]),
      )
      expect(await statusOf('2001:db8:78::1')).toBe(200)
      const { max, windowS } = MAILS_OF_ROUTE
      const window = Math.floor(server.clock.now().getTime() / 1_000 / windowS) * windowS
      const setTotal = (hits: number) =>
        server.deps.database.db
          .updateTable('throttles')
          .set({ hits })
          .where('bucket', 'like', `${sendEmailCode.id}%/route`)
          .where('window_start', '=', window)
          .execute()
      await setTotal(max / 2)
      expect(await statusOf('2001:db8:79::1')).toBe(428)
      await setTotal(4 * max)
      const fresh = '2001:db8:80::1'
      const challenge = challengeOf(await at(fresh))
      const solution = await solveChallenge({ challenge, deriveKey })
      expect(solution?.counter).toBeGreaterThanOrEqual(16 * 500)
      expect(await at(fresh, header({ challenge, solution }))).toMatchObject({ ok: true })
      await setTotal(0)
      // What sends no mail uses up nothing of it.
      for (let call = 0; call < 20; call += 1) {
        const worthless = { email: call % 2 === 0 ? 'nobody' : `a${call}@mailinator.com` }
        await createApiClient({
          fetch,
          baseUrl: server.url,
          headers: () => ({ 'x-forwarded-for': `2001:db8:81:${call}::1` }),
        }).call(sendEmailCode, { headers: {}, body: worthless })
      }
      const { hits } = await server.deps.database.db
        .selectFrom('throttles')
        .select('hits')
        .where('bucket', '=', `${sendEmailCode.id}/route`)
        .where('window_start', '=', window)
        .executeTakeFirstOrThrow()
      expect(hits).toBe(0)
    },
  )

  run('a proof counts once, also in concurrent calls', async () => {
    const client = await busyClient()
    const proof = await solve(challengeOf(await send(client)))
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(client, proof)))
    expect(answers.map((answer) => (answer.ok ? 200 : answer.problem?.status)).sort()).toEqual([
      200, 428, 428, 428, 428,
    ])
    expect(await send(client, proof)).toMatchObject({ ok: false, problem: { status: 428 } })
  })

  run('a proof is valid for its own route only', async () => {
    const client = await busyClient()
    const proof = await solve(challengeOf(await send(client)))
    const reset = (value?: string) =>
      client.call(sendResetCode, {
        headers: {
          identifier: newAddress(),
          ...(value === undefined ? {} : { 'x-proof-of-work': value }),
        },
      })
    for (let sent = 0; sent < freeCalls; sent += 1)
      expect(await reset()).toMatchObject({ ok: true })
    expect(await reset(proof)).toMatchObject({ ok: false, problem: { status: 428 } })
    expect(await send(client, proof)).toMatchObject({ ok: true }) // the refusal did not use up the proof
  })

  run('a proof expires after ten minutes', async () => {
    const client = await busyClient()
    const proof = await solve(challengeOf(await send(client)))
    server.clock.advance(601)
    expect(await send(client, proof)).toMatchObject({ ok: false, problem: { status: 428 } })
  })

  run('a forged proof is rejected', async () => {
    const client = await busyClient()
    const challenge = challengeOf(await send(client))
    const solution = await solveChallenge({ challenge, deriveKey })
    if (solution === null) throw new Error('unsolved')
    const { parameters } = challenge
    const easier = { ...challenge, parameters: { ...parameters, cost: 1 } }
    const later = {
      ...challenge,
      parameters: { ...parameters, expiresAt: (parameters.expiresAt ?? 0) + 9_999 },
    }
    const fakes = [
      'nonsense',
      header({}),
      header({ challenge, solution: { counter: solution.counter, derivedKey: '00'.repeat(32) } }),
      header({ challenge, solution: { counter: 'x', derivedKey: solution.derivedKey } }),
      header({ challenge: easier, solution }),
      header({ challenge: later, solution }),
      header({ challenge: { parameters }, solution }),
      header({ challenge: { ...challenge, signature: '0'.repeat(64) }, solution }),
    ]
    for (const fake of fakes)
      expect(await send(client, fake)).toMatchObject({ ok: false, problem: { status: 428 } })
    expect(await send(client, header({ challenge, solution }))).toMatchObject({ ok: true })
  })

  run(
    'repeated forms of one applicant require a proof after five, and get 429 after ten',
    async () => {
      const applicant = await buildApplicant(server)
      const refusedForm = { phone: '+33612345' }
      for (let attempt = 0; attempt < 5; attempt += 1)
        expect(await applicant.apply(refusedForm)).toMatchObject({
          ok: false,
          problem: { status: 422 },
        })
      const proven = async () => {
        const proof = await solve(challengeOf(await applicant.apply(refusedForm)))
        return applicant.client.call(
          createRegistration,
          {
            headers: { 'x-proof-of-work': proof },
            body: { ...applicant.form, ...refusedForm } as never,
          },
          { bearer: applicant.ticket },
        )
      }
      for (let attempt = 0; attempt < 5; attempt += 1)
        expect(await proven()).toMatchObject({ ok: false, problem: { status: 422 } })
      expect(await proven()).toMatchObject({
        ok: false,
        problem: { status: 429 },
        retryAfterS: expect.any(Number),
      })
    },
  )

  run('a normal pace of registrations needs no proof', async () => {
    for (let person = 0; person < 3; person += 1) {
      const applicant = await buildApplicant(server)
      expect(await applicant.apply({ phone: 'wrong' })).toMatchObject({
        ok: false,
        problem: { status: 422 },
      })
      expect(await applicant.apply({ phone: newPhone() })).toMatchObject({ ok: true })
    }
  })
})
