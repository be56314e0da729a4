/** The form of a person: the values of its fields, and which of them are sent to the server. */
import type { MemberChange } from '#shared/contract/users.ts'
import type * as z from 'zod'
import { readCountry } from '#shared/domain/people/countries.ts'
import { readMaritalStatus } from '#shared/domain/people/registration-rules.ts'
import type { RoleId } from '#shared/domain/people/roles.ts'
import {
  EMPTY_PHONE,
  phoneText,
  type PhoneValue,
  splitPhone,
} from '../../../ui/combo/phone-number.ts'
import type { FullUser } from '../use-users.ts'

export interface UserForm {
  firstName: string
  lastName: string
  email: string
  phone: PhoneValue
  tribe: string
  sex: 'm' | 'f' | ''
  maritalStatus: string
  numberOfKids: string
  occupation: string
  birthDate: string
  birthCountry: string
  birthCity: string
  birthVillage: string
  currentCountry: string
  currentCity: string
  currentVillage: string
  nationalities: string[]
  mothersFirstName: string
  mothersLastName: string
  recommendedBy: string
  approverComment: string
  comments: string
  role: RoleId
  changePassword: boolean
  password: string
  confirmation: string
  photo: File | undefined
  idFront: File | undefined
  idBack: File | undefined
}

type ChangeInput = z.input<typeof MemberChange>

export const EMPTY_FORM: UserForm = {
  firstName: '',
  lastName: '',
  email: '',
  phone: EMPTY_PHONE,
  tribe: '',
  sex: '',
  maritalStatus: '',
  numberOfKids: '0',
  occupation: '',
  birthDate: '',
  birthCountry: '',
  birthCity: '',
  birthVillage: '',
  currentCountry: '',
  currentCity: '',
  currentVillage: '',
  nationalities: [],
  mothersFirstName: '',
  mothersLastName: '',
  recommendedBy: '',
  approverComment: '',
  comments: '',
  role: 'ROLE_USER',
  changePassword: false,
  password: '',
  confirmation: '',
  photo: undefined,
  idFront: undefined,
  idBack: undefined,
}

/** Texts that are sent unchanged. */
const TEXTS = [
  'firstName',
  'lastName',
  'email',
  'tribe',
  'occupation',
  'birthDate',
  'birthCity',
  'birthVillage',
  'currentCity',
  'currentVillage',
  'mothersFirstName',
  'mothersLastName',
  'recommendedBy',
  'approverComment',
  'comments',
  'maritalStatus',
  'birthCountry',
  'currentCountry',
] as const

export function formOf(user: FullUser): UserForm {
  const { wldCardPhoto: _photo, idProofPhotos: _documents, ...kept } = user
  return {
    ...EMPTY_FORM,
    ...Object.fromEntries(TEXTS.map((field) => [field, kept[field]])),
    maritalStatus: readMaritalStatus(user.maritalStatus) ?? '',
    birthCountry: readCountry(user.birthCountry) ?? '',
    currentCountry: readCountry(user.currentCountry) ?? '',
    nationalities: user.nationalities.flatMap((name) => readCountry(name) ?? []),
    phone: splitPhone(user.phone),
    sex: user.sex,
    numberOfKids: String(user.numberOfKids),
  }
}

const sameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((entry) => other.includes(entry))

/** Only changed fields: a full form would ask for a password without need, and undo changes of others. */
export function changeOf(before: UserForm, now: UserForm): ChangeInput {
  const texts = TEXTS.filter((field) => now[field].trim() !== before[field].trim()).map((field) => [
    field,
    now[field].trim(),
  ])
  return {
    ...Object.fromEntries(texts),
    ...(phoneText(now.phone) !== phoneText(before.phone) && { phone: phoneText(now.phone) }),
    ...(now.sex !== '' && now.sex !== before.sex && { sex: now.sex }),
    ...(now.numberOfKids !== before.numberOfKids && { numberOfKids: Number(now.numberOfKids) }),
    ...(!sameList(now.nationalities, before.nationalities) && { nationalities: now.nationalities }),
    ...(now.changePassword && { password: now.password }),
  }
}

/** For a new person: empty fields are not sent. */
export function newUserOf(form: UserForm) {
  const { firstName, lastName, email, birthDate, mothersFirstName, mothersLastName, ...rest } =
    changeOf(EMPTY_FORM, form)
  return {
    ...rest,
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    email: email ?? '',
    mothersFirstName: mothersFirstName ?? '',
    mothersLastName: mothersLastName ?? '',
    birthDate: birthDate ?? '',
    sex: form.sex,
    password: form.password,
    role: form.role,
    status: 'inactive' as const,
    isActive: false,
    validated: true,
    connectionMethod: 'email' as const,
  }
}

/** After a colleague saved first: typed values stay, the other fields show the present state. */
export function mergedForm(before: UserForm, typed: UserForm, fresh: UserForm): UserForm {
  const isSame = (field: keyof UserForm): boolean =>
    JSON.stringify(before[field]) === JSON.stringify(typed[field])
  const kept = Object.fromEntries(
    (Object.keys(typed) as (keyof UserForm)[])
      .filter((field) => !isSame(field))
      .map((field) => [field, typed[field]]),
  ) // keys of the form
  return { ...fresh, ...kept, photo: typed.photo, idFront: typed.idFront, idBack: typed.idBack }
}
