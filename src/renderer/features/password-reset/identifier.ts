import { CLEAN } from '#shared/domain/text/clean-text.ts'

type AddressFault = 'required' | 'notAscii' | 'invalid'
export type AddressReading =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly fault: AddressFault }

const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+$/

/** The address travels in a header, which carries Latin letters only. */
export function readAddress(typed: string): AddressReading {
  const address = CLEAN.email(typed)
  if (address === '') return { ok: false, fault: 'required' }
  if (!/^[\x21-\x7e\s]+$/.test(address)) return { ok: false, fault: 'notAscii' }
  return LOOKS_LIKE_EMAIL.test(address) ? { ok: true, address } : { ok: false, fault: 'invalid' }
}
