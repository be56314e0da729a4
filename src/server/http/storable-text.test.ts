import { expect, test } from 'vitest'
import { unstorableFields } from './storable-text.ts'

test('names each field that cannot be stored', () => {
  const body = { name: 'a\0b', list: ['fine', '\ud800'], deep: { note: 'آمنة' }, payload: '\0' }
  expect(unstorableFields(body, 'body', new Set(['body.payload'])).map(({ path }) => path)).toEqual(
    ['body.name', 'body.list.1'],
  )
  expect(unstorableFields('x', 'body', new Set())).toEqual([])
  expect(unstorableFields(null, 'body', new Set())).toEqual([])
})

test('refuses a list that is too long without reading its items, and values that are nested too deep', () => {
  let looks = 0
  const item = {
    get text() {
      looks += 1
      return 'x'
    },
  }
  const body = { long: Array.from({ length: 128_000 }, () => item), short: [item] }
  expect(unstorableFields(body, 'body', new Set())).toMatchObject([
    { path: 'body.long', code: 'too_big' },
  ])
  expect(looks).toBe(1)
  const deep = Array.from({ length: 100 }).reduce<unknown>((inner) => [inner], 'x')
  expect(unstorableFields({ deep }, 'body', new Set())).toMatchObject([
    { code: 'too_big', message: 'Send fewer levels' },
  ])
})
