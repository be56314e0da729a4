import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { usePlainWords } from './plain-words.ts'

const before = z.config().localeError
beforeAll(usePlainWords)
afterAll(() => void z.config({ localeError: before }))

test.each([
  [z.object({}), null, 'Give the fields of this call, as JSON'],
  [z.string(), undefined, 'Required'],
  [z.string(), null, 'Required'],
  [z.string(), 7, 'Give a text'],
  [z.boolean(), 'yes', 'Give true or false'],
  [z.int(), 1.5, 'Give a whole number'],
  [z.coerce.number(), 'x', 'Give a number'],
  [z.array(z.string()), 'x', 'Give a list'],
  [z.string().min(1), '', 'Required'],
  [z.string().max(2), 'abc', 'At most 2 characters'],
  [z.number().min(3), 2, 'Give 3 or more'],
  [z.array(z.string()).max(1), ['a', 'b'], 'At most 1 entry'],
  [z.enum(['a', 'b']), 'c', 'Give one of a, b'],
  [z.literal(true), false, 'Give true'],
  [z.iso.date(), 'x', 'Give a date, as YYYY-MM-DD'],
  [z.uuid(), 'x', 'Give an id that a list or a reply gave'],
  [z.strictObject({}), { a: 1 }, 'Not known here: a'],
  [z.union([z.string(), z.number()]), {}, 'This value is not accepted here'],
])('%#: words of ours', (schema: z.ZodType, value, message) => {
  const read = schema.safeParse(value)
  expect(read.error?.issues.map((issue) => issue.message)).toEqual([message])
})
