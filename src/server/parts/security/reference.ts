import { randomInt } from 'node:crypto'
import { formatReference, REFERENCE_BASE, REFERENCE_LENGTH } from '#shared/domain/text/reference.ts'

const DRAWS_MAX = 20

const draw = (prefix: string): string =>
  formatReference(
    prefix,
    Array.from({ length: REFERENCE_LENGTH }, () => randomInt(REFERENCE_BASE)),
  )

/**
 * Makes a random reference, which reveals neither the number nor the order of rows.
 * @param take writes the row; returns false when the reference is taken (there are 28 million)
 */
export async function takeReference(
  prefix: string,
  take: (reference: string) => Promise<boolean>,
): Promise<string> {
  for (let attempt = 0; attempt < DRAWS_MAX; attempt += 1) {
    const reference = draw(prefix)
    if (await take(reference)) return reference
  }
  throw new Error('No free reference was found')
}
