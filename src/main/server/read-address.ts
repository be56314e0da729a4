/**
 * Converts a typed or pasted address to an origin: `members.example.org`, a whole address, one with
 * blanks around it.
 */
import { isLocalName } from './server-origin.ts'

export type ReadAddress =
  | { readonly ok: true; readonly origin: string }
  /** `address`: it cannot be read as one. `insecure`: http to another computer. */
  | { readonly ok: false; readonly fault: 'address' | 'insecure' }

const MAX_CHARS = 2_048
/** Marks of direction and blanks without width: they come along when an address is copied out of an Arabic text. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g

const UNREADABLE: ReadAddress = { ok: false, fault: 'address' }

export function readAddress(typed: string): ReadAddress {
  const text = typed.replaceAll(INVISIBLE, '').trim()
  if (text.length > MAX_CHARS || !/^[\p{L}\p{N}[]/u.test(text) || /[\s\\]/.test(text))
    return UNREADABLE
  const full = withScheme(text)
  if (!URL.canParse(full)) return UNREADABLE
  const url = new URL(full)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return UNREADABLE
  // Name and password in an address belong to no server of ours, and `good.example@evil.example` is a trick.
  if (url.username !== '' || url.password !== '' || url.port === '0') return UNREADABLE
  const host = url.hostname.replace(/\.$/, '') // the same host; with its dot it would be another keychain entry
  if (host === '') return UNREADABLE
  url.hostname = host
  if (url.protocol === 'http:' && !isLocalName(url.hostname))
    return { ok: false, fault: 'insecure' }
  return { ok: true, origin: url.origin } // the path is from the page that was copied
}

function withScheme(text: string): string {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return text
  // No certificate exists for this computer.
  return isLocalName(/^(\[[^\]]*\]|[^/:?#]*)/.exec(text)?.[0].toLowerCase() ?? '')
    ? `http://${text}`
    : `https://${text}`
}
