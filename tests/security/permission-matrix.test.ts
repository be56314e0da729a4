/**
 * Every route, every kind of caller, every kind of target: computed from the contract and called over HTTP.
 * `tests/support/matrix.ts` has the expected outcome of each cell; `tests/support/bodies.ts` has well-formed calls.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemCodesOf } from '#server/http/openapi/openapi.ts'
import { routeAddress } from '#shared/contract/base/client.ts'
import type { RouteDefinition } from '#shared/contract/base/define-route.ts'
import { Problem, type ProblemCode } from '#shared/contract/base/problem.ts'
import { ROUTES } from '#shared/contract/routes.ts'
import { buildMember } from '#tests/builders/member.ts'
import { startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { sampleFor, spendsCaller, type Sample } from '#tests/support/bodies.ts'
import { RULE_ENGINES } from '#tests/support/engines.ts'
import {
  CALLERS,
  cellsOf,
  TARGET_ROLE,
  type CallerKind,
  type Cell,
  type Outcome,
} from '#tests/support/matrix.ts'
import { walletEnv } from '#tests/support/wallet-certificates.ts'
import { castPlayer, type Player } from './cast.ts'
import { createSender, type RawReply, type Sender } from './send.ts'

const routes: readonly RouteDefinition[] = Object.values(ROUTES)
/** On the second engine one caller for each role is enough, because only queries differ there, not tokens. */
const CALLERS_OF = {
  sqlite: CALLERS,
  postgres: [
    'anonymous',
    'member',
    'content',
    'moderator',
    'reviewer',
    'admin',
    'witness',
    'wallet-pass',
    'device',
  ],
} as const satisfies Record<string, readonly CallerKind[]>

/** Whether the reply matches the outcome: a success for permitted callers, exactly one refusal for the others. */
function isOutcome(wanted: Outcome, { status, text }: RawReply, mark: string | undefined): boolean {
  const succeeded = status >= 200 && status < 300
  switch (wanted) {
    case 'passes':
      return succeeded && (mark === undefined || text.includes(mark))
    case 'left-out':
      return succeeded && mark !== undefined && !text.includes(mark)
    case 'not-signed-in':
      return status === 401
    case 'forbidden':
      return status === 403
    case 'not-there':
      return status === 404
  }
}

const codeOf = ({ status, text }: RawReply): ProblemCode | undefined =>
  status < 400 ? undefined : Problem.parse(JSON.parse(text)).code

const inWords = ({ caller, target, deed }: Cell): string =>
  [caller, target === undefined ? '' : `on ${target}`, deed === undefined ? '' : `(${deed})`]
    .filter((word) => word !== '')
    .join(' ')

describe.each(RULE_ENGINES)('permissions on $title', ({ engine, skip }) => {
  let server: ApiServer
  let sender: Sender
  const cast = new Map<CallerKind, Player>()
  beforeAll(async () => {
    if (skip) return
    server = await startApiServer({
      engine,
      env: { LIMITS_SCALE: '10000', ...(await walletEnv()) },
    })
    sender = createSender(server.url)
    for (const kind of CALLERS_OF[engine]) cast.set(kind, await castPlayer(server.deps, kind))
  })
  afterAll(async () => {
    if (skip) return
    sender.close()
    await server.stop()
  })

  /** Returns a new caller where the call changes the caller, or where an earlier proof would count. */
  async function playerFor(route: RouteDefinition, { caller, target }: Cell): Promise<Player> {
    const isOwnBusiness =
      target === 'own' || spendsCaller(route.id) || route.errors.includes('step-up-required')
    const player = isOwnBusiness ? undefined : cast.get(caller)
    return player ?? castPlayer(server.deps, caller)
  }

  function send(
    route: RouteDefinition,
    { bearer }: Player,
    { headers, params = {}, query = {}, body, raw }: Sample,
  ): Promise<RawReply> {
    const type = raw?.type ?? (body === undefined ? undefined : 'application/json')
    return sender.send({
      method: route.method,
      path: routeAddress(route, { params, query }),
      headers: {
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(type === undefined ? {} : { 'content-type': type }),
        ...headers,
      },
      body: raw?.body ?? (body === undefined ? undefined : JSON.stringify(body)),
    })
  }

  /** Returns what is wrong in a cell, or undefined. */
  async function faultOf(route: RouteDefinition, cell: Cell): Promise<string | undefined> {
    const player = await playerFor(route, cell)
    const role =
      cell.target === undefined || cell.target === 'own' ? 'member' : TARGET_ROLE[cell.target]
    const targetId =
      cell.target === 'own' && player.member !== undefined
        ? player.member.id
        : (await buildMember(server.deps, { role })).id
    const sample = await sampleFor(route.id, { server, player, targetId, deed: cell.deed })
    const reply = await send(route, player, sample)
    if (!isOutcome(cell.wanted, reply, sample.mark))
      return `${inWords(cell)}: wanted ${cell.wanted}, got ${reply.status} ${reply.text.slice(0, 300)}`
    const code = codeOf(reply)
    return code === undefined || problemCodesOf(route).includes(code)
      ? undefined
      : `${inWords(cell)}: the API page does not name the refusal ${code}`
  }

  test.skipIf(skip).each(routes)('$id: $method $path', async (route) => {
    const faults: string[] = []
    for (const cell of cellsOf(route, CALLERS_OF[engine])) {
      const fault = await faultOf(route, cell)
      if (fault !== undefined) faults.push(fault)
    }
    expect(faults, faults.join('\n')).toEqual([])
  })
})

describe('the table of the permission matrix', () => {
  test('has every route, and throws at an unknown access or policy', () => {
    for (const route of routes)
      expect(cellsOf(route).length, route.id).toBeGreaterThanOrEqual(CALLERS.length)
    expect(() =>
      cellsOf({ ...ROUTES['auth.login'], access: 'friends' } as unknown as RouteDefinition),
    ).toThrow(/does not know the access friends of auth.login/)
    expect(() =>
      cellsOf({ ...ROUTES['auth.login'], policy: 'own-cat' } as unknown as RouteDefinition),
    ).toThrow(/does not know the policy own-cat of auth.login/)
  })
})
