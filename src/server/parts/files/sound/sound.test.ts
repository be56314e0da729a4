import { describe, expect, test } from 'vitest'
import { SECRET_PLACE } from '#tests/support/sample-files.ts'
import { film, MADE_AT, uint32 } from '#tests/support/sample-films.ts'
import { element, mp3, oggPage, opus, SOUNDS, wav, webm } from '#tests/support/sample-sounds.ts'
import { readAt, sourceOf } from '../byte-source.ts'
import { examineFilm } from '../film/film.ts'
import { withPatches } from '../film/patches.ts'
import { pageChecksum } from './ogg.ts'
import { examineSound } from './sound.ts'

const examine = (bytes: Buffer) =>
  bytes.toString('latin1', 4, 8) === 'ftyp'
    ? examineFilm(sourceOf(bytes))
    : examineSound(sourceOf(bytes))

async function shown(bytes: Buffer): Promise<Buffer> {
  const examined = await examine(bytes)
  if (!examined.ok) throw new Error(examined.fault)
  return readAt(withPatches(sourceOf(bytes), examined.patches), 0, bytes.length)
}

/** Pages of Ogg with a checksum that does not fit are dropped by players. */
function badPages(bytes: Buffer): number {
  let bad = 0
  for (let at = 0; at < bytes.length;) {
    const segments = bytes[at + 26] ?? 0
    const sizes = bytes.subarray(at + 27, at + 27 + segments)
    const length = 27 + segments + sizes.reduce((sum, size) => sum + size, 0)
    const page = Buffer.from(bytes.subarray(at, at + length))
    const stated = page.readUInt32LE(22)
    page.writeUInt32LE(0, 22)
    if (pageChecksum(page) !== stated) bad += 1
    at += length
  }
  return bad
}

test('of a tag at the end its mark alone is left: players skip it, and would take zeros for a broken frame', async () => {
  const tag = Buffer.alloc(128)
  tag.write(`TAG${SECRET_PLACE}`)
  const copy = await shown(Buffer.concat([mp3({ frames: 8 }), tag]))
  expect(copy.subarray(-128).toString('latin1')).toBe(`TAG${'\0'.repeat(125)}`)
})

describe.each(Object.entries(SOUNDS))('%s', (mediaType, make) => {
  test('is known by its bytes, and nothing but the sound is left', async () => {
    const bytes = make()
    expect(bytes.includes(SECRET_PLACE)).toBe(true)
    expect(await examine(bytes)).toMatchObject({ ok: true, mediaType, isIncomplete: false })
    const copy = await shown(bytes)
    expect(copy.length).toBe(bytes.length)
    expect(copy.includes(SECRET_PLACE)).toBe(false)
    // What was blanked once is a sound of the same kind again.
    expect(await examine(copy)).toMatchObject({ ok: true, mediaType })
  })

  test('cut anywhere, or with any byte changed, it gets a result', async () => {
    const bytes = make()
    const step = Math.max(1, Math.floor(bytes.length / 150))
    for (let at = 0; at < bytes.length; at += step) {
      expect(await examine(bytes.subarray(0, at))).toHaveProperty('ok')
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 0xff
      const examined = await examine(changed)
      if (!examined.ok) continue
      const copy = await readAt(withPatches(sourceOf(changed), examined.patches), 0, changed.length)
      expect(copy.length).toBe(changed.length)
    }
  })
})

test('of Ogg, the pages with comments have new checksums', async () => {
  const bytes = opus({ comment: `METADATA_BLOCK_PICTURE=${'x'.repeat(2_000)}` })
  const copy = await shown(bytes)
  expect([badPages(bytes), badPages(copy)]).toEqual([0, 0])
  expect(copy.includes('METADATA')).toBe(false)
})

test.each([
  ['a film in WebM', webm({ type: 1 })],
  ['WebM whose set-up has comments', webm({ codec: 'A_VORBIS' })],
  ['Ogg with a picture', oggPage({ number: 0, packets: [Buffer.from('\x80theora')], flags: 2 })],
  ['two bytes of a frame', Buffer.concat([Buffer.of(0xff, 0xfb, 0x90, 0), Buffer.alloc(2_000)])],
])('%s is no sound', async (_what, bytes) =>
  expect(await examineSound(sourceOf(bytes))).toEqual({ ok: false, fault: 'not-evidence' }),
)

test.each([
  ['Ogg', opus().subarray(0, -20)],
  ['WAV', wav().subarray(0, 20_000)],
  ['MP3', mp3({ frames: 8 }).subarray(0, 210 + 417 * 5 + 100)],
])('%s that stopped early is kept and marked', async (_kind, bytes) =>
  expect(await examineSound(sourceOf(bytes))).toMatchObject({ ok: true, isIncomplete: true }),
)

test('more pages than hours of speech have are refused', async () => {
  const page = oggPage({ number: 2, packets: [] })
  const endless = Buffer.concat([opus(), ...Array<Buffer>(1_200_000).fill(page)])
  expect(await examineSound(sourceOf(endless))).toEqual({ ok: false, fault: 'protected' })
})

test('an element of WebM that says it is larger than its parent is refused', async () => {
  const lying = Buffer.concat([
    element('1a45dfa3', element('4282', 'webm')),
    element('18538067', Buffer.concat([Buffer.from('1549a966', 'hex'), uint32(0x1f_ff_ff_ff)])),
    Buffer.alloc(100),
  ])
  expect(await examineSound(sourceOf(lying))).toEqual({ ok: false, fault: 'damaged' })
})

describe('a film', () => {
  /** A film with its index in front, as servers send them. */
  const first = (bytes: Buffer): Buffer => {
    const moov = bytes.indexOf('moov') - 4
    const moovLength = bytes.readUInt32BE(moov)
    const index = Buffer.from(bytes.subarray(moov, moov + moovLength))
    for (let at = index.indexOf('stco'); at !== -1; at = index.indexOf('stco', at + 4))
      index.writeUInt32BE(index.readUInt32BE(at + 12) + moovLength, at + 12)
    return Buffer.concat([bytes.subarray(0, 20), index, bytes.subarray(20, moov)])
  }

  test.each(['iso7', 'hvc1', '3gp6', '3g2a', 'XAVC', 'evil', 'qt  '])(
    'of the brand %s is a film: its index decides',
    async (brand) =>
      expect(await examineFilm(sourceOf(film({ brand })))).toMatchObject({
        ok: true,
        mediaType: brand === 'qt  ' ? 'video/quicktime' : 'video/mp4',
        isIncomplete: false,
      }),
  )

  test('of QuickTime may begin without its type', async () => {
    const bytes = first(film()).subarray(20)
    const index = Buffer.from(bytes)
    for (let at = index.indexOf('stco'); at !== -1; at = index.indexOf('stco', at + 4))
      index.writeUInt32BE(index.readUInt32BE(at + 12) - 20, at + 12)
    expect(await examineFilm(sourceOf(index))).toMatchObject({
      ok: true,
      mediaType: 'video/quicktime',
    })
  })

  test('whose end is missing is kept where its index came first, and names nobody', async () => {
    const whole = first(film({ picture: Buffer.alloc(5_000, 0x50) }))
    const cut = whole.subarray(0, -1_000)
    const examined = await examineFilm(sourceOf(cut))
    expect(examined).toMatchObject({ ok: true, mediaType: 'video/mp4', isIncomplete: true })
    const copy = await shown(cut)
    expect(copy.includes(SECRET_PLACE)).toBe(false)
    expect(copy.includes(uint32(MADE_AT))).toBe(false)
    expect(await examineFilm(sourceOf(whole))).toMatchObject({ isIncomplete: false })
  })

  test.each(['heic', 'mif1', 'avif', 'crx '])('of the brand %s is a picture', async (brand) =>
    expect(await examineFilm(sourceOf(film({ brand })))).toEqual({
      ok: false,
      fault: 'not-evidence',
    }),
  )
})
