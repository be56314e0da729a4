import { describe, expect, test } from 'vitest'
import { placeFaults } from './place-faults.ts'

const fault = (path: string, code = 'custom') => ({ path, code, message: 'x' })

describe('faults find their fields', () => {
  test.each<[string, string, readonly string[] | Record<string, string>, string | undefined]>([
    ['by name', 'body.email', ['email'], 'email'],
    ['in a list, beside the entry', 'body.goals.2', ['goals.2', 'goals'], 'goals.2'],
    ['in a list, beside the list', 'body.goals.2.text', ['goals'], 'goals'],
    ['by the table', 'body.birthPlace', { birthPlace: 'placeOfBirth' }, 'placeOfBirth'],
    ['in the query', 'query.page', ['page'], 'page'],
    ['in a header', 'headers.identifier', { identifier: 'email' }, 'email'],
    ['not where the form has no such field', 'body.tribe', ['email'], undefined],
    ['not by the name of the request part', 'body', ['email'], undefined],
    ['not by what every object inherits', 'body.constructor', {}, undefined],
  ])('%s', (_, path, places, name) => {
    const { placed, homeless } = placeFaults([fault(path)], places)
    expect(placed.map((entry) => entry.name)).toEqual(name === undefined ? [] : [name])
    expect(homeless).toHaveLength(name === undefined ? 1 : 0)
  })

  test('one message a field: the first', () => {
    const { placed } = placeFaults(
      [fault('body.email', 'too_small'), fault('body.email', 'invalid_format')],
      ['email'],
    )
    expect(placed).toMatchObject([{ name: 'email', fault: { code: 'too_small' } }])
  })
})
