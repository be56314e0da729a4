import { createContext, type RefObject } from 'react'

/** The dialog around: shortcuts of what stands behind it are silent, its own are not. */
export const InsideDialog = createContext<RefObject<HTMLElement | null> | undefined>(undefined)
