import { describe, expect, it } from 'vitest'
import arCommon from '#locales/ar/common.json'
import enCommon from '#locales/en/common.json'
import frCommon from '#locales/fr/common.json'
import { cardDate, dayOfInstant, localDay } from './card-dates.ts'
import { buildCardModel, type CardFieldKey, type CardReply, cardValue } from './card-model.ts'
import { CARD_TEXTS } from './card-texts.ts'

const reply = (over: Partial<CardReply> = {}): CardReply => ({
  payload: '10004217|Amna Idris|1990-04-12',
  cardId: 'WLD_10004217',
  firstName: 'Amna',
  name: 'Amna Idris',
  dob: '1990-04-12',
  birthPlace: 'El Fasher',
  nationalities: ['SD', 'FR'],
  currentCountry: 'FR',
  profession: 'Engineer',
  sex: 'f',
  role: { id: 'ROLE_REVIEWER' },
  photoUrl: null,
  memberSince: '2024-05-03T23:30:00.000Z',
  issuedAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2027-05-01T09:00:00.000Z',
  ...over,
})
const value = (key: CardFieldKey, over: Partial<CardReply> = {}) =>
  buildCardModel(reply(over), '2026-05-03').fields.find((field) => field.key === key)?.value

describe('dates on the card', () => {
  it('name the month, so that no reader takes day for month', () => {
    expect(cardDate('1990-04-12', 'en')).toBe('12 Apr 1990')
    expect(cardDate('1990-04-12', 'ar')).toBe('12 أبريل 1990')
    expect(cardDate('1990-04-12', 'fr')).toBe('12 avr. 1990')
  })
  it.each(
    Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-05`),
  )('hold in %s', (date) => {
    for (const language of ['en', 'ar', 'fr'] as const)
      expect(cardDate(date, language)).toMatch(/^0?5 \p{L}.* 2026$/u)
  })
  it('take the day of an instant in UTC and today where the reader is', () => {
    expect(dayOfInstant('2024-05-03T23:30:00.000Z')).toBe('2024-05-03')
    expect(localDay(new Date(2026, 0, 9, 0, 30))).toBe('2026-01-09')
  })
})

describe('the words of the card', () => {
  it('shows the number without the prefix, and keeps the id for the file name', () => {
    expect(buildCardModel(reply(), '2026-05-03')).toMatchObject({
      number: '10004217',
      cardId: 'WLD_10004217',
      role: 'reviewer',
    })
  })
  it('says what both languages have a word for in both', () => {
    expect(value('nationalities')).toEqual({ en: 'Sudan, France', ar: 'السودان، فرنسا' })
    expect(value('sex')).toEqual({ en: 'Female', ar: 'أنثى' })
    expect(value('profession')).toEqual({ en: 'Engineer', ar: 'مهندسة' })
    expect(value('profession', { sex: 'm', profession: 'farmer' })).toEqual({
      en: 'Farmer',
      ar: 'مزارع',
    })
  })
  it('leaves the member’s own words as they are', () => {
    expect(value('birthPlace', { birthPlace: 'الفاشر' })).toBe('الفاشر')
    expect(value('profession', { profession: 'Weaver' })).toBe('Weaver')
  })
  it('is issued on the day it is shown', () => {
    expect(value('issueDate')).toEqual({ en: '3 May 2026', ar: '3 مايو 2026' })
    expect(value('memberSince')).toEqual({ en: '3 May 2024', ar: '3 مايو 2024' })
  })
  it('speaks French in the list for a French reader', () => {
    expect(cardValue(reply(), 'profession', 'fr', '2026-05-03')).toBe('Ingénieure')
    expect(cardValue(reply({ nationalities: ['TD'] }), 'nationalities', 'fr', '2026-05-03')).toBe(
      'Tchad',
    )
  })
  it('calls the roles what the interface calls them', () => {
    for (const [language, common] of [
      ['en', enCommon],
      ['ar', arCommon],
      ['fr', frCommon],
    ] as const) {
      expect(CARD_TEXTS[language].roles).toEqual(common.roles)
    }
  })
})
