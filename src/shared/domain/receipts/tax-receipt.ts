/**
 * Receipts for the tax office (reçus fiscaux) after the model Cerfa 11580. Only an association of general interest may issue
 * them, so they are off until administrators say on what ground it may (ADR 0101).
 */
import type { Association } from '../association.ts'
import type { PaymentMethod } from '../donations.ts'

/** Articles of the code général des impôts under which a gift lowers a tax. */
export const TAX_ARTICLES = ['200', '238bis', '978'] as const
export type TaxArticle = (typeof TAX_ARTICLES)[number]
export const ARTICLE_NAMES: Readonly<Record<TaxArticle, string>> = {
  '200': '200',
  '238bis': '238 bis',
  '978': '978',
}

/** What a receipt says beside who publishes the site, each with its greatest length. `ground` is not printed. */
export const RECEIPT_TEXTS = {
  ground: 300,
  category: 200,
  object: 400,
  signer: 120,
  capacity: 120,
} as const satisfies Readonly<Record<string, number>>
export type ReceiptText = keyof typeof RECEIPT_TEXTS
export const RECEIPT_TEXT_NAMES = Object.keys(RECEIPT_TEXTS) as readonly ReceiptText[] // as: the object has exactly these keys

export type ReceiptSettings = Readonly<Record<ReceiptText, string>> & {
  readonly on: boolean
  readonly articles: readonly TaxArticle[]
}
export const RECEIPTS_OFF: ReceiptSettings = {
  on: false,
  articles: [],
  ground: '',
  category: '',
  object: '',
  signer: '',
  capacity: '',
}

export const ADDRESS_MAX = 300
export const DONOR_MAX = 160
/** Sums in words go to here; nobody gives more. */
const RECEIPT_MAX_CENTS = 99_999_999_999

type ReceiptGap = ReceiptText | 'articles' | 'name' | 'seat' | 'register'

/** What a receipt could not say: of the settings, and of who publishes the site. */
export function receiptGaps(
  settings: ReceiptSettings,
  { name, seat, rna, siren }: Association,
): readonly ReceiptGap[] {
  return [
    ...RECEIPT_TEXT_NAMES.filter((text) => settings[text].trim() === ''),
    ...(settings.articles.length === 0 ? (['articles'] as const) : []),
    ...(name === '' ? (['name'] as const) : []),
    ...(seat === '' ? (['seat'] as const) : []),
    ...(rna === '' && siren === '' ? (['register'] as const) : []),
  ]
}

/** All that stands on the paper, in the words of the day of issue. */
export interface ReceiptCopy {
  readonly association: {
    readonly name: string
    readonly seat: string
    readonly rna: string
    readonly siren: string
    readonly category: string
    readonly object: string
  }
  readonly articles: readonly TaxArticle[]
  readonly donor: { readonly name: string; readonly address: string }
  readonly cents: number
  readonly words: string
  readonly receivedOn: string
  readonly method: PaymentMethod
  readonly reference: string
  readonly issuedOn: string
  readonly signer: { readonly name: string; readonly capacity: string }
}

/** `2026-0001`: as it stands on the paper and in lists. */
export const receiptNumber = (year: number, number: number): string =>
  `${year}-${String(number).padStart(4, '0')}`

/** As the row of a pledge has it. */
interface Pledged {
  readonly status: string
  readonly name: string
  readonly member_id: number | null
  readonly received_cents: number | null
  readonly received_currency: string | null
  readonly received_on: string | null
}

/** Whether a receipt may be given: for euros that arrived, from somebody whose name is known. */
export const isReceiptable = (pledge: Pledged): boolean =>
  pledge.status === 'confirmed' &&
  (pledge.name !== '' || pledge.member_id !== null) &&
  pledge.received_currency === 'EUR' &&
  pledge.received_cents !== null &&
  pledge.received_cents <= RECEIPT_MAX_CENTS &&
  pledge.received_on !== null
