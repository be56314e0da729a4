import { expect, test } from 'vitest'
import { choiceValue, chosenOf, firstChoice, isGone } from './chosen-printer.ts'

const printers = [
  { name: 'Zebra_ZC300', label: 'Zebra ZC300' },
  { name: 'ask', label: 'ask' },
]

test.each([
  [null, null, false],
  ['Zebra_ZC300', 'Zebra_ZC300', false],
  ['Zebra ZC300', null, true],
  ['gone', null, true],
])('%j remembered: %j is chosen, gone: %s', (remembered, chosen, gone) => {
  expect(firstChoice(printers, remembered)).toBe(chosen)
  expect(isGone(printers, remembered)).toBe(gone)
})
test.each([null, 'Zebra_ZC300', 'ask', 'printer ', '', 'printer printer'])(
  '%j survives being a radio button',
  (chosen) => expect(chosenOf(choiceValue(chosen))).toBe(chosen),
)
