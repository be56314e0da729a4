/** X.509 certificates for test servers, made here because not every machine has a tool for it. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export interface CertificateWish {
  /** The only name or IPv4 address of the certificate. */
  readonly host: string
  readonly from: Date
  readonly until: Date
  /** Self-signed without an issuer. */
  readonly issuer?: Authority
}
export interface Authority {
  readonly certificate: string
  readonly privateKey: KeyObject
  readonly name: Buffer
}
export interface ServerCertificate {
  /** In PEM format. */
  readonly cert: string
  readonly key: string
}

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size =
    length < 0x80 ? [length] : length < 0x1_00 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts)
const octets = (content: Buffer): Buffer => der(0x04, content)
const bits = (content: Buffer): Buffer => der(0x03, Buffer.from([0]), content)
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const TRUE = der(0x01, Buffer.from([0xff]))
const time = (date: Date): Buffer =>
  der(0x18, Buffer.from(`${date.toISOString().replaceAll(/\D/g, '').slice(0, 14)}Z`))

const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'))
const nameOf = (commonName: string): Buffer =>
  sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(commonName)))))
const basicConstraints = (isAuthority: boolean): Buffer =>
  sequence(oid('551d13'), TRUE, octets(sequence(...(isAuthority ? [TRUE] : []))))
const alternativeName = (host: string): Buffer => {
  const isAddress = /^[\d.]+$/.test(host)
  const value = isAddress
    ? der(0x87, Buffer.from(host.split('.').map(Number)))
    : der(0x82, Buffer.from(host))
  return sequence(oid('551d11'), octets(sequence(value)))
}
const pem = (certificate: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${certificate
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n')}\n-----END CERTIFICATE-----\n`
const keys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

interface Unsigned {
  readonly issuer: Buffer
  readonly subject: Buffer
  readonly from: Date
  readonly until: Date
  readonly publicKey: KeyObject
  readonly extensions: readonly Buffer[]
}
function signed(
  { issuer, subject, from, until, publicKey, extensions }: Unsigned,
  signer: KeyObject,
): string {
  const serial = der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)]))
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    serial,
    ECDSA_SHA256,
    issuer,
    sequence(time(from), time(until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  return pem(sequence(content, ECDSA_SHA256, bits(sign('sha256', content, signer))))
}

export function makeAuthority(commonName: string, from: Date, until: Date): Authority {
  const { publicKey, privateKey } = keys()
  const name = nameOf(commonName)
  const certificate = signed(
    { issuer: name, subject: name, from, until, publicKey, extensions: [basicConstraints(true)] },
    privateKey,
  )
  return { certificate, privateKey, name }
}

export function makeCertificate({ host, from, until, issuer }: CertificateWish): ServerCertificate {
  const { publicKey, privateKey } = keys()
  const subject = nameOf(host)
  const extensions = [basicConstraints(false), alternativeName(host)]
  const cert = signed(
    { issuer: issuer?.name ?? subject, subject, from, until, publicKey, extensions },
    issuer?.privateKey ?? privateKey,
  )
  return { cert, key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) }
}
