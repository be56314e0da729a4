/** A whole example of a body, put together from the examples of its fields in the contract. */
import type { Json } from './openapi-schema.ts'

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

/** Undefined when the contract shows nothing for it. */
export function exampleOf(schema: Json): unknown {
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
