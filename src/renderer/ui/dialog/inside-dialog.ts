import { createContext } from 'react'

/** True for what stands in a dialog: shortcuts of the page behind it are silent, its own are not. */
export const InsideDialog = createContext(false)
