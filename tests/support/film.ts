/**
 * Films for Chromium's fake camera that show pictures on a table: 1280x720, a little smaller than the frame, on grey.
 */
import sharp from 'sharp'
import { writeY4m, type FilmFrame } from './y4m.ts'

const WIDTH_PX = 1280
const HEIGHT_PX = 720
const TABLE = { r: 118, g: 122, b: 126 }

async function onTable(picture: Buffer | undefined, widthPx: number): Promise<FilmFrame> {
  const card =
    picture === undefined
      ? undefined
      : await sharp(picture).resize({ width: widthPx, height: 640, fit: 'inside' }).png().toBuffer()
  const { data } = await sharp({
    create: { width: WIDTH_PX, height: HEIGHT_PX, channels: 3, background: TABLE },
  })
    .composite(card === undefined ? [] : [{ input: card, gravity: 'centre' }])
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: WIDTH_PX, height: HEIGHT_PX, rgba: new Uint8ClampedArray(data) }
}

/** One frame for each scene, played in a loop at `framesPerSecond`; without a picture the table is empty. */
export async function writeScenes(
  file: string,
  pictures: readonly (Buffer | undefined)[],
  widthPx = 760,
  framesPerSecond = 20,
): Promise<void> {
  const drawn = new Map<Buffer | undefined, FilmFrame>()
  for (const picture of new Set(pictures)) drawn.set(picture, await onTable(picture, widthPx))
  writeY4m(
    file,
    pictures.flatMap((picture) => drawn.get(picture) ?? []),
    { width: WIDTH_PX, height: HEIGHT_PX, framesPerSecond },
  )
}

/** @param picture PNG or JPEG; an empty table when left out */
export const writeFilm = (file: string, picture?: Buffer, widthPx = 760): Promise<void> =>
  writeScenes(file, [picture, picture], widthPx)
