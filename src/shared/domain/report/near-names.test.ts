import { describe, expect, test } from 'vitest'
import { nearNameFinder } from './near-names.ts'
import { nearNamesIn, OPEN, type ReportWords } from './report-protection.ts'
import { withhold, WITHHELD as X } from './withhold.ts'

const isNear = (name: string, word: string): boolean =>
  nearNameFinder([name])(`Seen: ${word}, at noon`).length > 0

describe('near names', () => {
  test.each([
    ['Mohamed', 'Muhammad'],
    ['Mohamed', 'Mohammed'],
    ['Muhammad', 'Mouhamed'],
    ['Khadija', 'Khadidja'],
    ['Djamila', 'Jamila'],
    ['Ibrahim', 'Brahim'],
    ['Hussein', 'Hossain'],
    ['Osman', 'Uthman'],
    ['Yusuf', 'Youssef'],
    ['Aisha', 'Aicha'],
    ['Fatima', 'Fatma'],
    ['Abdallah', 'Abdullah'],
    ['Ibrahim', 'Ibrahem'],
    ['Ibrahim', 'Ibrahimm'],
    ['Ibrahim', 'Ibarhim'],
    ['Khadija', 'خديجة'],
    ['خديجة', 'Khadidja'],
    ['محمد', 'Mohamed'],
    ['Muhammad', 'ومحمد'],
    ['Ibrahim', 'إبراهيم'],
    ['يوسف', 'Youssouf'],
    ['عبدالرحمن', 'عبدالرحمان'],
  ])('%s may be %s', (name, word) => {
    expect(isNear(name, word)).toBe(true)
  })

  test.each([
    ['Hassan', 'Hussein'],
    ['Mohamed', 'Mahmoud'],
    ['Ali', 'Ala'],
    ['Omar', 'more'],
    ['Musa', 'sum'],
    ['Adam', 'Adele'],
    ['Khadija', 'Khartoum'],
    ['Mohamed', 'market'],
    ['محمد', 'مدرسة'],
    ['Khadija', 'Khadija'],
    ['Ibrahim', 'Ibrahimson'],
    ['حسن', 'house'],
  ])('%s is not %s', (name, word) => {
    expect(isNear(name, word)).toBe(false)
  })

  test('returns the place of the word, and the name that it resembles', () => {
    const find = nearNameFinder(['Khadija Ibrahim'])
    expect(find('We met Khadidja at the well.')).toEqual([
      { word: 'Khadidja', name: 'Khadija', before: 'We met ', after: ' at the well.' },
    ])
    expect(nearNameFinder([])('Khadidja')).toEqual([])
  })

  test('looks at the public copy, and only for names that are hidden', () => {
    const words: ReportWords = {
      type: 'x',
      description: 'Khadija and Khadidja fled',
      country: 'Sudan',
      city: 'Nyala',
      actor: 'x',
      actorName: 'x',
      actorDesc: 'Shouted at Ibraheem',
      victim: 'Khadija Ibrahim',
      googleMapLink: '',
    }
    expect(nearNamesIn(words, OPEN, [])).toEqual([])
    const found = nearNamesIn(words, { ...OPEN, redactVictim: true }, ['Picture of Khadidja'])
    expect(found.map(({ field, word }) => [field, word])).toEqual([
      ['description', 'Khadidja'],
      ['actorDesc', 'Ibraheem'],
      ['evidence', 'Khadidja'],
    ])
    expect(found[0]?.before).toBe(`${X} and `)
    expect(
      nearNamesIn(words, { ...OPEN, hiddenWords: ['Khadija Ibrahim', 'Khadidja', 'Ibraheem'] }, []),
    ).toEqual([])
  })
})

test.each([
  ['A1i and AIi saw ALI', 'Ali', `${X} and ${X} saw ${X}`],
  ['Kha1i1', 'Khalil', X],
  ['KhaIi1', 'Khalil', X],
  ['KHALIL', 'Khalil', X],
  ['K h a l i l', 'Khalil', 'K h a l i l'],
  ['1brahim IBRAHIM', 'Ibrahim', `${X} ${X}`],
  ['All is well, I said', 'Ali', 'All is well, I said'],
  ['Number 11', 'Number 11', X],
])('%s does not show %s by a digit or a capital', (text, name, expected) => {
  expect(withhold(text, [name])).toBe(expected)
})
