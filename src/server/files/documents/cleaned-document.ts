/** A document as it may be handed out, or why it may not. */
export type CleanedDocument =
  | { readonly ok: true; readonly bytes: Buffer }
  /** `protected`: locked, or too complex to remove the names. */
  | { readonly ok: false; readonly fault: 'damaged' | 'active-content' | 'protected' }
