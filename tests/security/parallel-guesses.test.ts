/**
 * 500 guesses at once, each from a network of its own: a limit that is looked up first and counted later lets all of them
 * through. What counts is how many guesses were compared, not what the replies say.
 */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CODE_MAX_TRIES } from '#shared/domain/access/code-rules.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import {
  basic,
  signIn,
  startApiServer,
  startWindow,
  type ApiServer,
} from '#tests/support/api-server.ts'
import { countWork } from '#tests/support/counted-work.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { lastCode } from '#tests/support/mailbox.ts'

const GUESSES = 500
/** Sign-ins of one account in an hour, from all devices that never signed in to it. */
const STRANGERS_PER_HOUR = 100
/** Checks of the own password in five minutes, for all sessions of a member. */
const STEP_UP_TRIES = 10
const HOUR_S = 3_600
/** A refusal for a full queue or a full pool compares nothing either. */
const REFUSED = [401, 404, 429, 503]

describe.each(ENGINES)(`${GUESSES} guesses at once on $title`, ({ engine, skip }) => {
  let server: ApiServer
  const run = test.skipIf(skip)
  beforeAll(async () => {
    if (!skip) server = await startApiServer({ engine })
  })
  afterAll(async () => {
    if (!skip) await server.stop()
  })

  let lastNetwork = 0
  async function ask(path: string, headers: Record<string, string>, body?: object) {
    lastNetwork += 1
    const reply = await fetch(`${server.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'x-forwarded-for': `${11 + Math.floor(lastNetwork / 60_000)}.${Math.floor(lastNetwork / 250) % 240}.${lastNetwork % 250}.1`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: reply.status, text: await reply.text() }
  }
  const atOnce = <T>(guess: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: GUESSES }, (_, index) => guess(index)))
  /** Six digits, all different from each other and from the right code. */
  const wrongCodes = (right: string): string[] =>
    Array.from({ length: GUESSES }, (_, index) =>
      String((Number(right) + 1 + index) % 1_000_000).padStart(6, '0'),
    )
  const comparedCodes = (spy: { readonly mock: { readonly calls: readonly unknown[][] } }) =>
    spy.mock.calls.filter(([purpose]) => purpose === 'codes').length

  run('a reset: five codes are compared, and the right one is no longer accepted', async () => {
    const member = await buildMember(server.deps)
    startWindow(server, HOUR_S)
    await ask('/api/user/password/reset', { identifier: member.email })
    const right = await lastCode(server.deps, member.email)
    const compare = vi.spyOn(server.deps.secrets, 'macMatches')
    const codes = wrongCodes(right)
    const replies = await atOnce((index) =>
      ask('/api/user/password/validate', {
        identifier: member.email,
        code: codes[index] ?? '',
      }),
    )
    expect(comparedCodes(compare)).toBeLessThanOrEqual(CODE_MAX_TRIES)
    expect(replies.filter(({ text }) => text.includes('"verified":true'))).toEqual([])
    const late = await ask('/api/user/password/validate', { identifier: member.email, code: right })
    expect(JSON.parse(late.text)).toMatchObject({ verified: false })
    compare.mockRestore()
  })

  run('a registration: five codes are compared, and no ticket is issued', async () => {
    const email = `guessed.${randomBytes(4).toString('hex')}@test.example`
    await ask('/api/user/email/send', {}, { email })
    const right = await lastCode(server.deps, email)
    const compare = vi.spyOn(server.deps.secrets, 'macMatches')
    const codes = wrongCodes(right)
    const replies = await atOnce((index) =>
      ask('/api/user/email/verify', {}, { email, code: codes[index] }),
    )
    expect(comparedCodes(compare)).toBeLessThanOrEqual(CODE_MAX_TRIES)
    expect(replies.filter(({ text }) => text.includes('ticket'))).toEqual([])
    const late = await ask('/api/user/email/verify', {}, { email, code: right })
    expect(JSON.parse(late.text)).toMatchObject({ verified: false, reason: 'too-many-tries' })
    compare.mockRestore()
  })

  run(
    'a sign-in: a hundred passwords are compared, and a known device still opens the account',
    async () => {
      const member = await buildMember(server.deps)
      startWindow(server, HOUR_S)
      const home = {
        'x-forwarded-for': '198.51.100.7',
        authorization: basic(member.email, TEST_PASSWORD),
      }
      expect((await ask('/api/auth/login', home)).status).toBe(200)
      const { value: replies, work } = await countWork(server, () =>
        atOnce((index) =>
          ask('/api/auth/login', { authorization: basic(member.email, `Wrong-Pass-${index}!`) }),
        ),
      )
      expect(work.passwordChecks).toBeGreaterThan(0)
      expect(work.passwordChecks).toBeLessThanOrEqual(STRANGERS_PER_HOUR)
      expect(replies.filter(({ status }) => !REFUSED.includes(status))).toEqual([])
      // The right password from yet another network is refused as well: a guess that is right looks like every other one.
      const stranger = { authorization: basic(member.email, TEST_PASSWORD) }
      expect((await ask('/api/auth/login', stranger)).status).toBe(429)
      expect((await ask('/api/auth/login', home)).status).toBe(200)
    },
  )

  run('a stolen session: ten passwords are compared', async () => {
    const member = await buildMember(server.deps)
    const { accessToken } = await signIn(server, member.email, TEST_PASSWORD)
    startWindow(server, 300)
    const { value: replies, work } = await countWork(server, () =>
      atOnce((index) =>
        ask(
          '/api/user/validate/password',
          { authorization: `Bearer ${accessToken}` },
          { id: member.cardId, password: `Wrong-Pass-${index}!` },
        ),
      ),
    )
    expect(work.passwordChecks).toBeGreaterThan(0)
    expect(work.passwordChecks).toBeLessThanOrEqual(STEP_UP_TRIES)
    expect(replies.filter(({ text }) => text.includes('"valid":true'))).toEqual([])
  })

  run('tokens: none of 256 random bits opens anything, and none gets a hash', async () => {
    const kinds = [
      (token: string) => ask('/api/card/me', { authorization: `Bearer ${token}` }),
      (token: string) => ask('/api/auth/refresh', { authorization: `Bearer ${token}` }),
      (token: string) => ask('/api/kiosk/me', { authorization: `Bearer wldk_${token}` }),
      (token: string) =>
        ask(`/api/user/password/update/${token}`, {}, { password: 'Another-Horse2' }),
    ]
    const { value: replies, work } = await countWork(server, () =>
      atOnce(async (index) => kinds[index % kinds.length]?.(randomBytes(32).toString('base64url'))),
    )
    expect(replies.filter((reply) => !REFUSED.includes(reply?.status ?? 0))).toEqual([])
    expect(work.passwordChecks).toBe(0)
  })
})
