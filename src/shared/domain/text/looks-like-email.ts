/**
 * Whether a text may be an e-mail address, for forms that tell a slip before they send. The contract decides; blanks at
 * the ends do not count, because it removes them.
 */
export const looksLikeEmail = (text: string): boolean =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())
