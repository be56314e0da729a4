import { expect, test } from 'vitest'
import { isBlockedInKiosk, type Keystroke } from './kiosk-keys.ts'

/** `Ctrl+Shift+I` as a keystroke. */
function stroke(text: string): Keystroke {
  const parts = text.split(/(?<=.)\+/)
  const has = (name: string): boolean => parts.slice(0, -1).includes(name)
  return { key: parts.at(-1) ?? '', control: has('Ctrl'), meta: has('Cmd'), alt: has('Alt'), shift: has('Shift') }
}

test.each([
  'F1', 'F3', 'F5', 'F6', 'F7', 'F10', 'F11', 'F12', 'Shift+F10', 'Ctrl+F4', 'Alt+F4',
  'Ctrl+w', 'Ctrl+q', 'Ctrl+r', 'Ctrl+n', 'Ctrl+p', 'Ctrl+o', 'Ctrl+s', 'Ctrl+f', 'Ctrl+t', 'Ctrl+l', 'Ctrl+u', 'Ctrl+h', 'Ctrl+W',
  'Cmd+w', 'Cmd+q', 'Cmd+r', 'Cmd+n', 'Cmd+p', 'Cmd+o', 'Cmd+h', 'Cmd+,', 'Cmd+ ', 'Cmd+Tab', 'Cmd+ArrowLeft',
  'Ctrl+Shift+I', 'Ctrl+Shift+i', 'Ctrl+Shift+J', 'Ctrl+Shift+C', 'Ctrl+Shift+R', 'Ctrl+Shift+Delete', 'Cmd+Alt+i', 'Cmd+Alt+Escape', 'Cmd+Shift+q',
  'Ctrl+=', 'Ctrl+-', 'Ctrl+0', 'Ctrl++', 'Cmd+=', 'Cmd+-', 'Cmd+0', 'Ctrl+Tab', 'Ctrl+PageDown', 'Ctrl+Escape', 'Ctrl+Alt+Delete', 'Ctrl+Alt+F1',
  'Alt+ArrowLeft', 'Alt+ArrowRight', 'Alt+Home', 'Alt+ ', 'Alt+Tab', 'Alt+Escape', 'Alt+d', 'Alt+f', 'Alt+E',
  'BrowserBack', 'BrowserHome', 'BrowserRefresh', 'LaunchMail', 'LaunchApplication1', 'ContextMenu', 'PrintScreen', 'ZoomIn', 'Close', 'Help',
])('%s leads nowhere', (text) => expect(isBlockedInKiosk(stroke(text))).toBe(true))

test.each([
  'a', 'Z', '7', '|', 'é', 'ش', '٧', ' ', 'Enter', 'Tab', 'Shift+Tab', 'Escape', 'Backspace', 'ArrowLeft', 'PageDown', 'Home', 'Shift+A',
  'Ctrl+Alt+|', 'Ctrl+Alt+6', 'Alt+|', // AltGr on Windows, Option on a Mac
  'Alt+0', 'Alt+1', 'Alt+2', // signs by their number
  'Ctrl+j', 'Ctrl+m', 'Ctrl+Enter', // line ends of scanners
  'Ctrl+a', 'Ctrl+c', 'Ctrl+v', 'Cmd+c', 'Cmd+v', 'Ctrl+Control', 'Alt+Alt', 'Shift+Shift', 'AltGraph',
])('%s types', (text) => expect(isBlockedInKiosk(stroke(text))).toBe(false))
