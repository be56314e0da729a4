/**
 * The bearer of the token in a pass of Apple Wallet. The token is a MAC of the serial number, so that a
 * pass that is made again has the same one; the table holds its hash, so that passes outlive a change
 * of SECRET_KEY.
 */
import { createHash } from 'node:crypto'
import type { Deps } from '../../deps/deps.ts'

export interface WalletPass {
  readonly kind: 'wallet-pass'
  readonly serial: string
  /** As it was sent, for the pass that is sent back. */
  readonly token: string
}

export const hashed = (text: string): string =>
  createHash('sha256').update(text).digest('base64url')
export const passToken = ({ secrets }: Pick<Deps, 'secrets'>, serial: string): string =>
  secrets.mac('wallet-passes', serial)

/** @param authorization the header, as Apple sends it: `ApplePass` and the token */
export async function resolvePass(
  { database: { db } }: Pick<Deps, 'database'>,
  authorization: string | undefined,
): Promise<WalletPass | undefined> {
  const token = /^ApplePass ([A-Za-z0-9_-]{43})$/.exec(authorization ?? '')?.[1]
  if (token === undefined) return undefined
  const row = await db
    .selectFrom('wallet_passes')
    .select('id')
    .where('token_hash', '=', hashed(token))
    .executeTakeFirst()
  return row && { kind: 'wallet-pass', serial: row.id, token }
}
