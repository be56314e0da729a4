import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { CLEAN } from '#shared/domain/text/clean-text.ts'
import { foldForSearch } from '#shared/domain/text/search-text.ts'

export interface PaletteOption {
  readonly id: string
  readonly group: 'member' | 'request' | 'report' | 'event' | 'setting' | 'actions' | 'pages'
  readonly label: string
  /** A word that finds it as well, and is not shown. */
  readonly also?: string
  /** The key that does the same. */
  readonly keys?: string
  readonly run: () => void
}

const LOOKED_UP: readonly PaletteOption['group'][] = ['member', 'request', 'report']
/** What was looked up stands together, of whatever kind. */
export const sectionOf = ({ group }: PaletteOption): PaletteOption['group'] | 'found' =>
  LOOKED_UP.includes(group) ? 'found' : group

/** Numbers of reports are short; a card number has eight digits and more. */
const REPORT_DIGITS_MAX = 7

export interface FoundByNumber {
  readonly cardId?: string
  readonly requestId?: string
  readonly reportId?: number
}

/** What a typed number may be. */
export function readNumber(query: string): FoundByNumber {
  const text = CLEAN['card-number'](query)
  const report = new RegExp(String.raw`^#?(\d{1,${REPORT_DIGITS_MAX}})$`).exec(text)?.[1]
  const member = parseMemberNumber(text.replace(/^req_?/i, ''))
  const isMember = member !== undefined && String(member).length > REPORT_DIGITS_MAX
  return {
    ...(isMember && { cardId: cardId(member), requestId: `REQ_${member}` }),
    ...(report !== undefined && Number(report) > 0 && { reportId: Number(report) }),
  }
}

/** Every word of the query begins a word of the label. */
function fits(option: PaletteOption, query: string): boolean {
  if (sectionOf(option) === 'found') return true
  const text = ` ${foldForSearch(`${option.label} ${option.also ?? ''}`)}`
  return foldForSearch(query.trim())
    .split(/\s+/)
    .every((word) => text.includes(` ${word}`) || text.includes(` ال${word}`))
}

/** What fits, in the given order, but first what the typed letters begin. */
export function bestFirst(
  options: readonly PaletteOption[],
  query: string,
): readonly PaletteOption[] {
  const typed = foldForSearch(query.trim())
  const rank = (option: PaletteOption): number =>
    sectionOf(option) === 'found' || foldForSearch(option.label).startsWith(typed) ? 0 : 1
  return options.filter((option) => fits(option, query)).toSorted((a, b) => rank(a) - rank(b))
}

const NAME_LETTERS_MIN = 3
/** What is looked up as a name: letters alone, and enough of them. Each look-up costs rows of the day (docs/adr/0063). */
export function readName(query: string): string | undefined {
  const text = query.trim().replaceAll(/\s+/g, ' ')
  return text.length >= NAME_LETTERS_MIN && /^[\p{L}\p{M}'’. -]+$/u.test(text) ? text : undefined
}

/** First whose words follow each other as they were typed, the rest in the order in which it was found. */
export function asTypedFirst<P extends Parameters<typeof fullName>[0]>(
  people: readonly P[],
  query: string,
): readonly P[] {
  const typed = foldForSearch(query.trim().replaceAll(/\s+/g, ' '))
  const rank = (person: P): number =>
    ` ${foldForSearch(fullName(person))}`.includes(` ${typed}`) ? 0 : 1
  return people.toSorted((a, b) => rank(a) - rank(b))
}
