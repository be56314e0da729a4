/**
 * What an association says of itself: the legal notice, the footer, mails and printed lists are made from it. French law
 * asks whoever publishes a site for most of it (LCEN); nothing is refused while a field is blank (ADR 0085).
 */
import { CLEAN } from './text/clean-text.ts'

/** Each text with its greatest length, in the order of the form. */
export const ASSOCIATION_TEXTS = {
  name: 120,
  legalForm: 120,
  seat: 300,
  phone: 40,
  email: 254,
  rna: 14,
  siren: 20,
  director: 120,
  hostName: 120,
  hostAddress: 300,
  hostPhone: 40,
  privacyContact: 254,
  dataOfficer: 200,
  noDataOfficer: 300,
  facebook: 300,
  x: 300,
  instagram: 300,
  tiktok: 300,
} as const satisfies Readonly<Record<string, number>>
export type AssociationText = keyof typeof ASSOCIATION_TEXTS
export const ASSOCIATION_TEXT_NAMES = Object.keys(ASSOCIATION_TEXTS) as readonly AssociationText[] // as: the object has exactly these keys

export const CURRENCIES = ['USD', 'EUR'] as const
export type Currency = (typeof CURRENCIES)[number]

export type Association = Readonly<Record<AssociationText, string>> & {
  readonly currency: Currency
}

export const BLANK_ASSOCIATION: Association = {
  ...(Object.fromEntries(ASSOCIATION_TEXT_NAMES.map((name) => [name, ''])) as Record<
    AssociationText,
    string
  >), // one entry a name
  currency: 'USD',
}

export const SOCIAL_NETWORKS = ['facebook', 'x', 'instagram', 'tiktok'] as const
export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number]

/** A number of a register as it is stored: nothing between its signs. */
export const compactNumber = (text: string): string =>
  CLEAN.code(text)
    .toUpperCase()
    .replace(/[\s.-]/g, '')

/** Number in the register of associations: W, the register's office, six digits. Corsica's and overseas offices have a letter. */
export const isRna = (text: string): boolean => /^W\d[0-9A-Z]\d{7}$/.test(compactNumber(text))

/** Every second digit from the right counts twice, as the sum of its digits. */
const luhnSum = (digits: string): number =>
  Array.from(digits)
    .toReversed()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2))
    .reduce((sum, n) => sum + (n > 9 ? n - 9 : n), 0)

/** La Poste has more establishments than the check digit allows: their digits have a sum that 5 divides. */
const LA_POSTE = '356000000'
const digitSum = (digits: string): number =>
  Array.from(digits).reduce((sum, digit) => sum + Number(digit), 0)

/** SIREN (9 digits) or SIRET (14: the SIREN and its establishment), by the check digit. */
export function isSiren(text: string): boolean {
  const number = compactNumber(text)
  if (!/^(?:\d{9}|\d{14})$/.test(number) || /^0+$/.test(number)) return false
  if (number.length === 9) return luhnSum(number) % 10 === 0
  if (luhnSum(number.slice(0, 9)) % 10 !== 0) return false
  return luhnSum(number) % 10 === 0 || (number.startsWith(LA_POSTE) && digitSum(number) % 5 === 0)
}

export const isPhoneText = (text: string): boolean => /^\+?\d[\d\s().-]{5,}$/.test(text)
export const isEmailText = (text: string): boolean =>
  /^[^\s@<>"',;]+@[^\s@<>"',;]+\.[^\s@<>"',;]+$/.test(text)

/** An address on the web that a page may link to: no script, no name and password in it. */
export function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === ''
}

/** A text that stands for what nobody has filled in: a reserved address, or words in brackets. */
export const isExample = (text: string): boolean =>
  /\.example\b|@example\.(?:org|com|net)\b|\[[^\]]*\]/i.test(text)

/** What an installation needs before it is online; `register` is one of RNA and SIREN, `officer` a person or the reason why there is none. */
export const IDENTITY_ITEMS = [
  'name',
  'legalForm',
  'seat',
  'phone',
  'email',
  'register',
  'director',
  'hostName',
  'hostAddress',
  'hostPhone',
  'privacyContact',
  'officer',
] as const
export type IdentityItem = (typeof IDENTITY_ITEMS)[number]

export interface OpenIdentityItem {
  readonly item: IdentityItem
  readonly state: 'missing' | 'example'
}

const textsOf = (association: Association, item: IdentityItem): readonly string[] => {
  if (item === 'register') return [association.rna, association.siren]
  if (item === 'officer') return [association.dataOfficer, association.noDataOfficer]
  return [association[item]]
}

/** What is missing, or still an example. */
export function openIdentity(association: Association): readonly OpenIdentityItem[] {
  return IDENTITY_ITEMS.flatMap((item): OpenIdentityItem[] => {
    const filled = textsOf(association, item).filter((text) => text !== '')
    if (filled.length === 0) return [{ item, state: 'missing' }]
    return filled.some(isExample) ? [{ item, state: 'example' }] : []
  })
}

/** One line for the end of mails and the head of printed lists; blank while nothing is known. */
export const associationLine = ({ name, seat, email }: Association): string =>
  [name, seat, email].filter((text) => text !== '').join(' · ')
