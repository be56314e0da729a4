/** JSON schemas of the contract, with the named ones gathered under `components` instead of repeated in every route. */
import * as z from 'zod'

export type Json = Readonly<Record<string, unknown>>
type Direction = 'input' | 'output'

const OWN_REFERENCE = '#/$defs/'
const SHARED_REFERENCE = '#/components/schemas/'

function moveReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moveReferences)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? inner.replace(OWN_REFERENCE, SHARED_REFERENCE)
        : moveReferences(inner),
    ]),
  )
}

/** Says of each field that may be left out which values mean the same: null, and a blank where no blank is stored. */
function takeBlanks(schema: z.core.JSONSchema.BaseSchema, blank: readonly unknown[]): void {
  for (const [name, field] of Object.entries(schema.properties ?? {}))
    if (typeof field === 'object' && schema.required?.includes(name) !== true)
      schema.properties = {
        ...schema.properties,
        [name]: { anyOf: [field, blank.includes(name) ? { enum: [null, ''] } : { type: 'null' }] },
      }
}

/** A blank is taken where the shape would not: it means the same as to leave the field out. */
function takeBlank(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.enum !== undefined) {
    if (!schema.enum.includes('')) schema.enum = [...schema.enum, '']
    return
  }
  const { description: _description, examples: _examples, ...own } = schema
  const taken = { const: '' }
  const known = own.anyOf?.some((part) => typeof part === 'object' && part.const === '') ?? false
  if (known || (own.type === 'string' && ![own.pattern, own.format, own.minLength].some(Boolean)))
    return
  for (const key of Object.keys(own)) delete schema[key]
  Object.assign(schema, { anyOf: own.anyOf === undefined ? [own, taken] : [...own.anyOf, taken] })
}

export interface SchemaBook {
  schemaOf(schema: z.ZodType, direction: Direction): Json
  /** Every named schema that was used so far. */
  named(): Readonly<Record<string, Json>>
}

export function createSchemaBook(): SchemaBook {
  const named = new Map<string, Json>()
  function keep(id: string, schema: Json): void {
    const known = named.get(id)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two shapes are called ${id}: give one of them another id`)
    named.set(id, schema)
  }
  return {
    schemaOf(schema, direction) {
      const {
        $schema: _draft,
        $defs = {},
        ...own
      } = z.toJSONSchema(schema, {
        io: direction,
        unrepresentable: 'any',
        reused: 'inline',
        override({ zodSchema, jsonSchema }) {
          // Examples of the contract show what is sent; the library drops them where a text is transformed on its way in.
          const examples = z.globalRegistry.get(zodSchema)?.['examples']
          if (direction === 'input' && Array.isArray(examples)) jsonSchema.examples = examples
          const blank = jsonSchema['blankIsAbsent']
          delete jsonSchema['blankIsAbsent']
          if (direction !== 'input') return
          if (blank === true) takeBlank(jsonSchema)
          if (Array.isArray(blank)) takeBlanks(jsonSchema, blank)
        },
      }) as Record<string, unknown> & { $defs?: Record<string, Json> } // a JSON object by contract
      for (const [id, { id: _id, ...definition }] of Object.entries($defs))
        keep(id, moveReferences(definition) as Json) // an object stays one
      return moveReferences(own) as Json // an object stays one
    },
    named: () => Object.fromEntries([...named].sort(([one], [other]) => one.localeCompare(other))),
  }
}
