import { type ReactNode, useId } from 'react'

interface FormPartProps {
  readonly title: string
  readonly lead?: string
  /** One level below the title of the page or the dialog around it. */
  readonly heading?: 'h2' | 'h3'
  readonly children: ReactNode
}

/** The names of fields that do not repeat the heading above them. */
export const BELOW_HEADING = { context: 'part' } as const

/** Fields that belong together, two in a line where there is room. */
export function FormPart({ title, lead, heading: Heading = 'h3', children }: FormPartProps) {
  const id = useId()
  return (
    <fieldset
      aria-labelledby={id}
      className="min-w-0 border-t border-line pt-5 first:border-t-0 first:pt-0"
    >
      <Heading id={id} className="text-lg font-semibold">
        {title}
      </Heading>
      {lead !== undefined && <p className="mt-1 max-w-2xl text-sm text-muted">{lead}</p>}
      <div className="field-lines mt-4">{children}</div>
    </fieldset>
  )
}
