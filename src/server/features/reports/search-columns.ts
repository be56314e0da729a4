import { readCountry } from '#shared/domain/countries.ts'
import { isOpen, OPEN, publicWords, type Protection, type ReportWords } from '#shared/domain/report-protection.ts'
import { foldForSearch, searchText } from '#shared/domain/search-text.ts'

type SearchedContent = Pick<ReportWords, 'type' | 'actor' | 'actorName' | 'victim' | 'country' | 'city'>

const folded = ({ type, actor, actorName, victim, country, city }: SearchedContent) => ({
  search_text: searchText([type, actor, actorName, victim, city, country]),
  type_folded: foldForSearch(type),
  actor_folded: foldForSearch(actor),
  victim_folded: foldForSearch(victim),
})

/** Nobody learns by searching what they may not read: the public is answered from these. */
function publicColumns(content: SearchedContent, protection: Protection) {
  if (isOpen(protection)) return { public_search_text: null, public_type_folded: null, public_actor_folded: null, public_victim_folded: null }
  const shown = folded(publicWords({ description: '', actorDesc: '', googleMapLink: '', ...content }, protection))
  return { public_search_text: shown.search_text, public_type_folded: shown.type_folded, public_actor_folded: shown.actor_folded, public_victim_folded: shown.victim_folded }
}

/** Columns that follow from the content, in the spelling in which they are searched. Every writer of a report uses this. */
export const reportSearchColumns = (content: SearchedContent, protection: Protection = OPEN) => ({
  ...folded(content),
  ...publicColumns(content, protection),
  country_code: readCountry(content.country) ?? '',
})
