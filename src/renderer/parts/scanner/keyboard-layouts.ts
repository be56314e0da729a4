/**
 * What keys type on the keyboard layouts that hand scanners and computers can be set to. A scanner presses the keys of its
 * own setting; the computer may use another layout, so a text is read by its physical keys on each layout, and the judge of
 * the card finds out which one was meant. A further layout is a further row.
 */

/** The keys of a row, by `event.code`, in the order of a keyboard with the extra key of Europe. */
const CODES = [
  ...keys('Backquote Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0'),
  ...keys('Minus Equal KeyQ KeyW KeyE KeyR KeyT KeyY KeyU KeyI KeyO KeyP BracketLeft'),
  ...keys('BracketRight Backslash KeyA KeyS KeyD KeyF KeyG KeyH KeyJ KeyK KeyL Semicolon'),
  ...keys('Quote IntlBackslash KeyZ KeyX KeyC KeyV KeyB KeyN KeyM Comma Period Slash'),
]
function keys(names: string): string[] {
  return names.split(' ')
}

interface LayoutRow {
  /** The letters stand in the order of `CODES`. */
  readonly plain: string
  readonly shifted: string
  readonly altGr: Readonly<Record<string, string>>
}

const ROWS = {
  // First: scanners leave the factory with it.
  us: {
    plain: "`1234567890-=qwertyuiop[]\\asdfghjkl;'\\zxcvbnm,./",
    shifted: '~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"|ZXCVBNM<>?',
    altGr: {},
  },
  gb: {
    plain: "`1234567890-=qwertyuiop[]#asdfghjkl;'\\zxcvbnm,./",
    shifted: '¬!"£$%^&*()_+QWERTYUIOP{}~ASDFGHJKL:@|ZXCVBNM<>?',
    altGr: {},
  },
  fr: {
    plain: '²&é"\'(-è_çà)=azertyuiop^$*qsdfghjklmù<wxcvbn,;:!',
    shifted: '²1234567890°+AZERTYUIOP¨£µQSDFGHJKLM%>WXCVBN?./§',
    altGr: { Digit6: '|', Minus: ']' },
  },
  de: {
    plain: '^1234567890ß´qwertzuiopü+#asdfghjklöä<yxcvbnm,.-',
    shifted: '°!"§$%&/()=?`QWERTZUIOPÜ*\'ASDFGHJKLÖÄ>YXCVBNM;:_',
    altGr: { IntlBackslash: '|', Digit9: ']' },
  },
  es: {
    plain: "º1234567890'¡qwertyuiop`+çasdfghjklñ´<zxcvbnm,.-",
    shifted: 'ª!"·$%&/()=?¿QWERTYUIOP^*ÇASDFGHJKLÑ¨>ZXCVBNM;:_',
    altGr: { Digit1: '|', BracketRight: ']' },
  },
  it: {
    plain: "\\1234567890'ìqwertyuiopè+ùasdfghjklòà<zxcvbnm,.-",
    shifted: '|!"£$%&/()=?^QWERTYUIOPé*§ASDFGHJKLç°>ZXCVBNM;:_',
    altGr: { BracketRight: ']' },
  },
  pt: {
    plain: "\\1234567890'«qwertyuiop+´~asdfghjklçº<zxcvbnm,.-",
    shifted: '|!"#$%&/()=?»QWERTYUIOP*`^ASDFGHJKLÇª>ZXCVBNM;:_',
    altGr: { Digit9: ']' },
  },
  tr: {
    plain: '"1234567890*-qwertyuıopğü,asdfghjklşi<zxcvbnmöç.',
    shifted: "é!'^+%&/()=?_QWERTYUIOPĞÜ;ASDFGHJKLŞİ>ZXCVBNMÖÇ:",
    altGr: { Equal: '|', Digit9: ']' },
  },
  se: {
    plain: "§1234567890+´qwertyuiopå¨'asdfghjklöä<zxcvbnm,.-",
    shifted: '½!"#¤%&/()=?`QWERTYUIOPÅ^*ASDFGHJKLÖÄ>ZXCVBNM;:_',
    altGr: { IntlBackslash: '|', Digit9: ']' },
  },
  ch: {
    plain: "§1234567890'^qwertzuiopü¨$asdfghjklöä<yxcvbnm,.-",
    shifted: '°+"*ç%&/()=?`QWERTZUIOPè!£ASDFGHJKLéà>YXCVBNM;:_',
    altGr: { Digit7: '|', BracketRight: ']' },
  },
  // No Latin letters: a scanner set to Arabic types unsigned cards with Arabic names, one set to Russian numbers alone.
  ar: {
    plain: 'ذ1234567890-=ضصثقفغعهخحجد\\شسيبلاتنمكط\\ئءؤرﻻىةوزظ',
    shifted:
      '\u0651!@#$%^&*)(_+\u064e\u064b\u064f\u064cﻹإ‘÷×؛<>|\u0650\u064d][ﻷأـ،/:"|~\u0652}{ﻵآ’,.؟',
    altGr: {},
  },
  ru: {
    plain: 'ё1234567890-=йцукенгшщзхъ\\фывапролджэ\\ячсмитьбю.',
    shifted: 'Ё!"№;%:?*()_+ЙЦУКЕНГШЩЗХЪ/ФЫВАПРОЛДЖЭ/ЯЧСМИТЬБЮ,',
    altGr: {},
  },
} as const satisfies Record<string, LayoutRow>

export type ScannerLayout = keyof typeof ROWS
export const SCANNER_LAYOUTS = Object.keys(ROWS) as readonly ScannerLayout[] // as: the keys of a literal

/** One key of the Arabic layout types lam and an alef; in its row they are one sign. */
const TWO_LETTERS: Readonly<Record<string, string>> = { ﻻ: 'لا', ﻹ: 'لإ', ﻷ: 'لأ', ﻵ: 'لآ' }

/** The same on every layout. */
const SHARED: Readonly<Record<string, string>> = {
  Space: ' ',
  NumpadDecimal: '.',
  NumpadSubtract: '-',
  NumpadAdd: '+',
  NumpadMultiply: '*',
  NumpadDivide: '/',
}

export interface PressedKey {
  /** Physical key, e.g. 'KeyA'; empty for characters that no key produced. */
  readonly code: string
  readonly shiftKey: boolean
  readonly altGraph: boolean
}

/**
 * The character of a physical key; undefined for keys that type none. Caps Lock does not count: a scanner sends Shift for
 * a capital and knows nothing of the lock.
 */
export function characterOn(
  layout: ScannerLayout,
  { code, shiftKey, altGraph }: PressedKey,
): string | undefined {
  const digit = /^Numpad(\d)$/.exec(code)?.[1]
  if (digit !== undefined) return digit
  const { plain, shifted, altGr }: LayoutRow = ROWS[layout]
  const special = altGraph ? altGr[code] : undefined
  if (special !== undefined) return special
  const at = CODES.indexOf(code)
  if (at < 0) return SHARED[code]
  const typed = (shiftKey ? shifted : plain)[at]
  return typed === undefined ? undefined : (TWO_LETTERS[typed] ?? typed)
}
