import { highlight } from './highlight.ts'

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
