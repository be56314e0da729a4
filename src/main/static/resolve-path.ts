/** From the path of an address to a file of the built interface: confined by form first, by the file system later. */
import { join } from 'node:path'

export type Resolution =
  /** A file; `required` when its absence is an error rather than a page of the interface. */
  | { readonly kind: 'file'; readonly segments: readonly string[]; readonly required: boolean }
  | { readonly kind: 'page' }
  | { readonly kind: 'refused' }

/** Names that our build makes. No colon (drives, streams of NTFS), no separator, no leading dot. */
const PLAIN_NAME = /^[\w@~][\w.@~+-]*$/
/** Characters that one parser reads as part of a name and another one as structure. */
const AMBIGUOUS = /%(?:2f|5c|00|25)|\\|\0/i

export function resolvePath(pathname: string): Resolution {
  if (AMBIGUOUS.test(pathname)) return { kind: 'refused' }
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return { kind: 'refused' }
  }
  const segments = decoded.split('/').slice(1)
  if (segments.some((segment) => segment === '..' || segment === '.')) return { kind: 'refused' }
  const required = segments[0] === 'assets'
  const name = segments.at(-1) ?? ''
  if (!required && !name.includes('.')) return { kind: 'page' }
  if (segments.every((segment) => PLAIN_NAME.test(segment)))
    return { kind: 'file', segments, required }
  return required ? { kind: 'refused' } : { kind: 'page' }
}

export const filePath = (root: string, segments: readonly string[]): string =>
  join(root, ...segments)
