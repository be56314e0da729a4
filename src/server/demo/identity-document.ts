/** Identity documents that cannot be mistaken for real ones: an invented layout, an invented issuer, SPECIMEN across it. */
import { fittedLettering } from '../parts/files/lettering.ts'
import { loadSharp } from '../parts/files/pictures.ts'
import { readPicture, type DemoPerson } from './data.ts'

/** Where the form has its values: left edge, upper edge and width. */
const PLACES = {
  surname: [344, 144, 470],
  givenNames: [344, 210, 470],
  birthDate: [344, 276, 230],
  sex: [640, 276, 100],
  birthCountry: [344, 342, 230],
  nationality: [640, 342, 170],
} as const
const HEIGHT_PX = 23

/** The form of resources/demo/document with the face behind its window and the person's words on it. */
export async function identityFront(
  { details, nationalities }: DemoPerson,
  names: NonNullable<DemoPerson['document']>,
  face: Buffer,
): Promise<Buffer> {
  const values: Readonly<Record<keyof typeof PLACES, string>> = {
    ...names,
    birthDate: details.birth_date,
    sex: details.sex,
    birthCountry: details.birth_country ?? '',
    nationality: nationalities.join(' / '),
  }
  const words = Object.entries(PLACES).map(([field, [x, y, widthPx]]) =>
    fittedLettering(values[field as keyof typeof PLACES], x, y, HEIGHT_PX, widthPx, {
      colour: '#26313c',
    }),
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="856" height="540">${words.join('')}</svg>`
  const sharp = await loadSharp()
  return sharp({ create: { width: 856, height: 540, channels: 3, background: '#ffffff' } })
    .composite([
      { input: await sharp(face).resize(264, 330).toBuffer(), left: 44, top: 120 },
      { input: await readPicture('document/front.webp') },
      { input: Buffer.from(svg) },
    ])
    .webp({ quality: 80 })
    .toBuffer()
}
