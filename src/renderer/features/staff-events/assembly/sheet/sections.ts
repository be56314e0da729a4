/** The people of a sheet in the order of their names, by first letter: Latin letters first, then Arabic ones. */
import { foldForSearch } from '#shared/domain/text/search-text.ts'

interface Section<P> {
  readonly letter: string
  readonly people: readonly P[]
}

const LATIN = /\p{Script=Latin}/u
const ARABIC = /\p{Script=Arabic}/u
/** For names that begin with neither. */
const OTHER = '#'

/** Without accent or hamza, so that Élise stands with Emma, and أحمد with الطيب. */
function firstLetterOf(name: string): string {
  const [first = ''] = foldForSearch(name.trim())
  return LATIN.test(first) || ARABIC.test(first) ? first.toUpperCase() : OTHER
}

const rank = (letter: string): number => (ARABIC.test(letter) ? 1 : letter === OTHER ? 2 : 0)

export function inSections<P extends { readonly name: string; readonly number: number }>(
  people: readonly P[],
): Section<P>[] {
  const french = new Intl.Collator('fr')
  const arabic = new Intl.Collator('ar')
  const byLetter = Map.groupBy(people, ({ name }) => firstLetterOf(name))
  return [...byLetter]
    .toSorted(
      ([one], [other]) =>
        rank(one) - rank(other) || (ARABIC.test(one) ? arabic : french).compare(one, other),
    )
    .map(([letter, named]) => {
      const collator = ARABIC.test(letter) ? arabic : french
      return {
        letter,
        people: named.toSorted(
          (one, other) => collator.compare(one.name, other.name) || one.number - other.number,
        ),
      }
    })
}
