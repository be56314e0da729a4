/** Which key press is which shortcut. */

export interface KeyPress {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/**
 * What the key means. A keyboard that writes no Latin letters (Arabic) is read by the place of the key, where its letter
 * is printed as well; one that does (AZERTY) by what it writes.
 */
export function pressedKey({ key, code }: Pick<KeyPress, 'key' | 'code'>): string {
  if (key.length !== 1) return key
  const isLatin = key.codePointAt(0)! < 0x250 // a text of one unit has a code point
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  return (isLatin || letter === undefined ? key : letter).toLowerCase()
}

export const matches = (press: KeyPress, keys: string): boolean =>
  !press.ctrlKey &&
  !press.metaKey &&
  !press.altKey &&
  pressedKey(press) === (keys.length === 1 ? keys.toLowerCase() : keys)

const TYPED_INTO =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="range"]), textarea, select, [contenteditable]'

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TYPED_INTO) !== null
