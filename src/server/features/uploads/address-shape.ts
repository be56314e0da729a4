/** Finds addresses of our files in what a client sends, and builds the same shape with other values in their place. */
import { FILE_VARIANTS, type FileVariant } from '#shared/contract/files.ts'

export interface FileAddress {
  readonly id: string
  /** The copy that a signed address names. */
  readonly variant: FileVariant | undefined
}

/** A person with lists of pictures is two deep; whoever sends more hopes for our stack. */
const DEPTH_MAX = 4
const ADDRESS =
  /^\/api\/files\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:\?(.{0,1000}))?$/

/** Relative, or on our own origin; signed or not. Undefined for anything else. */
export function readAddress(text: string, publicUrl: string): FileAddress | undefined {
  const match = ADDRESS.exec(text.startsWith(`${publicUrl}/`) ? text.slice(publicUrl.length) : text)
  if (match?.[1] === undefined) return undefined
  const named = new URLSearchParams(match[2] ?? '').get('variant')
  return { id: match[1], variant: FILE_VARIANTS.find((variant) => variant === named) }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value]
  if (depth >= DEPTH_MAX || typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1))
}

/** The same lists and fields with each text replaced; what `replace` does not know is left out. */
export function replaceTexts(
  value: unknown,
  replace: (text: string) => string | undefined,
  depth = 0,
): unknown {
  if (typeof value === 'string') return replace(value)
  if (depth >= DEPTH_MAX) return undefined
  if (Array.isArray(value))
    return value
      .map((inner) => replaceTexts(inner, replace, depth + 1))
      .filter((inner) => inner !== undefined)
  if (!isObject(value)) return undefined
  const kept = Object.entries(value).flatMap(([field, inner]) => {
    const replaced = replaceTexts(inner, replace, depth + 1)
    return replaced === undefined ? [] : [[field, replaced] as const]
  })
  return kept.length === 0 && depth > 0 ? undefined : Object.fromEntries(kept)
}
