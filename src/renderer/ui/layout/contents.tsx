import { useId } from 'react'

export interface ContentsProps {
  readonly title: string
  readonly items: readonly {
    /** Id of the heading, which takes the focus. */
    readonly id: string
    readonly label: string
  }[]
}

/** The parts of a long text. Buttons, because a link to a part would be a page of its own in the history. */
export function Contents({ title, items }: ContentsProps) {
  const id = useId()
  return (
    <nav
      aria-labelledby={id}
      className="rounded-lg border border-line bg-surface p-4 sm:p-6 print:hidden" // paper has no buttons
    >
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      <ol className="mt-2 grid gap-x-8 sm:grid-cols-2">
        {items.map((item, index) => (
          <li key={item.id}>
            <button
              type="button"
              onClick={() => goTo(item.id)}
              className="flex min-h-11 w-full items-center gap-2 text-start text-brand underline-offset-4 hover:underline sm:min-h-9"
            >
              <span className="w-6 shrink-0 text-muted tabular-nums">{index + 1}.</span>
              {item.label}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Brings a heading to the top of the window, and lets the keyboard go on from there. */
export function goTo(id: string): void {
  const heading = document.getElementById(id)
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}
