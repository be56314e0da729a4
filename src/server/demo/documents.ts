/**
 * Identity documents that cannot be mistaken for real ones: an invented layout, an invented issuer,
 * SPECIMEN across it.
 */
import { loadSharp } from '../parts/files/pictures.ts'
import { fittedLettering, lettering, letteringWidth, drawable } from '../parts/files/lettering.ts'
import type { DemoMember } from './people.ts'
import { portraitBody } from './portrait/portrait.ts'
import { mix } from './portrait/colour.ts'
import { createRandom, seedOf, type Random } from './random.ts'
import { star } from './shapes.ts'

export type DocumentHolder = Pick<
  DemoMember,
  | 'id'
  | 'latinFirstName'
  | 'latinLastName'
  | 'birthDate'
  | 'birthCountry'
  | 'sex'
  | 'nationalities'
  | 'portraitSeed'
>
export type DocumentSide = 'front' | 'back'

const WIDTH_PX = 856
const HEIGHT_PX = 540
const INK = '#26313c'
const LABEL = '#6b7783'
const TINTS = ['#2f6f73', '#7a5b2e', '#5a4a7d', '#3d6a45', '#8a4653', '#35598a']

/** Fine waves, as on real documents, around three stars that no state uses. */
function guilloche(random: Random, tint: string): string {
  const waves = Array.from({ length: 13 }, (_, index) => {
    const y = 20 + index * 42
    const swing = random.int(16, 40)
    return `M0 ${y}Q107 ${y - swing} 214 ${y}T428 ${y}T642 ${y}T856 ${y}`
  })
  return `<path d="${waves.join('')}" stroke="${tint}" stroke-width="1.6" fill="none" opacity=".22"/>`
}

function specimen(): string {
  const height = 92
  const width = letteringWidth('SPECIMEN', height)
  const word = lettering('SPECIMEN', (WIDTH_PX - width) / 2, (HEIGHT_PX - height) / 2, height, {
    colour: '#c0392b',
    weightPx: 15,
    opacity: 0.42,
  })
  return `<g transform="rotate(-24 ${WIDTH_PX / 2} ${HEIGHT_PX / 2})">${word}</g>`
}

function field(label: string, value: string, x: number, y: number, maxWidthPx: number): string {
  return (
    lettering(label, x, y, 11, { colour: LABEL }) +
    fittedLettering(value, x, y + 20, 23, maxWidthPx, { colour: INK })
  )
}

/** A name that would shrink below reading size is broken into two lines instead. */
function nameField(label: string, name: string, x: number, y: number, maxWidthPx: number): string {
  if (letteringWidth(name, 17) <= maxWidthPx) return field(label, name, x, y, maxWidthPx)
  const words = name.split(' ')
  const half = Math.ceil(words.length / 2)
  const line = (from: number, to: number, dy: number): string =>
    fittedLettering(words.slice(from, to).join(' '), x, y + dy, 15, maxWidthPx, { colour: INK })
  return (
    lettering(label, x, y, 11, { colour: LABEL }) + line(0, half, 17) + line(half, words.length, 37)
  )
}

function front(person: DocumentHolder, documentNumber: string): string {
  return [
    `<svg x="44" y="120" width="264" height="330" viewBox="0 0 480 600">${portraitBody(person.portraitSeed)}</svg>`,
    `<rect x="44" y="120" width="264" height="330" fill="none" stroke="${INK}" stroke-width="3"/>`,
    nameField('SURNAME', person.latinLastName, 344, 124, 470),
    nameField('GIVEN NAMES', person.latinFirstName, 344, 190, 470),
    field('DATE OF BIRTH', person.birthDate, 344, 256, 230),
    field('SEX', person.sex, 640, 256, 100),
    field('COUNTRY OF BIRTH', person.birthCountry, 344, 322, 230),
    field('NATIONALITY', person.nationalities.join(' / '), 640, 322, 170),
    field('DOCUMENT NUMBER', documentNumber, 344, 388, 470),
    // A signature that is a scribble.
    `<path d="M344 486c24-34 34 18 52-8s22-20 30 4 26-30 40-8 20 12 34-6 18 14 60-4" stroke="${INK}" stroke-width="3" fill="none" stroke-linecap="round"/>`,
  ].join('')
}

function back(person: DocumentHolder, documentNumber: string, random: Random): string {
  const pad = (text: string): string =>
    text
      .replaceAll(/[ '-]+/g, '<')
      .slice(0, 30)
      .padEnd(30, '<')
  const line = (text: string, y: number): string =>
    fittedLettering(pad(drawable(text)), 40, y, 23, WIDTH_PX - 80, { colour: INK })
  const bars = Array.from(
    { length: 46 },
    (_, index) =>
      `<rect x="${344 + index * 10}" y="176" width="${random.int(2, 7)}" height="72" fill="${INK}"/>`,
  ).join('')
  return [
    field('ISSUED BY', 'NOBODY - MADE FOR DEMONSTRATION', 44, 118, 460),
    field('VALID UNTIL', 'NEVER VALID', 620, 118, 190),
    `<rect x="44" y="180" width="232" height="150" rx="10" fill="#ffffff" opacity=".55"/>${[0, 1, 2].map((index) => star(92 + index * 68, 255, 24, TINTS[index] ?? INK)).join('')}`,
    bars,
    field('NUMBER', documentNumber, 344, 284, 460),
    `<rect y="366" width="${WIDTH_PX}" height="174" fill="#ffffff" opacity=".6"/>`,
    line(`DEMO<${person.latinLastName}<<${person.latinFirstName}`, 392),
    line(`${documentNumber}<${person.birthDate.replaceAll('-', '')}${person.sex}`, 438),
    line('NOT<AN<IDENTITY<DOCUMENT', 484),
  ].join('')
}

export function idDocumentSvg(person: DocumentHolder, side: DocumentSide): string {
  const random = createRandom(seedOf(`document ${person.id}`))
  const tint = random.pick(TINTS)
  const documentNumber = `DEMO-${random.int(1000, 9999)}-${random.int(1000, 9999)}`
  const paper = mix(tint, '#ffffff', 0.86)
  const header = `<path d="M0 28Q0 0 28 0H828Q856 0 856 28V88H0Z" fill="${tint}"/>${lettering('DEMO IDENTITY CARD', 44, 32, 27, { colour: '#ffffff' })}${[0, 1, 2].map((index) => star(716 + index * 46, 46, 17, '#ffffff')).join('')}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH_PX}" height="${HEIGHT_PX}" viewBox="0 0 ${WIDTH_PX} ${HEIGHT_PX}"><clipPath id="card"><rect width="${WIDTH_PX}" height="${HEIGHT_PX}" rx="28"/></clipPath><rect width="${WIDTH_PX}" height="${HEIGHT_PX}" fill="#e9ebee"/><g clip-path="url(#card)"><rect width="${WIDTH_PX}" height="${HEIGHT_PX}" fill="${paper}"/>${guilloche(random, tint)}${side === 'front' ? front(person, documentNumber) : back(person, documentNumber, random)}${header}${specimen()}</g></svg>`
}

export async function renderIdDocument(
  person: DocumentHolder,
  side: DocumentSide,
): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(Buffer.from(idDocumentSvg(person, side)))
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82 })
    .toBuffer()
}
