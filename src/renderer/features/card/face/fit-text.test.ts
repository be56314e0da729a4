import { describe, expect, it } from 'vitest'
import { fitPair, fitText, oneLine, twoLines } from './fit-text.ts'

/** Every letter half as wide as the font is high. */
const measure = (text: string, fontPx: number): number => text.length * fontPx * 0.5
const STEPS = [...oneLine(18, 14), ...twoLines(12, 9)] as const

describe('fitText', () => {
  it('keeps a short text large', () => {
    expect(fitText('Amna Idris', 270, STEPS, measure)).toEqual({
      fontPx: 18,
      lines: ['Amna Idris'],
      cut: false,
    })
  })

  it('takes the largest step that fits on one line before it breaks', () => {
    const fitted = fitText('Zeinab Mohamed Ahmed Suleiman Adam', 270, STEPS, measure)
    expect(fitted).toMatchObject({ fontPx: 14, lines: ['Zeinab Mohamed Ahmed Suleiman Adam'] })
  })

  it('breaks a long name between words, into lines of like length', () => {
    const name = 'Marie-Antoinette Élisabeth de La Rochefoucauld-Montmorency Abdelkarim'
    const { lines, fontPx, cut } = fitText(name, 270, STEPS, measure)
    expect(fontPx).toBe(12)
    expect(cut).toBe(false)
    expect(lines.join(' ')).toBe(name)
    expect(lines).toEqual([
      'Marie-Antoinette Élisabeth de La',
      'Rochefoucauld-Montmorency Abdelkarim',
    ])
  })

  it('cuts only what fits nowhere, and shows that it did', () => {
    const { lines, cut } = fitText('x'.repeat(200), 90, STEPS, measure)
    expect(cut).toBe(true)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^x+…$/)
    expect(measure(lines[0] ?? '', 9)).toBeLessThanOrEqual(90)
  })

  it('never cuts between a letter and its marks', () => {
    const { lines } = fitText('e\u0301'.repeat(60), 60, oneLine(10), measure)
    expect(lines[0]).toMatch(/^(e\u0301)+…$/)
  })
})

describe('fitPair', () => {
  const steps = { gapPx: 6, besidePx: [10, 9], stackedPx: [7, 6] }
  const widths = (one: number, other: number) => (px: number) => [one * px, other * px] as const

  it('puts two short values beside each other', () => {
    expect(fitPair(widths(5, 5), 128, steps)).toEqual({ fontPx: 10, stacked: false })
  })
  it('shrinks them first', () => {
    expect(fitPair(widths(7, 6), 128, steps)).toEqual({ fontPx: 9, stacked: false })
  })
  it('then puts one above the other', () => {
    expect(fitPair(widths(18, 12), 128, steps)).toEqual({ fontPx: 7, stacked: true })
  })
  it('and ends with the smallest size', () => {
    expect(fitPair(widths(40, 12), 128, steps)).toEqual({ fontPx: 6, stacked: true })
  })
})
