import {
  Ban,
  CircleCheckBig,
  CircleQuestionMark,
  ClockAlert,
  History,
  type LucideIcon,
  ShieldQuestionMark,
  ShieldX,
  UserRoundX,
} from 'lucide-react'
import type { Mark, Tone } from './verdict-look.ts'

export const MARKS = {
  check: CircleCheckBig,
  again: UserRoundX,
  clock: ClockAlert,
  barred: Ban,
  'shield-x': ShieldX,
  'shield-question': ShieldQuestionMark,
  question: CircleQuestionMark,
  history: History,
} as const satisfies Record<Mark, LucideIcon>

interface ToneClasses {
  /** The loud surface behind the word. */
  readonly solid: string
  readonly soft: string
  readonly text: string
  readonly edge: string
}
export const TONES = {
  good: {
    solid: 'bg-success text-on-brand',
    soft: 'bg-success-soft',
    text: 'text-success',
    edge: 'border-success',
  },
  stop: {
    solid: 'bg-danger text-on-brand',
    soft: 'bg-danger-soft',
    text: 'text-danger',
    edge: 'border-danger',
  },
  unsure: {
    solid: 'bg-warning text-on-brand',
    soft: 'bg-warning-soft',
    text: 'text-warning',
    edge: 'border-warning',
  },
  // Neither "may pass" nor "must not": the person is in already.
  again: {
    solid: 'bg-info text-on-brand',
    soft: 'bg-info-soft',
    text: 'text-info',
    edge: 'border-info',
  },
} as const satisfies Record<Tone | 'again', ToneClasses>
