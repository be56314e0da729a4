import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { solveChallenge, type Challenge } from 'altcha-lib'
/**
 * What strangers can use up closes nothing for others (ADR 0064): after worthless calls from a hundred
 * networks an honest call from a fresh one succeeds, at each route that needs no account.
 *
 * `WORTHLESS_CALLS=10000` sends as many to each route. By default fewer are sent, and each limit that
 * counts calls of more than one network is made smaller by as much.
 */
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Deps } from '#server/deps/deps.ts'
import type { Bucket, Throttle } from '#server/parts/security/throttle.ts'
import { buildApp } from '#server/start/app.ts'
import { routeAddress } from '#shared/contract/base/client.ts'
import type { RouteDefinition } from '#shared/contract/base/define-route.ts'
import { ROUTES } from '#shared/contract/routes.ts'
import { buildMember } from '#tests/builders/member.ts'
import { startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { sampleFor, type Sample } from '#tests/support/bodies.ts'
import type { CallerKind } from '#tests/support/matrix.ts'
import { jpeg, pdf } from '#tests/support/sample-files.ts'
import { walletEnv } from '#tests/support/wallet-certificates.ts'
import { castPlayer } from './cast.ts'

const CALLS_OF_THE_RULE = 10_000
const CALLS = Number(process.env['WORTHLESS_CALLS'] ?? 200)
const SMALLER = CALLS / CALLS_OF_THE_RULE
/** Two minutes as for every test, and the time of the calls above those of a push. */
const PATIENCE_MS = 120_000 + Math.max(0, CALLS - 200) * 20
const NETWORKS = 100
const FRESH = '192.0.2.77'
/** Each network is a /24, and its calls come from many addresses of it. */
const strangerOf = (call: number): string =>
  `198.18.${call % NETWORKS}.${1 + (Math.floor(call / NETWORKS) % 250)}`

/** The name of a limit of one network or one account ends with a MAC; that of a limit for all does not. */
const isForAll = ({ name }: Bucket): boolean => !/\/[\w-]{40,}(?:\/\w+)?$/.test(name)
const smaller = (bucket: Bucket): Bucket =>
  isForAll(bucket) ? { ...bucket, max: bucket.max * SMALLER } : bucket
const smallerLimits = (throttle: Throttle): Throttle => ({
  ...throttle,
  hit: (name, max, ...rest) => throttle.hit(name, smaller({ name, max }).max, ...rest),
  hitAll: (buckets, ...rest) => throttle.hitAll(buckets.map(smaller), ...rest),
  use: (bucket, ...rest) => throttle.use(smaller(bucket), ...rest),
})

/** Who calls a route that needs no account; undefined for all others. */
function callerOf({ access }: RouteDefinition): CallerKind | undefined {
  switch (access) {
    case 'public':
    case 'optional-member':
    case 'signed-address':
      return 'anonymous'
    case 'refresh-token':
    case 'ticket':
    case 'witness':
    case 'wallet-pass':
      return access
    case 'ticket-or-member':
      return 'ticket'
    case 'member-or-witness':
      return 'witness'
    default:
      return undefined
  }
}
const routes = (Object.values(ROUTES) as RouteDefinition[]).flatMap((route) => {
  const kind = callerOf(route)
  return kind === undefined ? [] : [{ route, kind }]
})
/** Bytes need a real socket; all other calls go past it, which is faster. */
const needsSocket = ({ requestType }: RouteDefinition): boolean =>
  requestType === 'application/octet-stream'

describe('what strangers use up', () => {
  let server: ApiServer
  let app: FastifyInstance
  let deps: Deps
  beforeAll(async () => {
    server = await startApiServer({ engine: 'sqlite', env: await walletEnv() })
    deps = { ...server.deps, throttle: smallerLimits(server.deps.throttle) }
    app = await buildApp(deps, 'no-web')
    await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await app.close()
    await server.stop()
  })

  const send = async (
    route: RouteDefinition,
    { headers = {}, params = {}, query = {}, body, raw }: Sample,
    remoteAddress: string,
  ) => {
    const url = routeAddress(route, { params, query } as never) // a sample of this route
    const type = raw === undefined ? {} : { 'content-type': raw.type }
    if (needsSocket(route)) {
      const { port } = app.server.address() as AddressInfo // a TCP server's address has a port
      const reply = await fetch(`http://127.0.0.1:${port}${url}`, {
        method: route.method,
        headers: { ...headers, ...type, 'x-forwarded-for': remoteAddress },
        ...(raw !== undefined && { body: new Uint8Array(raw.body) }),
      })
      return { status: reply.status, text: await reply.text() }
    }
    const reply = await app.inject({
      method: route.method,
      url,
      remoteAddress,
      headers: { ...headers, ...type },
      ...(raw === undefined
        ? body !== undefined && { payload: body as object } // JSON of a sample
        : { payload: raw.body }),
    })
    return { status: reply.statusCode, text: reply.body }
  }
  const withoutProof = ({ headers, ...sample }: Sample): Sample => ({
    ...sample,
    headers: Object.fromEntries(
      Object.entries(headers ?? {}).filter(([name]) => name !== 'x-proof-of-work'),
    ),
  })

  test.each(routes)(
    '$route.id succeeds for a fresh network after worthless calls from a hundred others',
    async ({ route, kind }) => {
      const sampled = async (): Promise<Sample> => {
        const player = await castPlayer(server.deps, kind)
        const targetId = (await buildMember(server.deps)).id
        const sample = await sampleFor(route.id, { server, player, targetId })
        const scheme = kind === 'wallet-pass' ? 'ApplePass' : 'Bearer'
        const authorization =
          player.bearer === undefined ? {} : { authorization: `${scheme} ${player.bearer}` }
        return { ...sample, headers: { ...authorization, ...sample.headers } }
      }
      const shaped = withoutProof(await sampled())
      const receipt = { authorization: `Bearer ${'9'.repeat(16)}` }
      const worthless: readonly Sample[] = [
        { params: shaped.params ?? {} },
        { ...shaped, body: {} },
        { ...shaped, headers: { ...shaped.headers, ...receipt } },
        ...(route.errors.includes('proof-required') ? [shaped] : []),
      ]
      for (let call = 0; call < CALLS; call += 20)
        await Promise.all(
          Array.from({ length: 20 }, (_, at) =>
            send(route, worthless[(call + at) % worthless.length] ?? {}, strangerOf(call + at)),
          ),
        )
      const honest = await sampled()
      let reply = await send(route, honest, FRESH)
      if (reply.status === 428) {
        const { challenge } = JSON.parse(reply.text) as { challenge: Challenge }
        const solution = await solveChallenge({ challenge, deriveKey })
        const proof = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
        reply = await send(
          route,
          { ...honest, headers: { ...honest.headers, 'x-proof-of-work': proof } },
          FRESH,
        )
      }
      expect(reply.status, reply.text.slice(0, 300)).toBeLessThan(400)
    },
    PATIENCE_MS,
  )

  test('a picture has its turn while six documents of others are at work or wait', async () => {
    const work = Promise.withResolvers<Buffer>()
    const { library } = server.deps
    const documents = Array.from({ length: 6 }, (_, network) =>
      library.prepare({ head: pdf(), read: () => work.promise, use: 'paper', documents: true }, [
        `network ${network}`,
      ]),
    )
    const picture = await jpeg()
    const prepared = await library.prepare(
      { head: picture, read: async () => picture, use: 'paper', documents: true },
      ['witness'],
    )
    expect(prepared).toMatchObject({ ok: true, value: { ok: true } })
    // What begins like a picture takes a turn of pictures, and is never examined as a document there.
    const disguised = await library.prepare(
      { head: picture, read: async () => pdf(), use: 'paper', documents: true },
      ['network 7'],
    )
    expect(disguised).toMatchObject({ ok: true, value: { ok: false } })
    work.resolve(pdf())
    for (const document of await Promise.all(documents))
      expect(document).toMatchObject({ ok: true, value: { ok: true } })
  })

  test('a form without scripts is filed for a fresh network while forms of many others wait', async () => {
    const boundary = 'wld'
    const fields = {
      lang: 'en',
      type: 'Something else',
      description: 'Seen here',
      country: 'SD',
      city: 'Nyala',
      victim: 'A neighbour',
    }
    const order: string[] = []
    const fill = async (remoteAddress: string): Promise<number> => {
      const payload = Object.entries({ ...fields, key: randomUUID() })
        .map(
          ([name, value]) =>
            `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
        )
        .join('')
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/tell-plain',
        remoteAddress,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload: `${payload}--${boundary}--\r\n`,
      })
      order.push(remoteAddress)
      return statusCode
    }
    const others = 10
    for (let filed = 0; filed < 2; filed += 1) expect(await fill(strangerOf(filed))).toBe(200)
    const flood = Array.from({ length: 3 * others }, (_, form) => fill(`203.0.${form % others}.9`))
    expect(await fill(FRESH)).toBe(200)
    // Some of the others are done before it arrives, so their first turn does not count. Without turns all thirty come first.
    expect(order.length, 'two turns of each other network come first at most').toBeLessThanOrEqual(
      2 + 2 * others + 1,
    )
    expect(new Set(await Promise.all(flood))).toEqual(new Set([200]))
  })
})
