import { CLEAN } from '#shared/domain/text/clean-text.ts'
import { looksLikeEmail } from '#shared/domain/text/looks-like-email.ts'

type AddressFault = 'required' | 'notAscii' | 'invalid'
export type AddressReading =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly fault: AddressFault }

/** The address travels in a header, which carries Latin letters only. */
export function readAddress(typed: string): AddressReading {
  const address = CLEAN.email(typed)
  if (address === '') return { ok: false, fault: 'required' }
  if (!/^[\x21-\x7e\s]+$/.test(address)) return { ok: false, fault: 'notAscii' }
  return looksLikeEmail(address) ? { ok: true, address } : { ok: false, fault: 'invalid' }
}
