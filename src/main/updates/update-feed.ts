/**
 * The content of `wld-updates.json`: the newest version, what is new, and where to get it. It is
 * used only after the signature over its exact bytes was verified.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import * as z from 'zod'
import { externalUrl } from '../security/external-url.ts'
import { parseVersion } from './version.ts'

export const FEED_FILE = 'wld-updates.json'
export const SIGNATURE_FILE = `${FEED_FILE}.sig`
export const MAX_FEED_BYTES = 256 * 1024
/** 64 bytes in base64, and a line end. */
export const MAX_SIGNATURE_BYTES = 200

const VersionText = z
  .string()
  .refine((text) => parseVersion(text) !== undefined, 'must be x.y.z or x.y.z-pre')
const Note = z.string().trim().min(1).max(4_000)

const Download = z.strictObject({
  platform: z.enum(['win32', 'darwin', 'linux']),
  arch: z.enum(['x64', 'arm64']),
  url: z.string().refine((text) => externalUrl(text) !== undefined, 'must be an https address'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 small hexadecimal digits'),
  /** Bytes. */
  size: z.int().min(1),
})
export type Download = z.output<typeof Download>

/** Fields of later versions are ignored: an old app must still be able to read a new feed. */
export const UpdateFeed = z.object({
  version: VersionText,
  publishedAt: z.iso.datetime(),
  /** Older ones are no longer served: the user is informed that the update is required. */
  minimumVersion: VersionText.optional(),
  notes: z.object({ en: Note, ar: Note, fr: Note }),
  downloads: z.array(Download).max(32),
})
export type UpdateFeed = z.output<typeof UpdateFeed>

/** A feed as it came, so that its signature can be verified once more. */
export interface SignedFeed {
  readonly bytes: Uint8Array
  /** base64. */
  readonly signature: string
}
export type FeedResult =
  | { readonly ok: true; readonly feed: UpdateFeed; readonly signed: SignedFeed }
  | { readonly ok: false; readonly fault: 'signature' | 'format'; readonly detail: string }

/** @param signature as the file holds it: base64. */
export function readFeed(bytes: Uint8Array, signature: string, publicKey: KeyObject): FeedResult {
  const decoded = /^[A-Za-z0-9+/]{86}==\s*$/.test(signature)
    ? Buffer.from(signature.trim(), 'base64')
    : undefined
  if (decoded === undefined || !verify(null, bytes, publicKey, decoded))
    return { ok: false, fault: 'signature', detail: 'the signature does not belong to the file' }
  let content: unknown
  try {
    content = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return { ok: false, fault: 'format', detail: 'no JSON' }
  }
  const parsed = UpdateFeed.safeParse(content)
  if (parsed.success) return { ok: true, feed: parsed.data, signed: { bytes, signature } }
  return {
    ok: false,
    fault: 'format',
    detail: parsed.error.issues
      .map(({ path, message }) => `${path.join('.')} ${message}`)
      .join('; ')
      .slice(0, 500),
  }
}

/** An Ed25519 public key from PEM; undefined for anything else. */
export function readUpdateKey(pem: string | null): KeyObject | undefined {
  if (pem === null || pem.trim() === '') return undefined
  try {
    const key = createPublicKey(pem)
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}

export interface System {
  readonly platform: string
  readonly arch: string
  /** On Linux: the app runs from an AppImage and not from an installed package. */
  readonly fromAppImage: boolean
}

/** The file for this computer, of the kind that it runs now where there are several. */
export function chooseDownload(
  downloads: readonly Download[],
  { platform, arch, fromAppImage }: System,
): Download | undefined {
  const fitting = downloads.filter(
    (download) => download.platform === platform && download.arch === arch,
  )
  const isAppImage = ({ url }: Download): boolean => new URL(url).pathname.endsWith('.AppImage')
  return fitting.find((download) => isAppImage(download) === fromAppImage) ?? fitting[0]
}
