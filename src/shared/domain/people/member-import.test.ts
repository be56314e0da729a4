import { describe, expect, it } from 'vitest'
import { isFormula } from './member-import.ts'

describe('formulas', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '＝1'])('%j is a formula', (cell) =>
    expect(isFormula(cell, 'firstName')).toBe(true),
  )
  it.each(['Amna', "N'Diaye", '1990-04-12', 'a=b', ''])('%j is no formula', (cell) =>
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
