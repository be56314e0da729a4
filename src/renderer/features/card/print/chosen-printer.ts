import type { InvokeOutput } from '#shared/contract/desktop/ipc.ts'

export type Printers = InvokeOutput<'printers:list'>
/** A printer by its name for the system, or null: the system asks. */
export type ChosenPrinter = string | null

/** What is chosen when the dialog opens: the printer of last time, if it is there. */
export const firstChoice = (printers: Printers, remembered: ChosenPrinter): ChosenPrinter =>
  printers.some(({ name }) => name === remembered) ? remembered : null

/** The printer of last time is missing: the page must say so, or the card is printed somewhere else. */
export const isGone = (printers: Printers, remembered: ChosenPrinter): boolean =>
  remembered !== null && firstChoice(printers, remembered) === null

// Radio buttons carry texts; a printer may have any name, also that of the other choice.
const ASK = 'ask'
const PRINTER = 'printer '
export const choiceValue = (chosen: ChosenPrinter): string =>
  chosen === null ? ASK : `${PRINTER}${chosen}`
export const chosenOf = (value: string): ChosenPrinter =>
  value.startsWith(PRINTER) ? value.slice(PRINTER.length) : null
