import { expect, test } from 'vitest'
import { checksText, openChecks, readChecks } from './checks.ts'

const KNOWN = ['name', 'birthDate', 'readable'] as const

test('checks are stored once each, in the declared order, and unknown ones are left out', () => {
  expect(checksText(KNOWN, ['readable', 'name', 'name', 'somethingElse'])).toBe('name readable')
  expect(checksText(KNOWN, [])).toBe('')
})

test('stored checks are read back, and renamed ones are left out', () => {
  expect(readChecks(KNOWN, 'name readable')).toEqual(['name', 'readable'])
  expect(readChecks(KNOWN, 'oldName birthDate')).toEqual(['birthDate'])
  expect(readChecks(KNOWN, '')).toEqual([])
})

test('open checks are those that are not ticked', () => {
  expect(openChecks(KNOWN, ['birthDate'])).toEqual(['name', 'readable'])
  expect(openChecks(KNOWN, KNOWN)).toEqual([])
})
