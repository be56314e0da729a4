/** What a pass shows, and nothing else about the member: no portrait, no birth date beside the code. */
import { createHash } from 'node:crypto'
import type { Language } from '#shared/domain/text/languages.ts'

interface ValidPass {
  readonly isVoid: false
  /** The text of the card's QR code. */
  readonly payload: string
  readonly name: string
  readonly cardId: string
  readonly expiresAt: string
  readonly language: Language
}
/** A pass that is void says nothing about its holder: the phone may be in other hands. */
interface VoidPass {
  readonly isVoid: true
  readonly language: Language
}
export type PassFacts = ValidPass | VoidPass

/** Differs where the pass would look different. */
export const fingerprintOf = (facts: PassFacts): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64url')
