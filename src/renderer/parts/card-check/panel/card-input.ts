import { cardReadings } from '#shared/domain/card/card-readings.ts'
import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import type { CardInput } from '../check/check-state.ts'

/** Name of the field into which a card number is typed. */
export const CARD_NUMBER_FIELD = 'card-number'

interface ScannedText {
  readonly text: string
  readonly source: 'camera' | 'hand-scanner' | 'image'
  /** The other readings of a hand scan, where the keyboard layout allows several. */
  readonly alternatives: readonly string[]
}

const isNumber = (text: string): boolean => parseMemberNumber(text) !== undefined

/**
 * What the scanner read, as input of a check. A hand scanner may read the bare number from a printed bar code, which is
 * the same as a typed number. A QR code that holds only a number is no card, and is checked as a code.
 */
export function cardInputOf({ text, source, alternatives }: ScannedText): CardInput {
  if (source === 'hand-scanner') {
    const number = cardReadings([text, ...alternatives]).find(isNumber)
    if (number !== undefined) return { kind: 'number', text: number }
  }
  return { kind: 'scanned', text, ...(alternatives.length > 0 && { alternatives }) }
}

/** A typed text: a number, or the whole code where a slow hand scanner typed it into the field. */
export function readTyped(text: string): CardInput | undefined {
  const trimmed = text.trim()
  if (trimmed.includes('|')) return { kind: 'scanned', text: trimmed }
  return isNumber(trimmed) ? { kind: 'number', text: trimmed } : undefined
}
