/**
 * A detached signature in CMS (RFC 5652), as Apple Wallet wants it: SHA-256, signed attributes, the
 * certificate of the signer and the one that issued it. The certificates are put in as they are,
 * because written anew their bytes could differ from what was signed.
 */
import { createHash, sign, type KeyObject, type X509Certificate } from 'node:crypto'
import { type AsnType, Constructed, fromBER, ObjectIdentifier } from 'asn1js'

const TAG = {
  integer: 0x02,
  octetString: 0x04,
  null: 0x05,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
  place0: 0xa0,
} as const
const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.1',
  ecdsaSha256: '1.2.840.10045.4.3.2',
} as const

function lengthOf(size: number): Buffer {
  if (size < 0x80) return Buffer.from([size])
  const digits = size.toString(16)
  const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}
const sequence = (...parts: readonly Buffer[]): Buffer => der(TAG.sequence, ...parts)
const oid = (value: string): Buffer => Buffer.from(new ObjectIdentifier({ value }).toBER())
const VERSION_1 = der(TAG.integer, Buffer.from([1]))
const NULL = der(TAG.null)

/** YYMMDDHHMMSSZ; the form ends in 2049. */
const utcTime = (at: Date): Buffer =>
  der(
    TAG.utcTime,
    Buffer.from(`${at.toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`, 'latin1'),
  )

const childrenOf = (item: AsnType | undefined): readonly AsnType[] =>
  item instanceof Constructed ? item.valueBlock.value : []
const rawOf = (item: AsnType | undefined): Buffer => {
  if (item === undefined) throw new Error('A certificate lacks its issuer or its number')
  return Buffer.from(item.valueBeforeDecodeView)
}

/** Names the certificate by issuer and number: `[version], serialNumber, signature, issuer, …`. */
function issuerAndNumber(certificate: X509Certificate): Buffer {
  const fields = childrenOf(childrenOf(fromBER(certificate.raw).result)[0])
  const first = fields[0]?.idBlock.tagClass === 3 ? 1 : 0 // the version is left out where it is 1
  return sequence(rawOf(fields[first + 2]), rawOf(fields[first]))
}

const attribute = (type: string, value: Buffer): Buffer => sequence(oid(type), der(TAG.set, value))

const byBytes = (a: Buffer, b: Buffer): number => a.compare(b)

export interface Signer {
  readonly certificate: X509Certificate
  readonly key: KeyObject
  readonly intermediate: X509Certificate
}

/** @returns DER of the `SignedData` without the content */
export function signDetached(
  content: Buffer,
  { certificate, key, intermediate }: Signer,
  at: Date,
): Buffer {
  const digest = createHash('sha256').update(content).digest()
  const sha256 = sequence(oid(OID.sha256), NULL)
  const attributes = [
    attribute(OID.contentType, oid(OID.data)),
    attribute(OID.signingTime, utcTime(at)),
    attribute(OID.messageDigest, der(TAG.octetString, digest)),
  ].sort(byBytes) // the order of a SET in DER
  // Signed is the SET; stored is the same value under the tag of its place (RFC 5652, 5.4).
  const signature = sign('sha256', der(TAG.set, ...attributes), key)
  const scheme =
    key.asymmetricKeyType === 'ec' ? sequence(oid(OID.ecdsaSha256)) : sequence(oid(OID.rsa), NULL)
  const signerInfo = sequence(
    VERSION_1,
    issuerAndNumber(certificate),
    sha256,
    der(TAG.place0, ...attributes),
    scheme,
    der(TAG.octetString, signature),
  )
  const signedData = sequence(
    VERSION_1,
    der(TAG.set, sha256),
    sequence(oid(OID.data)),
    der(TAG.place0, ...[certificate.raw, intermediate.raw].sort(byBytes)),
    der(TAG.set, signerInfo),
  )
  return sequence(oid(OID.signedData), der(TAG.place0, signedData))
}
