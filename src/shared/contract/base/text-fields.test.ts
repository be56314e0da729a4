import { expect, test } from 'vitest'
import * as z from 'zod'
import { CLEAN } from '../../domain/text/clean-text.ts'
import { INVOKE_CHANNELS } from '../desktop/ipc.ts'
import { DECLARED_ROUTES } from '../routes.ts'
import { textOf } from './text-fields.ts'

/** What this test reads of a schema of zod. */
interface Shape {
  readonly type: string
  readonly format?: string
  readonly checks?: readonly unknown[]
  readonly [part: string]: unknown
}
const shapeOf = (schema: unknown): Shape | undefined => (schema as { def?: Shape } | undefined)?.def

/** What an `overwrite` of a schema calls; zod keeps the definition of a check under this one name. */
const overwrittenBy = (check: unknown): unknown =>
  (check as Readonly<Record<string, { readonly def: { readonly tx?: unknown } }>>)['_zod']?.def.tx

const KINDS: ReadonlySet<unknown> = new Set(Object.values(CLEAN))
/** Read by zod as what they are, whatever stands around them. */
const EXACT_FORMATS: readonly unknown[] = ['uuid', 'date', 'datetime', 'email']
const namesKind = ({ checks = [], format }: Shape): boolean =>
  EXACT_FORMATS.includes(format) || checks.some((check) => KINDS.has(overwrittenBy(check)))

function* unnamed(schema: unknown, path: string): Generator<string> {
  const shape = shapeOf(schema)
  if (shape === undefined) return
  const { type, shape: fields, options, items, element, innerType, valueType } = shape
  if (type === 'string' && !namesKind(shape)) yield path
  for (const [name, field] of Object.entries((fields ?? {}) as object))
    yield* unnamed(field, `${path}.${name}`)
  for (const one of [...((options ?? []) as unknown[]), ...((items ?? []) as unknown[])])
    yield* unnamed(one, path)
  for (const one of [element, innerType, valueType, shape['in'], shape['out']])
    yield* unnamed(one, path)
}

const PARTS = [
  ...DECLARED_ROUTES.flatMap(({ id, request }) =>
    Object.entries(request).map(
      ([part, schema]) => [`${id} ${part}`, schema as z.ZodType] as const,
    ),
  ),
  ...Object.entries(INVOKE_CHANNELS).map(([channel, { input }]) => [channel, input] as const),
]
test('every text that a request or a channel of the desktop app takes names its kind', () =>
  expect(PARTS.flatMap(([path, schema]) => [...unnamed(schema, path)])).toEqual([]))

test('a text without a kind is found wherever it stands', () => {
  const hidden = z.object({
    list: z.array(z.string()).optional(),
    either: z.union([z.int(), z.string()]),
    later: z.string().transform((text) => text.length),
    clean: textOf('name'),
  })
  expect([...unnamed(hidden, 'body')]).toEqual(['body.list', 'body.either', 'body.later'])
})
