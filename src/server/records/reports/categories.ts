/**
 * The form offers the five categories of the association in the reader's language; reports store
 * the title as text.
 */
import ar from '#locales/ar/reports.json' with { type: 'json' }
import en from '#locales/en/reports.json' with { type: 'json' }
import fr from '#locales/fr/reports.json' with { type: 'json' }
import { REPORT_CATEGORIES, type ReportCategory } from '#shared/domain/report/report-rules.ts'
import { foldForSearch } from '#shared/domain/text/search-text.ts'

const CATEGORY_OF: ReadonlyMap<string, ReportCategory> = new Map(
  [ar, en, fr].flatMap(({ accepted }) =>
    REPORT_CATEGORIES.map(
      (category) => [foldForSearch(accepted[category].title).trim(), category] as const,
    ),
  ),
)

/**
 * All titles of the categories that match a typed part: reports store the reporter's words, and
 * readers of other languages search for them too. @param partFolded the part in search spelling
 */
export function titlesOfCategoriesWith(partFolded: string): readonly string[] {
  const meant = new Set(
    [...CATEGORY_OF].flatMap(([title, category]) => (title.includes(partFolded) ? [category] : [])),
  )
  return [...CATEGORY_OF].flatMap(([title, category]) => (meant.has(category) ? [title] : []))
}

/** @param type of a report, as shown to the reader */
export const categoryIn = (type: string): ReportCategory | null =>
  CATEGORY_OF.get(foldForSearch(type).trim()) ?? null

/** The titles of a report's category in all languages; empty where the reporter wrote their own. */
export function titlesOf(type: string): readonly string[] {
  const category = categoryIn(type)
  return category === null
    ? []
    : [...CATEGORY_OF].flatMap(([title, meant]) => (meant === category ? [title] : []))
}

/** @param typeFolded the type of a report in search spelling */
export const categoryOf = (typeFolded: string): ReportCategory | 'other' =>
  CATEGORY_OF.get(typeFolded.trim()) ?? 'other'
