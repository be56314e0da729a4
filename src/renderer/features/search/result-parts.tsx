import { CalendarDays, FileText, Megaphone, Newspaper } from 'lucide-react'
import { highlight } from './highlight.ts'
import type { GroupKey } from './use-site-search.ts'

/** A text with the words of the search marked, in its own direction. */
export function Marked({
  text,
  words,
}: {
  readonly text: string
  readonly words: readonly string[]
}) {
  return (
    <bdi dir="auto">
      {highlight(text, words).map(({ text: piece, found }, index) =>
        found ? (
          // oxlint-disable-next-line react/no-array-index-key -- pieces of one text have no other name
          <mark key={index} className="rounded-sm bg-sun text-on-sun">
            {piece}
          </mark>
        ) : (
          piece
        ),
      )}
    </bdi>
  )
}

const ICONS = {
  pages: FileText,
  events: CalendarDays,
  news: Newspaper,
  reports: Megaphone,
} as const satisfies Record<GroupKey, unknown>

export function GroupIcon({ group }: { readonly group: GroupKey }) {
  const Icon = ICONS[group]
  return <Icon aria-hidden="true" size={19} className="shrink-0 text-muted" />
}
