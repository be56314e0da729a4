/** Values that fit a schema of the API's own document, and values that miss it in one place. */
import * as fc from 'fast-check'

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly examples?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly pattern?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
}
/** A value, and where it misses its schema: the names from its top. */
export interface Spoilt {
  readonly value: unknown
  readonly at: readonly string[]
}
type Schemas = Readonly<Record<string, Schema>>

const DEEPEST = 6
/** A text or a list of the longest length is sent up to here: some fields take megabytes. */
const LONGEST = 20_000
const MOST_ITEMS = 300

const resolve = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref === undefined ? schema : (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})

const FORMATS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  date: fc
    .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  'date-time': fc
    .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  email: fc.emailAddress(),
  uuid: fc.uuid(),
  uri: fc.webUrl(),
}

function text({ pattern, format, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<unknown> {
  if (format !== undefined && FORMATS[format] !== undefined) return FORMATS[format]
  if (pattern !== undefined)
    try {
      return fc.stringMatching(new RegExp(pattern, 'u'))
    } catch {
      // fast-check does not read each pattern; what does not fit is told apart by the validator.
    }
  const longest = Math.min(maxLength, LONGEST)
  return fc.oneof(
    fc.string({ unit: 'grapheme', minLength: Math.min(minLength, longest), maxLength: longest }),
    fc.constantFrom('a'.repeat(longest), 'a'.repeat(Math.max(minLength, 1))),
  )
}

/** A value that mostly fits; the validator has the last word. */
export function valueOf(given: Schema, schemas: Schemas, depth = 0): fc.Arbitrary<unknown> {
  const schema = resolve(given, schemas)
  const inner = (part: Schema) => valueOf(part, schemas, depth + 1)
  if (depth > DEEPEST) return fc.constant(null)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map(inner))
  if (schema.allOf !== undefined)
    return fc
      .tuple(...schema.allOf.map(inner))
      .map((parts) => Object.assign({}, ...(parts as object[])) as unknown) // parts of an object are objects
  const made = fc.oneof(...[schema.type ?? 'string'].flat().map((type) => ofType(type)))
  return schema.examples === undefined ? made : fc.oneof(made, fc.constantFrom(...schema.examples))

  function ofType(type: string): fc.Arbitrary<unknown> {
    const { minimum = -1_000_000, maximum = 1_000_000, properties = {}, required = [] } = schema
    switch (type) {
      case 'object':
        return fc.record(
          Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, inner(part)])),
          { requiredKeys: [...required] },
        )
      case 'array':
        return fc.array(inner(schema.items ?? {}), {
          minLength: schema.minItems ?? 0,
          maxLength: Math.min(schema.maxItems ?? 3, Math.max(3, schema.minItems ?? 0)),
        })
      case 'integer':
        return fc.oneof(
          fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) }),
          fc.constantFrom(minimum, maximum),
        )
      case 'number':
        return fc.double({ min: minimum, max: maximum, noNaN: true })
      case 'boolean':
        return fc.boolean()
      case 'null':
        return fc.constant(null)
      default:
        return text(schema)
    }
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What stands just outside: one too long, one too many, of another type, of no listed value. */
function justOutside(schema: Schema): readonly unknown[] {
  const { maxLength, minLength, maximum, minimum, maxItems } = schema
  return [
    null,
    true,
    -1,
    0.5,
    'x',
    '',
    [],
    {},
    ['x'],
    2 ** 53,
    ...(maxLength !== undefined && maxLength < LONGEST ? ['a'.repeat(maxLength + 1)] : []),
    ...(minLength !== undefined && minLength > 0 ? ['a'.repeat(minLength - 1)] : []),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maxItems !== undefined && maxItems < MOST_ITEMS
      ? [Array.from({ length: maxItems + 1 }, () => 'x')]
      : []),
  ]
}

/** Each way to spoil one place of a value that fits. */
export function spoiltOf(
  value: unknown,
  given: Schema,
  schemas: Schemas,
  at: readonly string[] = [],
): Spoilt[] {
  const schema = resolve(given, schemas)
  const here = justOutside(schema).map((other) => ({ value: other, at }))
  if (at.length > DEEPEST) return here
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (parts !== undefined)
    return [...here, ...parts.flatMap((part) => spoiltOf(value, part, schemas, at))]
  if (!isRecord(value) || schema.properties === undefined) return here
  return [
    ...here,
    ...(schema.required ?? []).map((name) => ({
      value: Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)),
      at: [...at, name],
    })),
    ...Object.entries(schema.properties).flatMap(([name, part]) =>
      spoiltOf(value[name], part, schemas, [...at, name]).map((spoilt) => ({
        value: { ...value, [name]: spoilt.value },
        at: spoilt.at,
      })),
    ),
  ]
}

/** Values that fit: made anew, or a known one with some of its fields made anew, so that calls get beyond the first check. */
export const bodiesNear = (known: unknown, schema: Schema, schemas: Schemas) => {
  const made = valueOf(schema, schemas)
  return isRecord(known)
    ? fc.oneof(
        made,
        fc
          .tuple(made, fc.subarray(Object.keys(resolve(schema, schemas).properties ?? {})))
          .map(([values, names]): unknown => ({
            ...known,
            ...Object.fromEntries(
              names.flatMap((name) =>
                isRecord(values) && name in values ? [[name, values[name]]] : [],
              ),
            ),
          })),
      )
    : made
}
