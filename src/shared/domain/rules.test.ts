import { describe, expect, test } from 'vitest'
import { chooseLanguage, textDirection } from './text/languages.ts'
import { bareCardId, cardId, parseMemberNumber, requestIdOf } from './people/member-id.ts'
import { isPasswordAlphabet, passwordScore } from './access/password.ts'
import { canonicalName, isPersonName } from './people/person-name.ts'
import { dashboardPath, roleOf, roleId, ROLES } from './people/roles.ts'
import { foldForSearch, searchText } from './text/search-text.ts'

describe('card numbers', () => {
  test.each([
    ['WLD_10004217', 10_004_217],
    [' wld_10004217 ', 10_004_217],
    ['10004217', 10_004_217],
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
    ['REQ_', 'REQ_'],
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
  ['', false],
  ['R2D2', false],
  ['a|b', false],
  ['<b>', false],
  ['Иван', false],
  ['-Amna', false],
  ['x'.repeat(81), false],
  ['آمنة١', false],
])('%j may be a name: %s', (name, may) => expect(isPersonName(name)).toBe(may))
test('a name has one spelling', () =>
  expect(canonicalName(' E\u0301lodie \t Zoe\u0308 ')).toBe('Élodie Zoë'))

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
  ])('%s folds to %s', (text, folded) => expect(foldForSearch(text)).toBe(foldForSearch(folded)))
  test('starts with a blank, so that a word start can be asked for', () =>
    expect(searchText(['Amna', null, 7])).toBe(' amna 7'))
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
