/** Returns the text of the code in a picture, as a scanner would read it. */
import jsQR from 'jsqr'
import sharp from 'sharp'

export async function readCode(picture: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(picture)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}
