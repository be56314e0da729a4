/** OpenAPI 3.1 from the contract alone: what is documented is what is mounted. */
import type * as z from 'zod'
import { POLICIES, rolesAllowed } from '#shared/contract/base/access.ts'
import type { RouteDefinition } from '#shared/contract/base/define-route.ts'
import { PROBLEMS } from '#shared/contract/base/problem-replies.ts'
import { Problem, type ProblemCode } from '#shared/contract/base/problem.ts'
import { ROUTES } from '#shared/contract/routes.ts'
import { MORE_REPLIES, MORE_TYPES, MULTIPART_BODIES, TAG_DESCRIPTIONS } from './openapi-extras.ts'
import { createSchemaBook, type Json, type SchemaBook } from './openapi-schema.ts'

/** A whole example of a body, put together from the examples of its fields in the contract. */
interface Node {
  readonly type?: string
  readonly examples?: readonly unknown[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, Node>>
  readonly required?: readonly string[]
  readonly items?: Node
  readonly anyOf?: readonly Node[]
}

/** Undefined when the contract has no example for it. */
function exampleOf(schema: Json): unknown {
  const node = schema as Node // JSON schema as our own generator writes it
  if (node.examples !== undefined) return node.examples[0]
  if ('const' in node) return node.const
  if ('default' in node) return node.default
  if (node.enum !== undefined) return node.enum[0]
  if (node.properties !== undefined)
    return Object.fromEntries(
      Object.entries(node.properties).flatMap(([name, property]) => {
        const example = exampleOf(property as Json) // as above
        return example === undefined ? [] : [[name, example]]
      }),
    )
  if (node.anyOf?.[0] !== undefined) return exampleOf(node.anyOf[0] as Json) // as above
  if (node.type === 'boolean') return true
  if (node.type === 'array' && node.items !== undefined) {
    const item = exampleOf(node.items as Json) // as above
    return item === undefined ? undefined : [item]
  }
  return undefined
}

const REQUEST_ID = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } }

function parameters(route: RouteDefinition, book: SchemaBook): Json[] {
  const places = [
    ['path', route.request.params],
    ['query', route.request.query],
    ['header', route.request.headers],
  ] as const
  return places.flatMap(([place, schema]) => {
    if (schema === undefined) return []
    const { properties = {}, required = [] } = book.schemaOf(schema, 'input') as {
      properties?: Record<string, Json>
      required?: string[]
    } // an object schema by type
    return Object.entries(properties)
      .filter(([name]) => name !== 'authorization') // security schemes say this
      .map(([name, { description, ...property }]) => ({
        name: place === 'header' ? headerName(name) : name,
        in: place,
        required: place === 'path' || required.includes(name),
        ...(description === undefined ? {} : { description }),
        schema: property,
      }))
  })
}

/** As headers are written: `Connection-Method`. */
const headerName = (name: string): string =>
  name.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())

const OPEN: readonly RouteDefinition['access'][] = ['public', 'signed-address']

const WITH_SESSION: readonly RouteDefinition['access'][] = [
  'optional-member',
  'ticket-or-member',
  'member-or-witness',
]
const WITH_RECEIPT: readonly RouteDefinition['access'][] = ['witness', 'member-or-witness']

/** Refusals that follow from the declaration, and the route's own. */
export function problemCodesOf(route: RouteDefinition): ProblemCode[] {
  const codes = new Set<ProblemCode>(['bad-request', ...route.errors])
  if (route.access === 'refresh-token') codes.add('no-refresh-token')
  else if (!OPEN.includes(route.access)) codes.add('not-signed-in')
  const roles = rolesAllowed(route.access)
  if (roles !== undefined && route.access !== 'member') codes.add('forbidden')
  if (roles !== undefined || WITH_SESSION.includes(route.access)) codes.add('second-factor-needed')
  if (WITH_RECEIPT.includes(route.access))
    codes.add('receipt-unknown').add('proof-required').add('too-many').add('busy')
  if (route.policy !== undefined)
    for (const code of POLICIES[route.policy].refusals) codes.add(code)
  if (Object.keys(route.request).length > 0) codes.add('invalid')
  if (route.method !== 'GET') codes.add('too-large').add('wrong-type')
  if (route.limits.length > 0) codes.add('too-many')
  if (route.reveals === 'member') codes.add('look-up-limit')
  if (route.reveals === 'list') codes.add('daily-limit')
  // Routes with quotas or a known caller need the database.
  if (route.limits.length > 0 || !OPEN.includes(route.access))
    codes.add('unavailable').add('no-space')
  codes.add('server-error')
  return [...codes]
}

function problemReplies(route: RouteDefinition, book: SchemaBook): Json {
  const problem = book.schemaOf(Problem, 'output')
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of problemCodesOf(route))
    byStatus.set(PROBLEMS[code].status, [...(byStatus.get(PROBLEMS[code].status) ?? []), code])
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].message}`).join(' · '),
        headers: {
          ...REQUEST_ID,
          ...(status === 429 || status === 503
            ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
            : {}),
        },
        content: {
          'application/problem+json': {
            schema: {
              allOf: [problem, { type: 'object', properties: { code: { enum: codes } } }],
            },
          },
        },
      },
    ]),
  )
}

function security({ id, access }: RouteDefinition): Json[] {
  if (id === 'auth.login') return [{ basic: [] }]
  switch (access) {
    case 'public':
    case 'signed-address':
      return []
    case 'optional-member':
      return [{}, { accessToken: [] }]
    case 'ticket':
      return [{ ticket: [] }]
    case 'ticket-or-member':
      return [{ ticket: [] }, { accessToken: [] }]
    case 'witness':
      return [{ receipt: [] }]
    case 'wallet-pass':
      return [{ passToken: [] }]
    case 'member-or-witness':
      return [{ receipt: [] }, { accessToken: [] }]
    case 'refresh-token':
      return [{ refreshToken: [] }]
    case 'kiosk':
      return [{ deviceToken: [] }]
    case 'staff-or-kiosk':
      return [{ accessToken: [] }, { deviceToken: [] }]
    default:
      return [{ accessToken: [] }]
  }
}

const isOptional = (body: z.ZodType): boolean => body.safeParse(undefined).success

function requestBody(route: RouteDefinition, book: SchemaBook): Json {
  const { body } = route.request
  const multipart = MULTIPART_BODIES[route.id]
  if (multipart !== undefined && route.requestType !== undefined)
    return { requestBody: { required: true, content: { [route.requestType]: multipart } } }
  if (body === undefined) return {}
  const schema = book.schemaOf(body, 'input')
  return {
    requestBody: {
      required: !isOptional(body),
      content: { 'application/json': { schema, example: exampleOf(schema) } },
    },
  }
}

function operation(route: RouteDefinition, book: SchemaBook): Json {
  const roles = rolesAllowed(route.access)
  const who =
    roles === undefined
      ? String(route.access)
      : `roles ${roles.join(', ')}${route.access === 'staff-or-kiosk' ? ', and devices at the door' : ''}`
  const policy = route.policy === undefined ? '' : ` Rule: ${POLICIES[route.policy].rule}`
  const quota = route.limits
    .map(({ per, max, windowS }) => ` At most ${max} calls in ${windowS} s per ${per}.`)
    .join('')
  return {
    operationId: route.id,
    tags: [route.id.split('.')[0]],
    summary: route.summary,
    description: `Access: ${who}.${policy}${quota}`,
    security: security(route),
    parameters: parameters(route, book),
    ...requestBody(route, book),
    responses: {
      200: {
        description: 'Done',
        headers: REQUEST_ID,
        content:
          route.replyType === undefined
            ? { 'application/json': { schema: book.schemaOf(route.reply, 'output') } }
            : {
                [route.replyType]: {
                  schema: { type: 'string', contentMediaType: route.replyType },
                },
                ...MORE_TYPES[route.id],
              },
      },
      ...MORE_REPLIES[route.id],
      ...problemReplies(route, book),
    },
  }
}

export function openApiDocument(version: string, publicUrl: string): Json {
  const book = createSchemaBook()
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of Object.values(ROUTES) as RouteDefinition[]) {
    // `satisfies` keeps each literal type; here the common one is enough
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, book) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'WLD API',
      version,
      description:
        'Members, cards and reports. Every refusal is a problem (RFC 9457) with `code`, `message`, `fields` and `requestId`.',
      license: { name: 'Proprietary', url: `${publicUrl}/api/docs` },
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(TAG_DESCRIPTIONS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: book.named(),
      headers: {
        RequestId: {
          description: 'Quote it when you ask for help; it finds the log line',
          schema: { type: 'string', format: 'uuid' },
        },
        RetryAfter: { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } },
      },
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: 'UTF-8 identifier:password' },
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'From sign-in or renewal; 15 minutes',
        },
        refreshToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'opaque',
          description: 'From sign-in or the last renewal',
        },
        deviceToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'opaque',
          description: 'From `kiosk.enrol`; for one event and the hours that were asked for',
        },
        receipt: {
          type: 'http',
          scheme: 'bearer',
          description: 'The 16 digits that were shown when a witness report was filed',
        },
        passToken: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`ApplePass` and the token in the pass',
        },
        ticket: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'opaque',
          description: 'From `email.verify`; 2 hours, for one registration',
        },
      },
    },
  }
}
