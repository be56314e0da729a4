/**
 * For any input from any caller, the server stays up, replies with a problem, and reveals nothing about itself.
 */
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemCodesOf } from '#server/http/openapi/openapi.ts'
import { routeAddress } from '#shared/contract/base/client.ts'
import type { RouteDefinition } from '#shared/contract/base/define-route.ts'
import { Problem, type ProblemCode } from '#shared/contract/base/problem.ts'
import { ROUTES } from '#shared/contract/routes.ts'
import { buildMember } from '#tests/builders/member.ts'
import { startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { sampleFor, spendsCaller, type Sample, type Scene } from '#tests/support/bodies.ts'
import { RULE_ENGINES } from '#tests/support/engines.ts'
import type { CallerKind } from '#tests/support/matrix.ts'
import { hasRandomSeed } from '#tests/support/property-seed.ts'
import { walletEnv } from '#tests/support/wallet-certificates.ts'
import { castPlayer, type Player } from './cast.ts'
import { badCalls, fieldsOf, JSON_TYPE } from './nasty.ts'
import { createSender, sendBytes, type RawCall, type RawReply, type Sender } from './send.ts'

/**
 * Most bad calls are refused before a query: PostgreSQL gets fewer, but each text that a database refuses. With the fixed
 * seed each run repeats the same calls, so the nightly run, which has a seed of its own, is the long one.
 */
const RUNS_PER_ROUTE = hasRandomSeed ? { sqlite: 40, postgres: 15 } : { sqlite: 15, postgres: 6 }
/** A caller that the route accepts, so that the call reaches as much code as possible. */
const insider = ({ access }: RouteDefinition): CallerKind =>
  access === 'ticket' || access === 'refresh-token'
    ? access
    : access === 'kiosk'
      ? 'device'
      : 'admin'
const callersOf = (route: RouteDefinition): CallerKind[] => [
  ...new Set([
    'anonymous',
    'moderator',
    'admin',
    insider(route),
    ...(route.access === 'staff-or-kiosk' ? (['device'] as const) : []),
  ] as const),
]

const routes: readonly RouteDefinition[] = Object.values(ROUTES)

/** Texts that only our own code, the machine or the database would write. */
const LEAKS = [
  /\bat [\w.<> ]+ \(?(?:file:|node:|\/)/,
  /\.(?:ts|js|mjs):\d+/,
  /node_modules|\/src\/server|\/tmp\/|\/dev\/shm/,
  /SQLITE|sqlite|postgres|\bpg_|kysely/i,
  /\b(?:select|insert|update|delete)\b[^"]*\b(?:from|into|set)\b/i,
  /violates|constraint|relation "/i,
  /(?:Type|Range|Syntax|Reference|URI)Error|FST_|ERR_[A-Z]/,
]

/**
 * Removes random values: one in thousands of signatures begins with "pg_". Our own words never mix three kinds of
 * characters like this.
 */
const withoutRandom = (text: string): string =>
  text.replaceAll(/[\w-]{20,}/g, (run) =>
    [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(run)) ? '…' : run,
  )

/** A range that a file does not have, and a list that has not changed, have no body that could hold a problem. */
const isBodiless = ({ status, text }: RawReply): boolean =>
  (status === 304 || status === 416) && text === ''

/** Refusals that a route does not need to name, because the call may have reached no route. */
const ANYWHERE: readonly ProblemCode[] = ['not-found', 'method-not-allowed']

/** Returns what is wrong with a reply, or undefined. */
function faultOf(reply: RawReply, route?: RouteDefinition): string | undefined {
  const { status, headers, text } = reply
  const shown = `${status} ${text.slice(0, 400)}`
  if (status >= 500) return `a fault of the server: ${shown}`
  const readable = withoutRandom(text)
  const leak = LEAKS.find((pattern) => pattern.test(readable))
  if (leak !== undefined) return `tells of itself (${leak.source}): ${shown}`
  if ((status >= 200 && status < 300) || isBodiless(reply)) return undefined
  if (!/^application\/problem\+json\b/.test(headers['content-type'] ?? ''))
    return `no problem document but ${headers['content-type']}: ${shown}`
  const problem = Problem.safeParse(JSON.parse(text))
  if (!problem.success) return `an incomplete problem: ${shown}`
  const { code } = problem.data
  if (route !== undefined && !ANYWHERE.includes(code) && !problemCodesOf(route).includes(code))
    return `the API page does not say that ${route.id} may refuse with ${code}: ${shown}`
  if (problem.data.message === '') return `no message: ${shown}`
  if (problem.data.requestId === '' || problem.data.requestId !== headers['x-request-id'])
    return `request id ${String(headers['x-request-id'])} is not that of ${shown}`
  return undefined
}

const inWords = ({ method, path, headers, body }: RawCall): string =>
  `${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)} ${JSON.stringify(String(body ?? '').slice(0, 300))}`

describe.each(RULE_ENGINES)('bad input on $title', ({ engine, skip }) => {
  let server: ApiServer
  let sender: Sender
  const run = test.skipIf(skip)
  beforeAll(async () => {
    if (skip) return
    server = await startApiServer({
      engine,
      env: { LIMITS_SCALE: '10000', ...(await walletEnv()) },
    })
    sender = createSender(server.url)
  })
  afterAll(async () => {
    if (skip) return
    sender.close()
    await server.stop()
  })

  async function sceneOf(player: Player): Promise<Scene> {
    return { server, player, targetId: (await buildMember(server.deps)).id }
  }

  /**
   * Sends the call and returns what is wrong with the reply. A call that uses up its caller gets a caller of its own.
   */
  async function attempt(
    route: RouteDefinition,
    player: Player,
    call: RawCall,
  ): Promise<string | undefined> {
    const { bearer } =
      spendsCaller(route.id) && player.kind !== 'ticket'
        ? await castPlayer(server.deps, player.kind)
        : player // a ticket belongs to its photos
    const before = server.logLines.length
    const sent = {
      ...call,
      headers: {
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...call.headers,
      },
    }
    const fault = faultOf(await sender.send(sent), route)
    const logged = server.logLines.slice(before).filter((line) => /"level":(?:50|60)/.test(line))
    return fault === undefined && logged.length === 0
      ? undefined
      : `${player.kind}: ${fault ?? ''} ${logged.join(' ').slice(0, 1_500)}`
  }

  run.each(routes)('$id: $method $path', async (route) => {
    const players = await Promise.all(callersOf(route).map((kind) => castPlayer(server.deps, kind)))
    const sampled = players.find(({ kind }) => kind === insider(route))
    if (sampled === undefined) throw new Error('nobody to make the sample for')
    const sample = await sampleFor(route.id, await sceneOf(sampled))
    let fault: string | undefined
    const isTakenWell = async (call: RawCall): Promise<boolean> => {
      for (const player of players) {
        const found = await attempt(route, player, call)
        if (found === undefined) continue
        fault = `${found}\n${inWords(call)}`
        return false
      }
      return true
    }
    const { seed } = await fc.check(fc.asyncProperty(badCalls(route, sample), isTakenWell), {
      numRuns: RUNS_PER_ROUTE[engine],
      endOnFailure: true,
    })
    expect(fault, `seed ${seed}: ${fault}`).toBeUndefined()
  })

  /** Texts that databases refuse or cut off. Each is sent in one field at a time; all other fields are valid. */
  const SILENT_KILLERS = ['a\0b', '\uD800', 'x'.repeat(60_000)]

  run.each(
    routes.filter(({ request }) => request.body !== undefined || request.query !== undefined),
  )('$id: text that a database rejects or cuts off does not reach it', async (route) => {
    const faults: string[] = []
    /** @param spoil returns the call with one part of the sample replaced */
    const check = async (
      what: string,
      spoil: (sample: Sample) => Pick<RawCall, 'path' | 'body'>,
    ): Promise<void> => {
      const player = await castPlayer(server.deps, insider(route))
      const sample = await sampleFor(route.id, await sceneOf(player))
      const { path, body } = spoil(sample)
      const fault = await attempt(route, player, {
        method: route.method,
        path,
        body,
        headers: {
          ...(body === undefined ? {} : { 'content-type': JSON_TYPE }),
          ...sample.headers,
        },
      })
      if (fault !== undefined) faults.push(`${what}: ${fault}`)
    }
    for (const field of fieldsOf(route.request.body))
      for (const value of SILENT_KILLERS)
        await check(
          `body.${field} = ${JSON.stringify(value.slice(0, 10))}`,
          ({ params = {}, query = {}, body }) => ({
            path: routeAddress(route, { params, query }),
            body: JSON.stringify({ ...(body as object), [field]: value }), // samples of routes with named fields are objects
          }),
        )
    for (const field of fieldsOf(route.request.query))
      for (const value of ['a%00b', '%ED%A0%80', 'x'.repeat(5_000)])
        await check(`query.${field} = ${value.slice(0, 10)}`, ({ params = {}, body }) => ({
          path: `${routeAddress(route, { params })}?${field}=${value}`,
          body: body === undefined ? undefined : JSON.stringify(body),
        }))
    expect(faults, faults.join('\n')).toEqual([])
  })

  // What follows reaches no query, so one engine is enough.
  if (engine !== 'sqlite') return

  run('a wrong method gets 405 with Allow; a wrong address gets a problem', async () => {
    const faults: string[] = []
    for (const { path } of routes.filter((route) => route.path.startsWith('/api/')))
      for (const method of ['PATCH', 'OPTIONS', 'GET', 'POST', 'PUT', 'DELETE']) {
        const declared = routes.filter((route) => route.path === path).map((route) => route.method)
        if (declared.some((right) => right === method)) continue
        const reply = await sender.send({ method, path: path.replaceAll(/:\w+/g, 'x-1') })
        const fault = faultOf(reply)
        if (
          fault !== undefined ||
          reply.status !== 405 ||
          !declared.every((right) => reply.headers.allow?.includes(right))
        )
          faults.push(
            `${method} ${path}: ${fault ?? `${reply.status} allow ${reply.headers.allow}`}`,
          )
      }
    for (const path of [
      '/api',
      '/api/',
      '/api/user',
      '/api/user/get/all/',
      '/api//user/get/all',
      '/api/../api/user/get/all',
      '/api/user/get/%2e%2e/x',
      '/API/USER/GET/ALL',
      '/.env',
      '/.git/config',
      '/%zz',
      '/api/%zz',
      `/api/${'x'.repeat(4_000)}`,
    ]) {
      const reply = await sender.send({ method: 'GET', path })
      const fault = faultOf(reply)
      if (fault !== undefined || reply.status < 400)
        faults.push(`${path.slice(0, 80)}: ${fault ?? reply.status}`)
    }
    expect(faults, faults.join('\n')).toEqual([])
  })

  run.each([
    ['text that is not HTTP', 'hello\r\n\r\n'],
    [
      'headers of 40,000 bytes',
      `GET /healthz HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(40_000)}\r\n\r\n`,
    ],
    [
      'two lengths',
      'POST /api/card/verify HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
    ],
    [
      'a length and chunks',
      'POST /api/card/verify HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a NUL inside a header', 'GET /healthz HTTP/1.1\r\nhost: x\r\nx-a: b\0c\r\n\r\n'],
    ['a space in the address', 'GET /api/user get/all HTTP/1.1\r\nhost: x\r\n\r\n'],
  ])('a call with %s gets a problem with 400, and the connection ends', async (_case, bytes) => {
    const [head = '', text = ''] = (await sendBytes(server.url, bytes)).split('\r\n\r\n')
    const headers = Object.fromEntries(
      head
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(': ') as [string, string]),
    ) // our own server writes them like this
    expect(faultOf({ status: Number(head.split(' ')[1]), headers, text })).toBeUndefined()
    expect(head).toMatch(/^HTTP\/1\.1 400 /)
  })
})
