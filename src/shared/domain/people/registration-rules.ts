/** Rules of registration that both sides hold (docs/spec/registration.md, 4). Messages are keys of the interface. */
export const MEMBER_MIN_AGE_YEARS = 18
/** @public for the forms of the interface */
export const PHONE_INPUT_MAX_DIGITS = 13
export const INVITATION_CODE_MAX_LENGTH = 13
export const PHOTO_MAX_BYTES = 5 * 1024 * 1024
/** @public for the forms of the interface */
export const DEFAULT_COUNTRY = 'SD'

export const MARITAL_STATUSES = ['Single', 'Married', 'Divorced', 'Widowed'] as const
export type MaritalStatus = (typeof MARITAL_STATUSES)[number]

/** Offered in the list; any other occupation is free text. @public for the forms of the interface */
export const OCCUPATIONS = ['Soldier', 'Doctor', 'Engineer', 'Farmer'] as const

/** Both documents write the states differently; `widow` means `Widowed`. */
export function readMaritalStatus(text: string): MaritalStatus | undefined {
  const folded = text.trim().toLowerCase()
  if (folded === 'widow' || folded === 'widower') return 'Widowed'
  return MARITAL_STATUSES.find((status) => status.toLowerCase() === folded)
}

/**
 * Codes of countries where numbers begin with a 0 of their own: Italy, Ivory Coast, Burkina Faso, Benin, Gabon, Congo,
 * Rwanda, San Marino and Tajikistan. What is typed there goes to the server as it is: its library knows where the 0 is only
 * dialled. `calling-codes.test.ts` compares this list with the library.
 */
const ZERO_STAYS: ReadonlySet<string> = new Set([
  '+39',
  '+225',
  '+226',
  '+229',
  '+241',
  '+242',
  '+250',
  '+378',
  '+992',
])

/**
 * The phone number as it is sent: country code, then the number without its leading 0 (docs/spec/registration.md, 4).
 * @param callingCode such as `+249`
 * @param input digits as typed, at most 13
 @public for the forms of the interface */
export function composePhone(callingCode: string, input: string): string {
  const digits = input.replace(/\D/g, '')
  return `${callingCode}${ZERO_STAYS.has(callingCode) ? digits : digits.replace(/^0+/, '')}`
}

/**
 * The shape of E.164: plus, then 7 to 15 digits. The server's library checks whether the number
 * exists.
 */
export const isE164 = (phone: string): boolean => /^\+[1-9]\d{6,14}$/.test(phone)

/** What a reviewer compares before a decision on a registration request; stored with the decision. */
export const REQUEST_CHECKS = ['name', 'birthDate', 'readable', 'notExpired', 'portrait'] as const
export type RequestCheck = (typeof REQUEST_CHECKS)[number]
