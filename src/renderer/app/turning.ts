import { createContext } from 'react'

/** A link was followed and its page is still on its way. */
export const Turning = createContext(false)
