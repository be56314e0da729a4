import { Auto } from '../../../ui/bidi.tsx'
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
      {/* The line begins at the edge of the page, beside the photo; the letters have their own direction inside it. */}
      <p
        data-name
        style={nameSize(name, most)}
        className="leading-tight text-balance headline [&:lang(ar)]:leading-snug"
      >
        <Auto>{name}</Auto>
      </p>
    </div>
  )
}
