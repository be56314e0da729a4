import { describe, expect, it, test } from 'vitest'
import {
  FIELD_NAMES,
  isMemberField,
  isRequired,
  MEMBER_PAGES,
  type MemberField,
  readBy,
  specOf,
  writtenBy,
} from './member-fields.ts'

const fieldsOn = (page: keyof typeof MEMBER_PAGES): readonly MemberField[] =>
  Object.values<readonly string[]>(MEMBER_PAGES[page]).flat().filter(isMemberField)

describe('a page shows only what its reply holds', () => {
  it.each([
    ['profile', 'own'],
    ['record', 'record'],
    ['request', 'request'],
  ] as const)('%s', (page, reader) => {
    expect(
      fieldsOn(page).filter((field) => !readBy(reader).some((known) => known === field)),
    ).toEqual([])
  })
})

test('the forms ask for every field that may be given there, once', () => {
  expect([...fieldsOn('form')].toSorted()).toEqual([...FIELD_NAMES].toSorted())
  const asked = writtenBy('applicant').filter((field) => field !== 'email') // proven before the form
  expect([...fieldsOn('application')].toSorted()).toEqual([...asked].toSorted())
})

test('a file and a form require only what they may hold', () => {
  for (const writer of ['applicant', 'import'] as const)
    expect(
      FIELD_NAMES.filter(
        (field) => isRequired(field, writer) && !specOf(field).writers.includes(writer),
      ),
    ).toEqual([])
})

test('lists and files hold none of the fields that are sealed most closely', () => {
  const closed = ['mothersFirstName', 'mothersLastName', 'recommendedBy', 'approverComment']
  for (const reader of ['list', 'queue', 'found', 'decided', 'waiting', 'export'] as const)
    expect(readBy(reader).filter((field) => closed.includes(field))).toEqual([])
})
