/** Where donations are paid, from the environment. */
import * as z from 'zod'
import { compactIban, isBic, isIban } from '#shared/domain/bank-account.ts'

export interface BankAccount {
  readonly holder: string
  /** The text has no blanks. */
  readonly iban: string
  /** Blank where the transfer needs none (SEPA). */
  readonly bic: string
  readonly bank: string
}

export interface PaymentConfig {
  readonly accounts: readonly BankAccount[]
  /** https addresses; `{reference}` and `{amount}` in them are filled in. */
  readonly paypal: string | undefined
  readonly card: string | undefined
}

const NAME_MAX_CHARS = 120
/**
 * The desktop app opens addresses of at most 2,048 characters; the reference and the amount are
 * added later.
 */
const LINK_MAX_CHARS = 1_900

const SHAPE =
  'must be Name|IBAN|BIC|Bank, such as WLD|FR76 3000 6000 0112 3456 7890 189|AGRIFRPP|Bank of the association'
const isName = (text: string): boolean =>
  text !== '' && text.length <= NAME_MAX_CHARS && !/\p{Cc}/u.test(text)

export const bankTransfer = z.string().transform((text, context): BankAccount => {
  const refuse = (message: string): never => {
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  const [holder = '', iban = '', bic = '', bank = '', ...more] = text
    .split('|')
    .map((part) => part.trim())
  if (!isName(holder) || !isName(bank) || more.length > 0) return refuse(SHAPE)
  if (!isIban(iban))
    return refuse(
      'must have an IBAN whose check digits are right as its second part: compare it with the bank’s own paper',
    )
  if (bic !== '' && !isBic(bic.toUpperCase()))
    return refuse(
      'must have a BIC of 8 or 11 letters and digits as its third part, or nothing there',
    )
  return { holder, iban: compactIban(iban), bic: bic.toUpperCase(), bank }
})

const filledWith = (link: string, value: string): string =>
  link.replaceAll('{reference}', value).replaceAll('{amount}', '1')

export const paymentLink = z.string().refine(
  (link) => {
    const address = filledWith(link, 'WLD-7K3M-9Q')
    if (!URL.canParse(address) || link.length > LINK_MAX_CHARS) return false
    const { protocol, username, password, host } = new URL(address)
    // A placeholder must not change the host.
    return (
      protocol === 'https:' &&
      username === '' &&
      password === '' &&
      host === new URL(filledWith(link, 'X')).host &&
      !/\{\w*\}/.test(host)
    )
  },
  {
    error:
      'must be an https address, such as https://www.paypal.com/donate?hosted_button_id=ABC&custom={reference}&amount={amount}',
  },
)
