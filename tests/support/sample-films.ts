/** The least that counts as a film, made by code: boxes in boxes, with what phones write beside picture and sound. */
import { SECRET_PLACE } from './sample-files.ts'

export function box(type: string, ...content: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(
    content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  )
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
export const uint32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

/** When the film says it was made: seconds since 1904. */
export const MADE_AT = 0xde_ad_be_ef

const handler = (kind: string): Buffer =>
  box('hdlr', uint32(0, 0), kind, uint32(0, 0, 0), `Phone of ${SECRET_PLACE}\0`)
const table = (type: string, ...values: readonly number[]): Buffer =>
  box(type, uint32(0, ...values))

export interface TrackWish {
  readonly kind: string
  readonly at: number
  readonly sizes: readonly number[]
  readonly dref?: Buffer
  /** In one chunk; then `sizes` does not count. */
  readonly same?: { readonly size: number; readonly count: number }
}

export function track({ kind, at, sizes, same, dref = box('url ', uint32(1)) }: TrackWish): Buffer {
  const stbl = box(
    'stbl',
    box('stsd', uint32(0, 0)),
    box('stsz', uint32(0, same?.size ?? 0, same?.count ?? sizes.length, ...sizes)),
    table('stsc', 1, 1, same?.count ?? sizes.length, 1),
    table('stco', 1, at),
  )
  const media =
    kind === 'vide'
      ? box('vmhd', uint32(0, 0, 0))
      : kind === 'soun'
        ? box('smhd', uint32(0, 0))
        : box('gmhd', SECRET_PLACE)
  const minf = box('minf', media, box('dinf', box('dref', uint32(0, 1), dref)), stbl)
  const mdia = box(
    'mdia',
    box('mdhd', uint32(0, MADE_AT, MADE_AT, 1_000, 10, 0)),
    handler(kind),
    minf,
  )
  return box(
    'trak',
    box('tkhd', uint32(0, MADE_AT, MADE_AT, 1, 0, 10, ...Array<number>(14).fill(0))),
    mdia,
    box('udta', box('\u00a9xyz', SECRET_PLACE)),
  )
}

export interface FilmWish {
  readonly brand?: string
  /** Bytes of picture. */
  readonly picture?: Buffer
  /** Handler of the second track, which records places. */
  readonly second?: string
  readonly dref?: Buffer
  readonly moovMore?: Buffer
  readonly end?: Buffer
}

/** A film whose second track, user data, `uuid` box and handlers all tell where it was taken. */
export function film({
  brand = 'isom',
  picture = Buffer.alloc(64, 0x50),
  second = 'meta',
  dref,
  moovMore = Buffer.alloc(0),
  end = Buffer.alloc(0),
}: FilmWish = {}): Buffer {
  const places = Buffer.from(`${SECRET_PLACE}|${SECRET_PLACE}`)
  const start = box('ftyp', brand, uint32(0x200), brand)
  const mdat = box('mdat', picture, places)
  const at = start.length + 8
  const moov = box(
    'moov',
    box('mvhd', uint32(0, MADE_AT, MADE_AT, 1_000, 10, ...Array<number>(20).fill(0))),
    track({ kind: 'vide', at, sizes: [picture.length], ...(dref === undefined ? {} : { dref }) }),
    track({
      kind: second,
      at: at + picture.length,
      sizes: [SECRET_PLACE.length, places.length - SECRET_PLACE.length],
    }),
    box('meta', uint32(0), `com.apple.quicktime.location.ISO6709${SECRET_PLACE}`),
    moovMore,
  )
  return Buffer.concat([start, mdat, moov, box('uuid', Buffer.alloc(16, 7), SECRET_PLACE), end])
}
