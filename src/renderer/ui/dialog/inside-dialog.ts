import { createContext, type RefObject } from 'react'

export interface OuterDialog {
  readonly body: RefObject<HTMLElement | null>
  /** Another dialog opens over it. @returns to be called when that one closes, with what had the focus before */
  readonly cover: () => (opener: Element | null) => void
}

/** The dialog around: shortcuts of what stands behind it are silent, its own are not. */
export const InsideDialog = createContext<OuterDialog | undefined>(undefined)
