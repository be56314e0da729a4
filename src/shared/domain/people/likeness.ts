/** Keys that find possible duplicates: different spellings of the same name, number or address. */
import { CLEAN } from '../text/clean-text.ts'
import { onlyDigits } from '../text/digits.ts'
import { foldForSearch } from '../text/search-text.ts'
import { isArabic, soundOf } from '../text/sounds.ts'

interface Named {
  readonly firstName: string
  readonly lastName: string
}

/** Words that belong to the next one: some write عبدالرحمن, some عبد الرحمن, Abdul Rahman, al-Bashir. */
const HEADS: ReadonlySet<string> = new Set(
  'عبد ابو ابا ابي ام ال abd abdul abdel abdal abu abou om um oum al el'.split(' '),
)
/** "Son of": some write it between the names, some do not. */
const SON_OF: ReadonlySet<string> = new Set('ابن بن ibn bin ben'.split(' '))

/** The words of a name, compounds joined. */
function wordsOf({ firstName, lastName }: Named): string[] {
  const words = foldForSearch(`${firstName} ${lastName}`)
    .split(/[^\p{L}\p{N}']/u)
    .map((word) => word.replaceAll("'", ''))
    .filter((word) => word !== '' && !SON_OF.has(word))
  const joined: string[] = []
  let head = ''
  for (const word of words) {
    head += word
    if (HEADS.has(word)) continue
    joined.push(head)
    head = ''
  }
  return head === '' ? joined : [...joined, head]
}

/** Words of a name in one spelling and order: forms in two languages swap first and last name. */
export const nameKey = (name: Named): string => wordsOf(name).sort().join(' ')

/** Abdul, Abdel, Abd al and Abder are one: what follows says whose servant. */
const plainServant = (word: string): string => word.replace(/^abd(?:[aeu][lr])?/, 'abd')

/**
 * Whether two names sound alike: Mohamed Ahmed and Mohammed Ahmad, أمنة and Amna. In one script the first vowels count
 * too, because Hassan and Hussein are twins more often than one man.
 */
export function soundsAlike(one: Named, other: Named): boolean {
  const isAcross =
    isArabic(nameKey(one).replaceAll(' ', '')) !== isArabic(nameKey(other).replaceAll(' ', ''))
  const key = (name: Named): string =>
    wordsOf(name)
      .map((word) => {
        const sound = soundOf(plainServant(word))
        return (isAcross ? sound.across : sound.same) || word
      })
      .sort()
      .join(' ')
  return key(one) === key(other)
}

const OWN_DIGITS = 9

/** The last nine digits: a number reads the same with and without its country code. Undefined for shorter ones. */
export function phoneTail(phone: string): string | undefined {
  const digits = onlyDigits(phone)
  return digits.length < OWN_DIGITS ? undefined : digits.slice(-OWN_DIGITS)
}

const NUMBER = /^(?:(?:wld|req)[ _-]*)?[+(]?\d[\d ()./-]*$/
/** Of a message or pledge, such as `WLD-2345-67`: its hyphens count. */
const REFERENCE = /^[a-z]+-\S{4}-\S{2}$/

/**
 * The digits of a card or phone number that are the same in all its forms: without prefix, trunk zero and `(0)`, and of
 * a long number the last nine. Undefined where the text is no number.
 */
export function saidNumber(text: string): string | undefined {
  const said = foldForSearch(text).trim()
  if (!NUMBER.test(said) || REFERENCE.test(said)) return undefined
  const digits = onlyDigits(said).replace(/^0+/, '')
  return digits === '' ? undefined : digits.slice(-OWN_DIGITS)
}

/**
 * The mailbox behind an address: without the part after a plus, and without dots before the @,
 * which large hosts ignore.
 */
export function mailboxKey(email: string): string {
  const [local = '', host = ''] = CLEAN.email(email).toLowerCase().split('@')
  return `${(local.split('+')[0] ?? '').replaceAll('.', '')}@${host}`
}
