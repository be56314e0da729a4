import { useFormat } from '../../i18n/use-format.ts'

interface Message {
  readonly id: number
  readonly from: 'witness' | 'staff'
  readonly who: string
  readonly text: string
  readonly at: string
}

/** The dialogue between staff and the witness of a report, oldest first. */
export function Thread({ messages }: { readonly messages: readonly Message[] }) {
  const format = useFormat()
  return (
    <ol className="mt-3 grid gap-3">
      {messages.map(({ id, from, who, text, at }) => (
        <li
          key={id}
          className={
            from === 'staff'
              ? 'me-6 rounded-lg border border-line bg-surface p-3'
              : 'ms-6 rounded-lg border border-brand bg-brand-soft p-3'
          }
        >
          <p className="flex flex-wrap items-center gap-x-2 text-sm">
            <strong>{who}</strong>
            <time dateTime={at} className="text-muted tabular-nums">
              {format.dateTime(at)}
            </time>
          </p>
          <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
            {text}
          </p>
        </li>
      ))}
    </ol>
  )
}
