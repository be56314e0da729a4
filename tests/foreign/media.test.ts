/** Films, sounds and pictures that ffmpeg writes: what the product shows of them plays as before, and ExifTool finds nobody in it. */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { readAt, sourceOf } from '#server/parts/files/byte-source.ts'
import { beginsLikeFilm, examineFilm } from '#server/parts/files/film/film.ts'
import { withPatches } from '#server/parts/files/film/patches.ts'
import { prepareFile } from '#server/parts/files/prepare.ts'
import { examineSound } from '#server/parts/files/sound/sound.ts'
import { ask, createDesk, missingTools } from '#tests/support/foreign-tools.ts'

const missing = missingTools(['ffmpeg', 'exiftool'])
const desk = createDesk()
afterAll(desk.remove)

const WITNESS = 'Witness-Name-42'
const PLACE = '+15.6000+032.5300/'
const PICTURE = '-f lavfi -i testsrc2=size=160x120:rate=10'
const SOUND = '-f lavfi -i sine=frequency=440:sample_rate=8000'
const TAGS = ['artist', 'title', 'comment', 'copyright', 'encoded_by', 'location', 'make', 'model']

/** What a phone or a messenger makes, as arguments of ffmpeg, by the ending of the file. */
const FILMS = {
  mp4: `${PICTURE} ${SOUND} -c:v libx264 -c:a aac`,
  mov: `${PICTURE} ${SOUND} -c:v libx264 -c:a aac`,
  '3gp': `${PICTURE} -c:v mpeg4`,
  'fragmented.mp4': `${PICTURE} -c:v libx264 -movflags frag_keyframe+empty_moov`,
  'faststart.mp4': `${PICTURE} ${SOUND} -c:v libx264 -c:a aac -movflags +faststart+use_metadata_tags`,
  'hevc.mp4': `${PICTURE} -c:v libx265 -x265-params log-level=error -tag:v hvc1`,
}
const SOUNDS = {
  ogg: `${SOUND} -ar 48000 -c:a libopus`,
  m4a: `${SOUND} -c:a aac`,
  mp3: `${SOUND} -c:a libmp3lame -id3v2_version 3 -write_id3v1 1`,
  wav: SOUND,
  amr: `${SOUND} -c:a libopencore_amrnb`,
  'voice.webm': `${SOUND} -ar 48000 -c:a libopus`,
}

/** @returns the file, which is named in each of `TAGS`, or null where this ffmpeg has no encoder for it */
function write(ending: string, options: string): Buffer | null {
  const path = desk.lay(Buffer.alloc(0), ending)
  const { status, said } = ask('ffmpeg', [
    '-y',
    '-v',
    'error',
    ...options.split(' ').flatMap((option) => (option === '' ? [] : [option])),
    '-t',
    '2',
    ...TAGS.flatMap((tag) => ['-metadata', `${tag}=${tag === 'location' ? PLACE : WITNESS}`]),
    path,
  ])
  if (/Unknown encoder/.test(said)) return null
  expect(status, said).toBe(0)
  return readFileSync(path)
}

/** Every picture and sound of a file, as checksums. */
function framesOf(bytes: Buffer, ending: string): string {
  const { printed, said, status } = ask(
    'ffmpeg',
    `-v error -i ${desk.lay(bytes, ending)} -f framemd5 -`.split(' '),
  )
  expect(said.replace(printed, ''), `a fault of ${ending}`).toBe('')
  expect(status).toBe(0)
  return printed.replaceAll(/^#.*$/gm, '')
}

const tagsOf = (bytes: Buffer, ending: string): string =>
  ask('exiftool', ['-j', '-a', '-G1', '-ee', '-u', desk.lay(bytes, ending)]).said

describe.skipIf(missing.length > 0).each(Object.entries({ ...FILMS, ...SOUNDS }))(
  'a file that ffmpeg writes as %s',
  (ending, options) => {
    test('plays as before, and names nobody', async ({ skip }) => {
      const original = write(ending, options)
      if (original === null) return skip(`this ffmpeg has no encoder for ${ending}`)
      const source = sourceOf(original)
      const examined = beginsLikeFilm(original.subarray(0, 64))
        ? await examineFilm(source)
        : await examineSound(source)
      expect(examined).toMatchObject({ ok: true })
      if (!examined.ok) return
      const shown = await readAt(withPatches(source, examined.patches), 0, original.length)
      expect(framesOf(shown, ending)).toBe(framesOf(original, ending))
      expect(shown.includes(WITNESS)).toBe(false)
      expect(tagsOf(shown, ending)).not.toMatch(/Witness-Name|15\.6|32\.53|GPS/)
    })
  },
)

test.skipIf(missing.length > 0)(
  'a film as WebM is refused as before: its parts are not cleaned',
  async () => {
    const film = write('webm', `${PICTURE} ${SOUND} -c:v libvpx -ar 48000 -c:a libopus`)
    if (film !== null)
      expect(await examineSound(sourceOf(film))).toEqual({ ok: false, fault: 'not-evidence' })
  },
)

describe.skipIf(missing.length > 0).each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
  'a picture as %s',
  (format) => {
    test('is drawn without what ExifTool wrote into each group of its tags', async () => {
      const plain = await sharp({
        create: { width: 320, height: 240, channels: 3, background: '#2a6f97' },
      })
        .toFormat(format)
        .toBuffer()
      const path = desk.lay(plain, format === 'jpeg' ? 'jpg' : format)
      const names = ['XMP:Creator', 'Comment', 'EXIF:Artist', 'IPTC:By-line', 'EXIF:SerialNumber']
      const place = '-GPSLatitude=15.6 -GPSLatitudeRef=N -GPSLongitude=32.53 -GPSLongitudeRef=E'
      const { said } = ask('exiftool', [
        '-overwrite_original',
        '-m',
        ...names.map((name) => `-${name}=${WITNESS}`),
        ...place.split(' '),
        path,
      ])
      const original = readFileSync(path)
      expect(original.includes(WITNESS), said).toBe(true)
      const prepared = await prepareFile(original, 'paper', {
        isEvidence: true,
        documents: true,
      })
      expect(prepared).toMatchObject({ ok: true })
      if (!prepared.ok) return
      expect(prepared.file.copies.length).toBeGreaterThan(0)
      for (const { bytes } of prepared.file.copies)
        expect(tagsOf(bytes, 'jpg')).not.toMatch(
          /Witness-Name|GPS|"(?:XMP|IPTC|IFD0:(?:Artist|Make)|MakerNotes)/,
        )
    })
  },
)
