import type { ReactNode } from 'react'
import type { CardInput, Check } from '../check/check-state.ts'
import type { PanelScanner } from './panel-scanner.ts'

/** What the page of a check hands to the door that fills the window: the same scanner and the same check. */
export interface DoorScreenProps {
  readonly scanner: PanelScanner
  readonly check: Check
  readonly onCheck: (input: CardInput) => void
  readonly eventId: string
  readonly gate: string
  readonly byItself: boolean
  readonly onByItself: (on: boolean) => void
  readonly soundSwitch: ReactNode
  /** Another card was read, and is checked after the stop on the screen. */
  readonly waits: boolean
  readonly onRetry: () => void
  readonly onNext: () => void
  readonly onLeave: () => void
}
