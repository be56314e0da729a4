/** Punctuation of a US keyboard by physical key: plain, then with Shift. */
const SYMBOLS: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  Digit0: ['0', ')'],
  Digit1: ['1', '!'],
  Digit2: ['2', '@'],
  Digit3: ['3', '#'],
  Digit4: ['4', '$'],
  Digit5: ['5', '%'],
  Digit6: ['6', '^'],
  Digit7: ['7', '&'],
  Digit8: ['8', '*'],
  Digit9: ['9', '('],
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Backslash: ['\\', '|'],
  Semicolon: [';', ':'],
  Quote: ["'", '"'],
  Backquote: ['`', '~'],
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
  IntlBackslash: ['\\', '|'], // the extra key of European keyboards
  Space: [' ', ' '],
  NumpadDecimal: ['.', '.'],
  NumpadSubtract: ['-', '-'],
  NumpadAdd: ['+', '+'],
  NumpadMultiply: ['*', '*'],
  NumpadDivide: ['/', '/'],
}

/** The character of a physical key (event.code) on a US keyboard; null for keys that type none. */
export function usLayoutCharacter(code: string, shift: boolean, capsLock: boolean): string | null {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter !== undefined) return shift === capsLock ? letter.toLowerCase() : letter
  const digit = /^Numpad(\d)$/.exec(code)?.[1]
  if (digit !== undefined) return digit
  return SYMBOLS[code]?.[shift ? 1 : 0] ?? null
}
