/** How the result of a scan is shown at a door. Pure: the screen only draws what this returns. */
import type { ScanAnswer } from '#shared/contract/desktop/ipc-desktop.ts'
import type { Verdict } from '#shared/domain/card/verdict.ts'
import type { Signal } from '../../verdict/signal.ts'
import { type Mark, type Tone, verdictFace } from '../../verdict/verdict-look.ts'

/** `valid`: a good card that was only checked, because no event is set. */
export type Outcome = 'admitted' | 'valid' | 'again' | 'not-saved' | 'refused'

export interface KioskView {
  readonly outcome: Outcome
  readonly tone: Tone
  readonly signal: Signal
  readonly mark: Mark | 'not-saved'
  /** Key of the word in the namespace `kiosk`. */
  readonly word: `word.${Verdict | 'again' | 'notSaved'}`
  /** Key below `instruction`: what staff do now, in a few words. */
  readonly instruction:
    | 'admitted'
    | 'closeLook'
    | 'valid'
    | 'again'
    | 'notSaved'
    | Exclude<Verdict, 'VALID'>
  /** After this time the screen waits for the next card; null: it stays until staff dismiss it. */
  readonly holdMs: number | null
  readonly person: KioskPerson | undefined
}

export interface KioskPerson {
  readonly name: string
  readonly birthDate: string | null
  readonly cardId: string | null
  readonly photoUrl: string | null
}

const HOLD_MS = { good: 5_000, unsure: 10_000, stop: 15_000 } as const satisfies Record<
  Tone,
  number
>

/** Verdicts that prove nothing about the bearer: no person is shown, even if main sends one. */
const NAMELESS: readonly Verdict[] = ['FORGED', 'UNKNOWN', 'UNSIGNED']

function personOf({ verdict, name, dob, cardId, photoUrl }: ScanAnswer): KioskPerson | undefined {
  if (NAMELESS.includes(verdict) || name === null) return undefined
  return { name, birthDate: dob, cardId, photoUrl }
}

export function viewOf(answer: ScanAnswer): KioskView {
  const person = personOf(answer)
  if (answer.verdict !== 'VALID') {
    const { tone, mark } = verdictFace(answer.verdict)
    return {
      outcome: 'refused',
      tone,
      signal: tone,
      mark,
      word: `word.${answer.verdict}`,
      instruction: answer.verdict,
      holdMs: HOLD_MS[tone],
      person,
    }
  }
  switch (answer.checkIn.kind) {
    case 'recorded': {
      const closeLook = answer.reason === 'unsigned' || answer.reason === 'details-changed'
      return {
        outcome: 'admitted',
        tone: 'good',
        signal: 'good',
        mark: 'check',
        word: 'word.VALID',
        instruction: closeLook ? 'closeLook' : 'admitted',
        holdMs: closeLook ? HOLD_MS.unsure : HOLD_MS.good,
        person,
      }
    }
    case 'before':
      return {
        outcome: 'again',
        tone: 'unsure',
        signal: 'again',
        mark: 'again',
        word: 'word.again',
        instruction: 'again',
        holdMs: HOLD_MS.unsure,
        person,
      }
    case 'not-saved':
      // A person who enters now is not in the list: the result stays until staff dismiss it.
      return {
        outcome: 'not-saved',
        tone: 'stop',
        signal: 'stop',
        mark: 'not-saved',
        word: 'word.notSaved',
        instruction: 'notSaved',
        holdMs: null,
        person,
      }
    case 'none':
      return {
        outcome: 'valid',
        tone: 'good',
        signal: 'good',
        mark: 'check',
        word: 'word.VALID',
        instruction: 'valid',
        holdMs: HOLD_MS.good,
        person,
      }
  }
}
