import { readCountry } from '#shared/domain/people/countries.ts'
import { LANGUAGES } from '#shared/domain/text/languages.ts'
import {
  isOpen,
  OPEN,
  publicWords,
  type Protection,
  type ReportWords,
} from '#shared/domain/report/report-protection.ts'
import { foldForSearch, searchText } from '#shared/domain/text/search-text.ts'
import { titlesOf } from './categories.ts'

type SearchedContent = Omit<ReportWords, 'googleMapLink'>

const COUNTRY_NAMES = LANGUAGES.map(
  (language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }),
)

/** The country name that the reader sees, in every language. */
function namesOfCountry(country: string): readonly (string | undefined)[] {
  const code = readCountry(country)
  return code === undefined ? [country] : [code, ...COUNTRY_NAMES.map((names) => names.of(code))]
}

/** Category and country stand in all three languages, because people file in one and search in another. */
const folded = ({
  type,
  description,
  actor,
  actorName,
  actorDesc,
  victim,
  country,
  city,
}: SearchedContent) => ({
  search_text: searchText([
    type,
    ...titlesOf(type),
    actor,
    actorName,
    victim,
    city,
    ...namesOfCountry(country),
    description,
    actorDesc,
  ]),
  type_folded: foldForSearch(type),
  actor_folded: foldForSearch(actor),
  victim_folded: foldForSearch(victim),
})

/** A search must not reveal what its caller may not read: public searches use these columns. */
function publicColumns(content: SearchedContent, protection: Protection) {
  if (isOpen(protection))
    return {
      public_search_text: null,
      public_type_folded: null,
      public_actor_folded: null,
      public_victim_folded: null,
    }
  const shown = folded(publicWords({ googleMapLink: '', ...content }, protection))
  return {
    public_search_text: shown.search_text,
    public_type_folded: shown.type_folded,
    public_actor_folded: shown.actor_folded,
    public_victim_folded: shown.victim_folded,
  }
}

/** Columns that follow from the content, in the spelling in which they are searched. Every writer of a report uses this. */
export const reportSearchColumns = (content: SearchedContent, protection: Protection = OPEN) => ({
  ...folded(content),
  ...publicColumns(content, protection),
  country_code: readCountry(content.country) ?? '',
})
