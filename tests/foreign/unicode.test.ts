/** The test data of the Unicode Consortium: what is written in two ways is one text, for people and for a search. */
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CLEAN } from '#shared/domain/text/clean-text.ts'
import { foldForSearch } from '#shared/domain/text/search-text.ts'
import { ask } from '#tests/support/foreign-tools.ts'

/** The files come from the package `unicode-data` of Debian. */
const FILE = '/usr/share/unicode/NormalizationTest.txt.bz2'

const lines = existsSync(FILE)
  ? ask('bzcat', [FILE])
      .printed.split('\n')
      .filter((line) => /^[0-9A-F]/.test(line))
      .map((line) =>
        line
          .split(';', 5)
          .map((codes) =>
            String.fromCodePoint(...codes.split(' ').map((code) => Number.parseInt(code, 16))),
          ),
      )
  : []

test.skipIf(lines.length === 0)('all forms of one letter are cleaned to the same name', () => {
  expect(lines.length).toBeGreaterThan(15_000)
  const different = lines.filter(([source = '', composed = '', decomposed = '']) => {
    const texts = [source, composed, decomposed].map((text) => CLEAN.name(`a${text}b`))
    return new Set(texts).size > 1
  })
  expect(different).toEqual([])
})

test.skipIf(lines.length === 0)(
  'a search finds each form of a Latin or Arabic letter by each other form',
  () => {
    const letters = lines.filter(([source = '']) =>
      /^[\p{Script=Latin}\p{Script=Arabic}]+$/u.test(source),
    )
    expect(letters.length).toBeGreaterThan(1_500)
    const different = letters.filter(
      (forms) => new Set(forms.map((text) => foldForSearch(`a${text}b`))).size > 1,
    )
    // Two letters that no language writes any more.
    expect(different.map(([source]) => source)).toEqual(['ŉ', 'ẚ'])
  },
)
