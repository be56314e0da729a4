import type * as contract from '#shared/contract/search.ts'
import { readCountry } from '#shared/domain/people/countries.ts'
import { foldForSearch } from '#shared/domain/text/search-text.ts'
import { SEARCH_TEXT_MIN } from '#shared/domain/text/site-search.ts'
import { isoNow } from '../../base/clock.ts'
import { done } from '../../base/outcome.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { storedContent } from '../../records/events/stored-content.ts'
import { categoryIn } from '../../records/reports/categories.ts'
import { publicInstant } from '../../records/reports/policy.ts'
import { publicWordsOf } from '../../records/reports/protection.ts'
import {
  findArticles,
  findEvents,
  findPublicReports,
} from '../../records/search/search-repository.ts'

const WORDS_MAX = 6

type SearchTexts = {
  readonly title: string
  readonly description: string
  readonly location?: string
}

/** One more row than requested was read, to know whether there are more. */
const group = <Row, Hit>(rows: readonly Row[], size: number, present: (row: Row) => Hit) => ({
  items: rows.slice(0, size).map(present),
  more: rows.length > size,
})

const searchSite: Handler<typeof contract.searchSite> = async (
  { query: { q, language, size } },
  { database, clock },
) => {
  const { db, rules } = database
  const words = foldForSearch(q)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX)
  const wanted = words.join('').length >= SEARCH_TEXT_MIN
  const max = size + 1
  const wordsOf = (content: string) => storedContent<SearchTexts>(content).content[language]
  const events = wanted ? await findEvents(db, words, { max, now: isoNow(clock) }) : []
  const news = wanted ? await findArticles(db, words, max) : []
  const reports = wanted ? await findPublicReports(db, rules, q, max) : []
  return done({
    events: group(events, size, ({ id, content, starts_at: startsAt, status }) => {
      const { title, description, location = '' } = wordsOf(content)
      return { id, title, description, location, startsAt, cancelled: status === 'cancelled' }
    }),
    news: group(news, size, ({ id, content, date }) => {
      const { title, description } = wordsOf(content)
      return { id, title, description, date }
    }),
    reports: group(reports, size, (row) => {
      const { type, country, city } = publicWordsOf(row)
      return {
        id: row.id,
        type,
        category: categoryIn(type),
        country: readCountry(country) ?? country,
        city,
        status: row.status,
        createdAt: publicInstant(row, row.created_at),
      }
    }),
  })
}

export const searchHandlers: HandlersOf<typeof contract.searchRoutes> = {
  'site.search': searchSite,
}
