import jsQR from 'jsqr'
import { describe, expect, test } from 'vitest'
import { epcCode, type Transfer } from '#shared/domain/epc-code.ts'
import { paintModules, qrModules } from '../../ui/qr/qr-modules.ts'

const TRANSFER: Transfer = {
  holder: 'Association soudanaise « WLD »',
  iban: 'FR76 3000 6000 0112 3456 7890 189',
  bic: 'AGRIFRPP',
  currency: 'EUR',
  amount: 50,
  reference: 'WLD-7K3M-9Q',
}

describe('the code of a transfer', () => {
  test('the drawn code reads line for line as EPC069-12 has it', () => {
    const { sidePx, pixels } = paintModules(qrModules(epcCode(TRANSFER) ?? '', 'M'), 4)
    const read = jsQR(pixels, sidePx, sidePx)
    expect(read?.version).toBeLessThanOrEqual(13)
    expect(read?.data.split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      'AGRIFRPP',
      'Association soudanaise « WLD »',
      'FR7630006000011234567890189',
      'EUR50.00',
      '',
      '',
      'WLD-7K3M-9Q',
    ])
  })

  test('the longest content fits the 331 bytes and version 13', () => {
    const text = epcCode({ ...TRANSFER, holder: 'جمعية '.repeat(30), bic: 'AGRIFRPPXXX' }) ?? ''
    expect(Array.from(text.split('\n')[5] ?? '').length).toBeLessThanOrEqual(70)
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(331)
    expect(qrModules(text, 'M').size).toBeLessThanOrEqual(69) // modules a side of version 13
  })

  test('a line break in the name adds no line', () => {
    expect(epcCode({ ...TRANSFER, holder: 'WLD\nEUR9.00' })?.split('\n')).toHaveLength(11)
  })

  test.each([
    ['dollars', { currency: 'USD' }],
    ['a wrong check number', { iban: 'FR7630006000011234567890188' }],
    ['an account in Sudan', { iban: 'SD2129010501234001' }],
    ['an account outside the EEA without BIC', { iban: 'CH9300762011623852957', bic: '' }],
    ['a broken BIC', { bic: 'AGRI' }],
    ['no holder', { holder: ' ' }],
    ['no amount', { amount: 0 }],
  ] as const)('there is none for %s', (_why, change) => {
    expect(epcCode({ ...TRANSFER, ...change })).toBeUndefined()
  })

  test('an account in the EEA needs no BIC, one outside of it has a code with it', () => {
    expect(epcCode({ ...TRANSFER, bic: '' })?.split('\n')[4]).toBe('')
    expect(
      epcCode({ ...TRANSFER, iban: 'CH9300762011623852957', bic: 'UBSWCHZH80A' }),
    ).toBeDefined()
  })
})
