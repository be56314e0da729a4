import { randomInt } from 'node:crypto'
import { formatReference, REFERENCE_BASE, REFERENCE_LENGTH } from '#shared/domain/reference.ts'

const DRAWS_MAX = 20

const draw = (prefix: string): string =>
  formatReference(
    prefix,
    Array.from({ length: REFERENCE_LENGTH }, () => randomInt(REFERENCE_BASE)),
  )

/**
 * A reference drawn at random: it tells neither how many came before nor who is next.
 * @param take writes the row; answers false when the reference is taken (28 million lie ready)
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
