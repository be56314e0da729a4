import { describe, expect, it } from 'vitest'
import { blankFields } from '#shared/domain/people/member-fields.ts'
import type { FullUser } from '../use-users.ts'
import { changeOf, EMPTY_FORM, formOf, mergedForm, newUserOf, type UserForm } from './user-form.ts'

const USER: FullUser = {
  ...blankFields('record'),
  id: 'WLD_10000001',
  cardId: 'WLD_10000001',
  email: 'amna@example.org',
  phone: '+33639981234',
  firstName: 'Amna',
  lastName: 'Idris',
  role: { id: 'ROLE_USER' },
  status: 'active',
  isActive: true,
  validated: true,
  tribe: 'Demo',
  currentCountry: 'France',
  currentCity: 'Lyon',
  birthDate: '1990-04-12',
  birthCountry: 'Sudan',
  birthCity: 'Nyala',
  maritalStatus: 'Married',
  numberOfKids: 2,
  occupation: 'Engineer',
  sex: 'f',
  mothersFirstName: 'Zeinab',
  mothersLastName: 'Musa',
  nationalities: ['France', 'Sudan'],
  language: 'en',
  newsletter: false,
  notifications: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  wldCardPhoto: null,
  photoPending: false,
  connectionMethod: 'email',
  idProofPhotos: [],
  duplicates: [],
  merges: [],
  entryNotice: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
}
const FORM = formOf(USER)

describe('the form of a member', () => {
  it('sends no unchanged field', () => {
    expect(changeOf(FORM, FORM)).toEqual({})
    expect(changeOf(FORM, { ...FORM, nationalities: ['SD', 'FR'], firstName: ' Amna ' })).toEqual(
      {},
    )
  })
  it('sends changed fields, and a password only where one was typed', () => {
    expect(
      changeOf(FORM, {
        ...FORM,
        tribe: 'Other',
        numberOfKids: '0',
        phone: { country: 'SD', number: '0912345678' },
        nationalities: ['SD'],
        currentCountry: 'TD',
        password: 'typed',
      }),
    ).toEqual({
      tribe: 'Other',
      numberOfKids: 0,
      phone: '+249912345678',
      nationalities: ['SD'],
      currentCountry: 'TD',
    })
    expect(changeOf(FORM, { ...FORM, changePassword: true, password: 'Long-Enough1' })).toEqual({
      password: 'Long-Enough1',
    })
  })
  it('makes a new person inactive, not active, and validated', () => {
    const form: UserForm = {
      ...EMPTY_FORM,
      firstName: 'Hawa',
      lastName: 'Musa',
      email: 'h@example.org',
      mothersFirstName: 'Zeinab',
      mothersLastName: 'Ali',
      sex: 'f',
      birthDate: '1991-02-03',
      password: 'Long-Enough1',
    }
    expect(newUserOf(form)).toEqual({
      firstName: 'Hawa',
      lastName: 'Musa',
      email: 'h@example.org',
      mothersFirstName: 'Zeinab',
      mothersLastName: 'Ali',
      password: 'Long-Enough1',
      birthDate: '1991-02-03',
      sex: 'f',
      role: 'ROLE_USER',
      status: 'inactive',
      informByMail: true,
      isActive: false,
      validated: true,
      connectionMethod: 'email',
    })
  })
  it('sends neither sex nor birth date where they are not known', () => {
    const sent = newUserOf(EMPTY_FORM)
    expect(sent).not.toHaveProperty('sex')
    expect(sent).not.toHaveProperty('birthDate')
  })
  it('sends the tribe of a new person only with the paper on which that person agreed', () => {
    const form: UserForm = { ...EMPTY_FORM, tribe: 'Demo' }
    expect(newUserOf(form)).not.toHaveProperty('tribe')
    expect(newUserOf({ ...form, agreementPaper: ' Form of 12 March ' })).toMatchObject({
      tribe: 'Demo',
      agreementPaper: 'Form of 12 March',
    })
  })
  it('keeps typed values over what a colleague saved since', () => {
    const fresh = formOf({ ...USER, tribe: 'Theirs', occupation: 'Doctor' })
    const merged = mergedForm(FORM, { ...FORM, tribe: 'Mine' }, fresh)
    expect(merged).toMatchObject({ tribe: 'Mine', occupation: 'Doctor' })
    expect(changeOf(fresh, merged)).toEqual({ tribe: 'Mine' })
  })
})
