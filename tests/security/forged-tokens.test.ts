/** Bearers that our server never issued for this use. Each gets the reply of a missing one, and changes nothing. */
import { createPrivateKey, generateKeyPairSync, randomUUID } from 'node:crypto'
import { SignJWT, UnsecuredJWT, type JWTHeaderParameters, type JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proveAddress } from '#tests/builders/applicant.ts'
import { buildMember, TEST_PASSWORD, type BuiltMember } from '#tests/builders/member.ts'
import { signIn, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'

const MINUTES_15_S = 900
const ADDRESS = '/api/auth/sessions'

describe.each(ENGINES)('forged bearers on $title', ({ engine, skip }) => {
  let server: ApiServer
  let victim: BuiltMember
  let mine: { readonly sid: string; readonly accessToken: string; readonly refreshToken: string }
  const run = test.skipIf(skip)
  beforeAll(async () => {
    if (skip) return
    server = await startApiServer({ engine, env: { LIMITS_SCALE: '100' } })
    victim = await buildMember(server.deps, { role: 'admin' })
    const attacker = await buildMember(server.deps)
    const { accessToken, refreshToken } = await signIn(server, attacker.email, TEST_PASSWORD)
    mine = { sid: String(payloadOf(accessToken)['sid']), accessToken, refreshToken }
    await signIn(server, victim.email, TEST_PASSWORD)
  })
  afterAll(async () => {
    if (!skip) await server.stop()
  })

  const payloadOf = (token: string): JWTPayload =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload // our own token
  const nowS = (): number => Math.floor(server.clock.now().getTime() / 1_000)
  const claims = (change: JWTPayload = {}): JWTPayload => ({
    iss: 'wld',
    aud: 'wld-api',
    iat: nowS(),
    exp: nowS() + MINUTES_15_S,
    sub: payloadOf(mine.accessToken).sub ?? '',
    sid: mine.sid,
    ...change,
  })
  const header = (change: Partial<JWTHeaderParameters> = {}): JWTHeaderParameters => ({
    alg: 'EdDSA',
    typ: 'at+jwt',
    kid: server.deps.keys.current('access-token').kid,
    ...change,
  })
  const ours = () => server.deps.keys.current('access-token').privateKey
  const sign = (
    payload: JWTPayload,
    key: Parameters<SignJWT['sign']>[0] = ours(),
    head: Partial<JWTHeaderParameters> = {},
  ): Promise<string> => new SignJWT(payload).setProtectedHeader(header(head)).sign(key)
  const stranger = () => generateKeyPairSync('ed25519').privateKey
  const open = (bearer: string, path = ADDRESS) =>
    fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${bearer}` } })
  /** The token with another payload under the old signature. */
  const swapped = (payload: JWTPayload): string => {
    const [head, , signature] = mine.accessToken.split('.')
    return [head, Buffer.from(JSON.stringify(payload)).toString('base64url'), signature].join('.')
  }

  run(
    'the same claims under our own key are accepted, so what follows fails for its one change',
    async () => {
      expect((await open(await sign(claims()))).status).toBe(200)
    },
  )

  run.each<[string, () => string | Promise<string>]>([
    ['without algorithm', () => new UnsecuredJWT(claims()).encode()],
    [
      'with the public key as the secret of an HMAC',
      () => {
        const [published] = server.deps.keys.all('access-token')
        const secret = Buffer.from(published?.x ?? '', 'base64url')
        return sign(claims(), secret, { alg: 'HS256' })
      },
    ],
    ['with another key under our key id', () => sign(claims(), stranger())],
    ['with an unknown key id', () => sign(claims(), ours(), { kid: 'k999' })],
    [
      'with its own key in the header',
      () => {
        const key = stranger()
        const { d: _, ...jwk } = key.export({ format: 'jwk' })
        return sign(claims(), key, { jwk, kid: 'x', jku: 'https://evil.example/keys' })
      },
    ],
    [
      'with the key of the cards',
      () => {
        const { kid, privateKey } = server.deps.keys.current('card')
        return sign(claims(), privateKey, { kid })
      },
    ],
    ['of another audience', () => sign(claims({ aud: 'another' }))],
    ['of another issuer', () => sign(claims({ iss: 'another' }))],
    ['of another type', () => sign(claims(), ours(), { typ: 'JWT' })],
    ['past its time', () => sign(claims({ exp: nowS() - 1 }))],
    ['before its time', () => sign(claims({ nbf: nowS() + 60 }))],
    ['with the member swapped', () => swapped(claims({ sub: String(victim.id) }))],
    ['with the time moved', () => swapped(claims({ exp: nowS() + 9_999_999 }))],
    ['signed by us, for the session of another', () => sign(claims({ sub: String(victim.id) }))],
    ['signed by us, for no session', () => sign(claims({ sid: randomUUID() }))],
    ['with a member that is no number', () => sign(claims({ sub: `${victim.id} or 1=1` }))],
    ['without its last letter', () => mine.accessToken.slice(0, -1)],
    ['that is a refresh token', () => mine.refreshToken],
    [
      'that is the ticket of a registration',
      () => proveAddress(server, `t.${randomUUID()}@test.example`),
    ],
    ['that is empty', () => ''],
  ])('a token %s is refused like a missing one', async (_case, forge) => {
    const missing = await fetch(`${server.url}${ADDRESS}`)
    const reply = await open(await forge())
    const read = async (response: Response) => {
      const { requestId: _, ...body } = (await response.json()) as Record<string, unknown>
      return {
        status: response.status,
        body,
        headers: [...response.headers]
          .filter(([name]) => !['date', 'x-request-id'].includes(name))
          .toSorted(),
      }
    }
    expect(await read(reply)).toEqual(await read(missing))
    expect(reply.status).toBe(401)
  })

  run.each(['access_token', 'token', 'authorization', 'bearer'])(
    'a right token in the query (%s) or in a cookie opens nothing',
    async (name) => {
      const inQuery = await fetch(`${server.url}${ADDRESS}?${name}=${mine.accessToken}`)
      const inCookie = await fetch(`${server.url}${ADDRESS}`, {
        headers: { cookie: `${name}=${mine.accessToken}` },
      })
      expect([inQuery.status, inCookie.status]).toEqual([401, 401])
    },
  )

  run('no reply sets a cookie, and no other origin is let in', async () => {
    for (const path of ['/api/auth/sessions', '/api/card/keys', '/healthz']) {
      const reply = await fetch(`${server.url}${path}`, {
        headers: { authorization: `Bearer ${mine.accessToken}`, origin: 'https://evil.example' },
      })
      expect(reply.status).toBe(200)
      const names = [...reply.headers.keys()]
      expect(names.filter((name) => /^(set-cookie|access-control-)/.test(name))).toEqual([])
    }
    const preflight = await fetch(`${server.url}/api/user/validate/password`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type',
      },
    })
    expect(preflight.status).toBe(405)
    expect(preflight.headers.has('access-control-allow-origin')).toBe(false)
  })

  run('a form of another site, which needs no preflight, reaches no handler', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const reply = await fetch(`${server.url}/api/user/validate/password`, {
        method: 'POST',
        headers: { authorization: `Bearer ${mine.accessToken}`, 'content-type': type },
        body: '{"id":"WLD_1","password":"x"}',
      })
      expect(reply.status).toBe(415)
    }
  })

  run('a new sign-in gets new tokens, and a private key never leaves the server', async () => {
    const member = await buildMember(server.deps)
    const [first, second] = [
      await signIn(server, member.email, TEST_PASSWORD),
      await signIn(server, member.email, TEST_PASSWORD),
    ]
    expect(payloadOf(second.accessToken)['sid']).not.toBe(payloadOf(first.accessToken)['sid'])
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect(Buffer.from(first.refreshToken, 'base64url').length).toBeGreaterThanOrEqual(32)
    const published = await (await fetch(`${server.url}/api/card/keys`)).json()
    expect(JSON.stringify(published)).not.toContain('"d"')
    const sealed = JSON.stringify(
      await server.deps.database.db.selectFrom('signing_keys').selectAll().execute(),
    )
    const { d = '' } = createPrivateKey(ours().export({ format: 'pem', type: 'pkcs8' })).export({
      format: 'jwk',
    })
    expect(d).toMatch(/^[\w-]{43}$/)
    expect(sealed).not.toContain(d)
  })
})
