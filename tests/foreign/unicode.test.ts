/** The test data of the Unicode Consortium: what is written in two ways is one text, for people and for a search. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CLEAN } from '#shared/domain/text/clean-text.ts'
import { directionOf } from '#shared/domain/text/languages.ts'
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

const FOLDER = '/usr/share/unicode'
const rowsOf = (file: string): string[] =>
  readFileSync(`${FOLDER}/${file}`, 'utf8')
    .split('\n')
    .filter((line) => /^[0-9A-F]/.test(line))
test.skipIf(!existsSync(`${FOLDER}/extracted/DerivedBidiClass.txt`))(
  'a text that begins with a letter runs as that letter does',
  () => {
    const runs = rowsOf('extracted/DerivedBidiClass.txt').flatMap((line) => {
      const [, first = '', last = first, kind = ''] =
        /^([0-9A-F]+)(?:\.\.([0-9A-F]+))? *; ([A-Z]+)/.exec(line) ?? []
      if (!/^(?:L|R|AL)$/.test(kind)) return []
      const from = Number.parseInt(first, 16)
      return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_value, index) => ({
        letter: String.fromCodePoint(from + index),
        direction: kind === 'L' ? 'ltr' : 'rtl',
      })).filter(({ letter }) => /^\p{L}$/u.test(letter))
    })
    expect(runs.length).toBeGreaterThan(100_000)
    expect(
      runs.filter(({ letter, direction }) => directionOf(`1 ${letter}`) !== direction),
    ).toEqual([])
  },
)

/** One character of each class; a test that has a mark of direction is left out, because mails take those out. */
const OF_CLASS: Readonly<Record<string, string>> = {
  L: 'a',
  R: '\u05d0',
  AL: '\u0627',
  EN: '1',
  AN: '\u0661',
  ES: '+',
  ET: '$',
  CS: ',',
  NSM: '\u0300',
  BN: '\u00ad',
  S: '\t',
  WS: ' ',
  ON: '!',
}
test.skipIf(!existsSync(`${FOLDER}/BidiTest.txt`))(
  'a text runs as the Bidirectional Algorithm says',
  () => {
    const texts = readFileSync(`${FOLDER}/BidiTest.txt`, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, classes = '', set = '0'] = /^([A-Z ]+); (\d)$/.exec(line) ?? []
        const letters = classes.split(' ').map((name) => OF_CLASS[name])
        // The levels of a line are those of 1: the direction of the first letter, 2: left to right, 4: right to left.
        const directions: Readonly<Record<string, string>> = { 3: 'ltr', 5: 'rtl' }
        const direction = directions[set]
        return letters.includes(undefined) || direction === undefined
          ? []
          : [{ text: letters.join(''), direction }]
      })
    expect(texts.length).toBeGreaterThan(1_000)
    expect(texts.filter(({ text, direction }) => directionOf(text) !== direction)).toEqual([])
  },
)
