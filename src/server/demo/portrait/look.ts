/** Decides the look of a person; the drawing modules only draw it. */
import { createRandom, type Random } from '../random.ts'

export type PortraitSeed = {
  readonly sex: 'm' | 'f'
  /** In years: greys the hair and adds a few lines. */
  readonly age: number
  readonly number: number
  readonly heritage: 'sudanese' | 'french' | 'mixed'
}

export type Headwear = 'none' | 'tobe' | 'hijab' | 'emma' | 'taqiyah'
export type Hair =
  | 'crop'
  | 'fade'
  | 'receding'
  | 'bald'
  | 'side'
  | 'afro'
  | 'long'
  | 'braids'
  | 'bun'
  | 'curls'
  | 'bob'
export type Clothes = 'jalabiya' | 'shirt' | 'jacket' | 'sweater' | 'blouse' | 'dress'
export type Beard = 'none' | 'stubble' | 'moustache' | 'goatee' | 'full'
export type Mouth = 'calm' | 'smile' | 'open'
export type Backdrop = 'plain' | 'disc' | 'arch' | 'slope' | 'stripes'

export type Look = {
  readonly skin: string
  readonly hairColour: string
  readonly hair: Hair
  readonly headwear: Headwear
  readonly beard: Beard
  readonly glasses: 'none' | 'round' | 'square'
  readonly mouth: Mouth
  readonly lips: string
  readonly clothes: Clothes
  readonly clothColour: string
  readonly secondColour: string
  readonly scarfColour: string
  readonly scarfPattern: 'plain' | 'border' | 'dots'
  readonly background: string
  readonly backdrop: Backdrop
  readonly earrings: boolean
  readonly faceHalfWidth: number
  readonly jaw: number
  readonly eyeGap: number
  readonly browTilt: number
  readonly browWeight: number
  readonly noseHalfWidth: number
  readonly isFemale: boolean
  readonly isElderly: boolean
  readonly isOld: boolean
}

const DEEP_SKINS = ['#4a2c1f', '#5a3726', '#6b412c', '#7b4d33', '#8d5a3b', '#9d6945', '#ad7850']
const LIGHT_SKINS = ['#c08c62', '#d3a27a', '#e2b893', '#eec8a6']
const BACKGROUNDS = [
  '#dfe7ea',
  '#e9e0d2',
  '#d5e3d8',
  '#e6d9dd',
  '#d6deef',
  '#efe3c6',
  '#cfe0e2',
  '#e2dccb',
  '#dcd6e6',
  '#c9d8cf',
  '#e8d2c4',
  '#bfd0d9',
]
const CLOTH = [
  '#2f4858',
  '#375a4c',
  '#7a3b3b',
  '#41507e',
  '#6a5a8c',
  '#8a6d3b',
  '#27566b',
  '#5b5f66',
  '#8c4a5c',
  '#3c6e71',
  '#b08a4a',
  '#23395b',
]
const BRIGHT = [
  '#c8553d',
  '#e0a030',
  '#2a9d8f',
  '#7b4fa3',
  '#d1567a',
  '#2f7fb5',
  '#e76f51',
  '#4a8f4e',
  '#b23a5e',
  '#1f7a8c',
  '#f0b6a0',
  '#9bb8dd',
  '#f2d6a2',
  '#c7b2e0',
]
const SHIRTS = ['#ffffff', '#eef3f8', '#dbe8f4', '#f6efe1', '#e5eee4']
const WHITES = ['#fdfcf8', '#f6f2e8', '#f1ede2']
const LIPS = ['#a2474b', '#b3565a', '#8e3f47', '#c06a63']

type Chances<T> = [T, number][]

const HEADWEAR_OF_WOMEN: Readonly<Record<PortraitSeed['heritage'], Chances<Headwear>>> = {
  sudanese: [
    ['tobe', 5],
    ['hijab', 4],
    ['none', 3],
  ],
  mixed: [
    ['tobe', 1],
    ['hijab', 2],
    ['none', 5],
  ],
  french: [
    ['hijab', 1],
    ['none', 9],
  ],
}
const headwearOfMen = ({ heritage, age }: PortraitSeed): Chances<Headwear> =>
  (
    {
      sudanese: [
        ['emma', age > 45 ? 6 : 2],
        ['taqiyah', 2],
        ['none', age > 45 ? 3 : 8],
      ],
      mixed: [
        ['taqiyah', 1],
        ['none', 9],
      ],
      french: [['none', 1]],
    } satisfies Record<PortraitSeed['heritage'], Chances<Headwear>>
  )[heritage]

const headwearOf = (random: Random, seed: PortraitSeed): Headwear =>
  random.weighted(seed.sex === 'f' ? HEADWEAR_OF_WOMEN[seed.heritage] : headwearOfMen(seed))

const HAIR_OF_OLDER_MEN: Chances<Hair> = [
  ['crop', 3],
  ['receding', 4],
  ['bald', 3],
]
const HAIR_OF_LIGHT_MEN: Chances<Hair> = [
  ['side', 5],
  ['crop', 3],
  ['bald', 1],
]
const HAIR_OF_DARK_MEN: Chances<Hair> = [
  ['crop', 4],
  ['fade', 4],
  ['afro', 1],
  ['bald', 1],
  ['curls', 1],
]
function hairOf(random: Random, { sex, age }: PortraitSeed, lightSkin: boolean): Hair {
  if (sex === 'f')
    return random.pick<Hair>(
      lightSkin
        ? ['long', 'bun', 'bob', 'bob', 'curls']
        : ['afro', 'long', 'braids', 'bun', 'curls', 'bob'],
    )
  if (age > 50) return random.weighted(HAIR_OF_OLDER_MEN)
  return random.weighted(lightSkin ? HAIR_OF_LIGHT_MEN : HAIR_OF_DARK_MEN)
}

function clothesOf(random: Random, { sex, heritage }: PortraitSeed, headwear: Headwear): Clothes {
  if (sex === 'f')
    return random.pick<Clothes>(
      headwear === 'tobe' ? ['blouse', 'dress'] : ['blouse', 'dress', 'jacket', 'sweater'],
    )
  if (headwear === 'emma' || (headwear === 'taqiyah' && random.chance(0.7))) return 'jalabiya'
  return random.weighted<Clothes>([
    ['shirt', 4],
    ['jacket', 4],
    ['sweater', 4],
    ['jalabiya', heritage === 'sudanese' ? 2 : 0],
  ])
}

export function lookOf(seed: PortraitSeed): Look {
  const random = createRandom(seed.number)
  const isFemale = seed.sex === 'f'
  const isElderly = seed.age >= 62
  const skins = {
    sudanese: DEEP_SKINS,
    mixed: [...DEEP_SKINS.slice(2), ...LIGHT_SKINS.slice(0, 2)],
    french: [...DEEP_SKINS.slice(3), ...LIGHT_SKINS, ...LIGHT_SKINS],
  }
  const skin = random.pick(skins[seed.heritage])
  const lightSkin = LIGHT_SKINS.includes(skin)

  const grey = seed.age > 68 ? 0.95 : seed.age > 55 ? 0.6 : seed.age > 46 ? 0.2 : 0
  const young = lightSkin
    ? random.pick(['#2a1c16', '#4a3122', '#6b4a30', '#8a6238'])
    : random.pick(['#17110f', '#1f1613', '#2a1d18'])
  const hairColour = random.chance(grey) ? random.pick(['#b9b6b1', '#d8d5cf', '#8d8a86']) : young

  const headwear = headwearOf(random, seed)
  const hair = hairOf(random, seed, lightSkin)
  const clothes = clothesOf(random, seed, headwear)

  return {
    skin,
    hairColour,
    hair,
    headwear,
    beard: isFemale
      ? 'none'
      : random.weighted<Beard>([
          ['none', 4],
          ['stubble', 2],
          ['moustache', 3],
          ['goatee', 2],
          ['full', 3],
        ]),
    glasses: random.chance(seed.age > 50 ? 0.4 : 0.18)
      ? random.pick(['round', 'square'] as const)
      : 'none',
    mouth: random.weighted<Mouth>([
      ['calm', 4],
      ['smile', 5],
      ['open', 2],
    ]),
    lips: random.pick(LIPS),
    clothes,
    clothColour: clothes === 'jalabiya' ? random.pick(WHITES) : random.pick(CLOTH),
    secondColour: random.pick(SHIRTS),
    scarfColour:
      headwear === 'emma' || headwear === 'taqiyah' ? random.pick(WHITES) : random.pick(BRIGHT),
    scarfPattern: random.pick(['plain', 'border', 'dots'] as const),
    background: random.pick(BACKGROUNDS),
    backdrop: random.pick<Backdrop>(['plain', 'disc', 'arch', 'slope', 'stripes']),
    earrings: isFemale && random.chance(0.7),
    faceHalfWidth: isFemale ? random.int(84, 92) : random.int(88, 98),
    jaw: isFemale ? random.int(50, 60) : random.int(60, 74),
    eyeGap: random.int(35, 40),
    browTilt: random.int(-2, 5),
    browWeight: isFemale ? random.int(4, 6) : random.int(6, 9),
    noseHalfWidth: lightSkin ? random.int(13, 16) : random.int(15, 20),
    isFemale,
    isElderly,
    isOld: seed.age >= 48,
  }
}
