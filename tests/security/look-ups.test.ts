/**
 * Few routes show who is registered here, and each of them draws on one budget (ADR 0063). No list says which routes:
 * every text that a session or device can send is tried with the number, e-mail address and phone number of a person who
 * is registered and of one who is not. Where the replies differ, the route must declare `reveals`.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import {
  rowsBucket,
  TYPED_AT_DEVICE,
  UNKNOWN_CHECK_INS_OF_DEVICE,
  UNKNOWN_OF_ACCOUNT,
} from '#server/records/look-ups/look-up-budget.ts'
import { drawMemberNumber } from '#server/records/members/member-number-repository.ts'
import { routeAddress } from '#shared/contract/base/client.ts'
import type { RouteDefinition } from '#shared/contract/base/define-route.ts'
import { ROUTES } from '#shared/contract/routes.ts'
import { LISTED_PER_DAY } from '#shared/contract/users.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { newAddress, newPhone } from '#tests/builders/applicant.ts'
import { buildMember } from '#tests/builders/member.ts'
import { startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { sampleFor, type Sample } from '#tests/support/bodies.ts'
import { RULE_ENGINES } from '#tests/support/engines.ts'
import { walletEnv } from '#tests/support/wallet-certificates.ts'
import { castPlayer, type Player } from './cast.ts'
import { freshRequest } from './fresh-rows.ts'
import { createSender, type RawReply, type Sender } from './send.ts'

const SCALE = 10_000
const DAY_S = 24 * 60 * 60

/** Callers with an account or device. What strangers can send is compared in `enumeration.test.ts`. */
const CALLERS = ['admin', 'reviewer', 'member', 'device'] as const
type CallerKind = (typeof CALLERS)[number]

function callersOf({ access }: RouteDefinition): readonly CallerKind[] {
  if (Array.isArray(access)) return CALLERS.filter((kind) => access.includes(kind))
  switch (access) {
    case 'kiosk':
      return ['device']
    case 'staff-or-kiosk':
      return ['admin', 'reviewer', 'device']
    case 'staff':
      return ['admin', 'reviewer']
    case 'member':
    case 'optional-member':
    case 'ticket-or-member':
    case 'member-or-witness':
      return ['admin', 'reviewer', 'member']
    default:
      return []
  }
}

interface Identity {
  readonly number: number
  readonly email: string
  readonly phone: string
}
const WAYS: Readonly<Record<string, (who: Identity) => string>> = {
  number: ({ number }) => cardId(number),
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
}

type Part = 'params' | 'query' | 'body'
interface Place {
  readonly part: Part | 'raw'
  readonly path: readonly string[]
}
const PARTS: readonly Part[] = ['params', 'query', 'body']

interface JsonSchema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
}

/** Paths of all texts that the schema takes; of a list, those of its first entry. */
function textsOf(schema: JsonSchema, path: readonly string[] = []): (readonly string[])[] {
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  const isText =
    schema.enum === undefined &&
    schema.const === undefined &&
    [undefined, 'string'].includes(schema.type)
  const isLeaf = isText && branches.length === 0 && schema.properties === undefined
  return [
    ...(isLeaf && path.length > 0 ? [path] : []),
    ...branches.flatMap((branch) => textsOf(branch, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, value]) =>
      textsOf(value, [...path, key]),
    ),
    ...(schema.items === undefined ? [] : textsOf(schema.items, [...path, '0'])),
  ]
}

function placesOf(route: RouteDefinition): Place[] {
  const places = PARTS.flatMap((part) => {
    const schema = route.request[part]
    if (schema === undefined) return []
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema // a plain schema of texts and lists
    const paths = new Map(textsOf(json).map((path) => [path.join('.'), path]))
    return [...paths.values()].map((path): Place => ({ part, path }))
  })
  return route.requestType === 'multipart/form-data'
    ? [...places, { part: 'raw', path: [] }]
    : places
}

function put(target: unknown, [key, ...rest]: readonly string[], value: string): unknown {
  if (key === undefined) return value
  if (Array.isArray(target) || (target === undefined && key === '0')) {
    const list: unknown[] = Array.isArray(target) ? target : []
    return [put(list[0], rest, value), ...list.slice(1)]
  }
  const held = (typeof target === 'object' && target !== null ? target : {}) as Record<
    string,
    unknown
  > // the schema says object here
  return { ...held, [key]: put(held[key], rest, value) }
}

/** The call with the text in its place; undefined where its shape does not permit it. */
function withText(
  route: RouteDefinition,
  sample: Sample,
  { part, path }: Place,
  value: string,
): Sample | undefined {
  if (part === 'raw') {
    const { raw } = sample
    const text = raw?.body.toString('latin1') ?? ''
    const changed = text.replace(/[\w.+-]+@[\w.-]+/, value)
    return raw === undefined || changed === text
      ? undefined
      : { ...sample, raw: { ...raw, body: Buffer.from(changed, 'latin1') } }
  }
  // A filter of a list by itself: others would hide what it finds.
  const alone = part === 'query' ? put({}, path, value) : undefined
  const filled =
    alone !== undefined && route.request.query?.safeParse(alone).success === true
      ? alone
      : put(sample[part], path, value)
  return route.request[part]?.safeParse(filled).success === true
    ? ({ ...sample, [part]: filled } as Sample)
    : undefined
}

const CHANGING =
  /WLD_\d+|REQ_\d+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-f]{12}\b|\d{4}-\d\d-\d\dT[\d:.]+Z|[\w.+-]+@[\w.-]+|\+?\d{6,}|[\w-]{20,}/g

/** What a reader of the reply can tell apart: everything but what differs from call to call. */
function outline(value: unknown, isCoarse: boolean): unknown {
  if (typeof value === 'string') return isCoarse ? value === '' : value.replaceAll(CHANGING, '*')
  if (typeof value === 'number') return 'number'
  if (Array.isArray(value)) return value.map((entry) => outline(entry, isCoarse))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'requestId')
      .map(([key, entry]) => [key, outline(entry, isCoarse)]),
  )
}
function outlineOf({ status, text }: RawReply, isCoarse: boolean): string {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    body = `${text.split('\n').length} lines`
  }
  return JSON.stringify([status, outline(body, isCoarse)])
}

interface Telling {
  readonly route: RouteDefinition
  readonly kind: CallerKind
  readonly place: Place
  readonly way: string
}
const inWords = ({ kind, place, way }: Telling): string =>
  `${kind}: ${way} in ${[place.part, ...place.path].join('.')}`

describe.each(RULE_ENGINES)('look-ups on $title', ({ engine, skip }) => {
  let server: ApiServer
  let sender: Sender
  const telling: Telling[] = []
  const routes: readonly RouteDefinition[] = Object.values(ROUTES)

  beforeAll(async () => {
    if (skip) return
    server = await startApiServer({
      engine,
      env: { LIMITS_SCALE: String(SCALE), ...(await walletEnv()) },
    })
    sender = createSender(server.url)
  })
  afterAll(async () => {
    if (skip) return
    sender.close()
    await server.stop()
  })

  /** A member with a decided request: there is something to find by each way. */
  async function registered(): Promise<Identity> {
    const { id, email, phone } = await buildMember(server.deps)
    await freshRequest(server.deps, id)
    await server.deps.database.db
      .updateTable('registration_requests')
      .set({ status: 'approved', decided_at: server.clock.now().toISOString() })
      .where('member_id', '=', id)
      .execute()
    return { number: id, email, phone }
  }
  const stranger = async (): Promise<Identity> => ({
    number: await drawMemberNumber(server.deps.database.db),
    email: newAddress(),
    phone: newPhone(),
  })

  async function call(
    { route, kind, place, way }: Telling,
    who: Identity,
    given?: Player,
  ): Promise<RawReply | undefined> {
    const player = given ?? (await castPlayer(server.deps, kind))
    const { id: targetId } = await buildMember(server.deps)
    const sample = await sampleFor(route.id, {
      server,
      player,
      targetId,
      deed: deedOf(route, kind),
    })
    const filled = withText(route, sample, place, WAYS[way]?.(who) ?? '')
    if (filled === undefined) return undefined
    const { headers, params = {}, query = {}, body, raw } = filled
    const type = raw?.type ?? (body === undefined ? undefined : 'application/json')
    return sender.send({
      method: route.method,
      path: routeAddress(route, { params, query }),
      headers: {
        ...(player.bearer === undefined ? {} : { authorization: `Bearer ${player.bearer}` }),
        ...(type === undefined ? {} : { 'content-type': type }),
        ...headers,
      },
      body: raw?.body ?? (body === undefined ? undefined : JSON.stringify(body)),
    })
  }
  /** A device is let in for its own event, and sensitive calls with the password. */
  const deedOf = ({ policy, errors }: RouteDefinition, kind: CallerKind): string | undefined => {
    if (policy === 'own-event') return kind === 'device' ? 'own-event' : undefined
    if (policy === 'reissue-card' || policy === 'not-own-account') return 'with-password'
    if (policy === 'manage-member') return 'delete'
    return policy === undefined && errors.includes('step-up-required') ? 'with-password' : undefined
  }

  async function tells(one: Telling): Promise<boolean> {
    const known = await call(one, await registered())
    const unknown = known && (await call(one, await stranger()))
    if (known === undefined || unknown === undefined) return false
    if (outlineOf(known, false) === outlineOf(unknown, false)) return false
    // Replies of which two for strangers differ are compared by their form alone.
    const again = await call(one, await stranger())
    const isCoarse = again === undefined || outlineOf(unknown, false) !== outlineOf(again, false)
    return outlineOf(known, isCoarse) !== outlineOf(unknown, isCoarse)
  }

  const open = routes.filter((route) => callersOf(route).length > 0 && placesOf(route).length > 0)
  test.skipIf(skip).each(open)('$id declares what it tells', async (route) => {
    const found: Telling[] = []
    for (const kind of callersOf(route))
      for (const place of placesOf(route))
        for (const way of Object.keys(WAYS))
          if (await tells({ route, kind, place, way })) found.push({ route, kind, place, way })
    telling.push(...found)
    expect(
      found.length > 0 ? 'tells' : 'tells nothing',
      `${route.id} ${route.reveals ?? ''} ${found.map(inWords).join(', ')}`,
    ).toBe(route.reveals === undefined ? 'tells nothing' : 'tells')
  })

  const mac = (who: string | number): string => server.deps.secrets.mac('lookup', String(who))
  const spend = async (bucket: string, max: number, windowS: number): Promise<void> =>
    void (await server.deps.throttle.hit(bucket, max, windowS, max * SCALE))

  async function spendGuesses({ member, eventId = '' }: Player): Promise<void> {
    const day = UNKNOWN_OF_ACCOUNT[1]
    if (member !== undefined)
      return spend(`look-up/unknown-${day.windowS}/${mac(member.id)}`, day.max, day.windowS)
    const { id } = await server.deps.database.db
      .selectFrom('kiosk_devices')
      .select('id')
      .where('event_id', '=', eventId)
      .executeTakeFirstOrThrow()
    const typed = TYPED_AT_DEVICE[1]
    await spend(`look-up/typed-${typed.windowS}/${mac(id)}`, typed.max, typed.windowS)
    return spend(`look-up/queued/${mac(id)}`, UNKNOWN_CHECK_INS_OF_DEVICE, DAY_S)
  }

  test.skipIf(skip)(
    'each of them is closed alike for known and unknown when a budget is used up',
    async () => {
      expect(telling.length).toBeGreaterThan(0)
      const faults: string[] = []
      for (const one of telling) {
        const player = await castPlayer(server.deps, one.kind)
        if (one.route.reveals === 'member') await spendGuesses(player)
        else if (player.member !== undefined)
          await spend(rowsBucket(server.deps, player.member.id), LISTED_PER_DAY, DAY_S)
        const wanted = one.route.reveals === 'member' ? 'look-up-limit' : 'daily-limit'
        const replies = [
          await call(one, await registered(), player),
          await call(one, await stranger(), player),
        ].map((reply) => (reply === undefined ? '' : outlineOf(reply, false)))
        if (replies[0] !== replies[1] || replies[0]?.includes(wanted) !== true)
          faults.push(`${one.route.id} ${inWords(one)}: ${replies.join(' and ')}`)
      }
      expect(faults, faults.join('\n')).toEqual([])
    },
  )
})

test('the routes that tell who is registered', () => {
  const declared = Object.values(ROUTES as Readonly<Record<string, RouteDefinition>>)
    .filter(({ reveals }) => reveals !== undefined)
    .map(({ id, reveals }) => `${id}: ${reveals}`)
  expect(declared.toSorted()).toEqual([
    'assembly.enterPaper: member',
    'assembly.give: member',
    'card.reissue: member',
    'card.verify: member',
    'consent.proposeFactorReset: member',
    'document.read: member',
    'event.checkIn: member',
    'hold.place: member',
    'merge.carryOut: member',
    'merge.compare: member',
    'portrait.decide: member',
    'request.claim: member',
    'request.decide: member',
    'request.delete: member',
    'request.list: list',
    'request.next: member',
    'request.read: member',
    'request.release: member',
    'request.undo: member',
    'user.create: member',
    'user.delete: member',
    'user.export: list',
    'user.import: member',
    'user.list: list',
    'user.read: member',
    'user.search: member',
    'user.update: member',
  ])
})
