/** The demonstration members: the five accounts and some 245 made-up people around them. */
import { demoNames, DEMO_TRIBES, motherOf, type DemoName, type Sex } from './names.ts'
import {
  birthCountry,
  cityIn,
  cityName,
  homeCountry,
  villageName,
  type CountryCode,
} from './places.ts'
import type { PortraitSeed } from './portrait/portrait.ts'
import { createRandom, type Random } from './random.ts'

export type DemoRole =
  | 'ROLE_ADMIN'
  | 'ROLE_CONTENT_MANAGER'
  | 'ROLE_MODERATOR'
  | 'ROLE_REVIEWER'
  | 'ROLE_USER'
export type DemoMemberStatus = 'active' | 'inactive' | 'banned' | 'blocked'
export type DemoMaritalStatus = 'Single' | 'Married' | 'Divorced' | 'Widowed'
export type DemoLanguage = 'en' | 'ar' | 'fr'

export type DemoMember = {
  /** The card number without its prefix. */
  readonly id: number
  readonly email: string
  /** E.164, from ranges that are not assigned. */
  readonly phone: string
  readonly firstName: string
  readonly lastName: string
  /** The name in Latin letters, for the drawn identity documents. */
  readonly latinFirstName: string
  readonly latinLastName: string
  readonly role: DemoRole
  readonly status: DemoMemberStatus
  readonly validated: boolean
  readonly tribe: string
  readonly currentCountry: CountryCode
  readonly currentCity: string
  readonly currentVillage: string
  readonly birthDate: string
  readonly birthCountry: CountryCode
  readonly birthCity: string
  readonly birthVillage: string
  readonly nationalities: readonly CountryCode[]
  readonly maritalStatus: DemoMaritalStatus
  readonly numberOfKids: number
  readonly occupation: string
  readonly sex: Sex
  readonly mothersFirstName: string
  readonly mothersLastName: string
  readonly recommendedBy: string
  readonly connectionMethod: 'email' | 'phone'
  readonly comments: string
  readonly language: DemoLanguage
  readonly newsletter: boolean
  readonly createdAt: string
  readonly portraitSeed: PortraitSeed
}

/** Values that the caller sets; all others are drawn at random. */
type Fixed = Pick<DemoMember, 'id' | 'role' | 'status' | 'validated' | 'createdAt'> & {
  readonly email?: string
  readonly birthDate?: string
}

const SEED = 41_130_007
export const MEMBER_COUNT = 250
/** Applicants of `requests.ts` take the names that follow the members'. */
export const APPLICANT_COUNT = 30
const FIRST_CARD_NUMBER = 10_004_200
const FIRST_APPLICANT_NUMBER = 10_018_000
const DAY_MS = 86_400_000
const THIRTY_MONTHS_DAYS = 900
const YOUNGEST_YEARS = 19
const OLDEST_YEARS = 84

const OCCUPATIONS: Readonly<Record<DemoLanguage, Readonly<Record<Sex, readonly string[]>>>> = {
  en: {
    m: [
      'Nurse',
      'Teacher',
      'Taxi driver',
      'Student',
      'Baker',
      'Retired',
      'Software tester',
      'Tailor',
      'Electrician',
    ],
    f: [
      'Nurse',
      'Teacher',
      'Midwife',
      'Student',
      'Pharmacist',
      'Retired',
      'Translator',
      'Seamstress',
      'Social worker',
    ],
  },
  fr: {
    m: [
      'Infirmier',
      'Enseignant',
      'Chauffeur-livreur',
      'Étudiant',
      'Boulanger',
      'Retraité',
      'Comptable',
      'Agent d’entretien',
    ],
    f: [
      'Infirmière',
      'Enseignante',
      'Sage-femme',
      'Étudiante',
      'Pharmacienne',
      'Retraitée',
      'Comptable',
      'Auxiliaire de vie',
    ],
  },
  ar: {
    m: ['معلم', 'ممرض', 'سائق', 'طالب', 'خباز', 'متقاعد', 'محاسب', 'تاجر', 'كهربائي'],
    f: ['معلمة', 'ممرضة', 'قابلة', 'طالبة', 'صيدلانية', 'متقاعدة', 'مترجمة', 'ربة منزل', 'خياطة'],
  },
}

const COMMENTS: Readonly<Record<DemoLanguage, readonly string[]>> = {
  en: [
    'I can help with translation at the general assembly.',
    'Please write by e-mail; I work nights.',
    'My brother is already a member.',
    'I changed my address in spring. The new one is on the second document, and I will bring the original to the next meeting if the office needs to see it.',
  ],
  fr: [
    'Disponible le week-end pour aider à l’accueil.',
    'Merci de me contacter par courriel de préférence.',
    'J’ai deux prénoms ; seul le premier figure sur ma carte.',
    'Arrivé en France récemment, je cherche des cours de français et serais heureux de donner un coup de main en échange.',
  ],
  ar: [
    'أرغب في المشاركة في الأنشطة الثقافية.',
    'الرجاء التواصل عبر البريد الإلكتروني.',
    'يمكنني المساعدة في استقبال الأعضاء الجدد يوم السبت.',
    'اسمي مكتوب بالحروف اللاتينية في بطاقة الإقامة (Carte de séjour) بطريقة مختلفة قليلًا عن جواز السفر.',
  ],
}

const isoDate = (date: Date): string => date.toISOString().slice(0, 10)
const pad = (number: number, length: number): string => String(number).padStart(length, '0')

/** A birth date for which the age is between the limits on every day of `now`'s year. */
function drawBirthDate(random: Random, now: Date): string {
  const years = random.weighted([
    [random.int(YOUNGEST_YEARS, 30), 32],
    [random.int(31, 45), 38],
    [random.int(46, 64), 22],
    [random.int(65, OLDEST_YEARS), 8],
  ])
  const year = now.getUTCFullYear() - years
  return isoDate(random.date(new Date(Date.UTC(year, 0, 1)), new Date(Date.UTC(year + 1, 0, 1))))
}

/**
 * Numbers that are not assigned: ARCEP reserves 01 99 00 and 06 39 98 for works of fiction; for
 * Sudan, where nothing is reserved, 9000xxxxx looks made up. The position makes each number unique.
 * libphonenumber knows +33 6 39 98 only as possible, not as valid, so the five accounts get numbers
 * of the first range.
 */
function phoneOf(position: number, home: CountryCode): string {
  if (position < 5) return `+3319900${pad(1 + position, 4)}`
  if (home === 'SD' || home === 'EG' || home === 'TD')
    return `+2499000${pad(20_000 + position * 37, 5)}`
  return position % 2 === 0
    ? `+3319900${pad(100 + position * 31, 4)}`
    : `+3363998${pad(100 + position * 29, 4)}`
}

const emailWord = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replace(/[^a-z]+/g, '')

/** `given.family@demo.example`, with a number where two people would share it. */
function emailOf(name: DemoName, taken: Set<string>): string {
  const base = `${emailWord(name.latinFirst)}.${emailWord(name.latinLast)}`.slice(0, 40)
  let email = `${base}@demo.example`
  for (let suffix = 2; taken.has(email); suffix += 1) email = `${base}${suffix}@demo.example`
  taken.add(email)
  return email
}

function drawNationalities(
  random: Random,
  name: DemoName,
  born: CountryCode,
  home: CountryCode,
): readonly CountryCode[] {
  const first: CountryCode =
    name.origin === 'french' ? 'FR' : random.chance(0.92) || born === 'FR' ? 'SD' : born
  const second: CountryCode | undefined =
    name.origin === 'mixed' ? 'FR' : random.chance(0.28) ? home : undefined
  return [...new Set([first, ...(second === undefined ? [] : [second])])]
}

function drawFamily(
  random: Random,
  age: number,
): Pick<DemoMember, 'maritalStatus' | 'numberOfKids'> {
  const maritalStatus = random.weighted<DemoMaritalStatus>([
    ['Single', age < 30 ? 60 : 18],
    ['Married', age < 24 ? 12 : 60],
    ['Divorced', age < 28 ? 2 : 12],
    ['Widowed', age < 40 ? 1 : age < 65 ? 8 : 30],
  ])
  if (maritalStatus === 'Single') return { maritalStatus, numberOfKids: 0 }
  return { maritalStatus, numberOfKids: random.int(0, age < 30 ? 2 : age < 45 ? 5 : 8) }
}

function drawLanguage(random: Random, name: DemoName): DemoLanguage {
  if (name.script === 'arabic') return random.chance(0.85) ? 'ar' : 'fr'
  if (name.origin === 'french') return 'fr'
  return random.weighted<DemoLanguage>([
    ['en', 4],
    ['fr', 4],
    ['ar', 2],
  ])
}

/**
 * Makes a whole person for a name. Shared with the registration requests, whose applicants have the
 * same shape.
 */
export function demoPerson(
  random: Random,
  name: DemoName,
  position: number,
  fixed: Fixed,
  takenEmails: Set<string>,
  now: Date,
): DemoMember {
  const home = position < 5 ? 'FR' : homeCountry(random)
  const born = name.origin === 'french' ? 'FR' : birthCountry(random)
  const birthDate = fixed.birthDate ?? drawBirthDate(random, now)
  const age = now.getUTCFullYear() - Number(birthDate.slice(0, 4))
  const language = drawLanguage(random, name)
  const mother = motherOf(random, name)
  const tribeNumber = Math.min(
    random.int(0, DEMO_TRIBES.length - 1),
    random.int(0, DEMO_TRIBES.length - 1),
  )
  const family = drawFamily(random, age)

  return {
    id: fixed.id,
    email: fixed.email ?? emailOf(name, takenEmails),
    phone: phoneOf(position, home),
    firstName: name.first,
    lastName: name.last,
    latinFirstName: name.latinFirst,
    latinLastName: name.latinLast,
    role: fixed.role,
    status: fixed.status,
    validated: fixed.validated,
    tribe: DEMO_TRIBES[tribeNumber] ?? random.pick(DEMO_TRIBES),
    currentCountry: home,
    currentCity: cityName(cityIn(random, home), name.script),
    currentVillage: villageName(random, home, name.script),
    birthDate,
    birthCountry: born,
    birthCity: cityName(cityIn(random, born), name.script),
    birthVillage: villageName(random, born, name.script),
    nationalities: drawNationalities(random, name, born, home),
    ...family,
    occupation: random.chance(0.45)
      ? random.pick(['Soldier', 'Doctor', 'Engineer', 'Farmer'])
      : random.pick(OCCUPATIONS[language][name.sex]),
    sex: name.sex,
    mothersFirstName: mother.first.normalize('NFC'),
    mothersLastName: mother.last.normalize('NFC'),
    recommendedBy: `DEMO-T${pad(tribeNumber + 1, 2)}-${pad(random.int(1, 24), 3)}`,
    connectionMethod: random.chance(0.88) ? 'email' : 'phone',
    comments: random.chance(0.25) ? random.pick(COMMENTS[language]) : '',
    language,
    newsletter: random.chance(0.55),
    createdAt: fixed.createdAt,
    portraitSeed: { sex: name.sex, age, number: random.int(1, 2 ** 31), heritage: name.origin },
  }
}

const ACCOUNTS = [
  { email: 'admin@demo.example', role: 'ROLE_ADMIN', birthDate: '1979-11-02', daysAgo: 880 },
  {
    email: 'content@demo.example',
    role: 'ROLE_CONTENT_MANAGER',
    birthDate: '1991-06-21',
    daysAgo: 790,
  },
  {
    email: 'moderator@demo.example',
    role: 'ROLE_MODERATOR',
    birthDate: '1968-01-01',
    daysAgo: 702,
  },
  { email: 'reviewer@demo.example', role: 'ROLE_REVIEWER', birthDate: '1986-09-14', daysAgo: 655 },
  { email: 'member@demo.example', role: 'ROLE_USER', birthDate: '1998-03-08', daysAgo: 410 },
] as const satisfies readonly {
  email: string
  role: DemoRole
  birthDate: string
  daysAgo: number
}[]

/** Further staff, so that the role filter has something to show. Only one administrator: the last one cannot leave. */
const MORE_STAFF: readonly DemoRole[] = [
  'ROLE_CONTENT_MANAGER',
  'ROLE_CONTENT_MANAGER',
  'ROLE_MODERATOR',
  'ROLE_MODERATOR',
  'ROLE_MODERATOR',
  'ROLE_REVIEWER',
  'ROLE_REVIEWER',
  'ROLE_REVIEWER',
  'ROLE_REVIEWER',
]

const NOT_ACTIVE: readonly (readonly [DemoMemberStatus, number])[] = [
  ['inactive', 15],
  ['banned', 10],
  ['blocked', 11],
]

const daysBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * DAY_MS).toISOString()

export function demoMembers(now: Date): readonly DemoMember[] {
  const random = createRandom(SEED)
  const names = demoNames(MEMBER_COUNT)
  const takenEmails = new Set<string>(ACCOUNTS.map((account) => account.email))
  const others = MEMBER_COUNT - ACCOUNTS.length - MORE_STAFF.length
  const notActive = NOT_ACTIVE.flatMap(([status, count]) =>
    Array.from({ length: count }, () => status),
  )
  const statuses = random.shuffle<DemoMemberStatus>([
    ...notActive,
    ...Array.from({ length: others - notActive.length }, () => 'active' as const),
  ])
  const roles = random.shuffle<DemoRole>([
    ...MORE_STAFF,
    ...Array.from({ length: others }, () => 'ROLE_USER' as const),
  ])

  // More joins recently than long ago, as in a growing association; card numbers rise with time.
  const joinedDaysAgo = Array.from({ length: MEMBER_COUNT - ACCOUNTS.length }, () =>
    Math.max(0.02, random.next() ** 1.6 * THIRTY_MONTHS_DAYS),
  ).sort((a, b) => b - a)

  let cardNumber = FIRST_CARD_NUMBER
  return names.map((name, position) => {
    const account = ACCOUNTS[position]
    if (account !== undefined) {
      const { email, role, birthDate, daysAgo } = account
      const fixed = {
        id: 10_000_001 + position,
        email,
        role,
        birthDate,
        status: 'active',
        validated: true,
        createdAt: daysBefore(now, daysAgo),
      } as const
      return demoPerson(random, name, position, fixed, takenEmails, now)
    }
    const role = roles.shift() ?? 'ROLE_USER'
    const status = role === 'ROLE_USER' ? (statuses.shift() ?? 'active') : 'active'
    const fixed: Fixed = {
      id: (cardNumber += random.int(1, 53)),
      role,
      status,
      validated: status === 'inactive' ? random.chance(0.4) : true,
      createdAt: daysBefore(now, joinedDaysAgo.shift() ?? 0),
    }
    return demoPerson(random, name, position, fixed, takenEmails, now)
  })
}

/**
 * Card numbers of applicants have their own range, so that a change of one list does not change the
 * other.
 */
export const applicantNumber = (index: number): number => FIRST_APPLICANT_NUMBER + index * 17
