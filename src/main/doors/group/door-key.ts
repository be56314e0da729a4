/**
 * The key of a door and the certificate that TLS wants around it. Doors trust the key alone: its hash is the name of the
 * door, so the certificate says nothing that is believed, and has neither issuer nor end (ADR 0051).
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { DOOR_SHORT_LENGTH } from '#shared/contract/desktop/doors.ts'

export interface DoorKey {
  /** SHA-256 of the public key, hexadecimal. */
  readonly door: string
  /** SubjectPublicKeyInfo, base64. */
  readonly publicKey: string
  readonly privateKey: KeyObject
}

/** P-256: signatures with Ed25519 are off in the TLS of Electron (BoringSSL). */
const CURVE = 'P-256'

export const doorOf = (publicKey: Buffer): string =>
  createHash('sha256').update(publicKey).digest('hex')

/** Enough of a key to tell the doors of one event apart. */
export const shortOf = (door: string): string => door.slice(0, DOOR_SHORT_LENGTH)

function keyOf(privateKey: KeyObject): DoorKey {
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  return { door: doorOf(spki), publicKey: spki.toString('base64'), privateKey }
}

export const makeDoorKey = (): DoorKey =>
  keyOf(generateKeyPairSync('ec', { namedCurve: CURVE }).privateKey)

export const exportDoorKey = ({ privateKey }: DoorKey): string =>
  privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
export const importDoorKey = (text: string): DoorKey =>
  keyOf(createPrivateKey({ key: Buffer.from(text, 'base64'), type: 'pkcs8', format: 'der' }))

/** A public key that others sent; undefined where it is none of this kind. */
export function readPublicKey(text: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), type: 'spki', format: 'der' })
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined
  } catch {
    return undefined
  }
}

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size =
    length < 0x80 ? [length] : length < 0x1_00 ? [0x81, length] : [0x82, length >> 8, length & 0xff] // no certificate of a door is longer
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts)
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'))
const COMMON_NAME = oid('550403')
/** RFC 5280, 4.1.2.5: "no well-defined expiration date". */
const VALIDITY = sequence(
  der(0x18, Buffer.from('20200101000000Z')),
  der(0x18, Buffer.from('99991231235959Z')),
)

/** Self-signed, version 1, in PEM format. */
export function certificateOf({ door, publicKey, privateKey }: DoorKey): string {
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(door.slice(0, 32))))))
  const content = sequence(
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    name,
    VALIDITY,
    name,
    Buffer.from(publicKey, 'base64'),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey))
  const base64 = sequence(content, ECDSA_SHA256, signature).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`
}
