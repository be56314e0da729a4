/**
 * Text that both databases can hold. PostgreSQL refuses NUL and lone surrogates; no user types
 * either, so every route refuses them before its handler runs and names the field.
 */
import type { ProblemField } from '#shared/contract/base/problem.ts'

const FIELDS_MAX = 20
const DEPTH_MAX = 32
/**
 * No shape of the contract has as many items. In a longer list the items are not read: 128,000 of
 * them would block the thread for 0.2 s.
 */
const WIDTH_MAX = 5_000

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/**
 * Also reports values that are too wide or too deep for any shape, so that validation never walks
 * them. @param skip paths that may contain any text
 */
export function unstorableFields(
  value: unknown,
  path: string,
  skip: ReadonlySet<string>,
): ProblemField[] {
  const found: ProblemField[] = []
  const visit = (inner: unknown, at: string, depth: number): void => {
    if (found.length >= FIELDS_MAX || skip.has(at)) return
    if (typeof inner === 'string') {
      if (!isStorable(inner))
        found.push({
          path: at,
          code: 'control_character',
          message: 'Remove the characters that cannot be shown',
        })
    } else if (typeof inner === 'object' && inner !== null) {
      const width = Array.isArray(inner) ? inner.length : Object.keys(inner).length
      if (width > WIDTH_MAX)
        found.push({
          path: at,
          code: 'too_big',
          message: `Send at most ${WIDTH_MAX} items at once`,
        })
      else if (depth === DEPTH_MAX)
        found.push({ path: at, code: 'too_big', message: 'Send fewer levels' })
      else for (const [key, item] of Object.entries(inner)) visit(item, `${at}.${key}`, depth + 1)
    }
  }
  visit(value, path, 0)
  return found
}
