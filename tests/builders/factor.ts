/** Second factors for tests, as the product stores them. */
import { randomUUID } from 'node:crypto'
import type { Deps } from '#server/deps/deps.ts'
import { newTotpSecret, stepAt, totpCode } from '#server/parts/security/totp.ts'
import {
  insertFactor,
  markProven,
  secretContext,
} from '#server/records/factors/factor-repository.ts'

export interface BuiltTotp {
  readonly id: string
  readonly secret: Buffer
  /** The code of now, or of some steps before or after. */
  code(stepsAway?: number): string
}

/** A code app whose codes of the present minute have not been used. */
export async function buildTotp(deps: Deps, memberId: number): Promise<BuiltTotp> {
  const id = randomUUID()
  const secret = newTotpSecret()
  await insertFactor(deps.database.db, {
    id,
    member_id: memberId,
    kind: 'totp',
    name: 'Code app',
    secret_sealed: deps.secrets.seal('factors', secret, secretContext(id)).toString('base64'),
    last_step: 0,
    credential_id: null,
    public_key: null,
    counter: null,
    transports: null,
    created_at: deps.clock.now().toISOString(),
    last_used_at: null,
  })
  return {
    id,
    secret,
    code: (stepsAway = 0) => totpCode(secret, stepAt(deps.clock.now()) + stepsAway),
  }
}

/** As if the session had proven a factor when it was opened. */
export async function proveFactor(deps: Deps, sessionId: string): Promise<void> {
  await markProven(deps.database.db, sessionId, deps.clock.now().toISOString())
}
