/** About 280 made-up people, each named once in Latin or in Arabic script, always with a Latin form for documents. */
import {
  EDGE_NAMES,
  FAMILY,
  FRENCH_FAMILY,
  FRENCH_GIVEN_MEN,
  FRENCH_GIVEN_WOMEN,
  GIVEN_MEN,
  GIVEN_WOMEN,
  type BothScripts,
} from './name-pools.ts'
import { createRandom, type Random } from './random.ts'

export type Sex = 'm' | 'f'
export type Script = 'latin' | 'arabic'
export type NameOrigin = 'sudanese' | 'french' | 'mixed'

export type DemoName = {
  readonly first: string
  readonly last: string
  readonly latinFirst: string
  readonly latinLast: string
  readonly sex: Sex
  readonly script: Script
  readonly origin: NameOrigin
}

/**
 * Invented and neutral on purpose. A list of real tribes would put real groups of a civil war next to statuses such as
 * "banned", in screenshots and in tests: do not replace these by real names.
 */
export const DEMO_TRIBES: readonly string[] = Array.from(
  { length: 12 },
  (_, index) => `Demo tribe ${String(index + 1).padStart(2, '0')}`,
)

const SEED = 20_250_503
const ARABIC_LETTER = /\p{Script=Arabic}/u

const scriptOf = (text: string): Script => (ARABIC_LETTER.test(text) ? 'arabic' : 'latin')

function named(parts: Omit<DemoName, 'script'>): DemoName {
  const composed = { first: parts.first.normalize('NFC'), last: parts.last.normalize('NFC') }
  return { ...parts, ...composed, script: scriptOf(composed.first + composed.last) }
}

const inScript = (name: BothScripts, script: Script): string =>
  script === 'latin' ? name[0] : name[1]

/** Sudanese custom: the given name, then the father's, then the family's, or only two of the three. */
function sudaneseName(random: Random, sex: Sex): DemoName {
  const script: Script = random.chance(0.42) ? 'arabic' : 'latin'
  const given = random.pick(sex === 'f' ? GIVEN_WOMEN : GIVEN_MEN)
  const father = random.pick(GIVEN_MEN.filter((name) => name !== given))
  const family = random.pick(FAMILY)
  const last = random.weighted<readonly BothScripts[]>([
    [[family], 5],
    [[father, family], 4],
  ])
  return named({
    first: inScript(given, script),
    last: last.map((name) => inScript(name, script)).join(' '),
    latinFirst: given[0],
    latinLast: last.map((name) => name[0]).join(' '),
    sex,
    origin: 'sudanese',
  })
}

function frenchName(random: Random, sex: Sex): DemoName {
  const first = random.pick(sex === 'f' ? FRENCH_GIVEN_WOMEN : FRENCH_GIVEN_MEN)
  const last = random.pick(FRENCH_FAMILY)
  return named({ first, last, latinFirst: first, latinLast: last, sex, origin: 'french' })
}

/** Sudanese-French: a given name of one side with a family name of the other, or both family names with a hyphen. */
function mixedName(random: Random, sex: Sex): DemoName {
  const french = random.pick(sex === 'f' ? FRENCH_GIVEN_WOMEN : FRENCH_GIVEN_MEN)
  const sudanese = random.pick(sex === 'f' ? GIVEN_WOMEN : GIVEN_MEN)[0]
  const family = random.pick(FAMILY)[0]
  const frenchFamily = random.pick(FRENCH_FAMILY.filter((name) => !name.includes('-')))
  const [first, last] = random.pick([
    [french, family],
    [sudanese, frenchFamily],
    [french, `${family}-${frenchFamily}`],
    [`${french}-${sudanese}`.replaceAll(' ', '-'), family],
  ] as const)
  return named({ first, last, latinFirst: first, latinLast: last, sex, origin: 'mixed' })
}

function nextName(random: Random): DemoName {
  const sex: Sex = random.chance(0.5) ? 'f' : 'm'
  const make = random.weighted([
    [sudaneseName, 72],
    [mixedName, 16],
    [frenchName, 12],
  ] as const)
  return make(random, sex)
}

/** The five accounts of the demonstration data, in their order. The moderator's name is in Arabic script, the member's in Latin. */
export const ACCOUNT_NAMES: readonly DemoName[] = [
  named({
    first: 'Hiba',
    last: 'Elnada',
    latinFirst: 'Hiba',
    latinLast: 'Elnada',
    sex: 'f',
    origin: 'sudanese',
  }),
  named({
    first: 'Noémie',
    last: 'N’Diaye-Abugamar',
    latinFirst: 'Noémie',
    latinLast: 'N’Diaye-Abugamar',
    sex: 'f',
    origin: 'mixed',
  }),
  named({
    first: 'عثمان',
    last: 'ود النيل',
    latinFirst: 'Osman',
    latinLast: 'Wad Elneel',
    sex: 'm',
    origin: 'sudanese',
  }),
  named({
    first: 'Tarig',
    last: 'Abusunut',
    latinFirst: 'Tarig',
    latinLast: 'Abusunut',
    sex: 'm',
    origin: 'sudanese',
  }),
  named({
    first: 'Amna',
    last: 'Elgamar',
    latinFirst: 'Amna',
    latinLast: 'Elgamar',
    sex: 'f',
    origin: 'sudanese',
  }),
]

/** Another member of the same name as member@demo.example, in Arabic script: two people, one name, two spellings. */
const MEMBER_COUNTERPART = named({
  first: 'آمنة',
  last: 'القمر',
  latinFirst: 'Amna',
  latinLast: 'Elgamar',
  sex: 'f',
  origin: 'sudanese',
})

const EDGES: readonly DemoName[] = EDGE_NAMES.map((name) =>
  named({ ...name, origin: name.last.includes('-') ? 'mixed' : 'sudanese' }),
)

/** `count` names; each full name appears once. The hand-written ones are spread among the first 200. */
export function demoNames(count: number): readonly DemoName[] {
  const random = createRandom(SEED)
  const names: DemoName[] = [...ACCOUNT_NAMES]
  const handWritten = [MEMBER_COUNTERPART, ...random.shuffle(EDGES)]
  const taken = new Set([...names, ...handWritten].map((name) => `${name.first} ${name.last}`))

  while (names.length < count) {
    const due = names.length % 8 === 0 ? handWritten.shift() : undefined
    const name = due ?? nextName(random)
    const key = `${name.first} ${name.last}`
    if (due === undefined && taken.has(key)) continue
    taken.add(key)
    names.push(name)
  }
  return names
}

/** A mother's name, in the script of her child's name. */
export function motherOf(
  random: Random,
  child: DemoName,
): { readonly first: string; readonly last: string } {
  if (child.origin === 'french')
    return { first: random.pick(FRENCH_GIVEN_WOMEN), last: random.pick(FRENCH_FAMILY) }
  return {
    first: inScript(random.pick(GIVEN_WOMEN), child.script),
    last: `${inScript(random.pick(GIVEN_MEN), child.script)} ${inScript(random.pick(FAMILY), child.script)}`,
  }
}
