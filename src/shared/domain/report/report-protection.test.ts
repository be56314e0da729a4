import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '#tests/support/property-seed.ts'
import {
  isOpen,
  OPEN,
  phrasesToHide,
  publicWords,
  withheldParts,
  type Protection,
} from './report-protection.ts'
import { nextStatus } from './report-rules.ts'

const words = {
  type: 'Attack on Khadija Ibrahim',
  description: 'Cmdt. Zaïd took Khadija Ibrahim from Nyala. Halima saw it.',
  country: 'SD',
  city: 'Nyala',
  actor: 'Men of Zaid',
  actorName: 'Zaid',
  actorDesc: 'Zaid wore a uniform',
  victim: 'Khadija Ibrahim, 34',
  googleMapLink: 'https://a.example/',
}
const shown = (wish: Partial<Protection>) => publicWords(words, { ...OPEN, ...wish })

describe('what the public may read', () => {
  test('returns the text as it was written where there is no protection', () => {
    expect(shown({})).toEqual(words)
    expect(withheldParts(words, OPEN)).toEqual([])
    expect(isOpen({ ...OPEN, region: 'South Darfur' })).toBe(true)
  })

  test('the name of the victim appears nowhere', () => {
    const text = JSON.stringify(shown({ redactVictim: true }))
    expect(text).not.toContain('Khadija')
    expect(text).toContain('Zaid')
    expect(shown({ redactVictim: true }).victim).toBe('[…]')
  })

  test('the name of the perpetrator appears nowhere, however it is spelled', () => {
    const text = JSON.stringify(shown({ redactActor: true }))
    expect(text).not.toMatch(/za[iï]d/i)
    expect(text).toContain('Khadija')
  })

  test('a rough place hides the city everywhere, and the map with it', () => {
    expect(shown({ placeDetail: 'country' })).toMatchObject({
      city: '',
      country: 'SD',
      googleMapLink: '',
    })
    expect(shown({ placeDetail: 'region', region: 'South Darfur' })).toMatchObject({
      city: 'South Darfur',
      googleMapLink: '',
    })
    expect(JSON.stringify(shown({ placeDetail: 'country' }))).not.toContain('Nyala')
    expect(withheldParts(words, { ...OPEN, placeDetail: 'country' })).toEqual(['place', 'mapLink'])
  })

  test('a rough place without the name of a region shows no place', () =>
    expect(shown({ placeDetail: 'region' }).city).toBe(''))

  test('a country code is shown, a name in a country that was typed is hidden', () => {
    expect(shown({ hiddenWords: ['SD'] }).country).toBe('SD')
    const typed = { ...words, country: 'Camp of Halima' }
    expect(publicWords(typed, { ...OPEN, hiddenWords: ['Halima'] }).country).toBe('Camp of […]')
  })

  test('without protection no word is hidden', () => expect(phrasesToHide(words, OPEN)).toEqual([]))

  test('removes words that staff name', () => {
    expect(shown({ hiddenWords: ['halima'] }).description).toBe(
      'Cmdt. Zaïd took Khadija Ibrahim from Nyala. […] saw it.',
    )
    expect(withheldParts(words, { ...OPEN, hiddenWords: ['halima'] })).toEqual(['words'])
  })

  test.each([
    'Khadija',
    'Mrs Ibrahim',
    'Ibrahim, Khadija',
    'IBRAHIM Khadija',
    'Khad1ja',
    'Kh4dij4',
    'Κhadija',
    'Кhadija',
    'Khаdijа',
    'Ｋｈａｄｉｊａ',
    'Kha\u200bdija',
    'Khàdíja',
    'Ibrahım',
    'I8rahim',
    'Khadija-Ibrahim',
  ])('a part of a hidden name, or what looks like it, is hidden: %s', (spelled) => {
    for (const wish of [{ hiddenWords: ['Khadija Ibrahim'] }, { redactVictim: true }] as const) {
      const { description } = publicWords(
        { ...words, description: `Seen: ${spelled} there` },
        { ...OPEN, ...wish },
      )
      expect(description).toMatch(/^Seen: (?:Mrs )?\[…\](?:, \[…\])? there$/)
    }
  })

  test.each([
    ['عائشة', 'رأيت عايشة'],
    ['زکریا علی', 'رأيت زكريا'],
    ['كريم ياسين', 'رأيت کریم'],
  ])('Arabic letters of other keyboards are the same: %s', (name, description) => {
    expect(
      publicWords({ ...words, victim: name, description }, { ...OPEN, redactVictim: true })
        .description,
    ).toBe('رأيت […]')
  })

  test('articles, titles and common words of a name stay readable', () => {
    const description = 'The families of the quarter and Abu Bakr saw El Hadj; Bint was there'
    expect(
      publicWords(
        { ...words, victim: 'The families of Abu El Nur, Bint Ali', description },
        { ...OPEN, redactVictim: true },
      ).description,
    ).toBe(description)
  })

  test('every name stays hidden, however its letters are written', () => {
    const looks: Readonly<Record<string, readonly string[]>> = {
      a: ['а', 'α', '4', 'á', 'ａ'],
      e: ['е', '3', 'é'],
      i: ['і', '1', 'ï', 'ı'],
      o: ['о', '0', 'ο', 'ø'],
      k: ['к', 'Κ'],
      m: ['м', 'Ｍ'],
      s: ['ѕ', '5'],
      h: ['һ'],
    }
    const letters = fc.array(fc.constantFrom(...'aeiokmshdrnb'), { minLength: 3, maxLength: 9 })
    fc.assert(
      fc.property(
        fc.array(letters, { minLength: 2, maxLength: 3 }),
        fc.nat(),
        fc.nat(),
        (parts, which, choice) => {
          const name = parts.map((part) => part.join(''))
          const written = (name[which % name.length] ?? '').split('').map((letter, at) => {
            const like = [
              letter,
              letter.toUpperCase(),
              `${letter}\u200d`,
              `${letter}\u0301`,
              ...(looks[letter] ?? []),
            ]
            return like[(choice + at * 7) % like.length]
          })
          const { description } = publicWords(
            { ...words, description: `x ${written.join('')} x` },
            { ...OPEN, hiddenWords: [name.join(' ')] },
          )
          expect(description.replaceAll(/\p{Cf}/gu, '')).toBe('x […] x')
        },
      ),
      { seed: 20_260_503, numRuns: 2_000 },
    )
  })

  test.each([
    'https://www.google.com/maps/place/House+of+Khadija+Ibrahim/@13.6,25.3',
    'https://www.google.com/maps/place/House%20of%20KHADIJA%2520Ibrahim',
    'https://maps.example/?q=100%25-sure&at=%ff%E2%82+Khadija%20Ibrahim+%zz%',
    'https://maps.example/%D8%AE%D9%8E%D8%AF%D9%8A%D8%AC%D8%A9%20%D8%A5%D8%A8%D8%B1%D8%A7%D9%87%D9%8A%D9%85',
  ])('removes a map link that names the victim: %s', (googleMapLink) => {
    const named = { ...words, victim: 'Khadija Ibrahim, خديجة إبراهيم', googleMapLink }
    const protection = { ...OPEN, redactVictim: true }
    expect(publicWords(named, protection).googleMapLink).toBe('')
    expect(withheldParts(named, protection)).toEqual(['victim', 'mapLink'])
    expect(publicWords(named, { ...OPEN, redactActor: true }).googleMapLink).toBe(googleMapLink)
    expect(withheldParts(words, protection)).toEqual(['victim'])
  })

  test('a name written with all its vowel signs is a name', () => {
    expect(
      publicWords(
        { ...words, victim: 'مُحَمَّد', description: 'رأيت محمد' },
        { ...OPEN, redactVictim: true },
      ).description,
    ).toBe('رأيت […]')
  })

  test('the map can be hidden alone', () =>
    expect(shown({ hideMapLink: true })).toEqual({ ...words, googleMapLink: '' }))
})

/** The form sends both; the one that changed is used. */
test.each([
  ['not verified', { status: 'not verified', verified: true }, 'verified'],
  ['verified', { status: 'rejected', verified: true }, 'rejected'],
  ['verified', { status: 'verified', verified: false }, 'under review'],
  ['under review', { status: 'rejected', verified: true }, 'rejected'],
  ['rejected', { status: 'verified', verified: false }, 'verified'],
  ['rejected', { verified: true }, 'verified'],
  ['verified', { verified: false }, 'under review'],
  ['rejected', { verified: false }, 'rejected'],
  ['under review', {}, 'under review'],
] as const)('%s with %j becomes %s', (current, change, expected) => {
  expect(nextStatus(current, change)).toBe(expected)
})
