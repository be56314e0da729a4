import { describe, expect, test } from 'vitest'
import { formatReference, readReference, REFERENCE_BASE } from './reference.ts'

const SIGNS = [...'23456789ABCDEFGHJKMNPQRSTUVWXYZ']

describe('references', () => {
  test('have one spelling, and accept small letters, blanks and missing hyphens', () => {
    const reference = formatReference('WLD', [5, 17, 1, 19, 7])
    expect(reference).toMatch(/^WLD-[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{2}$/)
    for (const typed of [
      reference,
      reference.toLowerCase(),
      reference.replaceAll('-', ''),
      ` ${reference.replaceAll('-', ' ')} `,
    ])
      expect(readReference('WLD', typed)).toBe(reference)
  })

  test('of another kind, too short, too long or with other signs are rejected', () => {
    const reference = formatReference('WLD', [0, 1, 2, 3, 4])
    for (const typed of [
      '',
      'WLD',
      reference.slice(0, -1),
      `${reference}2`,
      reference.replace('WLD', 'MSG'),
      reference.replace('2', '0'),
    ])
      expect(readReference('WLD', typed)).toBeUndefined()
  })

  test('detect every wrong sign and every two signs that changed places', () => {
    for (const digits of [
      [0, 0, 0, 0, 0],
      [30, 29, 1, 0, 15],
      [7, 7, 8, 8, 9],
    ]) {
      const reference = formatReference('WLD', digits)
      const places = [4, 5, 6, 7, 9, 10]
      for (const place of places)
        for (const sign of SIGNS) {
          const wrong = reference.slice(0, place) + sign + reference.slice(place + 1)
          if (wrong !== reference) expect(readReference('WLD', wrong), wrong).toBeUndefined()
        }
      for (const one of places)
        for (const other of places) {
          const signs = [...reference]
          ;[signs[one], signs[other]] = [signs[other] ?? '', signs[one] ?? '']
          const swapped = signs.join('')
          if (swapped !== reference) expect(readReference('WLD', swapped), swapped).toBeUndefined()
        }
    }
    expect(SIGNS).toHaveLength(REFERENCE_BASE)
  })
})
