/** A separate file, so that signing out does not load the rest. */
import { dropDatabase } from '../indexed-db.ts'

export const EVIDENCE_DATABASE = 'wld-evidence'
/** One for each member: what one has not sent is not removed when another signs out of the same phone. */
export const captureDatabase = (cardId: string): string => `wld-captures-${cardId}`

/** The records of uploads, and the captures of the member who leaves. */
export async function forgetEvidence(factory: IDBFactory, leaving?: string): Promise<void> {
  if (leaving !== undefined) await dropDatabase(factory, captureDatabase(leaving))
  await dropDatabase(factory, EVIDENCE_DATABASE)
}
