import type { ReactNode } from 'react'

interface FoldedAdviceProps {
  readonly title: ReactNode
  /** Read without opening it. */
  readonly short: ReactNode
  readonly children: ReactNode
}

/** What matters most in view, the rest a press away: on a phone the whole of it pushed the form out of the first screen. */
export const FoldedAdvice = ({ title, short, children }: FoldedAdviceProps) => (
  <details className="rounded-md border border-s-4 border-warning bg-warning-soft px-4">
    <summary className="min-h-11 cursor-pointer py-2.5">
      <strong>{title}</strong>
      <span className="mt-0.5 block text-sm">{short}</span>
    </summary>
    <ul className="grid list-disc gap-1 ps-5 pb-3">{children}</ul>
  </details>
)
