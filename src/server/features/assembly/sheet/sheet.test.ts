import { describe, expect, test } from 'vitest'
import { inSections, isArabic } from './sections.ts'
import { createShaper, inPageOrder } from './shaper.ts'
import { writeSignatureSheet } from './signature-sheet.ts'
import { unpackWoff } from './woff.ts'

const person = (name: string, number = '10004217') => ({ name, number })

describe('sections by first letter', () => {
  test('Latin letters first, then Arabic ones; accents and hamzas do not part names', () => {
    const sections = inSections(
      ['هالة', 'Zeinab', 'أحمد', '', 'Élise', 'الطيب', 'emma', 'إبراهيم', 'Ahmed'].map((name) =>
        person(name),
      ),
    )
    expect(sections.map(({ letter, people }) => [letter, people.map(({ name }) => name)])).toEqual([
      ['A', ['Ahmed']],
      ['E', ['Élise', 'emma']],
      ['Z', ['Zeinab']],
      ['ا', ['إبراهيم', 'أحمد', 'الطيب']],
      ['ه', ['هالة']],
      ['#', ['']],
    ])
  })
  test('equal names stand in the order of their numbers', () => {
    const [section] = inSections([person('Ali', '20'), person('Ali', '3')])
    expect(section?.people.map(({ number }) => number)).toEqual(['3', '20'])
  })
  test('the first letter of a name decides its side', () => {
    expect(['(Joe) آدم', 'آدم (Joe)', '12 آدم', '12'].map(isArabic)).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})

describe('the order of the page', () => {
  const order = (levels: readonly number[]) =>
    inPageOrder(levels.map((level, at) => ({ level, at }))).map(({ at }) => at)
  test.each([
    [
      [0, 1, 0],
      [0, 1, 2],
    ],
    [
      [1, 2, 1],
      [2, 1, 0],
    ],
    [
      [0, 1, 2, 1, 0],
      [0, 3, 2, 1, 4],
    ],
    [
      [1, 2, 2, 1],
      [3, 1, 2, 0],
    ],
    [[], []],
  ])('of levels %j is %j', (levels, wanted) => {
    expect(order(levels)).toEqual(wanted)
  })
})

describe('shaping', () => {
  test('Arabic letters join, and the last one stands at the left', async () => {
    const { shape } = await createShaper()
    const glyphsOf = (text: string) =>
      shape(text, 'regular', 'rtl').runs.flatMap(({ font, glyphs }) =>
        glyphs.map(({ id }) => ({ id, text: font.used.get(id) })),
      )
    const word = glyphsOf('محمد')
    expect(word.map(({ text }) => text)).toEqual(['د', 'م', 'ح', 'م'])
    const alone = ['د', 'م', 'ح', 'م'].map((letter) => glyphsOf(letter)[0]?.id)
    for (const [place, { id }] of word.entries()) expect(id).not.toBe(alone[place])
    expect(word[1]?.id).not.toBe(word[3]?.id) // in the middle and at the beginning
    expect(glyphsOf('لا').map(({ text }) => text)).toEqual(['لا']) // one ligature
  })
  test('a number inside Arabic text keeps its direction', async () => {
    const { shape } = await createShaper()
    const line = shape('آدم (10) علي', 'regular', 'rtl')
    const text = line.runs.flatMap(({ font, glyphs }) => glyphs.map(({ id }) => font.used.get(id)))
    expect(text.join('')).toBe('يلع (10) مدآ') // from left to right
  })
  test('names in Latin letters with rare marks have their glyphs', async () => {
    const { shape } = await createShaper()
    for (const name of ['Őrsi Ğül', 'Yūsuf ʿAbd al-Raḥmān', 'N’Diaye', 'خَديجة الطيّب'])
      for (const { glyphs } of shape(name, 'regular', 'ltr').runs)
        expect(glyphs.map(({ id }) => id)).not.toContain(0)
  })
})

const sheet = (people: Parameters<typeof writeSignatureSheet>[0]['people']) =>
  writeSignatureSheet({
    title: { fr: 'Assemblée', ar: 'الجمعية' },
    place: { fr: 'Paris', ar: 'باريس' },
    startsAt: '2026-12-03T09:00:00.000Z',
    printedAt: '2026-12-01T09:00:00.000Z',
    people,
  })

describe('the sheet', () => {
  const listed = (name: string, at: number) => ({
    ...person(name, String(10_000_000 + at)),
    voices: 1,
    carriedBy: undefined,
    carries: [],
  })
  const pagesOf = (pdf: Buffer): number => Number(/\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1])
  test('an empty list is one page', async () => {
    const pdf = await sheet([])
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  })
  test('a cell that is longer than a page ends on its page', async () => {
    const name = 'ع'.repeat(160)
    const carries = Array.from({ length: 20 }, () => `${name} (10000001)`)
    const pdf = await sheet([{ ...listed(name, 1), carries }, listed('Amna', 2)])
    expect(pdf.length).toBeGreaterThan(1_000)
    expect(pagesOf(pdf) || 1).toBeLessThanOrEqual(3)
  })
})

test('a file that is no font is refused', () => {
  expect(() => unpackWoff(Buffer.alloc(64))).toThrow('Not a WOFF file')
})
