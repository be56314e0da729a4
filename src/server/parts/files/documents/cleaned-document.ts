/** A document as it may be handed out, or why it may not. */
export type CleanedDocument =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly fault: DocumentFault }

/** `protected`: locked, or too complex to copy. */
export type DocumentFault = 'damaged' | 'active-content' | 'protected'

/** Ends the copying of a document that is not accepted. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly fault: DocumentFault
  constructor(fault: DocumentFault) {
    super(fault)
    this.fault = fault
  }
}

/** Every other exception is caused by invalid bytes, and too deep a nesting by a document that is too complex. */
export async function cleanedBy(copy: () => Promise<Uint8Array>): Promise<CleanedDocument> {
  try {
    const bytes = await copy()
    return { ok: true, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
  } catch (error) {
    if (error instanceof Refused) return { ok: false, fault: error.fault }
    return { ok: false, fault: error instanceof RangeError ? 'protected' : 'damaged' }
  }
}
