/**
 * Requests and replies of RFC 3161. A reply is accepted where it confirms exactly this text, and its
 * signature comes from a certificate for timestamps that, where anchors are given, leads to one of
 * them. Needs no network (ADR 0049).
 */
import { createHash, createPublicKey, verify, type X509Certificate } from 'node:crypto'
import { id_signedData, SignedData, type SignerInfo } from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  id_ct_tstInfo,
  MessageImprint,
  PKIStatus,
  TimeStampReq,
  TimeStampReqVersion,
  TimeStampResp,
  TSTInfo,
} from '@peculiar/asn1-tsp'
import { AlgorithmIdentifier } from '@peculiar/asn1-x509'
import { type AsnType, Constructed, fromBER, ObjectIdentifier } from 'asn1js'
import { attributeOf, findSigner, hashName, leadsTo, wasValid, type Signer } from './signer.ts'
import { TimestampFault } from './timestamp-fault.ts'

const SHA256 = '2.16.840.1.101.3.4.2.1'
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SET_TAG = 0x31
const CONTEXT_CLASS = 3
const NULL = Buffer.from([5, 0])
const RSA_MIN_BITS = 2_048
const NAME_MAX = 120

const digestOf = (statement: string): Buffer => createHash('sha256').update(statement).digest()
const bytes = (buffer: ArrayBuffer): Buffer => Buffer.from(buffer)

/** @param nonce a positive integer in its shortest form */
export const requestFor = (statement: string, nonce: Buffer): Buffer =>
  bytes(
    AsnConvert.serialize(
      new TimeStampReq({
        version: TimeStampReqVersion.v1,
        messageImprint: new MessageImprint({
          hashAlgorithm: new AlgorithmIdentifier({
            algorithm: SHA256,
            parameters: Uint8Array.from(NULL).buffer,
          }),
          hashedMessage: new OctetString(digestOf(statement)),
        }),
        nonce: Uint8Array.from(nonce).buffer,
        certReq: true,
      }),
    ),
  )

export interface Confirmation {
  readonly at: string
  /** The name in the certificate that signed. */
  readonly authority: string
  readonly fingerprint: string
}

export interface VerifyOptions {
  /** Of the request; left out where the reply was checked against it before. */
  readonly nonce?: Buffer
  /** Certificates that the operator trusts; empty: the name of the authority is not proven. */
  readonly anchors: readonly X509Certificate[]
}

/** The library ignores what follows the first value, and accepts lengths that DER forbids. */
function isOneValue(response: Buffer): boolean {
  const [tag, first = 0] = response
  if (tag !== 0x30) return false
  if (first < 0x80) return response.length === 2 + first
  const count = first - 0x80
  if (count < 1 || count > 3 || response.length < 2 + count) return false
  return response.length === 2 + count + response.readUIntBE(2, count)
}

const childrenOf = (item: unknown): readonly AsnType[] =>
  item instanceof Constructed ? item.valueBlock.value : []
const inPlace0 = (items: readonly AsnType[]): AsnType | undefined =>
  items.find(({ idBlock }) => idBlock.tagClass === CONTEXT_CLASS && idBlock.tagNumber === 0)
const rawOf = ({ valueBeforeDecodeView: raw }: AsnType): Buffer => Buffer.from(raw)

interface RawParts {
  readonly certificates: readonly Buffer[]
  /** The attributes are those of the one signer. */
  readonly signedAttributes: Buffer | undefined
}

/** The bytes of what is hashed and signed as they came: written anew they could differ. */
function rawParts(signedData: ArrayBuffer): RawParts {
  const fields = childrenOf(fromBER(signedData).result)
  const [signer] = childrenOf(fields.at(-1))
  const attributes = inPlace0(childrenOf(signer))
  return {
    certificates: childrenOf(inPlace0(fields.slice(1))).map(rawOf),
    signedAttributes: attributes && rawOf(attributes),
  }
}

function readToken(response: Buffer): { readonly signedData: SignedData; readonly raw: RawParts } {
  if (!isOneValue(response)) throw new TimestampFault('the reply is not one of RFC 3161')
  const { status, timeStampToken: token } = AsnConvert.parse(response, TimeStampResp)
  if (status.status !== PKIStatus.granted)
    throw new TimestampFault(`the authority did not grant it (status ${Number(status.status)})`)
  if (token === undefined || token.contentType !== id_signedData)
    throw new TimestampFault('the reply holds no signed token')
  const signedData = AsnConvert.parse(token.content, SignedData)
  return { signedData, raw: rawParts(token.content) }
}

function checkInfo(info: TSTInfo, statement: string, nonce: Buffer | undefined): void {
  const { hashAlgorithm, hashedMessage } = info.messageImprint
  const { parameters } = hashAlgorithm
  const isPlain = parameters == null || bytes(parameters).equals(NULL)
  if (Number(info.version) !== 1 || hashAlgorithm.algorithm !== SHA256 || !isPlain)
    throw new TimestampFault('the token is of another kind than the one that was asked for')
  if (!bytes(hashedMessage.buffer).equals(digestOf(statement)))
    throw new TimestampFault('the token confirms something else')
  if (nonce !== undefined && (info.nonce === undefined || !bytes(info.nonce).equals(nonce)))
    throw new TimestampFault('the token belongs to another request')
  if (Number.isNaN(info.genTime.getTime())) throw new TimestampFault('the token states no time')
}

/** Signature schemes by the OID of the signature algorithm; the hash must be that of the signer. */
const RSA = /^1\.2\.840\.113549\.1\.1\.(1|11|12|13)$/
const ECDSA = /^1\.2\.840\.10045\.4\.3\.[234]$/
const HASH_OF: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
}

function checkSignature(
  info: SignerInfo,
  content: Buffer,
  { signedAttributes: signed }: RawParts,
  { certificate }: Signer,
): void {
  const hash = hashName(info.digestAlgorithm.algorithm)
  const { algorithm } = info.signatureAlgorithm
  if (hash === undefined || (HASH_OF[algorithm] ?? hash) !== hash)
    throw new TimestampFault('the token is signed with a hash that is not accepted')
  const [type, digest] = [attributeOf(info, CONTENT_TYPE), attributeOf(info, MESSAGE_DIGEST)]
  if (signed === undefined || type === undefined || digest === undefined)
    throw new TimestampFault('the token lacks its signed attributes')
  const { result: typeOid } = fromBER(type)
  if (!(typeOid instanceof ObjectIdentifier) || typeOid.getValue() !== id_ct_tstInfo)
    throw new TimestampFault('the signature is over another kind of content')
  const stated = bytes(AsnConvert.parse(digest, OctetString).buffer)
  if (!stated.equals(createHash(hash).update(content).digest()))
    throw new TimestampFault('the content of the token was changed')
  const key = createPublicKey(certificate.publicKey.export({ type: 'spki', format: 'pem' }))
  const kind = key.asymmetricKeyType
  const isRsa = kind === 'rsa' && RSA.test(algorithm)
  if (!isRsa && !(kind === 'ec' && ECDSA.test(algorithm)))
    throw new TimestampFault('the token is signed in a way that is not accepted')
  if (isRsa && (key.asymmetricKeyDetails?.modulusLength ?? 0) < RSA_MIN_BITS)
    throw new TimestampFault('the key of the authority is too short')
  // Signed is the SET, stored is the same value under a tag of its place (RFC 5652, 5.4).
  signed[0] = SET_TAG
  if (!verify(hash, signed, key, bytes(info.signature.buffer)))
    throw new TimestampFault('the signature of the token does not fit')
}

const nameOf = ({ subject, fingerprint256 }: X509Certificate): string => {
  const common = /^CN=(.+)$/m.exec(subject)?.[1] ?? /^O=(.+)$/m.exec(subject)?.[1] ?? fingerprint256
  return common
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, NAME_MAX)
}

function verifyParsed(
  response: Buffer,
  statement: string,
  { nonce, anchors }: VerifyOptions,
): Confirmation {
  const { signedData, raw } = readToken(response)
  const { eContentType, eContent } = signedData.encapContentInfo
  const content = eContent?.single
  const [signerInfo, ...others] = [...signedData.signerInfos]
  if (
    eContentType !== id_ct_tstInfo ||
    content === undefined ||
    signerInfo === undefined ||
    others.length > 0
  )
    throw new TimestampFault('the token is not one of RFC 3161')
  const info = AsnConvert.parse(content.buffer, TSTInfo)
  checkInfo(info, statement, nonce)
  const signer = findSigner(raw.certificates, signerInfo)
  checkSignature(signerInfo, bytes(content.buffer), raw, signer)
  if (!wasValid(signer.certificate, info.genTime))
    throw new TimestampFault('the certificate of the authority was not valid at that time')
  if (anchors.length > 0 && !leadsTo(signer, anchors, info.genTime))
    throw new TimestampFault(
      'the certificate of the authority leads to no certificate that is trusted',
    )
  return {
    at: info.genTime.toISOString(),
    authority: nameOf(signer.certificate),
    fingerprint: signer.certificate.fingerprint256,
  }
}

/** @throws {TimestampFault} */
export function verifyTimestamp(
  response: Buffer,
  statement: string,
  options: VerifyOptions,
): Confirmation {
  try {
    return verifyParsed(response, statement, options)
  } catch (error) {
    if (error instanceof TimestampFault) throw error
    throw new TimestampFault('the reply is not one of RFC 3161', { cause: error }) // of the parser
  }
}
