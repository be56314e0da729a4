import { expect, test } from 'vitest'
import { mailboxKey, nameKey, phoneTail } from './likeness.ts'

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
  expect(nameKey({ firstName: 'Abu', lastName: 'Bakr' })).not.toBe(
    nameKey({ firstName: 'Abubakr', lastName: '' }),
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
