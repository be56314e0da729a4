import { describe, expect, test } from 'vitest'
import { contentSecurityPolicy, PERMISSIONS_POLICY } from './access/content-security.ts'
import { isPasswordAlphabet, isStrongPassword, passwordScore } from './access/password.ts'
import { assertNever } from './assert-never.ts'
import { KIOSK_PIN, KIOSK_TOKEN_PREFIX, shortDeviceId } from './card/kiosk-rules.ts'
import { parseMemberNumber, requestIdOf } from './card/read-member-number.ts'
import { countryNameInEnglish, readCountry } from './people/countries.ts'
import { bareCardId, cardId } from './people/member-id.ts'
import { isActiveStatus, MEMBER_STATUSES } from './people/member-status.ts'
import { fullName, isPersonName } from './people/person-name.ts'
import {
  dashboardPath,
  isManager,
  isStaff,
  letterOf,
  roleId,
  roleOf,
  roleOfLetter,
  ROLES,
} from './people/roles.ts'
import { chooseLanguage, directionOf, textDirection } from './text/languages.ts'
import { foldForSearch, searchText } from './text/search-text.ts'

describe('card numbers', () => {
  test.each([
    ['WLD_10004217', 10_004_217],
    [' wld_10004217 ', 10_004_217],
    ['10004217', 10_004_217],
    ['WLD10004217', 10_004_217],
    ['WLD_١٠٠٠٤٢١٧', 10_004_217],
    ['۱۲۳', 123],
    ['WLD_', undefined],
    ['WLD_12x', undefined],
    ['0', undefined],
    ['-1', undefined],
    ['1e5', undefined],
    ['9'.repeat(16), undefined],
  ])('%j reads as %s', (text, number) => expect(parseMemberNumber(text)).toBe(number))
  test.each([
    ['REQ_10004217', 'REQ_10004217'],
    ['req_10004217', 'REQ_10004217'],
    ['WLD_10004217', 'REQ_10004217'],
    ['10004217', 'REQ_10004217'],
    ['REQ_WLD_10004217', 'REQ_10004217'],
    [' REQ10004217', 'REQ_10004217'],
    ['REQ_', 'REQ_'],
    ['10REQ_004217', '10REQ_004217'],
    ['xREQ_10004217', 'xREQ_10004217'],
    ['anything else', 'anything else'],
  ])('%s names the request %s', (text, id) => expect(requestIdOf(text)).toBe(id))
  test('the printed form has no prefix', () => expect(bareCardId(cardId(5))).toBe('5'))
})

describe('roles', () => {
  test.each([
    ['ROLE_ADMIN', 'admin'],
    ['ROLE_CONTENT_MANAGER', 'content'],
    ['ROLE_MODERATOR', 'moderator'],
    ['ROLE_REVIEWER', 'reviewer'],
    ['ROLE_MEMBERSHIP_REVIEWER', 'reviewer'],
    ['ROLE_USER', 'member'],
    ['ROLE_EMPEROR', 'member'],
    ['toString', 'member'],
    [undefined, 'member'],
  ])('%s is %s', (id, code) => expect(roleOf(id)).toBe(code))
  test('codes and ids are one to one', () =>
    expect(ROLES.map((code) => roleOf(roleId(code)))).toEqual([...ROLES]))
  test.each([
    ['ROLE_ADMIN', 'A'],
    ['ROLE_CONTENT_MANAGER', 'X'],
    ['ROLE_MODERATOR', 'Y'],
    ['ROLE_REVIEWER', 'Z'],
    ['ROLE_USER', 'F'],
  ] as const)('%s has the letter %s', (id, letter) => {
    expect(letterOf(roleOf(id))).toBe(letter)
    expect(roleOfLetter(letter)).toBe(roleOf(id))
  })
  test.each(['B', 'a', '', undefined, 0])('%j is the letter of no role', (letter) =>
    expect(roleOfLetter(letter)).toBeUndefined(),
  )
  test('every role but the member is staff, and two of them are managers', () => {
    expect(ROLES.filter(isStaff)).toEqual(['admin', 'content', 'moderator', 'reviewer'])
    expect(ROLES.filter(isManager)).toEqual(['admin', 'content'])
    expect(isManager(undefined)).toBe(false)
  })
  test('each dashboard has its own address', () =>
    expect(
      ['admin', 'content', 'moderator', 'reviewer'].map((code) => dashboardPath(code as 'admin')),
    ).toEqual([
      '/admin/dashboard',
      '/content/dashboard',
      '/moderator/dashboard',
      '/reviewer/dashboard',
    ]))
})

test.each([
  ['Aa1!aaaa', 5],
  ['aaaaaaaa', 2],
  ['Aa1!', 4],
  ['AAAAAAAA1', 3],
  ['', 0],
  ['Demo-Pass1!', 5],
])('the password %j scores %i', (password, score) => expect(passwordScore(password)).toBe(score))
test.each([
  ['Aa1!aaaa', true],
  ['aaaaaaA1', true],
  ['Aa1!aaa', false],
  ['aaaaaaaA', false],
  ['', false],
])('the password %j is strong enough: %s', (password, strong) =>
  expect(isStrongPassword(password)).toBe(strong),
)
test.each([
  ['Abc-1!', true],
  ['كلمة1Aa!', false],
  ['with blank', false],
  ['Ä1a!', false],
])('%j is typable anywhere: %s', (password, typable) =>
  expect(isPasswordAlphabet(password)).toBe(typable),
)

test.each([
  ['آمنة', true],
  ["N'Diaye", true],
  ['Jean-Luc', true],
  ['Élodie'.normalize('NFD'), true],
  ['O’Neill', true],
  ["'Alī", true],
  ['علی\u200cرضا', true],
  ['', false],
  ["'", false],
  ['\u064b', false],
  ['٪', false],
  ['ﷺ١', false],
  ['', false],
  ['R2D2', false],
  ['a|b', false],
  ['<b>', false],
  ['Иван', false],
  ['-Amna', false],
  ['x'.repeat(80), true],
  ['x'.repeat(81), false],
  ['آمنة١', false],
])('%j may be a name: %s', (name, may) => expect(isPersonName(name)).toBe(may))
test('a full name has the same spelling, whatever blanks its parts hold', () =>
  expect(fullName({ firstName: ' Amna', lastName: 'Idris  Babiker ' })).toBe('Amna Idris Babiker'))

describe('searching', () => {
  test.each([
    ['Élodie', 'elodie'],
    ['أحمد', 'احمد'],
    ['مُحَمَّد', 'محمد'],
    ['فاطمة', 'فاطمه'],
    ['مصطفى', 'مصطفي'],
    ['عبــدالله', 'عبدالله'],
    ['١٢٣', '123'],
    ['مؤمن', 'مومن'],
    ['عائشة', 'عايشه'],
    ['ٱلرحمن', 'الرحمن'],
    ['إبراهيم', 'ابراهيم'],
    ['۱۲۳', '123'],
    ['Cœur', 'coeur'],
    ['Łukasz Đặng', 'lukasz dang'],
    ['Strauß', 'strauss'],
    ['Kılıç', 'kilic'],
  ])('%s folds to %s', (text, folded) => expect(foldForSearch(text)).toBe(foldForSearch(folded)))
  test('starts with a blank, so that a word start can be asked for', () =>
    expect(searchText(['Amna', null, 7])).toBe(' amna 7'))
  test('leaves out what is not given, with its blank', () =>
    expect(searchText(['Amna', undefined, '', null, 'Idris'])).toBe(' amna idris'))
})

test.each([
  [['fr-FR', 'en'], 'fr'],
  [['de', 'ar-SD'], 'ar'],
  [['de'], 'en'],
  [[], 'en'],
])('of %j the language is %s', (preferences, language) =>
  expect(chooseLanguage(preferences)).toBe(language),
)
test('Arabic runs from right to left', () =>
  expect([textDirection('ar'), textDirection('fr')]).toEqual(['rtl', 'ltr']))

test.each([
  ['Amina', 'ltr'],
  ['12, آمنة Diallo', 'rtl'],
  ['שלום', 'rtl'],
  ['𞤀𞤣𞤤𞤢𞤥', 'rtl'], // Adlam, of the Fulani
  ['١٢ Amina', 'ltr'],
  ['1990 – 2026', 'ltr'],
])('%s runs as its first letter', (text, direction) => expect(directionOf(text)).toBe(direction))

describe('countries', () => {
  test.each([
    ['Sudan', 'SD'],
    [' south sudan ', 'SS'],
    ['sd', 'SD'],
    ['FR', 'FR'],
    ['Soudan', undefined],
    ['Atlantis', undefined],
    ['', undefined],
  ])('%j is read as %s', (text, code) => expect(readCountry(text)).toBe(code))
  test.each([
    ['SD', 'Sudan'],
    ['Zaire', 'Zaire'],
    ['ZZ', 'ZZ'],
  ])('%s is written as %s', (code, name) => expect(countryNameInEnglish(code)).toBe(name))
})

describe('kiosks', () => {
  test.each([
    ['123456', true],
    ['123456789012', true],
    ['12345', false],
    ['1234567890123', false],
    ['12345a', false],
    ['abcdef', false],
    ['x123456', false],
    ['123456x', false],
  ])('%s can be a PIN: %s', (pin, can) => expect(KIOSK_PIN.test(pin)).toBe(can))
  test('lists show the first eight characters of the id of a device', () =>
    expect(shortDeviceId('8c8f3f6f-7a55-4c56')).toBe('8c8f3f6f'))
  test('the token of a device begins differently from an access token', () =>
    expect('eyJhbGciOiJFZERTQSJ9.e30.c2ln'.startsWith(KIOSK_TOKEN_PREFIX)).toBe(false))
})

describe('the content security policy', () => {
  const directives = contentSecurityPolicy().split('; ')
  test.each([
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
  ])('has the directive %s', (directive) => expect(directives).toContain(directive))
  test('the page may use camera, screen lock, place and microphone, and nothing else', () =>
    expect(PERMISSIONS_POLICY.split(', ')).toEqual(
      expect.arrayContaining([
        'camera=(self)',
        'screen-wake-lock=(self)',
        'microphone=(self)',
        'geolocation=(self)',
      ]),
    ))
})

test('an account is active in the state active only', () =>
  expect(MEMBER_STATUSES.filter(isActiveStatus)).toEqual(['active']))

test('a value that no branch expects is thrown as an error that names it', () =>
  expect(() => assertNever('ROLE_EMPEROR' as never)).toThrow('Unexpected value: "ROLE_EMPEROR"'))
