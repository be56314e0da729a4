import type * as z from 'zod'
/** The form of a person: the values of its fields, and which of them are sent to the server. */
import type { MemberChange } from '#shared/contract/users.ts'
import { readCountry } from '#shared/domain/people/countries.ts'
import { FIELD_NAMES, type MemberField, specOf } from '#shared/domain/people/member-fields.ts'
import { readMaritalStatus } from '#shared/domain/people/registration-rules.ts'
import type { RoleId } from '#shared/domain/people/roles.ts'
import {
  EMPTY_PHONE,
  phoneText,
  type PhoneValue,
  splitPhone,
} from '../../../ui/combo/phone-number.ts'
import type { FullUser } from '../use-users.ts'

/** Texts as typed; countries as ISO codes. */
type TextField = Exclude<MemberField, 'phone' | 'nationalities'>

export type UserForm = { [F in TextField]: string } & {
  phone: PhoneValue
  nationalities: string[]
  role: RoleId
  /** Where the paper is on which the person agreed; for a new person alone. */
  agreementPaper: string
  /** Whether a new person gets the information about the data by mail. */
  informByMail: boolean
  changePassword: boolean
  password: string
  confirmation: string
  photo: File | undefined
  idFront: File | undefined
  idBack: File | undefined
}

type ChangeInput = z.input<typeof MemberChange>

const TEXT_FIELDS = FIELD_NAMES.filter(
  (field): field is TextField => field !== 'phone' && field !== 'nationalities',
)
const textsOf = (read: (field: TextField) => string) =>
  Object.fromEntries(TEXT_FIELDS.map((field) => [field, read(field)])) as Record<TextField, string> // each of them

export const EMPTY_FORM: UserForm = {
  ...textsOf((field) => (specOf(field).kind === 'number' ? '0' : '')),
  phone: EMPTY_PHONE,
  nationalities: [],
  role: 'ROLE_USER',
  agreementPaper: '',
  informByMail: true,
  changePassword: false,
  password: '',
  confirmation: '',
  photo: undefined,
  idFront: undefined,
  idBack: undefined,
}

export const formOf = (user: FullUser): UserForm => ({
  ...EMPTY_FORM,
  ...textsOf((field) => {
    const text = String(user[field])
    const { kind } = specOf(field)
    if (kind === 'country') return readCountry(text) ?? ''
    return kind === 'marital' ? (readMaritalStatus(text) ?? '') : text
  }),
  phone: splitPhone(user.phone),
  nationalities: user.nationalities.flatMap((name) => readCountry(name) ?? []),
})

const sameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((entry) => other.includes(entry))

/** Only changed fields: a full form would ask for a password without need, and undo changes of others. */
export function changeOf(before: UserForm, now: UserForm): ChangeInput {
  const texts = TEXT_FIELDS.filter((field) => now[field].trim() !== before[field].trim()).map(
    (field) => [field, sentValue(field, now[field].trim())],
  )
  return {
    ...Object.fromEntries(texts),
    ...(phoneText(now.phone) !== phoneText(before.phone) && { phone: phoneText(now.phone) }),
    ...(!sameList(now.nationalities, before.nationalities) && { nationalities: now.nationalities }),
    ...(now.changePassword && { password: now.password }),
  }
}

const sentValue = (field: TextField, text: string): string | number =>
  specOf(field).kind === 'number' ? Number(text) : text

/** For a new person: empty fields are not sent, and a tribe only with the paper on which the person agreed to its use. */
export function newUserOf(form: UserForm) {
  const { firstName, lastName, email, mothersFirstName, mothersLastName, ...rest } = changeOf(
    EMPTY_FORM,
    form,
  )
  const { tribe, ...others } = rest
  const agreementPaper = form.agreementPaper.trim()
  return {
    ...others,
    ...(agreementPaper !== '' && { agreementPaper, ...(tribe !== undefined && { tribe }) }),
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    email: email ?? '',
    mothersFirstName: mothersFirstName ?? '',
    mothersLastName: mothersLastName ?? '',
    informByMail: form.informByMail,
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
