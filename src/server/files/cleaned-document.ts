/** A document as it may be handed out, or why it may not. */
export type CleanedDocument =
  | { readonly ok: true; readonly bytes: Buffer }
  /** `protected`: locked, or too intricate to take the names out of it. */
  | { readonly ok: false; readonly fault: 'damaged' | 'active-content' | 'protected' }
