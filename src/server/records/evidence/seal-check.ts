/**
 * Checks the seal that a device put on a piece of evidence. A seal that does not match never costs the evidence: the
 * file is kept, and marked.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'
import type { Reply } from '#shared/contract/base/define-route.ts'
import type { readCustody } from '#shared/contract/evidence.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import {
  EvidenceSeal,
  isTimePlausible,
  sealFaults,
  sealSays,
  signedSealText,
  type SealState,
} from '#shared/domain/report/evidence-seal.ts'
import { readJson } from '#shared/read-json.ts'
import type { CustodySubject } from './custody-repository.ts'
import type { UploadRow } from './upload-repository.ts'

export function isSealSigned(seal: EvidenceSeal): boolean {
  try {
    const { kty, crv, x, y } = seal.publicKey
    const key = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' })
    return verify(
      'sha256',
      Buffer.from(signedSealText(seal)),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(seal.signature, 'base64url'),
    )
  } catch {
    return false // a point that is not on the curve is no key
  }
}

/** Undefined also for a value that no key opens any more. */
export const readSeal = (json: string | null): EvidenceSeal | undefined =>
  json === null ? undefined : readJson(EvidenceSeal, json)

/** RFC 7638. */
export const keyIdOf = ({ publicKey: { crv, kty, x, y } }: EvidenceSeal): string =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')

/** Called when the server has computed that the file has the size and hash of `row`. */
export function sealStateOf(
  row: Pick<UploadRow, 'seal' | 'sha256' | 'size_bytes' | 'original_sha256' | 'original_bytes'>,
): SealState | null {
  if (row.seal === null) return null
  const seal = readSeal(row.seal)
  if (seal === undefined) return 'mismatch'
  const original =
    row.original_sha256 === null || row.original_bytes === null
      ? undefined
      : { sha256: row.original_sha256, size: row.original_bytes }
  const file = { sha256: row.sha256, size: row.size_bytes, original }
  return sealFaults(seal, file, isSealSigned).length === 0 ? 'intact' : 'mismatch'
}

/** What custody and package say of the seal. */
export function sealWords({
  seal: json,
  seal_state: state,
  received_at: receivedAt,
  sealed_again: again,
}: CustodySubject): string {
  const seal = readSeal(json)
  return sealSays(state, {
    isTimePlausible: seal === undefined || isTimePlausible(seal.capturedAt, receivedAt),
    isRepeated: Number(again ?? 0) > 0,
  })
}

/** The roles that may read originals, which hold the place as well. */
const MAY_READ_PLACE: readonly Role[] = ['admin', 'content', 'moderator']

export function presentSeal(
  { seal: json, seal_state: state, received_at: receivedAt, sealed_again: again }: CustodySubject,
  role: Role,
): Reply<typeof readCustody>['seal'] {
  const seal = readSeal(json)
  if (state === null || seal === undefined) return null
  const { kind, capturedAt, place } = seal
  return {
    state,
    kind,
    capturedAt,
    timeIsPlausible: isTimePlausible(capturedAt, receivedAt),
    isRepeated: Number(again ?? 0) > 0,
    keyId: keyIdOf(seal),
    hasPlace: place !== null,
    place: MAY_READ_PLACE.includes(role) ? place : null,
  }
}
