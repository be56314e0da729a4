import '#tests/support/property-seed.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type EvidenceSeal,
  EvidenceSeal as Shape,
  isTimePlausible,
  roundPlace,
  SEAL_FORMAT,
  sealFaults,
  SealPlace,
  type SealStatement,
  signedSealText,
} from './evidence-seal.ts'

const hex = fc.stringMatching(/^[0-9a-f]{64}$/)
const size = fc.integer({ min: 1, max: 2 ** 40 })
const coordinate = fc.stringMatching(/^[A-Za-z0-9_-]{43}$/)
const position = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})
const precision = fc.constantFrom('exact', '1km', '10km')
const place = fc.tuple(position, precision).map(([where, how]) => roundPlace(where, how))
const statement: fc.Arbitrary<SealStatement> = fc.record({
  format: fc.constant(SEAL_FORMAT),
  publicKey: fc.record({
    kty: fc.constant('EC'),
    crv: fc.constant('P-256'),
    x: coordinate,
    y: coordinate,
  }),
  sha256: hex,
  size,
  original: fc.option(fc.record({ sha256: hex, size })),
  kind: fc.constantFrom('photo', 'film'),
  capturedAt: fc
    .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((at) => at.toISOString()),
  place: fc.option(place),
})
const SIGNATURE = 'A'.repeat(86)
const BASE: SealStatement = {
  format: SEAL_FORMAT,
  publicKey: { kty: 'EC', crv: 'P-256', x: 'x'.repeat(43), y: 'y'.repeat(43) },
  sha256: 'a'.repeat(64),
  size: 7,
  original: null,
  kind: 'film',
  capturedAt: '2026-11-25T10:00:00.000Z',
  place: { latitude: '15.55000', longitude: '32.53000', precision: '10km' },
}

describe('the signed text of a seal', () => {
  test('has one line for each field, in a fixed form', () => {
    expect(signedSealText(BASE)).toBe(
      [
        'wld-evidence-seal/1',
        `key EC P-256 ${'x'.repeat(43)} ${'y'.repeat(43)}`,
        `file ${'a'.repeat(64)} 7`,
        'original -',
        'kind film',
        'captured 2026-11-25T10:00:00.000Z',
        'place 15.55000 32.53000 10km',
        '',
      ].join('\n'),
    )
  })
  test('two seals have one text only when they state the same', () => {
    fc.assert(
      fc.property(statement, statement, (one, other) => {
        expect(signedSealText(one) === signedSealText(other)).toBe(
          JSON.stringify(one) === JSON.stringify(other),
        )
      }),
    )
  })
  test('a change of any one field changes the text', () => {
    const changes: Partial<SealStatement>[] = [
      { publicKey: { ...BASE.publicKey, x: 'z'.repeat(43) } },
      { publicKey: { ...BASE.publicKey, y: 'z'.repeat(43) } },
      { sha256: 'b'.repeat(64) },
      { size: 8 },
      { original: { sha256: 'c'.repeat(64), size: 9 } },
      { kind: 'photo' },
      { capturedAt: '2026-11-25T10:00:00.001Z' },
      { place: null },
      { place: { latitude: '15.55000', longitude: '32.53000', precision: '1km' } },
    ]
    const texts = changes.map((change) => signedSealText({ ...BASE, ...change }))
    expect(new Set([signedSealText(BASE), ...texts]).size).toBe(changes.length + 1)
  })
  test('every seal that a device can make has the shape that the server accepts, and survives JSON', () => {
    fc.assert(
      fc.property(statement, (made) => {
        const read = Shape.parse(JSON.parse(JSON.stringify({ ...made, signature: SIGNATURE })))
        expect(signedSealText(read)).toBe(signedSealText(made))
      }),
    )
  })
})

const KM_OF_DEGREE = 111.195
const distanceKm = (
  one: { readonly latitude: number; readonly longitude: number },
  other: SealPlace,
): number => {
  const rad = (degrees: number): number => (degrees * Math.PI) / 180
  const [a, b] = [rad(one.latitude), rad(Number(other.latitude))]
  const half = (x: number): number => Math.sin(x / 2) ** 2
  const h =
    half(a - b) +
    Math.cos(a) * Math.cos(b) * half(rad(one.longitude) - rad(Number(other.longitude)))
  return 2 * Math.asin(Math.min(1, Math.sqrt(h))) * (180 / Math.PI) * KM_OF_DEGREE
}

test.each([
  ['a longer hash', { sha256: `${BASE.sha256}0` }],
  ['a hash with a first line', { sha256: `\n${BASE.sha256}` }],
  ['a longer key', { publicKey: { ...BASE.publicKey, x: `${BASE.publicKey.x}x` } }],
  ['a key with more before it', { publicKey: { ...BASE.publicKey, y: ` ${BASE.publicKey.y}` } }],
  ['a longer signature', { signature: `${SIGNATURE}A` }],
  ['a signature with more before it', { signature: ` ${SIGNATURE}` }],
  ['a latitude with more behind it', { place: { ...BASE.place, latitude: '15.550001' } }],
  ['a latitude of three digits', { place: { ...BASE.place, latitude: '115.55000' } }],
  ['a longitude with more behind it', { place: { ...BASE.place, longitude: '32.530001' } }],
  ['a longitude of four digits', { place: { ...BASE.place, longitude: '1132.53000' } }],
  ['a time without milliseconds', { capturedAt: '2026-11-25T10:00:00Z' }],
])('%s is no seal: the signed text would have two readings', (_what, change) => {
  const seal = { ...BASE, signature: SIGNATURE }
  expect(Shape.safeParse(seal).success).toBe(true)
  expect(Shape.safeParse({ ...seal, ...change }).success).toBe(false)
})

describe('the place of a seal', () => {
  test.each([
    ['1km', 1],
    ['10km', 10],
  ] as const)('%s names a cell, and not the place in it', (how, km) => {
    fc.assert(
      fc.property(position, (where) => {
        fc.pre(Math.abs(where.latitude) < 85) // nearer to the poles a cell is wider than its diagonal here
        const rounded = roundPlace(where, how)
        SealPlace.parse(rounded)
        expect(distanceKm(where, rounded)).toBeLessThan(km * 1.1 * 0.8)
        // A place half a kilometre, or five, from the middle in any direction is in the same cell.
        const [latitude, longitude] = [Number(rounded.latitude), Number(rounded.longitude)]
        const north = (km * 0.5) / KM_OF_DEGREE
        const east = north / Math.cos((latitude * Math.PI) / 180)
        for (const [up, right] of [
          [0, 0],
          [north, 0],
          [-north, 0],
          [0, east],
          [0, -east],
        ] as const) {
          const near = { latitude: latitude + up, longitude: longitude + right }
          if (Math.abs(near.longitude) < 180) expect(roundPlace(near, how)).toEqual(rounded)
        }
      }),
    )
  })
  test('exact keeps about a metre, and no negative zero', () => {
    expect(roundPlace({ latitude: 15.5006544, longitude: -0 }, 'exact')).toEqual({
      latitude: '15.50065',
      longitude: '0.00000',
      precision: 'exact',
    })
    for (const latitude of [-90, 90])
      for (const longitude of [-180, 180])
        for (const how of ['1km', '10km'] as const)
          expect(SealPlace.safeParse(roundPlace({ latitude, longitude }, how)).success).toBe(true)
  })
})

describe('what does not match', () => {
  const seal: EvidenceSeal = { ...BASE, signature: SIGNATURE }
  const file = { sha256: seal.sha256, size: seal.size, original: undefined }
  test.each([
    ['nothing', seal, file, true, []],
    ['the signature', seal, file, false, ['signature']],
    ['the hash', seal, { ...file, sha256: 'b'.repeat(64) }, true, ['hash']],
    ['the size', seal, { ...file, size: 8 }, true, ['size']],
    [
      'an original that the seal does not name',
      seal,
      { ...file, original: { sha256: 'c'.repeat(64), size: 9 } },
      true,
      ['original'],
    ],
    [
      'an original of another hash',
      { ...seal, original: { sha256: 'c'.repeat(64), size: 9 } },
      { ...file, original: { sha256: 'd'.repeat(64), size: 9 } },
      true,
      ['original'],
    ],
    [
      'an original of another size',
      { ...seal, original: { sha256: 'c'.repeat(64), size: 9 } },
      { ...file, original: { sha256: 'c'.repeat(64), size: 10 } },
      true,
      ['original'],
    ],
    [
      'nothing, with an original',
      { ...seal, original: { sha256: 'c'.repeat(64), size: 9 } },
      { ...file, original: { sha256: 'c'.repeat(64), size: 9 } },
      true,
      [],
    ],
    [
      'an original that only the seal names',
      { ...seal, original: { sha256: 'c'.repeat(64), size: 9 } },
      file,
      true,
      ['original'],
    ],
  ] as const)('%s', (_what, made, received, isSigned, faults) => {
    expect(sealFaults(made, received, () => isSigned)).toEqual(faults)
  })
})

test.each([
  ['now', '2026-11-25T10:00:00.000Z', true],
  ['a week ago', '2026-11-18T10:00:00.000Z', true],
  ['ten minutes ahead', '2026-11-25T10:10:00.000Z', true],
  ['a moment more', '2026-11-25T10:10:00.001Z', false],
  ['thirty days and ten minutes ago', '2026-10-26T09:50:00.000Z', true],
  ['a moment more ago', '2026-10-26T09:49:59.999Z', false],
  ['an hour ahead', '2026-11-25T11:00:00.000Z', false],
  ['two months ago', '2026-09-25T10:00:00.000Z', false],
])('a time of %s is plausible or not', (_what, capturedAt, plausible) => {
  expect(isTimePlausible(capturedAt, '2026-11-25T10:00:00.000Z')).toBe(plausible)
})
