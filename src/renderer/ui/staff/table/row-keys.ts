import type { KeyboardEvent } from 'react'

/** The button in each row that opens it. */
const openers = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[data-row] [data-opens]'),
]

/** False where no row can be opened. */
export function focusFirstRow(): boolean {
  const [first] = openers()
  first?.focus()
  return first !== undefined
}

/** The arrows lead from row to row: Tab would stop at each link, choice and button between. */
export function stepThroughRows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const all = openers()
  const next = all[all.indexOf(event.currentTarget) + step]
  if (next === undefined) return
  event.preventDefault() // the page does not scroll as well
  next.focus()
}
