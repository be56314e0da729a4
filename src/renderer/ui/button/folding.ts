/** Of a button beside a heading: below 1024 px its icon stands for its words, so that all buttons are in one line. */
export const FOLDING_BUTTON = 'max-lg:grow-0! max-lg:px-3'
export const FOLDING_WORDS = 'max-lg:sr-only'
