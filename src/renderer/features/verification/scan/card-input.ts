import { parseMemberNumber } from '#shared/domain/member-id.ts'
import type { CardInput } from '../check-state.ts'

interface Scan {
  readonly text: string
  readonly source: 'camera' | 'hand-scanner' | 'image'
  /** What a hand scanner may have meant instead, where the keyboard layout leaves it open. */
  readonly alternative: string | null
}

const isNumber = (text: string | null): text is string =>
  text !== null && parseMemberNumber(text) !== undefined

/**
 * What the scanner read, as something to check. A hand scanner may read the bare number from a printed bar code, which
 * is no more than typing it. A QR code that holds only a number is no card, and is judged as what it is.
 */
export function cardInputOf({ text, source, alternative }: Scan): CardInput {
  if (source === 'hand-scanner') {
    const number = [text, alternative].find(isNumber)
    if (number !== undefined) return { kind: 'number', text: number }
  }
  return { kind: 'scanned', text, ...(alternative !== null && { alternative }) }
}

/** What was typed: a number, or the whole code where a slow hand scanner typed it into the field. */
export function readTyped(text: string): CardInput | undefined {
  const trimmed = text.trim()
  if (trimmed.includes('|')) return { kind: 'scanned', text: trimmed }
  return isNumber(trimmed) ? { kind: 'number', text: trimmed } : undefined
}
