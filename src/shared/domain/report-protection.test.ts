import { describe, expect, test } from 'vitest'
import { isOpen, OPEN, publicWords, withheldParts, type Protection } from './report-protection.ts'
import { nextStatus } from './report-rules.ts'

const words = {
  type: 'Attack on Khadija Ibrahim', description: 'Cmdt. Zaïd took Khadija Ibrahim from Nyala. Halima saw it.', country: 'SD', city: 'Nyala', actor: 'Men of Zaid', actorName: 'Zaid',
  actorDesc: 'Zaid wore a uniform', victim: 'Khadija Ibrahim, 34', googleMapLink: 'https://a.example/',
}
const shown = (wish: Partial<Protection>) => publicWords(words, { ...OPEN, ...wish })

describe('what everybody may read', () => {
  test('without protection it is what was written', () => {
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
    expect(shown({ placeDetail: 'country' })).toMatchObject({ city: '', country: 'SD', googleMapLink: '' })
    expect(shown({ placeDetail: 'region', region: 'South Darfur' })).toMatchObject({ city: 'South Darfur', googleMapLink: '' })
    expect(JSON.stringify(shown({ placeDetail: 'country' }))).not.toContain('Nyala')
    expect(withheldParts(words, { ...OPEN, placeDetail: 'country' })).toEqual(['place', 'mapLink'])
  })

  test('words that staff name are gone', () => {
    expect(shown({ hiddenWords: ['halima'] }).description).toBe('Cmdt. Zaïd took Khadija Ibrahim from Nyala. […] saw it.')
    expect(withheldParts(words, { ...OPEN, hiddenWords: ['halima'] })).toEqual(['words'])
  })

  test.each([
    'https://www.google.com/maps/place/House+of+Khadija+Ibrahim/@13.6,25.3',
    'https://www.google.com/maps/place/House%20of%20KHADIJA%2520Ibrahim',
    'https://maps.example/?q=100%25-sure&at=%ff%E2%82+Khadija%20Ibrahim+%zz%',
    'https://maps.example/%D8%AE%D9%8E%D8%AF%D9%8A%D8%AC%D8%A9%20%D8%A5%D8%A8%D8%B1%D8%A7%D9%87%D9%8A%D9%85',
  ])('a map link that names the victim goes with the name: %s', (googleMapLink) => {
    const named = { ...words, victim: 'Khadija Ibrahim, خديجة إبراهيم', googleMapLink }
    const protection = { ...OPEN, redactVictim: true }
    expect(publicWords(named, protection).googleMapLink).toBe('')
    expect(withheldParts(named, protection)).toEqual(['victim', 'mapLink'])
    expect(publicWords(named, { ...OPEN, redactActor: true }).googleMapLink).toBe(googleMapLink)
    expect(withheldParts(words, protection)).toEqual(['victim'])
  })

  test('a name written with all its vowel signs is a name', () => {
    expect(publicWords({ ...words, victim: 'مُحَمَّد', description: 'رأيت محمد' }, { ...OPEN, redactVictim: true }).description).toBe('رأيت […]')
  })

  test('the map can be hidden alone', () => expect(shown({ hideMapLink: true })).toEqual({ ...words, googleMapLink: '' }))
})

/** The form sends both, and the one that was changed counts. */
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
