import { expect, test } from 'vitest'
import { mailboxKey, nameKey, phoneTail, saidNumber, soundsAlike } from './likeness.ts'

test('a name is the same in another order, case, accent or Arabic spelling', () => {
  expect(nameKey({ firstName: 'Élodie Amna', lastName: 'IDRIS' })).toBe(
    nameKey({ firstName: 'Idris', lastName: 'amna elodie' }),
  )
  expect(nameKey({ firstName: 'آمنة', lastName: 'إدريس' })).toBe(
    nameKey({ firstName: 'امنه', lastName: 'ادريس' }),
  )
  expect(nameKey({ firstName: ' Amna-', lastName: '(Idris)' })).toBe(
    nameKey({ firstName: 'Amna', lastName: 'Idris' }),
  )
  expect(nameKey({ firstName: 'Amna', lastName: 'Idris' })).not.toBe(
    nameKey({ firstName: 'Amina', lastName: 'Idris' }),
  )
})

test('a phone number is the same with and without its country code', () => {
  expect(phoneTail('+33 6 12 34 56 78')).toBe('612345678')
  expect(phoneTail('0612345678')).toBe('612345678')
  expect(phoneTail('612345678')).toBe('612345678')
  expect(phoneTail('12345')).toBeUndefined()
  expect(phoneTail('')).toBeUndefined()
})

test('an address is the same mailbox with a tag, dots, capitals or blanks, not at another host', () => {
  expect(mailboxKey(' Amna.Idris+wld@Example.org ')).toBe('amnaidris@example.org')
  expect(mailboxKey('Amna.Idris+wld@example.org')).toBe(mailboxKey('amnaidris@example.org'))
  expect(mailboxKey('amna@example.org')).not.toBe(mailboxKey('amna@example.com'))
  expect(mailboxKey('amna')).toBe('amna@')
})

const named = (name: string) => {
  const [firstName = '', ...rest] = name.split(' ')
  return { firstName, lastName: rest.join(' ') }
}

test.each([
  ['عبدالرحمن حسن', 'عبد الرحمن حسن'],
  ['أبوبكر عثمان', 'ابو بكر عثمان'],
  ['محمد بن علي', 'محمد علي'],
  ['محمد ابن علي', 'محمد علي'],
  ['علی کرار', 'علي كرار'],
  ['Abu Bakr Idris', 'Abubakr Idris'],
  ['Omar al-Bashir', 'Omar Al Bashir'],
  ['Omar Albashir', 'Omar al-Bashir'],
  ["Su'ad Ali", 'Suad Ali'],
  ['Abdul Rahman Hassan', 'Abdulrahman Hassan'],
])('%s and %s are one name', (one, other) =>
  expect(nameKey(named(one))).toBe(nameKey(named(other))),
)

test.each([
  ['Mohamed Ahmed', 'Mohammed Ahmad', true],
  ['Ahmad Muhammad', 'Mohamed Ahmed', true],
  ['Abderrahmane Hassan', 'Abdul Rahman Hassan', true],
  ['Khadija Idris', 'Khadidja Idriss', true],
  ['Yousif Osman', 'Yusuf Othman', true],
  ['محمد أحمد', 'Mohamed Ahmed', true],
  ['Hassan Idris', 'Hussein Idris', false],
  ['Ali Idris', 'Omar Idris', false],
  ['محمد أحمد', 'محمد حامد', false],
  ['Amna Idris', 'Amna Osman', false],
])('%s and %s sound alike: %s', (one, other, alike) => {
  expect(soundsAlike(named(one), named(other))).toBe(alike)
  expect(soundsAlike(named(other), named(one))).toBe(alike)
})

test.each([
  ['+33 1 99 00 00 05', '199000005'],
  ['01 99 00 00 05', '199000005'],
  ['01.99.00.00.05', '199000005'],
  ['+33 (0)1 99 00 00 05', '199000005'],
  ['0033 199 000 005', '199000005'],
  ['\u202d+33199000005\u202c', '199000005'],
  ['٠١ ٩٩ ٠٠ ٠٠ ٠٥', '199000005'],
  ['WLD-10000005', '10000005'],
  ['WLD 10000005', '10000005'],
  ['wld_1000 0005', '10000005'],
  ['1000 0005', '10000005'],
  ['Amna 10000005', undefined],
  ['WLD-2345-67', undefined],
  ['amna@example.org', undefined],
  ['000', undefined],
  ['', undefined],
])('the number said as %s is looked for by %s', (said, digits) =>
  expect(saidNumber(said)).toBe(digits),
)
