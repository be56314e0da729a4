import { TriangleAlert } from 'lucide-react'
import { type Ref, useId } from 'react'

interface FaultLink {
  readonly text: string
  /** The field; `onFollow` leads there without leaving the page. */
  readonly href: string
  readonly onFollow: () => void
}

interface FaultSummaryProps {
  readonly ref: Ref<HTMLElement>
  readonly title: string
  readonly lead?: string
  /** In the order of the page. */
  readonly faults: readonly FaultLink[]
  /** "and 16 more": a form of many fields folds what would fill a phone. */
  readonly more?: (count: number) => string
}

const FOLDED_FROM = 6

/** All faults of a form that was refused, each with a link to its field. Takes the focus. */
export function FaultSummary({ ref, title, lead, faults, more }: FaultSummaryProps) {
  const id = useId()
  const isFolded = more !== undefined && faults.length > FOLDED_FROM
  const folded = isFolded ? faults.slice(FOLDED_FROM) : []
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby={id}
      // Unlike a heading it leads on to links, so it draws the ring, also after the press of a finger.
      className="scroll-mt-4 rounded-md border border-s-4 border-danger bg-danger-soft p-4 focus:outline-3 focus:outline-offset-2 focus:outline-focus"
    >
      {/* No heading: its level would differ from page to page. It names the region. */}
      <p id={id} className="flex items-start gap-2.5 font-semibold">
        <TriangleAlert aria-hidden="true" size={22} className="mt-px shrink-0 text-danger" />
        {title}
      </p>
      {lead !== undefined && <p className="ps-8">{lead}</p>}
      {faults.length > 0 && (
        <FaultLinks faults={isFolded ? faults.slice(0, FOLDED_FROM) : faults} />
      )}
      {isFolded && (
        <details>
          <summary className="ms-8 w-fit min-h-11 cursor-pointer py-2.5 font-semibold">
            {more(folded.length)}
          </summary>
          <FaultLinks faults={folded} />
        </details>
      )}
    </section>
  )
}

const FaultLinks = ({ faults }: Pick<FaultSummaryProps, 'faults'>) => (
  <ul className="mt-2 grid gap-x-6 ps-8 sm:grid-cols-2">
    {faults.map(({ text, href, onFollow }) => (
      <li key={href}>
        <a
          href={href}
          onClick={(event) => {
            event.preventDefault()
            onFollow()
          }}
          className="inline-flex min-h-11 items-center py-1.5 underline underline-offset-4 wrap-anywhere sm:min-h-9"
        >
          {text}
        </a>
      </li>
    ))}
  </ul>
)
