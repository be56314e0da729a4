/** The certificate that signed a timestamp, and its way to a trusted one. */
import { createHash, X509Certificate } from 'node:crypto'
import type { SignerIdentifier, SignerInfo } from '@peculiar/asn1-cms'
import { AsnConvert } from '@peculiar/asn1-schema'
import {
  Certificate,
  ExtendedKeyUsage,
  id_ce_extKeyUsage,
  id_kp_timeStamping,
  SubjectKeyIdentifier,
} from '@peculiar/asn1-x509'
import { fromBER, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import { TimestampFault } from './timestamp-fault.ts'

const CHAIN_MAX = 6
const SUBJECT_KEY = '2.5.29.14'
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12'
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'
const SHA1 = '1.3.14.3.2.26'
const SHA256 = '2.16.840.1.101.3.4.2.1'
const HASHES: Readonly<Record<string, string>> = {
  [SHA256]: 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}
/** Name of a hash that is still safe; undefined for others, such as SHA-1. */
export const hashName = (oid: string): string | undefined => HASHES[oid]

/** The hash of the first certificate in an attribute of RFC 5035, and the OID of its algorithm. */
function firstHash(value: ArrayBuffer, usual: string) {
  const parts = (item: unknown): readonly unknown[] =>
    item instanceof Sequence ? item.valueBlock.value : []
  const [first] = parts(parts(fromBER(value).result)[0])
  const fields = parts(first)
  const hash = fields.find((field) => field instanceof OctetString)
  if (hash === undefined) throw new TimestampFault('the signature does not name its certificate')
  const [algorithm] = fields[0] === hash ? [] : parts(fields[0])
  return {
    algorithm: algorithm instanceof ObjectIdentifier ? algorithm.getValue() : usual,
    hash: Buffer.from(hash.getValue()),
  }
}

/** The one value of a signed attribute; undefined where there is none. */
export function attributeOf(
  { signedAttrs = [] }: SignerInfo,
  oid: string,
): ArrayBuffer | undefined {
  const [attribute, ...others] = signedAttrs.filter(({ attrType }) => attrType === oid)
  if (attribute === undefined) return undefined
  const [value, ...more] = attribute.attrValues
  if (value === undefined || more.length > 0 || others.length > 0)
    throw new TimestampFault(`the signed attribute ${oid} is there twice`)
  return value
}

/** Whether the signed attributes name this certificate, so that no other one can take its place. */
function isNamed(info: SignerInfo, raw: Buffer): boolean {
  const named = (
    [
      [SIGNING_CERTIFICATE, SHA1],
      [SIGNING_CERTIFICATE_V2, SHA256],
    ] as const
  ).flatMap(([attribute, usual]) => {
    const value = attributeOf(info, attribute)
    return value === undefined ? [] : [firstHash(value, usual)]
  })
  if (named.length === 0) throw new TimestampFault('the signature does not name its certificate')
  return named.every(({ algorithm, hash }) => {
    // SHA-1 is what the older attribute has; the certificate itself is checked by its signature.
    const name = algorithm === SHA1 ? 'sha1' : hashName(algorithm)
    return name !== undefined && createHash(name).update(raw).digest().equals(hash)
  })
}

const sameBytes = (a: ArrayBuffer, b: ArrayBuffer): boolean => Buffer.from(a).equals(Buffer.from(b))
const extensionOf = ({ tbsCertificate }: Certificate, oid: string) =>
  tbsCertificate.extensions?.find(({ extnID }) => extnID === oid)

function isMeant(
  { issuerAndSerialNumber, subjectKeyIdentifier }: SignerIdentifier,
  of: Certificate,
) {
  if (issuerAndSerialNumber !== undefined)
    return (
      sameBytes(issuerAndSerialNumber.serialNumber, of.tbsCertificate.serialNumber) &&
      sameBytes(
        AsnConvert.serialize(issuerAndSerialNumber.issuer),
        AsnConvert.serialize(of.tbsCertificate.issuer),
      )
    )
  const key = extensionOf(of, SUBJECT_KEY)
  return (
    key !== undefined &&
    subjectKeyIdentifier !== undefined &&
    sameBytes(
      AsnConvert.parse(key.extnValue, SubjectKeyIdentifier).buffer,
      subjectKeyIdentifier.buffer,
    )
  )
}

/** RFC 3161, 2.3: the key is for timestamps alone, and a program that does not know that must refuse. */
function isForTimestamps(certificate: Certificate): boolean {
  const usage = extensionOf(certificate, id_ce_extKeyUsage)
  if (usage?.critical !== true) return false
  const purposes = [...AsnConvert.parse(usage.extnValue, ExtendedKeyUsage)]
  return purposes.length === 1 && purposes[0] === id_kp_timeStamping
}

export interface Signer {
  readonly certificate: X509Certificate
  /** The other certificates of the token. */
  readonly others: readonly X509Certificate[]
}

/** @param certificates those of the token, as they came */
export function findSigner(certificates: readonly Buffer[], info: SignerInfo): Signer {
  const all = certificates.map((raw) => ({ raw, parsed: AsnConvert.parse(raw, Certificate) }))
  const signer = all.find(({ parsed, raw }) => isMeant(info.sid, parsed) && isNamed(info, raw))
  if (signer === undefined)
    throw new TimestampFault('the certificate that signed it is not in the token')
  if (!isForTimestamps(signer.parsed))
    throw new TimestampFault('its certificate is not one for timestamps alone')
  return {
    certificate: new X509Certificate(signer.raw),
    others: all.filter((one) => one !== signer).map(({ raw }) => new X509Certificate(raw)),
  }
}

export const wasValid = (certificate: X509Certificate, at: Date): boolean =>
  Date.parse(certificate.validFrom) <= at.getTime() &&
  at.getTime() <= Date.parse(certificate.validTo)

const issued = (issuer: X509Certificate, one: X509Certificate): boolean =>
  issuer.ca && one.checkIssued(issuer) && one.verify(issuer.publicKey)

/** Whether a chain of certificates, each valid at that time, leads from the signer to an anchor. */
export function leadsTo(
  { certificate, others }: Signer,
  anchors: readonly X509Certificate[],
  at: Date,
): boolean {
  let one = certificate
  for (let depth = 0; depth < CHAIN_MAX; depth += 1) {
    const current = one
    if (!wasValid(current, at)) return false
    if (
      anchors.some(
        (anchor) =>
          anchor.raw.equals(current.raw) || (wasValid(anchor, at) && issued(anchor, current)),
      )
    )
      return true
    const next = others.find((other) => !other.raw.equals(current.raw) && issued(other, current))
    if (next === undefined) return false
    one = next
  }
  return false
}
