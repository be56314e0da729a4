/**
 * Keys that would leave the kiosk. A hand scanner types like a keyboard, and on a French one `|` is
 * AltGr and 6, which arrives as Control and Alt: keys that type a character must pass, and so must
 * the line ends that scanners send (Ctrl+J, Ctrl+M).
 */
import type { Input } from 'electron'

export type Keystroke = Pick<Input, 'key' | 'control' | 'meta' | 'alt' | 'shift'>

const EDITING: ReadonlySet<string> = new Set(['a', 'c', 'v', 'x', 'z'])
const LINE_ENDS: ReadonlySet<string> = new Set(['j', 'm', 'enter'])
/** Keys of their own on some keyboards: back, home, mail, calculator, sleep … */
const SPECIAL =
  /^(?:F\d{1,2}|Browser.+|Launch.+|Zoom.+|ContextMenu|PrintScreen|Print|Help|Power|Sleep|WakeUp|Close|Exit|New|Open|Save)$/

export function isBlockedInKiosk({ key, control, meta, alt, shift }: Keystroke): boolean {
  if (SPECIAL.test(key)) return true
  const letter = key.toLowerCase()
  if (meta) return shift || alt || control || !(EDITING.has(letter) || letter === 'meta')
  const isModifier = ['Control', 'Alt', 'AltGraph', 'Shift'].includes(key)
  if (isModifier) return false
  const isSign = [...key].length === 1 && key !== ' '
  if (control && alt) return !isSign
  // Alt and digits of the number pad type a character by its number: scanners without a keyboard
  // layout do so.
  if (alt) return !(/^\d$/.test(key) || (isSign && !/^[a-z]$/i.test(key)))
  if (control) return shift || !(EDITING.has(letter) || LINE_ENDS.has(letter))
  return false
}
