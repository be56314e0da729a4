/** The spellings in which addresses and phone numbers are compared and stored as keys. */

/** The spelling in which e-mail addresses are compared. */
export const emailKey = (email: string): string => email.normalize('NFKC').trim().toLowerCase()

/**
 * `+249…` from what people type: blanks, dots, brackets and hyphens are removed, a leading `00`
 * means `+`.
 */
export function phoneKey(phone: string): string {
  const digits = phone.normalize('NFKC').replace(/[^\d+]/g, '')
  if (digits === '') return ''
  return digits.startsWith('+') ? digits : `+${digits.replace(/^00/, '')}`
}
