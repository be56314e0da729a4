import { readCardPayload } from '#shared/domain/card/card-payload.ts'
import { parseMemberNumber } from '#shared/domain/people/member-id.ts'

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
function usLayoutCharacter(code: string, shift: boolean, capsLock: boolean): string | null {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter !== undefined) return shift === capsLock ? letter.toLowerCase() : letter
  const digit = /^Numpad(\d)$/.exec(code)?.[1]
  if (digit !== undefined) return digit
  return SYMBOLS[code]?.[shift ? 1 : 0] ?? null
}

// Hand scanners that present themselves as a keyboard ("wedge"): they type the code and press Enter or Tab. The pace
// distinguishes them from a person. Pure: takes key events and returns what they are; attach-wedge.ts connects it.

/** The part of a KeyboardEvent in use. */
export interface WedgeKey {
  readonly key: string
  /** Physical key, e.g. 'KeyA'; empty for characters that no key produced. */
  readonly code: string
  /** event.timeStamp: when the key was pressed, not when the page handled it. */
  readonly timeMs: number
  readonly shiftKey: boolean
  readonly capsLock: boolean
  /** Ctrl, Alt or Meta without AltGraph: a shortcut. */
  readonly shortcut: boolean
  readonly repeat: boolean
}

export interface WedgeReading {
  /** The likelier of the two readings. */
  readonly text: string
  /** By event.key: right when the keyboard layout of the system fits the scanner's. */
  readonly asTyped: string
  /** By event.code on a US keyboard, which is what scanners imitate unless set otherwise. */
  readonly asUsLayout: string
  /** False: both readings could be a card. Verify `text` first, then the other. */
  readonly sure: boolean
}

export type WedgeVerdict =
  /** No scan (so far). */
  | { readonly kind: 'ignore' }
  /** Several keys came too fast for a person: probably a scanner. */
  | { readonly kind: 'burst' }
  /** The burst ended: swallow this Enter or Tab. */
  | { readonly kind: 'read'; readonly reading: WedgeReading }

/**
 * Longest usual pause inside a burst. USB scanners send a key every 1 to 16 ms, Bluetooth ones every 15 to 40. People
 * who type 120 words a minute need 100 on average and rarely stay under 60 for long.
 */
const MOST_GAP_MS = 50
/** Usual pause of a burst: a roll of the fingers has two or three gaps under 50 ms, not a dozen. */
const MOST_USUAL_GAP_MS = 35
/**
 * A busy computer or a weak radio link can delay one key of a scan. The keys before the delay belong to the scan:
 * without them `20000001|…` would be read as `0000001|…`, the number of another member.
 */
const MOST_HICCUP_MS = 400
/** Some scanners wait before the closing key. */
const MOST_GAP_BEFORE_END_MS = 150
/** A bare card number has eight digits; shorter bursts are typing. */
const LEAST_LENGTH = 8
/** This many fast keys are called a burst before it ended. */
const BURST_FROM_LENGTH = 5
/** More than a QR code of version 40 holds: a key is stuck. */
const MOST_LENGTH = 4_500

/** Extensions: the digits, marks and punctuation of the Arabic keyboard count too. */
const ARABIC = /\p{Script_Extensions=Arabic}/u
const IGNORED_KEYS: ReadonlySet<string> = new Set(['Shift', 'CapsLock', 'AltGraph', 'NumLock'])
const END_KEYS: ReadonlySet<string> = new Set(['Enter', 'Tab'])

export interface Wedge {
  press: (key: WedgeKey) => WedgeVerdict
  reset: () => void
}

interface Stroke {
  readonly typed: string
  readonly us: string
  /** Since the previous stroke. */
  readonly gapMs: number
}

export function createWedge(now: () => Date = () => new Date()): Wedge {
  let strokes: Stroke[] = []
  let lastMs = 0
  /** Fast strokes without a break, up to the last one. */
  let run = 0

  function reset(): void {
    strokes = []
    run = 0
  }

  function end(timeMs: number): WedgeVerdict {
    const reading = timeMs - lastMs <= MOST_GAP_BEFORE_END_MS ? readStrokes(strokes, now()) : null
    reset()
    return reading === null ? { kind: 'ignore' } : { kind: 'read', reading }
  }

  return {
    reset,
    press({ key, code, timeMs, shiftKey, capsLock, shortcut, repeat }) {
      if (IGNORED_KEYS.has(key)) return { kind: 'ignore' }
      if (shortcut || repeat) {
        reset()
        return { kind: 'ignore' }
      }
      if (END_KEYS.has(key)) return end(timeMs)
      const usCharacter = usLayoutCharacter(code, shiftKey, capsLock)
      const character = characterOf(key, usCharacter)
      if (character === null) {
        reset()
        return { kind: 'ignore' }
      }
      const gapMs = timeMs - lastMs
      if (gapMs > MOST_HICCUP_MS || strokes.length >= MOST_LENGTH) reset()
      strokes.push({ typed: character, us: usCharacter ?? character, gapMs })
      run = gapMs > MOST_GAP_MS ? 1 : run + 1
      lastMs = timeMs
      return {
        kind:
          run >= BURST_FROM_LENGTH && isFast(strokes.slice(-BURST_FROM_LENGTH))
            ? 'burst'
            : 'ignore',
      }
    },
  }
}

/**
 * The text of the strokes, if a scanner made them. The scan may begin at the first stroke or after any pause. Of the
 * beginnings that give a card the earliest counts; for any other code only strokes without a pause count.
 */
function readStrokes(strokes: readonly Stroke[], now: Date): WedgeReading | null {
  const starts = strokes.flatMap(({ gapMs }, at) => (at === 0 || gapMs > MOST_GAP_MS ? [at] : []))
  const last = starts.at(-1)
  for (const start of starts) {
    const part = strokes.slice(start)
    if (part.length < LEAST_LENGTH || !isFast(part)) continue
    const asTyped = part.map(({ typed }) => typed).join('')
    const asUsLayout = part.map(({ us }) => us).join('')
    if (start === last || isCardText(asTyped, now) || isCardText(asUsLayout, now))
      return chooseReading(asTyped, asUsLayout, now)
  }
  return null
}

/**
 * By the median of the gaps: one late key of a scanner does not look like a person, nor do a few quick keys of a person
 * look like a scanner.
 */
function isFast(strokes: readonly Stroke[]): boolean {
  const gapsMs = strokes
    .slice(1)
    .map(({ gapMs }) => gapMs)
    .sort((one, other) => one - other)
  const middle = gapsMs[gapsMs.length >> 1]
  return middle !== undefined && middle <= MOST_USUAL_GAP_MS
}

/** What a key typed; empty where only the physical key shows it, null for a key that types nothing. */
function characterOf(key: string, usCharacter: string | null): string | null {
  if ([...key].length === 1) return key
  // A dead key (the ^ of a French layout) types nothing alone.
  if (key === 'Dead') return ''
  if (usCharacter === null) return null
  // One key of the Arabic layout types two letters, lam and alef; browsers report both, or 'Unidentified'.
  return ARABIC.test(key) ? key : key === 'Unidentified' ? '' : null
}

/**
 * An Arabic (or French) layout turns `WLD_` into other letters; the physical keys still say what the scanner sent. But
 * a name can be truly Arabic, typed by a scanner that is set to the layout: then the physical keys give nonsense. Where
 * only one reading looks like the code of a card, that one is taken. Where both do, the typed one is tried first unless
 * it holds Arabic letters, because most scanners have a US setting.
 */
export function chooseReading(asTyped: string, asUsLayout: string, now: Date): WedgeReading {
  if (asTyped === asUsLayout) return { text: asTyped, asTyped, asUsLayout, sure: true }
  const typedFits = isCardText(asTyped, now)
  const usFits = isCardText(asUsLayout, now)
  if (typedFits !== usFits)
    return { text: typedFits ? asTyped : asUsLayout, asTyped, asUsLayout, sure: true }
  const text = ARABIC.test(asTyped) && usFits ? asUsLayout : asTyped
  return { text, asTyped, asUsLayout, sure: false }
}

/** Whether it has the form of a card's text. The server decides whether it is true. */
function isCardText(text: string, now: Date): boolean {
  return readCardPayload(text, now).kind !== 'unreadable' || parseMemberNumber(text) !== undefined
}
