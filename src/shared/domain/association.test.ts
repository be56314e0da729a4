import { describe, expect, test } from 'vitest'
import {
  type Association,
  associationLine,
  BLANK_ASSOCIATION,
  IDENTITY_ITEMS,
  isEmailText,
  isExample,
  isPhoneText,
  isRna,
  isSiren,
  isWebAddress,
  openIdentity,
} from './association.ts'

const WHOLE: Association = {
  ...BLANK_ASSOCIATION,
  name: 'Un Monde',
  legalForm: 'Association loi 1901',
  seat: '1 rue de la Paix, 75002 Paris',
  phone: '+33 1 99 00 12 34',
  email: 'bureau@un-monde.fr',
  rna: 'W751234567',
  director: 'Amina Idris',
  hostName: 'Hébergeur SA',
  hostAddress: '2 rue du Port, 59000 Lille',
  hostPhone: '+33 3 99 00 12 34',
  privacyContact: 'donnees@un-monde.fr',
  noDataOfficer: 'The office answers',
}

describe('numbers of registers', () => {
  test.each(['W751234567', 'w751 234 567', 'W2A1000123', 'W9R1000123'])('%s is an RNA', (text) =>
    expect(isRna(text)).toBe(true),
  )
  test.each(['', '751234567', 'W75123456', 'W7512345678', 'WA51234567'])('"%s" is no RNA', (text) =>
    expect(isRna(text)).toBe(false),
  )
  test.each([
    '732 829 320',
    '73282932000074',
    '356000000',
    '35600000000048',
    '35600000049837', // of La Poste: not by the check digit, but by the sum of its digits
  ])('%s is a SIREN or SIRET', (text) => expect(isSiren(text)).toBe(true))
  test.each([
    '',
    '732829321',
    '73282932000075',
    '000000000',
    '7328293',
    'ABCDEFGHI',
    '35600000049838',
  ])('"%s" is neither SIREN nor SIRET', (text) => expect(isSiren(text)).toBe(false))
})

describe('addresses', () => {
  test.each(['https://mastodon.example/@wld', 'https://www.facebook.com/wld'])(
    '%s can be linked to',
    (text) => expect(isWebAddress(text)).toBe(true),
  )
  test.each(['javascript:alert(1)', 'http://x.com', 'https://a:b@x.com', 'x.com', ''])(
    '"%s" cannot be linked to',
    (text) => expect(isWebAddress(text)).toBe(false),
  )
  test('a phone number and an email address are told from other texts', () => {
    expect(['+33 1 99 00 12 34', '0199001234'].map(isPhoneText)).toEqual([true, true])
    expect(['on request', '12'].map(isPhoneText)).toEqual([false, false])
    expect(['a@b.fr'].map(isEmailText)).toEqual([true])
    expect(['a@b', 'A <a@b.fr>', 'a@b.fr, c@d.fr'].map(isEmailText)).toEqual([false, false, false])
  })
  test.each([
    ['contact@wld.example', true],
    ['me@example.org', true],
    ['[Name of the director]', true],
    ['12 rue Exemple, Lyon', false],
    ['contact@example-wld.fr', false],
  ])('%s is an example: %s', (text, is) => expect(isExample(text)).toBe(is))
})

describe('what is open', () => {
  test('everything, where nothing is filled in', () =>
    expect(openIdentity(BLANK_ASSOCIATION)).toEqual(
      IDENTITY_ITEMS.map((item) => ({ item, state: 'missing' })),
    ))
  test('nothing, where all is filled in; one number and one of officer and reason are enough', () => {
    expect(openIdentity(WHOLE)).toEqual([])
    expect(
      openIdentity({
        ...WHOLE,
        rna: '',
        siren: '732829320',
        noDataOfficer: '',
        dataOfficer: 'A B',
      }),
    ).toEqual([])
  })
  test('an example is open, and so is a number that is an example beside a real one', () =>
    expect(
      openIdentity({ ...WHOLE, email: 'contact@wld.example', seat: '', director: '[?]' }),
    ).toEqual([
      { item: 'seat', state: 'missing' },
      { item: 'email', state: 'example' },
      { item: 'director', state: 'example' },
    ]))
  test('the line of mails and lists leaves out what is blank', () => {
    expect(associationLine(WHOLE)).toBe(
      'Un Monde · 1 rue de la Paix, 75002 Paris · bureau@un-monde.fr',
    )
    expect(associationLine({ ...WHOLE, seat: '' })).toBe('Un Monde · bureau@un-monde.fr')
    expect(associationLine(BLANK_ASSOCIATION)).toBe('')
  })
})
