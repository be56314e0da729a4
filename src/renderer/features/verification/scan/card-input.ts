import { parseMemberNumber } from '#shared/domain/people/member-id.ts'
import type { CardInput } from '../check/check-state.ts'

interface Scan {
  readonly text: string
  readonly source: 'camera' | 'hand-scanner' | 'image'
  /** The other reading of a hand scan, where the keyboard layout allows two. */
  readonly alternative: string | null
}

const isNumber = (text: string | null): text is string =>
  text !== null && parseMemberNumber(text) !== undefined

/**
 * What the scanner read, as input of a check. A hand scanner may read the bare number from a printed bar code, which is
 * the same as a typed number. A QR code that holds only a number is no card, and is checked as a code.
 */
export function cardInputOf({ text, source, alternative }: Scan): CardInput {
  if (source === 'hand-scanner') {
    const number = [text, alternative].find(isNumber)
    if (number !== undefined) return { kind: 'number', text: number }
  }
  return { kind: 'scanned', text, ...(alternative !== null && { alternative }) }
}

/** A typed text: a number, or the whole code where a slow hand scanner typed it into the field. */
export function readTyped(text: string): CardInput | undefined {
  const trimmed = text.trim()
  if (trimmed.includes('|')) return { kind: 'scanned', text: trimmed }
  return isNumber(trimmed) ? { kind: 'number', text: trimmed } : undefined
}
