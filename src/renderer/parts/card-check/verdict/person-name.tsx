import { nameSize } from './fitted-text.ts'

interface PersonNameProps {
  readonly name: string
  /** The size of a short name, a length of CSS. */
  readonly most: string
}

/** A name that staff compare: smaller where it is long, and never broken inside one of its parts. */
export function PersonName({ name, most }: PersonNameProps) {
  return (
    <div className="@container min-w-0">
      <p
        data-name
        dir="auto"
        style={nameSize(name, most)}
        className="[text-align:match-parent] leading-tight text-balance headline [&:lang(ar)]:leading-snug"
      >
        {name}
      </p>
    </div>
  )
}
