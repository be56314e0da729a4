import { LANGUAGES, type Language } from '#shared/domain/text/languages.ts'
import { searchText } from '#shared/domain/text/search-text.ts'

interface ContentTexts {
  readonly title: string
  readonly description: string
  readonly fullContent: string
  readonly location?: string
  readonly goals?: readonly string[]
}

/**
 * Search text of an event or an article: its texts in every language, because people search in one
 * language and read in another.
 */
export const contentSearchText = (
  content: Readonly<Record<Language, ContentTexts>>,
  more: readonly string[] = [],
): string =>
  searchText([
    ...LANGUAGES.flatMap((language) => {
      const { title, location, description, goals = [], fullContent } = content[language]
      return [title, location, description, ...goals, fullContent]
    }),
    ...more,
  ])
