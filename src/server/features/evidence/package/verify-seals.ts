/**
 * Checks the seals of a package with its bytes alone: each signature, and that each seal is about the very file that
 * lies beside it.
 */
import {
  isTimePlausible,
  SEAL_SAYS,
  sealFaults,
  type EvidenceSeal,
  type SealFault,
} from '#shared/domain/report/evidence-seal.ts'
import type { Manifest } from './package-names.ts'
import { isSealSigned, keyIdOf, readSeal } from '../seal-check.ts'

/** A file of the package, by its name: its text, its hash and its size. */
export interface PackedFile {
  readonly text: () => Promise<string>
  readonly sha256: () => Promise<string>
  readonly size: number
}
type Line = Manifest['files'][number]

const FAULT_TEXTS: Readonly<Record<SealFault, string>> = {
  signature: 'its signature does not fit what it states',
  hash: 'it states another SHA-256 than the file has',
  size: 'it states another size than the file has',
  original: 'it states another original than the association received with the file',
}

/** What the device states; the reader of a package must not take it for more. */
function statement(seal: EvidenceSeal, receivedAt: string | undefined): string {
  const { kind, capturedAt, place } = seal
  const where =
    place === null
      ? 'no place'
      : `at ${place.latitude}, ${place.longitude} (${place.precision === 'exact' ? 'exact' : `rounded to ${place.precision}`})`
  const doubt =
    receivedAt !== undefined && !isTimePlausible(capturedAt, receivedAt)
      ? `; this time does not fit the receipt on ${receivedAt}`
      : ''
  return `as the device states, a ${kind} of ${capturedAt}, ${where}${doubt}. Key ${keyIdOf(seal)}.`
}

async function checkSeal(
  line: Line,
  { name: about, state }: NonNullable<Line['sealOf']>,
  manifest: Manifest,
  find: (name: string) => PackedFile | undefined,
): Promise<{ readonly fault?: string; readonly note?: string }> {
  const [packed, original] = [find(line.name), find(about)]
  if (packed === undefined || original === undefined) return {} // reported as removed already
  const seal = readSeal(await packed.text())
  if (seal === undefined) return { fault: `${line.name}: not a seal` }
  const { statedOriginal, receivedAt } = manifest.files.find(({ name }) => name === about) ?? {}
  const file = {
    sha256: await original.sha256(),
    size: original.size,
    original: statedOriginal,
  }
  const faults = sealFaults(seal, file, isSealSigned).map((fault) => FAULT_TEXTS[fault])
  if (state === 'mismatch')
    return {
      note: `${about}: ${SEAL_SAYS.mismatch}, as the association found at the receipt (${faults.join('; ') || 'no fault is found here'}).`,
    }
  return faults.length > 0
    ? { fault: `${line.name}: ${SEAL_SAYS.mismatch} ${about}: ${faults.join('; ')}` }
    : { note: `${about}: ${SEAL_SAYS.intact}; ${statement(seal, receivedAt)}` }
}

export async function checkSeals(
  manifest: Manifest,
  find: (name: string) => PackedFile | undefined,
): Promise<{ readonly faults: readonly string[]; readonly notes: readonly string[] }> {
  const [faults, notes]: [string[], string[]] = [[], []]
  for (const line of manifest.files) {
    if (line.sealOf === undefined) continue
    const { fault, note } = await checkSeal(line, line.sealOf, manifest, find)
    if (fault !== undefined) faults.push(fault)
    if (note !== undefined) notes.push(note)
  }
  return { faults, notes }
}
