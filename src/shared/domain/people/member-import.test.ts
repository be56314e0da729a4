import { describe, expect, it } from 'vitest'
import { IMPORT_COLUMNS, IMPORT_REQUIRED, isFormula, readHeader } from './member-import.ts'

describe('the header of a file of members', () => {
  it('is read whatever its case and spacing', () => {
    expect(readHeader(['First name', 'LAST_NAME', 'e-mail', ' Birth-Date', 'sex'])).toEqual({
      ok: true,
      columns: ['firstName', 'lastName', 'email', 'birthDate', 'sex'],
    })
    expect(readHeader([...IMPORT_COLUMNS])).toEqual({ ok: true, columns: IMPORT_COLUMNS })
  })
  it('names what is unknown, missing and there twice', () => {
    expect(
      readHeader(['firstName', 'firstname', 'Password', '', 'email', 'sex', 'birthDate']),
    ).toEqual({
      ok: false,
      faults: [
        { code: 'duplicate_column', column: 'firstName' },
        { code: 'unknown_column', column: 'Password' },
        { code: 'unknown_column', column: '' },
        { code: 'missing_column', column: 'lastName' },
      ],
    })
    expect(readHeader([...IMPORT_REQUIRED, `  ${'x'.repeat(61)}`])).toEqual({
      ok: false,
      faults: [{ code: 'unknown_column', column: 'x'.repeat(60) }],
    })
    expect(readHeader([])).toMatchObject({
      ok: false,
      faults: IMPORT_REQUIRED.map((column) => ({ code: 'missing_column', column })),
    })
  })
})

describe('formulas', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '＝1'])('%j is one', (cell) =>
    expect(isFormula(cell, 'firstName')).toBe(true),
  )
  it.each(['Amna', "N'Diaye", '1990-04-12', 'a=b', ''])('%j is none', (cell) =>
    expect(isFormula(cell, 'firstName')).toBe(false),
  )
  it('a phone number is none, a formula in its column is', () => {
    expect(isFormula('+249 912 345 678', 'phone')).toBe(false)
    expect(isFormula('\t0912 345 678', 'phone')).toBe(false)
    expect(isFormula('+A1', 'phone')).toBe(true)
    expect(isFormula('+1+A1', 'phone')).toBe(true)
    expect(isFormula("=cmd|' /C calc'!A0", 'phone')).toBe(true)
  })
})
