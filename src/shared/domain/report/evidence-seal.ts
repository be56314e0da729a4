/**
 * The seal that a device puts on a piece of evidence when it is taken: what the device states, and its signature. The
 * signed text is written here once, for the device that signs and for the server and the command that check.
 */
import * as z from 'zod'
import { CLEAN } from '../text/clean-text.ts'

export const SEAL_FORMAT = 'wld-evidence-seal/1'
/** How exactly a seal names the place. The device rounds before it signs. */
export const PLACE_PRECISIONS = ['exact', '1km', '10km'] as const
export type PlacePrecision = (typeof PLACE_PRECISIONS)[number]
export const CAPTURE_KINDS = ['photo', 'film', 'voice'] as const

const Hash = z
  .string()
  .overwrite(CLEAN.machine)
  .regex(/^[0-9a-f]{64}$/, 'Give SHA-256 as 64 hexadecimal digits')
const Size = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
/** 32 bytes, base64url. */
const Coordinate = z
  .string()
  .overwrite(CLEAN.machine)
  .regex(/^[A-Za-z0-9_-]{43}$/, 'Give 32 bytes as base64url')

export const SealPlace = z.object({
  latitude: z
    .string()
    .overwrite(CLEAN.machine)
    .regex(/^-?\d{1,2}\.\d{5}$/, 'Give degrees with five decimals'),
  longitude: z
    .string()
    .overwrite(CLEAN.machine)
    .regex(/^-?\d{1,3}\.\d{5}$/, 'Give degrees with five decimals'),
  precision: z.enum(PLACE_PRECISIONS),
})
export type SealPlace = z.output<typeof SealPlace>

export const EvidenceSeal = z
  .object({
    format: z.literal(SEAL_FORMAT),
    publicKey: z.object({
      kty: z.literal('EC'),
      crv: z.literal('P-256'),
      x: Coordinate,
      y: Coordinate,
    }),
    sha256: Hash.describe('Of the file that is sent'),
    size: Size,
    original: z
      .object({ sha256: Hash, size: Size })
      .nullable()
      .describe('Of what the camera wrote, where the device made a photo smaller before sealing'),
    kind: z.enum(CAPTURE_KINDS),
    capturedAt: z.iso
      .datetime({ precision: 3 })
      .describe('By the clock of the device, with milliseconds and Z'),
    place: SealPlace.nullable().describe('Only where the sender agreed to it'),
    signature: z
      .string()
      .overwrite(CLEAN.machine)
      .regex(/^[A-Za-z0-9_-]{86}$/, 'Give 64 bytes as base64url')
      .describe('ECDSA with SHA-256 over the signed text, r and s, base64url'),
  })
  .meta({ id: 'EvidenceSeal' })
export type EvidenceSeal = z.output<typeof EvidenceSeal>
export type SealStatement = Omit<EvidenceSeal, 'signature'>

/**
 * What is signed: one line for each field, each with its name, in this order. The key is part of it, so that no other
 * key can be found that fits the same signature.
 */
export function signedSealText({
  format,
  publicKey,
  sha256,
  size,
  original,
  kind,
  capturedAt,
  place,
}: SealStatement): string {
  return [
    format,
    `key ${publicKey.kty} ${publicKey.crv} ${publicKey.x} ${publicKey.y}`,
    `file ${sha256} ${size}`,
    `original ${original === null ? '-' : `${original.sha256} ${original.size}`}`,
    `kind ${kind}`,
    `captured ${capturedAt}`,
    `place ${place === null ? '-' : `${place.latitude} ${place.longitude} ${place.precision}`}`,
    '',
  ].join('\n')
}

/** Of a degree of latitude: 1.1 km and 11 km. */
const CELL_DEGREES: Readonly<Record<Exclude<PlacePrecision, 'exact'>, number>> = {
  '1km': 0.01,
  '10km': 0.1,
}
const asDegrees = (value: number): string => (value === 0 ? 0 : value).toFixed(5)

/**
 * The middle of the cell that the place lies in. Cells are at least as wide as the precision says at every latitude:
 * cells of a fixed number of degrees would be half as wide in Norway.
 */
export function roundPlace(
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  precision: PlacePrecision,
): SealPlace {
  if (precision === 'exact')
    return { latitude: asDegrees(latitude), longitude: asDegrees(longitude), precision }
  const rows = Math.round(180 / CELL_DEGREES[precision])
  const row = Math.min(rows - 1, Math.floor(((latitude + 90) / 180) * rows))
  const [south, north] = [(row / rows) * 180 - 90, ((row + 1) / rows) * 180 - 90]
  const narrow = Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180)
  const columns = Math.max(1, Math.floor((360 * narrow) / CELL_DEGREES[precision]))
  const column = Math.floor(((longitude + 180) / 360) * columns) % columns
  return {
    latitude: asDegrees((south + north) / 2),
    longitude: asDegrees(((column + 0.5) / columns) * 360 - 180),
    precision,
  }
}

const SEAL_FAULTS = ['signature', 'hash', 'size', 'original'] as const
export type SealFault = (typeof SEAL_FAULTS)[number]

/** `intact`: the signature fits, and the seal is about this very file. */
export const SEAL_STATES = ['intact', 'mismatch'] as const
export type SealState = (typeof SEAL_STATES)[number]

/** In what a seal and the file that it came with differ. */
export function sealFaults(
  seal: EvidenceSeal,
  file: {
    readonly sha256: string
    readonly size: number
    readonly original: { readonly sha256: string; readonly size: number } | undefined
  },
  isSigned: (seal: EvidenceSeal) => boolean,
): SealFault[] {
  const faults: SealFault[] = []
  if (!isSigned(seal)) faults.push('signature')
  if (seal.sha256 !== file.sha256) faults.push('hash')
  if (seal.size !== file.size) faults.push('size')
  if (
    seal.original?.sha256 !== file.original?.sha256 ||
    seal.original?.size !== file.original?.size
  )
    faults.push('original')
  return faults
}

/** How the custody log and the package call the state: what a seal proves, and no more. */
export const SEAL_SAYS: Readonly<Record<SealState | 'none', string>> = {
  intact: 'sealed by a device and unchanged since; time as the device says',
  mismatch: 'seal does not match',
  none: 'received without seal',
}

/** The words with the marks of an intact seal that says something odd. */
export const sealSays = (
  state: SealState | null,
  marks: { readonly isTimePlausible: boolean; readonly isRepeated: boolean },
): string =>
  [
    SEAL_SAYS[state ?? 'none'],
    ...(state === null || marks.isTimePlausible ? [] : ['this time does not fit the receipt']),
    ...(state !== null && marks.isRepeated ? ['the same file came sealed more than once'] : []),
  ].join('; ')

const CLOCK_AHEAD_MS = 10 * 60_000
/** Captures are kept on a device this long. */
export const CAPTURE_KEPT_MS = 30 * 24 * 60 * 60_000

/**
 * Whether the time of the seal fits the time of receipt. It stays a statement of the device: a clock can be set.
 */
export function isTimePlausible(capturedAt: string, receivedAt: string): boolean {
  const age = Date.parse(receivedAt) - Date.parse(capturedAt)
  return age >= -CLOCK_AHEAD_MS && age <= CAPTURE_KEPT_MS + CLOCK_AHEAD_MS
}
