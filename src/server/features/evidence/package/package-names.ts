/**
 * File names inside a package, and the form of its signature, shared by the server and the checker.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { SEAL_STATES } from '#shared/domain/report/evidence-seal.ts'
import { endingOf } from '../../../parts/files/sniff.ts'

export const FORMAT = 'wld-evidence-package/1'
export const MANIFEST = 'manifest.json'
export const SIGNATURE = 'manifest.sig'

export const originalName = (evidenceId: number, mediaType: string): string =>
  `originals/evidence-${evidenceId}.${endingOf(mediaType)}`
export const sealName = (evidenceId: number): string => `seals/evidence-${evidenceId}.json`
export const custodyName = (evidenceId: number): string => `custody/evidence-${evidenceId}.jsonl`

/**
 * Prefix of the signed text, so that a signature over something else is never valid for a package.
 */
export const signedText = (manifest: string): string => `${FORMAT}\n${manifest}`
export const lineHash = (line: string): string => createHash('sha256').update(line).digest('hex')

const Hash = z.string().regex(/^[0-9a-f]{64}$/)
export const Manifest = z.object({
  format: z.literal(FORMAT),
  packageId: z.string(),
  association: z.string(),
  reportId: z.int(),
  createdAt: z.string(),
  createdBy: z.string(),
  auditHead: z.object({ seq: z.int(), hash: Hash }),
  key: z.object({
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    kid: z.string(),
    x: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  }),
  files: z.array(
    z.object({
      name: z.string(),
      size: z.int(),
      sha256: Hash,
      /** Of an original: counted by the server when it arrived. */
      receivedSha256: Hash.optional(),
      receivedAt: z.string().optional(),
      /** Of an original that the sender's device reduced: as that device states. */
      statedOriginal: z.object({ sha256: Hash, size: z.int(), note: z.string() }).optional(),
      /** Of a seal: the original that it is about, and whether it matched when that was received. */
      sealOf: z.object({ name: z.string(), state: z.enum(SEAL_STATES) }).optional(),
      /** Of a log: the hash of each line, so that a changed line can be reported. */
      lines: z.array(Hash).optional(),
    }),
  ),
  /** Originals that the server could not read. */
  unreadable: z.array(z.object({ evidenceId: z.int(), sha256: Hash })),
})
export type Manifest = z.output<typeof Manifest>

export const STATED_NOTE =
  'hash of the original as stated by the device; the original is not stored'

export const README = `This archive holds the evidence of one report, as the association received it.

originals/      each file exactly as it came, with whatever its camera wrote into it
seals/          for files that were sealed on the device when they were taken: what the device states about time
                and place, its public key and its signature
custody/        one line for each time that a file was received, looked at, exported or removed
timestamps/     where an authority outside confirmed the time of a file: the text that it confirmed, with the hash
                of the file, and its reply (RFC 3161), which openssl ts -verify checks as well
report.json     the report as it stands, without its reporter
manifest.json   every file of this archive with its SHA-256
manifest.sig    signature over the manifest (Ed25519, base64url, over the line
                "${FORMAT}", a line feed, and the bytes of manifest.json)

Some photos were made smaller on the device of the sender before they were sent. For these, the manifest has
"statedOriginal": ${STATED_NOTE}.
The association cannot check it. It shows whether a photo that somebody presents later is the one it was stated for.

A seal says that the file has not changed since a device sealed it, with a key that cannot be read out of that
device by a page. Time and place are what the device stated. A seal does not prove that a camera saw the scene.
The signed text is, in lines that each end with a line feed: the value of "format", "key EC P-256 X Y",
"file SHA256 SIZE", "original SHA256 SIZE" or "original -", "kind KIND", "captured TIME", and
"place LATITUDE LONGITUDE PRECISION" or "place -" (ECDSA P-256 with SHA-256; the signature is r and s, base64url).

The originals come from strangers, and nothing was taken out of them. Documents (PDF, DOC, DOCX) may contain active
content: open them only on a computer that has no access to members' data, and not connected to a network.

To check it: npm run evidence:verify -- package.zip --key KEY
KEY is the public key of the association. Get it from the association itself, not from this archive: whoever
changes an archive can also put another key into it.
`
