/**
 * A passkey in software: makes real attestations and assertions (WebAuthn level 3, ES256, format "none"), with each part
 * open to a test that wants it wrong.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Cbor = number | string | Buffer | Map<number | string, Cbor>

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff])
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)]),
  ])
}

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 }

interface Wrong {
  readonly origin?: string
  readonly rpId?: string
  /** The holder did not unlock it. */
  readonly unverified?: boolean
  /** Sends this counter instead of the next one. */
  readonly counter?: number
}

export interface SoftPasskey {
  readonly id: string
  /** What `navigator.credentials.create` gives for these options. */
  create(options: Record<string, unknown>, wrong?: Wrong): CreatedPasskey
  /** What `navigator.credentials.get` gives for these options. */
  get(options: Record<string, unknown>, wrong?: Wrong): ProvenPasskey
}

// Types and not interfaces: they go where any further property is accepted.
type Credential = {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly clientExtensionResults: object
}
type CreatedPasskey = Credential & {
  readonly response: { clientDataJSON: string; attestationObject: string; transports: string[] }
}
type ProvenPasskey = Credential & {
  readonly response: { clientDataJSON: string; authenticatorData: string; signature: string }
}

/** @param site origin of the relying party, as PUBLIC_URL has it */
export function softPasskey(site: string): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const rawId = randomBytes(32)
  const id = rawId.toString('base64url')
  let counter = 0
  const clientData = (type: string, challenge: unknown, { origin = new URL(site).origin }: Wrong) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authData = (
    { rpId = new URL(site).hostname, unverified = false, counter: given }: Wrong,
    attested?: Buffer,
  ): Buffer => {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(given ?? counter)
    const flags =
      FLAGS.present |
      (unverified ? 0 : FLAGS.verified) |
      (attested === undefined ? 0 : FLAGS.attested)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
  }
  const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const
  return {
    id,
    create(options, wrong = {}) {
      const cose = cbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(jwk.x ?? '', 'base64url')],
          [-3, Buffer.from(jwk.y ?? '', 'base64url')],
        ]),
      )
      const length = Buffer.from([rawId.length >> 8, rawId.length & 0xff])
      const attested = Buffer.concat([Buffer.alloc(16), length, rawId, cose])
      const attestation = cbor(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData(wrong, attested)],
        ]),
      )
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', options['challenge'], wrong).toString(
            'base64url',
          ),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    get(options, wrong = {}) {
      const client = clientData('webauthn.get', options['challenge'], wrong)
      const data = authData(wrong)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}
