/** Keys that find possible duplicates: different spellings of the same name, number or address. */
import { foldForSearch } from '../text/search-text.ts'

interface Named {
  readonly firstName: string
  readonly lastName: string
}

/** Words of a name in one spelling and order: forms in two languages swap first and last name. */
export const nameKey = ({ firstName, lastName }: Named): string =>
  foldForSearch(`${firstName} ${lastName}`)
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => word !== '')
    .sort()
    .join(' ')

const OWN_DIGITS = 9

/** The last nine digits: a number reads the same with and without its country code. Undefined for shorter ones. */
export function phoneTail(phone: string): string | undefined {
  const digits = phone.replace(/\D/g, '')
  return digits.length < OWN_DIGITS ? undefined : digits.slice(-OWN_DIGITS)
}

/**
 * The mailbox behind an address: without the part after a plus, and without dots before the @,
 * which large hosts ignore.
 */
export function mailboxKey(email: string): string {
  const [local = '', host = ''] = email.normalize('NFKC').trim().toLowerCase().split('@')
  return `${(local.split('+')[0] ?? '').replaceAll('.', '')}@${host}`
}
