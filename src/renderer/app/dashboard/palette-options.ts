import { cardId, parseMemberNumber } from '#shared/domain/people/member-id.ts'
import { foldForSearch } from '#shared/domain/text/search-text.ts'
import { toLatinDigits } from '#shared/domain/text/digits.ts'

export interface PaletteOption {
  readonly id: string
  readonly group: 'found' | 'actions' | 'pages'
  readonly label: string
  /** The key that does the same. */
  readonly keys?: string
  readonly run: () => void
}

/** Numbers of reports are short; a card number has eight digits and more. */
const REPORT_DIGITS_MAX = 7

export interface FoundByNumber {
  readonly cardId?: string
  readonly requestId?: string
  readonly reportId?: number
}

/** What a typed number may be. Exact numbers alone: a palette that finds people by name would list them. */
export function readNumber(query: string): FoundByNumber {
  const text = toLatinDigits(query.normalize('NFKC').trim())
  const report = new RegExp(String.raw`^#?(\d{1,${REPORT_DIGITS_MAX}})$`).exec(text)?.[1]
  const member = parseMemberNumber(text.replace(/^req_?/i, ''))
  const isMember = member !== undefined && String(member).length > REPORT_DIGITS_MAX
  return {
    ...(isMember && { cardId: cardId(member), requestId: `REQ_${member}` }),
    ...(report !== undefined && Number(report) > 0 && { reportId: Number(report) }),
  }
}

/** Every word of the query begins a word of the label. */
export function fits({ label, group }: PaletteOption, query: string): boolean {
  if (group === 'found') return true
  const text = ` ${foldForSearch(label)}`
  return foldForSearch(query.trim())
    .split(/\s+/)
    .every((word) => text.includes(` ${word}`) || text.includes(` ال${word}`))
}
