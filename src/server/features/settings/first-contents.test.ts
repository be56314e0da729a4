import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import contents from './first-contents.json' with { type: 'json' }

const all = [...contents.events, ...contents.news]

test('the first contents have three languages, each in its script', () => {
  for (const { content } of all)
    for (const language of ['en', 'ar', 'fr'] as const)
      for (const text of [
        content[language].title,
        content[language].description,
        content[language].fullContent,
      ]) {
        expect(text.length).toBeGreaterThan(5)
        expect(/\p{Script=Arabic}/u.test(text), text).toBe(language === 'ar')
      }
})

test('each of them has a cover, and no cover is left over', () => {
  expect(readdirSync(join(import.meta.dirname, 'covers'))).toEqual(
    [...new Set(all.map(({ id }) => `${id}.webp`))].toSorted(),
  )
})
