import { toLatinDigits } from '#shared/domain/text/digits.ts'

export type AddressFault = 'required' | 'notAscii' | 'invalid'
export type AddressReading =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly fault: AddressFault }

const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+$/

/**
 * The address travels in a header, which carries Latin letters only: digits of an Arabic keyboard are turned into
 * those, full-width signs into plain ones, and the marks of direction that come along with copied text are left out.
 */
export function readAddress(typed: string): AddressReading {
  const address = toLatinDigits(typed.normalize('NFKC'))
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .trim()
  if (address === '') return { ok: false, fault: 'required' }
  if (!/^[\x21-\x7e\s]+$/.test(address)) return { ok: false, fault: 'notAscii' }
  return LOOKS_LIKE_EMAIL.test(address) ? { ok: true, address } : { ok: false, fault: 'invalid' }
}
