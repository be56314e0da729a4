/** The form offers the five categories of the association in the reader's language; reports keep the words. */
import ar from '#locales/ar/reports.json' with { type: 'json' }
import en from '#locales/en/reports.json' with { type: 'json' }
import fr from '#locales/fr/reports.json' with { type: 'json' }
import { REPORT_CATEGORIES, type ReportCategory } from '#shared/domain/report-rules.ts'
import { foldForSearch } from '#shared/domain/search-text.ts'

const CATEGORY_OF: ReadonlyMap<string, ReportCategory> = new Map(
  [ar, en, fr].flatMap(({ accepted }) =>
    REPORT_CATEGORIES.map(
      (category) => [foldForSearch(accepted[category].title).trim(), category] as const,
    ),
  ),
)

/**
 * All spellings of the categories that somebody means who types a part of one: reports keep the words of whoever filed
 * them, and readers of other languages look for them too.
 * @param partFolded as it is searched
 */
export function titlesOfCategoriesWith(partFolded: string): readonly string[] {
  const meant = new Set(
    [...CATEGORY_OF].flatMap(([title, category]) => (title.includes(partFolded) ? [category] : [])),
  )
  return [...CATEGORY_OF].flatMap(([title, category]) => (meant.has(category) ? [title] : []))
}

/** @param type of a report, in the words that its reader is shown */
export const categoryIn = (type: string): ReportCategory | null =>
  CATEGORY_OF.get(foldForSearch(type).trim()) ?? null

/** The titles of the category that a report is of, in all languages; none where the reporter used words of their own. */
export function titlesOf(type: string): readonly string[] {
  const category = categoryIn(type)
  return category === null
    ? []
    : [...CATEGORY_OF].flatMap(([title, meant]) => (meant === category ? [title] : []))
}

/** @param typeFolded the type of a report as it is searched */
export const categoryOf = (typeFolded: string): ReportCategory | 'other' =>
  CATEGORY_OF.get(typeFolded.trim()) ?? 'other'
