/** The people of `seed-million.ts`. A row follows from its place alone, so that batches can be made in any order. */
import { newMember } from '#server/records/members/new-member.ts'
import { createRandom, type Random } from '#tests/support/random.ts'
import type { LoadedRow } from './bulk-load.ts'

export type Weighted = readonly (readonly [item: string, weight: number])[]

/** Latin spelling for the address, then as the person writes it. */
const FIRST: readonly (readonly [item: readonly [string, string], weight: number])[] = [
  [['mohamed', 'Mohamed'], 90],
  [['mohamed', 'محمد'], 30],
  [['ahmed', 'Ahmed'], 60],
  [['ahmed', 'أحمد'], 30],
  [['ibrahim', 'Ibrahim'], 40],
  [['ibrahim', 'إبراهيم'], 20],
  [['amna', 'Amna'], 45],
  [['amna', 'آمنة'], 15],
  [['fatima', 'Fatima'], 50],
  [['fatima', 'فاطمة'], 20],
  [['heba', 'Heba'], 12],
  [['heba', 'هبة'], 8],
  [['lubna', 'Lubna'], 8],
  [['lubna', 'لبنى'], 4],
  [['zeinab', 'Zeinab'], 30],
  [['hawa', 'Hawa'], 30],
  [['idris', 'Idris'], 30],
  [['musa', 'Musa'], 30],
  [['khadija', 'Khadija'], 25],
  [['omer', 'Omer'], 35],
  [['omer', 'عمر'], 15],
  [['salma', 'Salma'], 25],
  [['yousif', 'Yousif'], 25],
  [['mariam', 'Mariam'], 30],
  [['mariam', 'مريم'], 15],
  [['elodie', 'Élodie'], 2],
  [['zuhal', 'Zuhal'], 1],
]
const LAST: readonly (readonly [item: readonly [string, string], weight: number])[] = [
  [['abakar', 'Abakar'], 60],
  [['abubakr', 'Abubakr'], 30],
  [['elnour', 'Elnour'], 30],
  [['adam', 'Adam'], 60],
  [['adam', 'آدم'], 20],
  [['osman', 'Osman'], 45],
  [['hassan', 'Hassan'], 40],
  [['hassan', 'حسن'], 15],
  [['eltayeb', 'الطيب'], 25],
  [['abdalla', 'عبدالله'], 25],
  [['abdalla', 'Abdalla'], 40],
  [['ishag', 'Ishag'], 40],
  [['bashir', 'Bashir'], 25],
  [['haroun', 'Haroun'], 25],
  [['saleh', 'Saleh'], 30],
  [['tijani', 'Tijani'], 15],
  [['yahya', 'Yahya'], 20],
  [['abdelrahman', 'Abdelrahman'], 30],
  [['suleiman', 'Suleiman'], 20],
  [['khalil', 'Khalil'], 15],
  [['zaki', 'Zaki'], 2],
]
/** Falling shares, as in life; the last ones are written in Arabic. */
const TRIBES: Weighted = [
  ['', 100],
  ['Zaghawa', 117],
  ...Array.from(
    { length: 40 },
    (_, index) => [`Tribe ${index + 1}`, Math.ceil(600 / (index + 8))] as const,
  ),
  ['الزغاوة', 40],
  ['المساليت', 30],
  ['البجا', 10],
]
const COUNTRIES: Weighted = [
  ['FR', 140],
  ['SD', 300],
  ['TD', 120],
  ['EG', 120],
  ['SA', 70],
  ['DE', 50],
  ['GB', 50],
  ['US', 40],
  ['CA', 30],
  ['NL', 25],
  ['SE', 20],
  ['NO', 15],
  ['IT', 20],
]
export const FROM_MS = Date.UTC(2019, 0, 1)
export const SPAN_MS = 7.5 * 365 * 86_400_000
/** Numbers from 30,000,000: coprime factors give each place another one, without any order. */
const NUMBERS = 69_999_989
export const numberOf = (index: number): number =>
  30_000_000 + Number((BigInt(index + 1) * 40_503_161n) % BigInt(NUMBERS))
export const randomOf = (kind: number, index: number): Random =>
  createRandom(Math.imul(index + 1, 0x9e3779b1) ^ kind)
export const iso = (ms: number): string => new Date(ms).toISOString()

/** Growing with the place; one import of 2,000 people at the same instant. */
function createdAt(index: number, members: number): string {
  const imported = Math.floor(members * 0.4)
  const place = index >= imported && index < imported + 2_000 ? imported : index
  return iso(FROM_MS + Math.floor((place / members) * SPAN_MS) + randomOf(1, place).int(0, 99))
}

function person(index: number, members: number) {
  const random = randomOf(2, index)
  const [firstLatin, firstName] = random.weighted(FIRST)
  const [lastLatin, second] = random.weighted(LAST)
  const lastName = random.chance(0.5) ? `${second} ${random.weighted(LAST)[1]}` : second
  const id = numberOf(index)
  const status = random.weighted([
    ['active', 900],
    ['inactive', 80],
    ['banned', 15],
    ['blocked', 5],
  ] as const)
  const row = newMember({
    id,
    email: `${firstLatin}.${lastLatin}.${index}@mail.example`,
    phone: random.chance(0.6)
      ? `+2499${String(10_000_000 + ((index * 7_919) % 89_999_999))}`
      : `+336${String(10_000_000 + ((index * 104_729) % 89_999_999))}`,
    passwordHash: 'x',
    firstName,
    lastName,
    role:
      index % 200_000 === 7 ? 'ROLE_ADMIN' : index % 5_000 === 0 ? 'ROLE_MODERATOR' : 'ROLE_USER',
    status,
    validated: status !== 'blocked',
    at: createdAt(index, members),
    details: {
      tribe: index % 10_000 === 3 ? 'Rare tribe' : random.weighted(TRIBES),
      current_country: index % 33_333 === 1 ? 'IS' : random.weighted(COUNTRIES),
      current_city: 'Lyon',
      birth_country: 'SD',
      birth_city: random.pick(['Nyala', 'Omdurman', 'الفاشر']),
      birth_date: iso(Date.UTC(1950, 0, 1) + random.int(0, 20_000) * 86_400_000).slice(0, 10),
      sex: random.pick(['m', 'f'] as const),
      mothers_first_name: random.weighted(FIRST)[1],
      mothers_last_name: random.weighted(LAST)[1],
      occupation: 'Engineer',
      number_of_kids: random.int(0, 5),
      language: random.pick(['en', 'fr', 'ar'] as const),
    },
  })
  const nationalities = [
    ...(index % 50 === 9 ? [] : ['SD']),
    ...(index % 25_000 === 2 ? ['IS'] : []),
    ...(random.chance(0.2) ? ['FR'] : []),
  ]
  return { row: { ...row, tribe_key: '' }, nationalities, random }
}

/** Members of the places from `from` to before `to`, with their nationalities, cards and requests. */
export function memberRows(from: number, to: number, members: number) {
  const people = Array.from({ length: to - from }, (_, index) => person(from + index, members))
  const cards: LoadedRow[] = []
  const requests: LoadedRow[] = []
  for (const [offset, { row, random }] of people.entries()) {
    const issued = Date.parse(row.created_at) + random.int(1, 30) * 86_400_000
    const card = { member_id: row.id, expires_at: iso(issued + 3 * 365 * 86_400_000) }
    if (offset % 5 === 0)
      cards.push({ ...card, issued_at: iso(issued), replaced_at: iso(issued + 86_400_000) })
    cards.push({ ...card, issued_at: iso(issued + 86_400_000), replaced_at: null })
    if (from + offset < members * 0.7) continue
    const status = random.weighted([
      ['approved', 940],
      ['rejected', 45],
      ['pending', 10],
      ['blocked', 5],
    ] as const)
    requests.push({
      id: `REQ_${row.id}`,
      member_id: row.id,
      status,
      comment: status === 'rejected' ? 'The picture of the document cannot be read' : '',
      decided_by: status === 'pending' ? null : numberOf(7),
      decided_at: status === 'pending' ? null : iso(issued),
      created_at: row.created_at,
    })
  }
  return {
    members: people.map(({ row }) => row as LoadedRow), // an inserted row holds texts, numbers and nulls
    nationalities: people.flatMap(({ row, nationalities }) =>
      nationalities.map((country) => ({ member_id: row.id, country })),
    ),
    cards,
    requests,
  }
}
