/** Keys that no script can read out, and the seal that one of them signs. */
import {
  SEAL_FORMAT,
  signedSealText,
  type EvidenceSeal,
  type SealStatement,
} from '#shared/domain/report/evidence-seal.ts'

/** For one report: a key for the whole device would link all reports of one person (ADR 0048). */
export const createSealKeys = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

export async function signSeal(
  stated: Omit<SealStatement, 'format' | 'publicKey'>,
  { privateKey, publicKey }: CryptoKeyPair,
): Promise<EvidenceSeal> {
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey)
  const statement: SealStatement = {
    ...stated,
    format: SEAL_FORMAT,
    publicKey: { kty: 'EC', crv: 'P-256', x, y },
  }
  const text = new TextEncoder().encode(signedSealText(statement))
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, text)
  return { ...statement, signature: base64url(signature) }
}
