import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { RouteDefinition } from '#shared/contract/base/define-route.ts'
import { COLUMN_INTEGER_MAX } from '#shared/contract/base/schemas.ts'
import { ROUTES } from '#shared/contract/routes.ts'
import { openApiDocument, problemCodesOf } from './openapi.ts'

const routes: readonly RouteDefinition[] = Object.values(ROUTES)
interface Operation {
  readonly security: readonly object[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: Readonly<
      Record<string, { readonly example?: unknown; readonly schema: object }>
    >
  }
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
  }[]
}
const document = openApiDocument('1.2.3', 'https://members.example.org') as {
  paths: Record<string, Record<string, Operation>>
} // the shape that is tested here
const operationOf = ({ path, method }: RouteDefinition): Operation | undefined =>
  document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]

function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  )
}

describe('the OpenAPI document', () => {
  test.each(routes.filter(({ request }) => request.body !== undefined))(
    'shows a body of $id that the route itself takes',
    (route) => {
      const example = operationOf(route)?.requestBody?.content['application/json']?.example
      expect(
        example,
        'give the fields of the body examples: .meta({ examples: […] })',
      ).toBeDefined()
      const read = route.request.body?.safeParse(example)
      expect(read?.error?.issues ?? []).toEqual([])
    },
  )

  test('names each schema once, and resolves every name', () => {
    const known = new Set<unknown>()
    for (const reference of referencesIn(document)) {
      const found = reference
        .split('/')
        .slice(1)
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
      expect(found, reference).toBeTypeOf('object')
      known.add(reference)
    }
    expect([...known]).toContain('#/components/schemas/OwnMember')
    expect(JSON.stringify(document)).not.toContain('$defs')
  })

  test('describes the upload by its fields', () => {
    const content = operationOf(ROUTES['upload.files'])?.requestBody?.content['multipart/form-data']
    expect(content?.schema).toMatchObject({
      properties: { reqIdProofFront: {}, wldProfile: {}, report: {} },
    })
  })

  test('describes headers and authentication', () => {
    const reset = operationOf(ROUTES['password.reset'])
    expect(
      reset?.parameters
        .filter((one) => one.in === 'header')
        .map(({ name, required }) => `${name} ${required}`),
    ).toEqual([
      'Identifier true',
      'Connection-Method false',
      'Accept-Language false',
      'X-Proof-Of-Work false',
    ])
    expect(operationOf(ROUTES['auth.login'])?.security).toEqual([{ basic: [] }])
    expect(operationOf(ROUTES['auth.refresh'])?.security).toEqual([{ refreshToken: [] }])
    expect(operationOf(ROUTES['registration.create'])?.security).toEqual([{ ticket: [] }])
    expect(operationOf(ROUTES['event.list'])?.security).toEqual([{}, { accessToken: [] }])
    expect(operationOf(ROUTES['event.read'])?.parameters).toMatchObject([
      { name: 'id', in: 'path', required: true },
    ])
    expect(operationOf(ROUTES['report.delete'])?.requestBody?.required).toBe(false)
  })

  test('bounds every number that a caller sends to what its column holds', () => {
    const loose: string[] = []
    const walk = (id: string, at: string, node: unknown): void => {
      if (typeof node !== 'object' || node === null) return
      const { type, maximum = Infinity } = node as { type?: unknown; maximum?: number } // a JSON schema
      if ((type === 'integer' || type === 'number') && maximum > COLUMN_INTEGER_MAX)
        loose.push(`${id} ${at.replaceAll(/\.(?:properties|items|anyOf)\b/g, '')}`)
      for (const [key, inner] of Object.entries(node)) walk(id, `${at}.${key}`, inner)
    }
    for (const { id, request } of routes)
      for (const [part, schema] of Object.entries(request))
        walk(id, part, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
    // 64 bits in their columns, or in none: the number of a report or a piece of evidence, bytes, a device's counter, a time, cents;
    // a seal is stored as text.
    const wide =
      /^(?:report|evidence|witness)\.\w+ (?:params\.(?:id|reportId)|body\.(?:reportId|size)|query\.offset)$|^evidence\.startUpload body\.\$defs\.EvidenceSeal\.(?:original\.0\.)?size$|^event\.checkIn body\.checkIns\.sequence$|^donation\.update body\.received\.(?:cents|countedCents)$|^(?:file\.read|wallet\.readApplePass) query\.expires$/
    expect(loose).toContain('evidence.startUpload body.size')
    expect(loose.filter((name) => !wide.test(name))).toEqual([])
  })

  test('says where a blank or null is the same as a field that is left out, and which types a file has', () => {
    const shown = JSON.stringify(document)
    const invitation = operationOf(ROUTES['invitation.create'])?.requestBody?.content
    expect(invitation).toMatchObject({
      'application/json': {
        schema: { properties: { expiresAt: { anyOf: expect.arrayContaining([{ const: '' }]) } } },
      },
    })
    expect(operationOf(ROUTES['user.update'])?.requestBody?.content).toMatchObject({
      'application/json': {
        schema: {
          properties: {
            tribe: { anyOf: [{ type: 'string' }, { type: 'null' }] },
            sex: { anyOf: [{}, { enum: [null, ''] }] },
          },
        },
      },
    })
    expect(operationOf(ROUTES['report.export'])).toMatchObject({
      responses: { 200: { content: { 'text/csv': {}, 'application/json': {} } } },
    })
    expect(shown).not.toContain('blankIsAbsent')
  })

  test('names the refusals that follow from the declaration', () => {
    expect(problemCodesOf(ROUTES['health.process'])).toEqual(['bad-request', 'server-error'])
    expect(problemCodesOf(ROUTES['user.delete'])).toEqual(
      expect.arrayContaining([
        'not-signed-in',
        'forbidden',
        'administrator-protected',
        'last-administrator',
        'too-many',
      ]),
    )
    expect(problemCodesOf(ROUTES['auth.sessions'])).not.toContain('forbidden')
    expect(problemCodesOf(ROUTES['auth.sessions'])).toContain('unavailable')
  })
})
