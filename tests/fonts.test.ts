/** The Arabic letters are cut into a file for every page and one for the rare letters (ADR 0102). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, '../src/renderer/app/styles/fonts.css'), 'utf8')

/** Code points of the face that is drawn from the file of this name. */
function lettersOf(file: string): ReadonlySet<number> {
  const face = css.split('@font-face').find((text) => text.includes(file)) ?? ''
  const range = /unicode-range:([^;]+);/.exec(face)?.[1] ?? ''
  return new Set(
    [...range.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].flatMap(([, from = '', to = from]) => {
      const first = Number.parseInt(from, 16)
      return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, at) => first + at)
    }),
  )
}

test.each(['400', '600'])('a letter of weight %s is in one file alone', (weight) => {
  const frequent = lettersOf(`arabic-letters-${weight}`)
  const rare = lettersOf(`arabic-${weight}-normal`)
  expect(frequent.size).toBeGreaterThan(100)
  expect(rare.size).toBeGreaterThan(100)
  expect([...frequent].filter((letter) => rare.has(letter))).toEqual([])
})

test('no text of the site needs the file of rare letters', () => {
  const rare = lettersOf('arabic-400-normal')
  const folder = join(import.meta.dirname, '../locales/ar')
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  const letters = new Set(texts.join('').split(''))
  expect([...letters].filter((letter) => rare.has(letter.codePointAt(0) ?? 0))).toEqual([])
})
