import { createContext } from 'react'

/** A link was followed and its page is still loading. */
export const Turning = createContext(false)
