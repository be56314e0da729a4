import { describe, expect, test } from 'vitest'
import { OPEN } from '#shared/domain/report/report-protection.ts'
import { foldForSearch } from '#shared/domain/text/search-text.ts'
import { reportSearchColumns } from './search-columns.ts'

const CONTENT = {
  type: 'Looting',
  description: 'Seen by Halima',
  country: 'Sudan',
  city: 'Nyala',
  actor: 'Armed group',
  actorName: 'Unknown',
  actorDesc: 'In uniform',
  victim: 'Farmers',
}
const columns = (wish: Partial<typeof CONTENT> = {}, hiddenWords: readonly string[] = []) =>
  reportSearchColumns(
    { ...CONTENT, ...wish },
    { protection: { ...OPEN, hiddenWords }, published: true },
  )

describe('the search columns of a report', () => {
  test.each(['Sudan', 'sudan', 'SD'])('its country %s in every language', (country) => {
    for (const name of [' sudan', ' soudan', ' السودان'])
      expect(columns({ country }).search_text).toContain(name)
  })

  test('an unknown country, as it was written', () => {
    expect(columns({ country: 'Dar Masalit' }).search_text).toContain(' dar masalit ')
  })

  test("the title of its category in every language, or the reporter's own", () => {
    for (const type of [
      'War crimes and major violations',
      'جرائم الحرب والانتهاكات الجسيمة',
      'crimes de guerre et violations graves ',
    ])
      for (const title of ['war crimes', 'crimes de guerre', 'جرائم الحرب'])
        expect(columns({ type }).search_text, type).toContain(foldForSearch(title))
    expect(columns().search_text).not.toContain('guerre')
  })

  test('its descriptions, and those of the public copy where words are withheld', () => {
    expect(columns()).toMatchObject({
      search_text: expect.stringMatching(/seen by halima in uniform$/) as string,
      public_search_text: null,
    })
    const kept = columns(
      { type: 'War crimes and major violations', actorDesc: 'Halima knows him' },
      ['Halima'],
    )
    expect(kept.search_text).toContain('halima')
    expect(kept.public_search_text).not.toContain('halima')
    for (const shown of ['seen by', 'knows him', 'crimes de guerre', 'السودان'])
      expect(kept.public_search_text).toContain(shown)
  })

  test('no title of a category that is withheld from the public', () => {
    expect(
      columns({ type: 'War crimes and major violations' }, ['War crimes']).public_search_text,
    ).not.toContain('guerre')
  })
})
