import { describe, expect, test } from 'vitest'
import { ROLES } from '../people/roles.ts'
import { factorStateOf, isFactorRequired, isWaiting } from './factor-rules.ts'

const AT = '2026-01-01T00:00:00.000Z'

test('only staff must have a second factor, and only where the server asks for it', () => {
  expect(ROLES.filter((role) => isFactorRequired(role, 'required'))).toEqual([
    'admin',
    'content',
    'moderator',
    'reviewer',
  ])
  expect(ROLES.filter((role) => isFactorRequired(role, 'optional'))).toEqual([])
})

describe('the state of a session', () => {
  test.each([
    ['reviewer', false, null, 'required', 'enrol'],
    ['reviewer', false, null, 'optional', 'free'],
    ['reviewer', false, AT, 'required', 'enrol'], // the factor was removed after the proof
    ['reviewer', true, null, 'required', 'prove'],
    ['reviewer', true, AT, 'required', 'proven'],
    ['member', false, null, 'required', 'free'],
    ['member', true, null, 'optional', 'prove'], // a factor that is chosen counts for members as well
    ['member', true, AT, 'optional', 'proven'],
  ] as const)('%s, has one: %s, proven at %s, %s: %s', (role, hasFactor, factorAt, asked, state) =>
    expect(factorStateOf({ role, hasFactor, factorAt }, asked)).toBe(state),
  )

  test('waits until a factor exists and is proven', () => {
    expect((['free', 'enrol', 'prove', 'proven'] as const).filter(isWaiting)).toEqual([
      'enrol',
      'prove',
    ])
  })
})
