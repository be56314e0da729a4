/** Of the code that /early-code.js drew before the application started. */
export const EARLY_CODE_ID = 'early-code'

/** The page shows the code itself, or says why there is none. */
export const endEarlyCode = (): void => document.getElementById(EARLY_CODE_ID)?.remove()
