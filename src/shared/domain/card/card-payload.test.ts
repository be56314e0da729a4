import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '#tests/support/property-seed.ts'
import { isPlausibleBirthDate } from '../people/birth-date.ts'
import { isPersonName } from '../people/person-name.ts'
import { CLEAN } from '../text/clean-text.ts'
import { cardTextToSign, readCardPayload } from './card-payload.ts'

const now = new Date('2026-11-21T12:00:00Z')
const signature = 'A'.repeat(86)

describe('reading a card', () => {
  test('gives back what was signed', () => {
    const facts = { memberNumber: 10_004_217, name: 'آمنة إدريس', birthDate: '1990-04-12' }
    const seal = {
      keyId: 'k1',
      issuedAtS: 1_790_000_000,
      expiresAtS: 1_821_536_000,
      statusIndex: 42,
    }
    const text = cardTextToSign(facts, seal)
    expect(text).toBe('10004217|آمنة إدريس|1990-04-12|1.k1.1790000000.1821536000.42')
    expect(readCardPayload(`${text}.${signature}`, now)).toEqual({
      kind: 'signed',
      ...facts,
      ...seal,
      signedText: text,
      signature,
    })
  })

  test('reads the specification’s three fields, with and without prefix', () => {
    for (const id of ['10004217', 'WLD_10004217'])
      expect(readCardPayload(`${id}|Amna Idris|1990-04-12`, now)).toMatchObject({
        kind: 'unsigned',
        memberNumber: 10_004_217,
      })
  })

  test.each([
    ['', 'not-a-card'],
    ['10004217', 'not-a-card'],
    ['abc|Amna|1990-04-12', 'not-a-card'],
    ['-5|Amna|1990-04-12', 'not-a-card'],
    ['0|Amna|1990-04-12', 'not-a-card'],
    ['WLD_WLD_5|Amna|1990-04-12', 'not-a-card'],
    ['5 |Amna|1990-04-12', 'not-a-card'],
    ['١٢٣|Amna|1990-04-12', 'not-a-card'],
    ['1|Amna', 'wrong-field-count'],
    ['1|Amna|1990-04-12||', 'wrong-field-count'],
    ['1||1990-04-12', 'not-canonical'],
    ['1|Amna  Idris|1990-04-12', 'not-canonical'],
    [`1|${'É'.normalize('NFD')}lodie|1990-04-12`, 'not-canonical'],
    ['1|Amna|12/04/1990', 'impossible-birth-date'],
    ['1|Amna|2099-01-01', 'impossible-birth-date'],
    ['1|Amna|1890-01-01', 'impossible-birth-date'],
    ['1|Amna|1990-04-12|', 'malformed-seal'],
    [`1|Amna|1990-04-12|2.k1.1.2.3.${signature}`, 'malformed-seal'],
    [`1|Amna|1990-04-12|1.k1.1.2.3.${signature}=`, 'malformed-seal'],
    [`1|Amna|1990-04-12|11.k1.1.2.3.${signature}`, 'malformed-seal'],
    ['x'.repeat(600), 'not-a-card'],
    ['x'.repeat(601), 'too-long'],
  ])('says of %j: %s', (text, fault) =>
    expect(readCardPayload(text, now)).toEqual({ kind: 'unreadable', fault }),
  )

  test('never throws, whatever a code holds', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 700 }),
        (text) => void readCardPayload(text, now),
      ),
    )
    const almost = fc
      .tuple(fc.nat(), fc.string(), fc.string(), fc.string())
      .map((fields) => fields.join('|'))
    fc.assert(fc.property(almost, (text) => void readCardPayload(text, now)))
  })

  test('reads back every name that a member may hold', () => {
    const letters = fc.constantFrom(...'aéßñÇأبتةىءؤ'.split(''), "'", '’', '-', ' ')
    const name = fc
      .array(letters, { minLength: 1, maxLength: 60 })
      .map((all) => CLEAN.name(`a${all.join('')}`))
      .filter(isPersonName)
    fc.assert(
      fc.property(name, (held) => {
        const text = cardTextToSign(
          { memberNumber: 7, name: held, birthDate: '1990-04-12' },
          { keyId: 'k1', issuedAtS: 1, expiresAtS: 2, statusIndex: 3 },
        )
        expect(readCardPayload(`${text}.${signature}`, now)).toMatchObject({
          kind: 'signed',
          name: held,
        })
      }),
    )
  })
})

test.each([
  ['2024-02-29', true],
  ['2023-02-29', false],
  ['2026-11-21', true],
  ['2026-11-22', false],
  ['1990-4-12', false],
])('birth date %s is plausible: %s', (text, plausible) =>
  expect(isPlausibleBirthDate(text, now)).toBe(plausible),
)
