import { readCountry } from '#shared/domain/people/countries.ts'
import {
  isOpen,
  OPEN,
  type ReportWords,
  type Withholding,
} from '#shared/domain/report/report-protection.ts'
import { LANGUAGES } from '#shared/domain/text/languages.ts'
import { foldForSearch, searchText } from '#shared/domain/text/search-text.ts'
import { secretWords } from '../../parts/database/sealing/seal-row.ts'
import { titlesOf } from './categories.ts'
import { publicCopy, withholdingOf, wordsOf } from './protection.ts'
import { isPublished } from './published.ts'

type SearchedRow = Parameters<typeof wordsOf>[0] &
  Parameters<typeof withholdingOf>[0] &
  Parameters<typeof isPublished>[0] & { readonly deleted_at: string | null }

type SearchedContent = Omit<ReportWords, 'googleMapLink'>

const COUNTRY_NAMES = LANGUAGES.map(
  (language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }),
)

/** The country name that the reader sees, in every language. */
function namesOfCountry(country: string): readonly (string | undefined)[] {
  const code = readCountry(country)
  return code === undefined ? [country] : [code, ...COUNTRY_NAMES.map((names) => names.of(code))]
}

/**
 * What tells what and where, in the open; category and country in all three languages, because
 * people file in one and search in another.
 */
const placeText = ({ type, country, city }: SearchedContent): string =>
  searchText([type, ...titlesOf(type), city, ...namesOfCountry(country)])

/** What may name people: of a report that is not public, it is stored as tokens alone. */
const peopleText = ({
  actor,
  actorName,
  actorDesc,
  victim,
  description,
}: SearchedContent): string => searchText([actor, actorName, victim, description, actorDesc])

const folded = (content: SearchedContent) => ({
  search_text: placeText(content) + peopleText(content),
  type_folded: foldForSearch(content.type),
  actor_folded: foldForSearch(content.actor),
  victim_folded: foldForSearch(content.victim),
})

/** @param shown what may be read in the open of the text about people */
const sealed = (content: SearchedContent, shown: SearchedContent | undefined) => ({
  search_text: secretWords(
    placeText(content) + (shown === undefined ? '' : peopleText(shown)),
    peopleText(content),
  ),
  type_folded: foldForSearch(content.type),
  actor_folded: secretWords(foldForSearch(shown?.actor ?? ''), foldForSearch(content.actor)),
  victim_folded: secretWords(foldForSearch(shown?.victim ?? ''), foldForSearch(content.victim)),
})

const NO_PUBLIC_COPY = {
  public_search_text: null,
  public_type_folded: null,
  public_actor_folded: null,
  public_victim_folded: null,
}

/** A search must not reveal what its caller may not read: public searches use these columns. */
const publicColumns = (shown: SearchedContent) => {
  const columns = folded(shown)
  return {
    public_search_text: columns.search_text,
    public_type_folded: columns.type_folded,
    public_actor_folded: columns.actor_folded,
    public_victim_folded: columns.victim_folded,
  }
}

export interface Visibility {
  readonly protection: Withholding
  /** The result of `isPublished`. */
  readonly published: boolean
}

/**
 * Columns that follow from the content, in the spelling in which they are searched. Every writer of
 * a report uses this, also where only its publication changes: words that the public does not read
 * are stored as tokens (ADR 0031).
 */
export function reportSearchColumns(
  content: SearchedContent,
  { protection, published }: Visibility = { protection: OPEN, published: true },
) {
  const country_code = readCountry(content.country) ?? ''
  if (!published) return { ...sealed(content, undefined), ...NO_PUBLIC_COPY, country_code }
  if (isOpen(protection)) return { ...folded(content), ...NO_PUBLIC_COPY, country_code }
  const shown = publicCopy({ googleMapLink: '', ...content }, protection)
  return { ...sealed(content, shown), ...publicColumns(shown), country_code }
}

/** The search columns of a stored row. The public reads none that is in the bin. */
export const searchColumnsOf = (row: SearchedRow) =>
  reportSearchColumns(wordsOf(row), {
    protection: withholdingOf(row),
    published: row.deleted_at === null && isPublished(row),
  })
