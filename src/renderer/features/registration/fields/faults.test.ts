import { describe, expect, test } from 'vitest'
import { type Application, emptyApplication } from '../application.ts'
import { type Faults, faultsOf, progressOf } from './faults.ts'
import { SECTIONS } from './sections.ts'

const photo = new File(['x'], 'photo.jpg', { type: 'image/jpeg' })
const NOW = new Date('2026-05-03T12:00:00Z')

const complete = (wish: Partial<Application> = {}): Application => ({
  ...emptyApplication(),
  firstName: 'آمنة',
  lastName: 'N’Diaye-Idris',
  sex: 'f',
  maritalStatus: 'Married',
  numberOfKids: '٢',
  tribe: 'Zaghawa',
  password: 'Long-Enough1',
  passwordAgain: 'Long-Enough1',
  birthDate: '1990-4-12',
  birthCity: 'Nyala',
  birthVillage: 'Kass',
  currentCountry: 'FR',
  currentCity: 'Lyon',
  currentVillage: 'Villeurbanne',
  mothersFirstName: 'Zeinab',
  mothersLastName: 'Musa',
  nationalities: ['SD'],
  idFront: photo,
  idBack: photo,
  portrait: photo,
  recommendedBy: 'ELDER-7',
  termsAccepted: true,
  tribeConsent: true,
  sum: '7',
  ...wish,
})
const judge = (wish: Partial<Application> = {}): Faults =>
  faultsOf(complete(wish), { now: NOW, sum: 7 })

test('a complete application has no faults and every part is complete', () => {
  expect(judge()).toEqual({})
  expect(progressOf({}, complete()).done).toBe(progressOf({}, complete()).of)
})

describe('one wrong field, and it alone is named', () => {
  test.each<[Partial<Application>, Faults]>([
    [{ firstName: ' ' }, { firstName: 'required.firstName' }],
    [{ firstName: 'Amna 2' }, { firstName: 'faults.name' }],
    [{ mothersLastName: 'Муса' }, { mothersLastName: 'faults.name' }],
    [{ tribe: '' }, { tribe: 'required.tribe' }],
    [{ numberOfKids: '-1' }, { numberOfKids: 'faults.kids' }],
    [{ numberOfKids: '1.5' }, { numberOfKids: 'faults.kids' }],
    [{ sex: '' }, { sex: 'required.sex' }],
    [{ birthDate: '' }, { birthDate: 'required.birthDate' }],
    [{ birthDate: '1990--12' }, { birthDate: 'faults.datePart' }],
    [{ birthDate: '90-4-12' }, { birthDate: 'faults.date' }],
    [{ birthDate: '2001-2-29' }, { birthDate: 'faults.date' }],
    [{ birthDate: '2008-5-4' }, { birthDate: 'underAge' }],
    [{ birthDate: '2008-5-3' }, {}],
    [{ phone: '12' }, { phone: 'faults.phone' }],
    [{ phone: '0912345678' }, {}],
    [{ password: 'weakling', passwordAgain: 'weakling' }, { password: 'weakPassword' }],
    [{ password: 'Ab1!', passwordAgain: 'Ab1!' }, { password: 'weakPassword' }],
    [
      { password: 'Größe-123', passwordAgain: 'Größe-123' },
      { password: 'faults.passwordAlphabet' },
    ],
    [{ passwordAgain: 'Other-1234' }, { passwordAgain: 'passwordMismatch' }],
    [{ occupation: 'Other' }, { otherOccupation: 'required.otherOccupation' }],
    [{ occupation: 'Other', otherOccupation: 'Teacher' }, {}],
    [{ nationalities: [] }, { nationalities: 'required.nationalities' }],
    [{ idBack: null }, { idBack: 'missingPhotos' }],
    [{ recommendedBy: '' }, { recommendedBy: 'required.recommendedBy' }],
    [{ recommendedBy: '12345678901234' }, { recommendedBy: 'faults.invitationTooLong' }],
    [{ termsAccepted: false }, { termsAccepted: 'acceptTermsRequired' }],
    [{ sum: '' }, { sum: 'required.sum' }],
    [{ sum: '8' }, { sum: 'captchaError' }],
    [{ sum: '٧' }, {}],
  ])('%o', (wish, faults) => {
    expect(judge(wish)).toEqual(faults)
  })
})

test('an empty form has one fault in each required part', () => {
  const {
    complete: done,
    done: count,
    of,
  } = progressOf(faultsOf(emptyApplication(), { now: NOW, sum: 7 }), emptyApplication())
  expect([...done]).toEqual([])
  expect(count).toBe(0)
  expect(of).toBe(SECTIONS.length - 1)
})
