/** The zod of the interface reads every value of the contract as zod itself does. */
import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type * as z from 'zod'
import type { RouteDefinition } from '#shared/contract/base/define-route.ts'
import '#tests/support/property-seed.ts'

type Routes = Readonly<Record<string, RouteDefinition>>
const load = async (): Promise<Routes> => (await import('#shared/contract/routes.ts')).ROUTES

const original = await load()
vi.resetModules()
vi.doMock('zod', () => import('./zod.ts'))
const ours = await load()
vi.doUnmock('zod')

const schemasOf = ({ request, reply }: RouteDefinition): (z.ZodType | undefined)[] => [
  request.headers,
  request.params,
  request.query,
  request.body,
  reply,
]

/** Texts that some format of the contract takes. */
const TEXTS = [
  '',
  ' a ',
  '2026-01-31',
  '2026-02-30',
  '2026-05-03T09:00:00.000Z',
  '0b8f6f0e-5c1c-4d5e-9b0a-3c1de1a2b3c4',
  '/api/files/0b8f6f0e-5c1c-4d5e-9b0a-3c1de1a2b3c4',
  'A@B.example',
  'https://maps.example/place',
  'WLD_10004217',
  '+33612345678',
  '12',
  '-1',
  'Sudan',
  'Single',
  'x'.repeat(400),
  'a\u0000b',
]
const text = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ maxLength: 30 }))
const anything = fc.oneof(text, fc.jsonValue({ maxDepth: 1 }), fc.constant(undefined))

/** Values that fit, now and then with one that does not. */
function valuesOf(schema: unknown): fc.Arbitrary<unknown> {
  const { def } = schema as { readonly def: z.core.$ZodTypes['_zod']['def'] } // every classic schema has it
  const right = ((): fc.Arbitrary<unknown> => {
    switch (def.type) {
      case 'object':
        return fc
          .record(
            Object.fromEntries(
              Object.entries(def.shape).map(([name, field]) => [name, valuesOf(field)]),
            ),
          )
          .chain((fields) => fc.constantFrom(fields, { ...fields, extra: 1 }))
      case 'string':
        return text
      case 'number':
        return fc.oneof(fc.integer(), fc.nat(50), fc.double(), fc.constantFrom('7', '7.5', 'x'))
      case 'boolean':
        return fc.boolean()
      case 'enum':
        return fc.constantFrom(...Object.values(def.entries))
      case 'literal':
        return fc.constantFrom(...def.values)
      case 'array':
        return fc.array(valuesOf(def.element), { maxLength: 3 })
      case 'tuple':
        return fc.tuple(...def.items.map(valuesOf))
      case 'record':
        return fc.dictionary(fc.string({ maxLength: 5 }), valuesOf(def.valueType), { maxKeys: 2 })
      case 'union':
        return fc.oneof(...def.options.map(valuesOf))
      case 'optional':
      case 'default':
      case 'catch':
        return fc.option(valuesOf(def.innerType), { nil: undefined })
      case 'nullable':
        return fc.option(valuesOf(def.innerType), { nil: null })
      case 'pipe':
        return fc.oneof(valuesOf(def.in), valuesOf(def.out))
      default:
        return anything
    }
  })()
  return fc.oneof({ weight: 30, arbitrary: right }, { weight: 1, arbitrary: anything })
}

let taken = 0
function outcome(schema: z.ZodType, value: unknown): unknown {
  const { success, data, error } = schema.safeParse(structuredClone(value))
  if (success) taken += 1
  return success ? { data } : error.issues.map(({ code, path }) => ({ code, path }))
}

test('the same routes are there', () => {
  expect(Object.keys(ours)).toEqual(Object.keys(original))
  const [route] = Object.values(ours)
  expect(route?.reply).not.toHaveProperty('toJSONSchema') // it is zod/mini's
})

test.each(Object.keys(original))('our small zod judges the route %s as the original does', (id) => {
  const [theirs, here] = [original[id], ours[id]].map((route) =>
    route === undefined ? [] : schemasOf(route),
  )
  theirs?.forEach((schema, index) => {
    const mine = here?.[index]
    if (schema === undefined || mine === undefined) return expect(mine).toBe(schema)
    expect(mine).not.toBe(schema)
    return fc.assert(
      fc.property(valuesOf(schema), (value) => {
        expect(outcome(mine, value)).toEqual(outcome(schema, value))
      }),
      { numRuns: 40 },
    )
  })
})

test('enough of the values were taken to say something', () => {
  expect(taken).toBeGreaterThan(10_000)
})
