/**
 * Checks a package with its bytes alone, or with the key that the association published elsewhere,
 * which is safer.
 */
import { createHash, createPublicKey, verify, type X509Certificate } from 'node:crypto'
import { open } from 'node:fs/promises'
import {
  isTimePlausible,
  SEAL_SAYS,
  sealFaults,
  type EvidenceSeal,
  type SealFault,
} from '#shared/domain/report/evidence-seal.ts'
import { readJson } from '#shared/read-json.ts'
import { readAt } from '../../../parts/files/byte-source.ts'
import { NotOurZip, readStoredZip, type ZipPart } from '../../../parts/files/stored-zip-reader.ts'
import { isSealSigned, keyIdOf, readSeal } from '../../../records/evidence/seal-check.ts'
import {
  lineHash,
  Manifest,
  MANIFEST,
  SIGNATURE,
  signedText,
  STATED_NOTE,
} from './package-names.ts'
import { checkTimestamps } from './package-timestamps.ts'

const MANIFEST_MAX_BYTES = 32 * 1024 * 1024
const LOG_MAX_BYTES = 64 * 1024 * 1024

export interface PackageReport {
  /** Faults as text; empty when the package is intact. */
  readonly faults: readonly string[]
  /** Notes about an intact package. */
  readonly notes: readonly string[]
  readonly manifest: Manifest | undefined
}

async function hashOf({ source }: ZipPart): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of source.read(0, source.size)) hash.update(piece)
  return hash.digest('hex')
}

async function textOf({ name, source }: ZipPart, maxBytes: number): Promise<string> {
  if (source.size > maxBytes) throw new NotOurZip(`${name}: too long`)
  return (await readAt(source, 0, source.size)).toString('utf8')
}

function isSigned(manifest: Manifest, text: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64url')
  if (bytes.length !== 64 || bytes.toString('base64url') !== signature) return false
  const key = createPublicKey({
    key: { kty: manifest.key.kty, crv: manifest.key.crv, x: manifest.key.x },
    format: 'jwk',
  })
  return verify(null, Buffer.from(signedText(text)), key, bytes)
}

type ManifestFile = Manifest['files'][number]

/** Numbers, from 1, of the lines of a log that differ from the signed hashes. */
async function logFaults(part: ZipPart, { name, lines = [] }: ManifestFile): Promise<string[]> {
  const text = await textOf(part, LOG_MAX_BYTES)
  const found = text.split('\n')
  if (found.at(-1) === '') found.pop()
  const faults: string[] = []
  for (let index = 0; index < Math.max(lines.length, found.length); index += 1) {
    const line = found[index]
    if (index >= lines.length) faults.push(`${name}: line ${index + 1} was added`)
    else if (line === undefined) faults.push(`${name}: line ${index + 1} is missing`)
    else if (lineHash(line) !== lines[index]) faults.push(`${name}: line ${index + 1} was changed`)
  }
  return faults
}

async function fileFaults(part: ZipPart | undefined, line: ManifestFile): Promise<string[]> {
  if (part === undefined) return [`${line.name}: removed from the archive`]
  if ((await hashOf(part)) !== line.sha256) {
    const inLog = line.lines === undefined ? [] : await logFaults(part, line)
    return inLog.length > 0 ? inLog : [`${line.name}: changed`]
  }
  return line.receivedSha256 === undefined || line.receivedSha256 === line.sha256
    ? []
    : [`${line.name}: not what was received: it had the SHA-256 ${line.receivedSha256} then`]
}

const SEAL_MAX_BYTES = 64 * 1024

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
  line: ManifestFile,
  { name: about, state }: NonNullable<ManifestFile['sealOf']>,
  manifest: Manifest,
  byName: ReadonlyMap<string, ZipPart>,
): Promise<{ readonly fault?: string; readonly note?: string }> {
  const [packed, original] = [byName.get(line.name), byName.get(about)]
  if (packed === undefined || original === undefined) return {} // reported as removed already
  const seal = readSeal(await textOf(packed, SEAL_MAX_BYTES))
  if (seal === undefined) return { fault: `${line.name}: not a seal` }
  const { statedOriginal, receivedAt } = manifest.files.find(({ name }) => name === about) ?? {}
  const file = {
    sha256: await hashOf(original),
    size: original.source.size,
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

/** Of each seal its signature, and that it is about the very file that lies beside it. */
async function checkSeals(
  manifest: Manifest,
  byName: ReadonlyMap<string, ZipPart>,
): Promise<{ readonly faults: readonly string[]; readonly notes: readonly string[] }> {
  const [faults, notes]: [string[], string[]] = [[], []]
  for (const line of manifest.files) {
    if (line.sealOf === undefined) continue
    const { fault, note } = await checkSeal(line, line.sealOf, manifest, byName)
    if (fault !== undefined) faults.push(fault)
    if (note !== undefined) notes.push(note)
  }
  return { faults, notes }
}

function notesOf(manifest: Manifest, expectedKey: string | undefined): string[] {
  return [
    ...manifest.unreadable.map(
      ({ evidenceId, sha256 }) =>
        `Evidence ${evidenceId} is not in it: the server could not read its original (SHA-256 ${sha256}).`,
    ),
    ...manifest.files.flatMap(({ name, statedOriginal: stated }) =>
      stated === undefined
        ? []
        : [
            `${name} was made smaller on the device of its sender. ${stated.sha256} (${stated.size} bytes): ${STATED_NOTE}, so the hash cannot be checked here.`,
          ],
    ),
    ...(expectedKey === undefined
      ? [
          `No key was given, so this only says that the package fits together. Compare its key ${manifest.key.x} with the one that ${manifest.association} makes known, or give it: --key`,
        ]
      : []),
  ]
}

async function check(
  parts: readonly ZipPart[],
  { expectedKey, timestampAnchors = [] }: Trusted,
): Promise<PackageReport> {
  const byName = new Map(parts.map((part) => [part.name, part]))
  const [manifestPart, signaturePart] = [byName.get(MANIFEST), byName.get(SIGNATURE)]
  if (manifestPart === undefined)
    return { faults: [`${MANIFEST}: removed from the archive`], notes: [], manifest: undefined }
  const text = await textOf(manifestPart, MANIFEST_MAX_BYTES)
  const manifest = readJson(Manifest, text)
  if (manifest === undefined)
    return { faults: [`${MANIFEST}: not the manifest of a package`], notes: [], manifest }
  const faults: string[] = []
  if (signaturePart === undefined) faults.push(`${SIGNATURE}: removed from the archive`)
  else if (!isSigned(manifest, text, (await textOf(signaturePart, 1_024)).trim()))
    faults.push(
      `${SIGNATURE}: the signature does not fit: ${MANIFEST} was changed, or somebody else signed it`,
    )
  if (expectedKey !== undefined && expectedKey !== manifest.key.x)
    faults.push(
      `${MANIFEST}: signed with the key ${manifest.key.x}, not with the one that was given`,
    )
  const bytesOf = async (name: string, maxBytes: number): Promise<Buffer | undefined> => {
    const part = byName.get(name)
    if (part === undefined) return undefined
    if (part.source.size > maxBytes) throw new NotOurZip(`${name}: too long`)
    return readAt(part.source, 0, part.source.size)
  }
  const listed = new Set([MANIFEST, SIGNATURE, ...manifest.files.map(({ name }) => name)])
  for (const line of manifest.files) faults.push(...(await fileFaults(byName.get(line.name), line)))
  const seals = await checkSeals(manifest, byName)
  faults.push(...seals.faults)
  for (const { name } of parts) if (!listed.has(name)) faults.push(`${name}: added to the archive`)
  const times = await checkTimestamps(manifest, bytesOf, timestampAnchors)
  return {
    faults: [...faults, ...times.faults],
    notes: [...seals.notes, ...times.notes, ...notesOf(manifest, expectedKey)],
    manifest,
  }
}

/** What the reader has from a source other than the package. */
interface Trusted {
  /** The public key of the association, base64url. */
  readonly expectedKey?: string | undefined
  readonly timestampAnchors?: readonly X509Certificate[] | undefined
}

export async function verifyPackage(
  path: string,
  expectedKey?: string,
  timestampAnchors?: readonly X509Certificate[],
): Promise<PackageReport> {
  const file = await open(path, 'r')
  try {
    return await check(await readStoredZip(file), { expectedKey, timestampAnchors })
  } catch (error) {
    if (error instanceof NotOurZip)
      return { faults: [error.message], notes: [], manifest: undefined }
    throw error
  } finally {
    await file.close()
  }
}
