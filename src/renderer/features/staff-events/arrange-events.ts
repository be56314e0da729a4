import { foldForSearch } from '#shared/domain/search-text.ts'
import { LANGUAGES } from '#shared/domain/languages.ts'
import type { EventItem } from '../../platform/content-queries.ts'
import type { Sort } from '../../ui/staff/table-types.ts'

export interface EventWish {
  readonly status: string
  /** Part of a title or place, in any language. */
  readonly q: string
}

const matches = (event: EventItem, folded: string): boolean =>
  folded === '' ||
  LANGUAGES.some((language) =>
    foldForSearch(`${event.content[language].title} ${event.content[language].location}`).includes(
      folded,
    ),
  )

const VALUE: Readonly<Record<string, (event: EventItem) => number>> = {
  when: ({ startsAt }) => Date.parse(startsAt),
  places: ({ registeredCount }) => registeredCount,
}

/** Without a wish for the order: what comes next stands first, what is over last. */
export function arrangeEvents(
  events: readonly EventItem[],
  { status, q }: EventWish,
  sort: Sort | undefined,
): readonly EventItem[] {
  const folded = foldForSearch(q.trim())
  const found = events.filter(
    (event) => (status === '' || event.status === status) && matches(event, folded),
  )
  const value = VALUE[sort?.key ?? '']
  if (value !== undefined)
    return found.toSorted(
      (one, other) => (value(one) - value(other)) * (sort?.direction === 'desc' ? -1 : 1),
    )
  const isOver = ({ status: state }: EventItem): number => (state === 'past' ? 1 : 0)
  const start = ({ startsAt }: EventItem): number => Date.parse(startsAt)
  return found.toSorted(
    (one, other) =>
      isOver(one) - isOver(other) || (start(one) - start(other)) * (isOver(one) === 1 ? -1 : 1),
  )
}
