import { expect, test } from 'vitest'
import { unstorableFields } from './storable-text.ts'

test('names each field that cannot be stored', () => {
  const body = { name: 'a\0b', list: ['fine', '\ud800'], deep: { note: 'آمنة' }, payload: '\0' }
  expect(unstorableFields(body, 'body', new Set(['body.payload'])).map(({ path }) => path)).toEqual(['body.name', 'body.list.1'])
  expect(unstorableFields('x', 'body', new Set())).toEqual([])
  expect(unstorableFields(null, 'body', new Set())).toEqual([])
})
