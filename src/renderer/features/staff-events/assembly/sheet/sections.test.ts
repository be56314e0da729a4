import { describe, expect, test } from 'vitest'
import { inSections } from './sections.ts'

const person = (name: string, number = 10004217) => ({ name, number })

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
    const [section] = inSections([person('Ali', 20), person('Ali', 3)])
    expect(section?.people.map(({ number }) => number)).toEqual([3, 20])
  })
})
