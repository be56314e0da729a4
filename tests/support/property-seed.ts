/**
 * The seed of the property tests. A repeated run tries the same inputs; the nightly run sets PROPERTY_SEED=random and
 * tries others. fast-check prints the seed of a failure.
 */
import { randomInt } from 'node:crypto'
import * as fc from 'fast-check'

const given = process.env['PROPERTY_SEED'] ?? '20260503'

/** Whether each run tries other inputs, as the nightly run does. */
export const hasRandomSeed = given === 'random'

const seed = hasRandomSeed ? randomInt(2 ** 31) : Number(given)
if (!Number.isSafeInteger(seed))
  throw new Error(`PROPERTY_SEED must be a whole number or "random", not ${given}`)

fc.configureGlobal({ seed })
