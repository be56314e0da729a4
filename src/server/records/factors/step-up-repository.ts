/**
 * Proofs of a session: the password, the second factor, or a new address. They are in the database,
 * so that every replica knows them. Whether a sensitive call is open: `stepUpRefusal`.
 */
import { STEP_UP_TTL_S } from '#shared/domain/access/code-rules.ts'
import { isoAfter } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'

type ContactProof = { readonly kind: 'contact'; readonly address: string }
type Proof = { readonly kind: 'password' } | { readonly kind: 'factor' } | ContactProof

/** Addresses are stored as a MAC: the table holds no name. */
const proofText = ({ secrets }: Pick<Deps, 'secrets'>, proof: Proof): string =>
  proof.kind === 'contact' ? `contact:${secrets.mac('lookup', proof.address)}` : proof.kind

export async function recordProof(
  deps: Pick<Deps, 'secrets' | 'clock' | 'database'>,
  sessionId: string,
  proof: Proof,
): Promise<void> {
  const expires = isoAfter(deps.clock, STEP_UP_TTL_S)
  await deps.database.db
    .insertInto('step_ups')
    .values({ session_id: sessionId, proof: proofText(deps, proof), expires_at: expires })
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'proof']).doUpdateSet({ expires_at: expires }),
    )
    .execute()
}

/** For a new address. The password alone opens nothing where the account has a second factor: `stepUpRefusal`. */
export const hasProof = async (
  deps: Pick<Deps, 'secrets' | 'clock' | 'database'>,
  sessionId: string,
  proof: ContactProof,
): Promise<boolean> => (await proofLeftMs(deps, sessionId, proof)) > 0

/** The remaining time of the proof; 0 where there is none. */
export async function proofLeftMs(
  deps: Pick<Deps, 'secrets' | 'clock' | 'database'>,
  sessionId: string,
  proof: Proof,
): Promise<number> {
  const row = await deps.database.db
    .selectFrom('step_ups')
    .select('expires_at')
    .where('session_id', '=', sessionId)
    .where('proof', '=', proofText(deps, proof))
    .executeTakeFirst()
  return row === undefined
    ? 0
    : Math.max(0, Date.parse(row.expires_at) - deps.clock.now().getTime())
}

/**
 * A proven address permits one change: returns true for exactly one of several simultaneous calls.
 */
export async function spendProof(
  deps: Pick<Deps, 'secrets' | 'database'>,
  sessionId: string,
  proof: Proof,
): Promise<boolean> {
  const { numDeletedRows } = await deps.database.db
    .deleteFrom('step_ups')
    .where('session_id', '=', sessionId)
    .where('proof', '=', proofText(deps, proof))
    .executeTakeFirst()
  return numDeletedRows === 1n
}
