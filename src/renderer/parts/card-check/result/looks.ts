/** How each result looks and sounds, and what staff do: one table for the kiosk, the verification tab and the web door. */
import {
  Ban,
  CircleCheckBig,
  CircleDashed,
  CircleQuestionMark,
  ClockAlert,
  HardDriveDownload,
  History,
  IdCard,
  type LucideIcon,
  ScanFace,
  ShieldQuestionMark,
  ShieldX,
  UserRoundCheck,
  UserRoundX,
} from 'lucide-react'
import type en from '#locales/en/verification.json'
import type { Result } from './result.ts'

/**
 * `good`: may pass. `look`: may pass after staff looked. `unsure`: the card alone does not decide. `stop`: must not pass.
 * `none`: no verdict.
 */
export type Tone = 'good' | 'look' | 'unsure' | 'stop' | 'none'
/** `again` and `just` must not sound like a card that comes in. */
export type Signal = 'good' | 'look' | 'just' | 'again' | 'unsure' | 'stop'

interface ToneClasses {
  /** The loud surface behind the word, the same in both themes. */
  readonly solid: string
  /** The pattern at the edges of that surface. Always drawn: a colour alone is lost in the sun and to many eyes. */
  readonly edge: string
  readonly soft: string
  /** For small text on the surfaces of the theme. */
  readonly text: string
  readonly border: string
}
export const TONES = {
  good: {
    solid: 'bg-verdict-good text-black',
    edge: 'edge-line',
    soft: 'bg-success-soft',
    text: 'text-success',
    border: 'border-success',
  },
  look: {
    solid: 'bg-verdict-look text-white',
    edge: 'edge-dots',
    soft: 'bg-info-soft',
    text: 'text-info',
    border: 'border-info',
  },
  unsure: {
    solid: 'bg-verdict-unsure text-black',
    edge: 'edge-bars',
    soft: 'bg-warning-soft',
    text: 'text-warning',
    border: 'border-warning',
  },
  stop: {
    solid: 'bg-verdict-stop text-white',
    edge: 'edge-stripes',
    soft: 'bg-danger-soft',
    text: 'text-danger',
    border: 'border-danger',
  },
  none: {
    solid: 'bg-verdict-none text-white',
    edge: 'edge-rails',
    soft: 'bg-sunken',
    text: 'text-muted',
    border: 'border-line-strong',
  },
} as const satisfies Record<Tone, ToneClasses>

export interface Look {
  readonly tone: Tone
  readonly Icon: LucideIcon
  readonly signal: Signal
  /** Keys of the namespace `verification`. */
  readonly word: `word.${keyof (typeof en)['word']}`
  /** What staff do now, in a few words. */
  readonly instruction: `instruction.${keyof (typeof en)['instruction']}`
  /** After this time the screen waits for the next card; null: it stays until staff dismiss it. */
  readonly holdMs: number | null
}

const GOOD = { tone: 'good', Icon: CircleCheckBig, signal: 'good', holdMs: 5_000 } as const
const CLOSER = { tone: 'look', signal: 'look', holdMs: 10_000 } as const
const UNSURE = { tone: 'unsure', signal: 'unsure', holdMs: 10_000 } as const
const STOP = { tone: 'stop', signal: 'stop', holdMs: 15_000 } as const

// prettier-ignore
export const LOOKS: Readonly<Record<Result, Look>> = {
  VALID: { ...GOOD, word: 'word.VALID', instruction: 'instruction.VALID' },
  checked: { ...GOOD, word: 'word.VALID', instruction: 'instruction.checked' },
  offline: { ...GOOD, word: 'word.VALID', instruction: 'instruction.offline' },
  look: { ...CLOSER, Icon: ScanFace, word: 'word.look', instruction: 'instruction.look' },
  noPhoto: { ...CLOSER, Icon: IdCard, word: 'word.noPhoto', instruction: 'instruction.noPhoto' },
  just: { ...CLOSER, Icon: UserRoundCheck, signal: 'just', word: 'word.just', instruction: 'instruction.just' },
  again: { ...UNSURE, Icon: UserRoundX, signal: 'again', word: 'word.again', instruction: 'instruction.again' },
  EXPIRED: { ...UNSURE, Icon: ClockAlert, word: 'word.EXPIRED', instruction: 'instruction.desk' },
  UNSIGNED: { ...UNSURE, Icon: ShieldQuestionMark, word: 'word.UNSIGNED', instruction: 'instruction.desk' },
  UNKNOWN: { ...UNSURE, Icon: CircleQuestionMark, word: 'word.UNKNOWN', instruction: 'instruction.desk' },
  STALE: { ...UNSURE, Icon: History, word: 'word.STALE', instruction: 'instruction.desk' },
  REVOKED: { ...STOP, Icon: Ban, word: 'word.REVOKED', instruction: 'instruction.REVOKED' },
  FORGED: { ...STOP, Icon: ShieldX, word: 'word.FORGED', instruction: 'instruction.FORGED' },
  // A person who enters now is not in the list: the result stays until staff dismiss it.
  notSaved: { ...STOP, Icon: HardDriveDownload, word: 'word.notSaved', instruction: 'instruction.notSaved', holdMs: null },
  unchecked: { tone: 'none', Icon: CircleDashed, signal: 'unsure', holdMs: 15_000, word: 'word.unchecked', instruction: 'instruction.unchecked' },
}
