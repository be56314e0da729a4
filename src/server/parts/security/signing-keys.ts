/**
 * Ed25519 keys for cards, access tokens and packages of evidence: made on first start, private
 * halves sealed with a key derived from SECRET_KEY, public halves unsealed. Old public keys are
 * kept, so that cards signed before a rotation still verify.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import { isoNow, type Clock } from '../../base/clock.ts'
import { StartFault } from '../../base/start-fault.ts'
import type { Database } from '../database/engine.ts'
import type { SigningKeyTable } from '../database/schema.ts'
import type { Secrets } from './secrets.ts'

type KeyPurpose = SigningKeyTable['purpose']

interface SigningKey {
  readonly kid: string
  readonly privateKey: KeyObject
}
interface PublicKey {
  readonly kid: string
  /** Raw public key, base64url, 32 bytes. */
  readonly x: string
  readonly key: KeyObject
}

export interface SigningKeys {
  /** The key that signs now. */
  current(purpose: KeyPurpose): SigningKey
  /** Every key that ever signed and was not retired. */
  all(purpose: KeyPurpose): readonly PublicKey[]
  find(purpose: KeyPurpose, kid: string): PublicKey | undefined
  /** Ed25519 over UTF-8; base64url without padding, 86 characters. */
  sign(purpose: KeyPurpose, text: string): string
  verify(
    purpose: KeyPurpose,
    kid: string,
    text: string,
    signature: string,
  ): 'good' | 'bad' | 'unknown-key'
}

export class WrongSecretKey extends StartFault {
  override readonly name = 'WrongSecretKey'
  constructor(cause: unknown) {
    super(
      'SECRET_KEY does not open the signing keys in this database. Use the key that this database was made with.',
      { cause },
    )
  }
}

const FIRST_KID = 'k1'
const context = (purpose: KeyPurpose, kid: string): string => `signing-key/${purpose}/${kid}`

async function createFirst(
  { db }: Database,
  secrets: Secrets,
  clock: Clock,
  purpose: KeyPurpose,
): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const sealed = secrets.seal(
    'sealed-keys',
    privateKey.export({ format: 'der', type: 'pkcs8' }),
    context(purpose, FIRST_KID),
  )
  // Two servers that start together both try; one row wins and both read it.
  await db
    .insertInto('signing_keys')
    .values({
      kid: FIRST_KID,
      purpose,
      public_x: x,
      private_sealed: sealed.toString('base64'),
      created_at: isoNow(clock),
      retired_at: null,
    })
    .onConflict((conflict) => conflict.columns(['purpose', 'kid']).doNothing())
    .execute()
}

/** @throws WrongSecretKey when the stored keys were sealed with another SECRET_KEY */
export async function loadSigningKeys(
  database: Database,
  secrets: Secrets,
  clock: Clock,
): Promise<SigningKeys> {
  const current = new Map<KeyPurpose, SigningKey>()
  const known = new Map<KeyPurpose, PublicKey[]>()
  for (const purpose of ['card', 'access-token', 'evidence'] as const) {
    const load = () =>
      database.db
        .selectFrom('signing_keys')
        .selectAll()
        .where('purpose', '=', purpose)
        .where('retired_at', 'is', null)
        .orderBy('created_at')
        .orderBy('kid')
        .execute()
    let rows = await load()
    if (rows.length === 0) {
      await createFirst(database, secrets, clock, purpose)
      rows = await load()
    }
    known.set(
      purpose,
      rows.map(({ kid, public_x: x }) => ({
        kid,
        x,
        key: createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }),
      })),
    )
    const newest = rows.at(-1)
    if (newest === undefined) throw new Error(`No ${purpose} key could be made`)
    current.set(purpose, { kid: newest.kid, privateKey: openPrivateKey(secrets, purpose, newest) })
  }
  const currentKey = (purpose: KeyPurpose): SigningKey => {
    const key = current.get(purpose)
    if (key === undefined) throw new Error(`No ${purpose} key`)
    return key
  }
  const all = (purpose: KeyPurpose): readonly PublicKey[] => known.get(purpose) ?? []
  const find = (purpose: KeyPurpose, kid: string) => all(purpose).find((key) => key.kid === kid)
  return {
    current: currentKey,
    all,
    find,
    sign: (purpose, text) =>
      sign(null, Buffer.from(text), currentKey(purpose).privateKey).toString('base64url'),
    verify(purpose, kid, text, signature) {
      const key = find(purpose, kid)
      if (key === undefined) return 'unknown-key'
      const bytes = Buffer.from(signature, 'base64url')
      // One spelling per signature: base64url has spare bits at the end that would make others pass.
      if (bytes.length !== 64 || bytes.toString('base64url') !== signature) return 'bad'
      return verify(null, Buffer.from(text), key.key, bytes) ? 'good' : 'bad'
    },
  }
}

function openPrivateKey(
  secrets: Secrets,
  purpose: KeyPurpose,
  row: Pick<SigningKeyTable, 'kid' | 'private_sealed'>,
): KeyObject {
  try {
    const plain = secrets.open(
      'sealed-keys',
      Buffer.from(row.private_sealed, 'base64'),
      context(purpose, row.kid),
    )
    return createPrivateKey({ key: plain, format: 'der', type: 'pkcs8' })
  } catch (cause) {
    throw new WrongSecretKey(cause)
  }
}
