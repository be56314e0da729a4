import { readCardPayload } from '#shared/domain/card/card-payload.ts'
import { ALTERNATIVES_MAX, cardReadings } from '#shared/domain/card/card-readings.ts'
import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import { characterOn, type PressedKey, SCANNER_LAYOUTS } from './keyboard-layouts.ts'

// Hand scanners that present themselves as a keyboard ("wedge"): they type the code and press Enter or Tab. The pace
// distinguishes them from a person. Pure: takes key events and returns what they are; attach-wedge.ts connects it.

/** What is needed of a KeyboardEvent. */
export interface WedgeKey extends PressedKey {
  readonly key: string
  /** event.timeStamp: when the key was pressed, not when the page handled it. */
  readonly timeMs: number
  readonly capsLock: boolean
  /** Ctrl or Meta without AltGraph: a shortcut. */
  readonly shortcut: boolean
  readonly repeat: boolean
}

export interface WedgeReading {
  /** The likeliest reading. */
  readonly text: string
  /** The other readings that may be meant, the likelier ones first: only the seal tells which one is genuine. */
  readonly alternatives: readonly string[]
  /** What the keys typed by `event.key`: a text field that had the focus now holds it. */
  readonly asTyped: string
  readonly capsLock: boolean
}

export type WedgeVerdict =
  /** This key belongs to no scan, as far as is known yet. */
  | { readonly kind: 'ignore' }
  /** Several keys came too fast for a person: probably a scanner. */
  | { readonly kind: 'burst' }
  /** The burst is over and was a scan. The page must not get this Enter or Tab. */
  | { readonly kind: 'read'; readonly reading: WedgeReading }
  /** The key belongs to a scan that was read already, as the second one of CR and LF does. The page must not get it. */
  | { readonly kind: 'rest' }

/**
 * A longer pause ends a burst. USB scanners send a key every 1 to 16 ms, Bluetooth ones every 15 to 60. People
 * who type 120 words a minute need 100 on average and rarely stay under 70 for long.
 */
const GAP_MAX_MS = 75
/** The median pause of a burst is at most this: a roll of the fingers has two or three gaps under 50 ms, not a dozen. */
const MEDIAN_GAP_MAX_MS = 35
/** The median may be longer where the keys give the code of a card, which is too long to be typed in this time. */
const MEDIAN_GAP_OF_CARD_MAX_MS = 65
/**
 * A busy computer or a weak radio link can delay one key of a scan. The keys before the delay belong to the scan:
 * without them `20000001|…` would be read as `0000001|…`, the number of another member.
 */
const DELAY_OF_KEY_MAX_MS = 400
/** Some scanners wait before the closing key. */
const GAP_BEFORE_END_MAX_MS = 150
/**
 * A scanner without a closing key has ended when no further key comes for this time, which is longer than any delay of
 * one key.
 */
export const END_AFTER_MS = 500
/** A bare card number has eight digits; shorter bursts are typing. */
const LENGTH_MIN = 8
/** After so many fast keys the page is told of a burst, before it is over. */
const BURST_LENGTH_MIN = 5
/** A QR code of version 40 holds less: where more keys come, one is stuck. */
const LENGTH_MAX = 4_500

/** `Script_Extensions` also covers the digits, marks and punctuation of the Arabic keyboard. */
const ARABIC = /\p{Script_Extensions=Arabic}/u
/** The text of a card begins with a number, or with a mark that scanners put before it. */
const CARD_BEGIN = /^(?:\p{Nd}|WLD_|\])/iu
const IGNORED_KEYS: ReadonlySet<string> = new Set([
  'Shift',
  'CapsLock',
  'NumLock',
  // Windows sends AltGr as Control and Alt. Alone they type nothing; with another key they make a shortcut.
  'AltGraph',
  'Control',
  'Alt',
])
const END_KEYS: ReadonlySet<string> = new Set(['Enter', 'Tab'])

export interface Wedge {
  press: (key: WedgeKey) => WedgeVerdict
  /** No key came for `END_AFTER_MS`: what was typed is read where it is a card. */
  pause: () => WedgeReading | null
  reset: () => void
}

interface Stroke extends PressedKey {
  readonly typed: string
  readonly capsLock: boolean
  /** Time since the previous stroke. */
  readonly gapMs: number
}

export function createWedge(now: () => Date = () => new Date()): Wedge {
  let strokes: Stroke[] = []
  let lastMs = 0
  /** How many strokes came without a pause, up to the last one. */
  let fastInARow = 0
  let lastReadMs = Number.NEGATIVE_INFINITY

  function reset(): void {
    strokes = []
    fastInARow = 0
  }

  function end(timeMs: number): WedgeVerdict {
    if (strokes.length === 0 && timeMs - lastReadMs <= GAP_BEFORE_END_MAX_MS)
      return { kind: 'rest' }
    const isSoon = timeMs - lastMs <= GAP_BEFORE_END_MAX_MS
    const reading = isSoon ? readStrokes(strokes, now()) : null
    reset()
    if (reading === null) return { kind: 'ignore' }
    lastReadMs = timeMs
    return { kind: 'read', reading }
  }

  return {
    reset,
    pause() {
      const typed = strokes
      const reading = readStrokes(typed, now())
      reset()
      if (reading === null || !isCardText(reading.text, now())) return null
      // A person may have typed a number alone this fast, and not have finished.
      return reading.text.includes('|') || isFast(typed, MEDIAN_GAP_MAX_MS) ? reading : null
    },
    press({ key, code, timeMs, shiftKey, altGraph, capsLock, shortcut, repeat }) {
      if (IGNORED_KEYS.has(key)) return { kind: 'ignore' }
      if (shortcut || repeat) {
        reset()
        return { kind: 'ignore' }
      }
      if (END_KEYS.has(key)) return end(timeMs)
      const character = characterOf(key, characterOn('us', { code, shiftKey, altGraph }))
      if (character === null) {
        reset()
        return { kind: 'ignore' }
      }
      const gapMs = timeMs - lastMs
      if (gapMs > DELAY_OF_KEY_MAX_MS || strokes.length >= LENGTH_MAX) reset()
      strokes.push({ typed: character, code, shiftKey, altGraph, capsLock, gapMs })
      fastInARow = gapMs > GAP_MAX_MS ? 1 : fastInARow + 1
      lastMs = timeMs
      return {
        kind:
          fastInARow >= BURST_LENGTH_MIN &&
          isFast(strokes.slice(-BURST_LENGTH_MIN), MEDIAN_GAP_OF_CARD_MAX_MS)
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
  const starts = strokes.flatMap(({ gapMs }, at) => (at === 0 || gapMs > GAP_MAX_MS ? [at] : []))
  const last = starts.at(-1)
  for (const start of starts) {
    const part = strokes.slice(start)
    if (part.length < LENGTH_MIN || !isFast(part, MEDIAN_GAP_OF_CARD_MAX_MS)) continue
    const reading = readingOf(part, now)
    if (!isFast(part, MEDIAN_GAP_MAX_MS) && !isCardText(reading.text, now)) continue
    // A prefix that staff set in the scanner comes as fast as the rest; letters that a person typed before do not.
    const isWhole = CARD_BEGIN.test(reading.text) || (part[1]?.gapMs ?? 0) <= GAP_MAX_MS
    if (start === last || (isWhole && isCardText(reading.text, now))) return reading
  }
  return null
}

/**
 * By the median of the gaps: one late key of a scanner does not look like a person, nor do a few quick keys of a person
 * look like a scanner.
 */
function isFast(strokes: readonly Stroke[], medianMaxMs: number): boolean {
  const gapsMs = strokes
    .slice(1)
    .map(({ gapMs }) => gapMs)
    .sort((one, other) => one - other)
  const middle = gapsMs[gapsMs.length >> 1]
  return middle !== undefined && middle <= medianMaxMs
}

/** What a key typed; empty where only the physical key shows it, null for a key that types nothing. */
function characterOf(key: string, usCharacter: string | undefined): string | null {
  if ([...key].length === 1) return key
  // A dead key (the ^ of a French layout) types nothing alone.
  if (key === 'Dead') return ''
  if (usCharacter === undefined) return null
  // One key of the Arabic layout types two letters, lam and alef; browsers report both, or 'Unidentified'.
  return ARABIC.test(key) ? key : key === 'Unidentified' ? '' : null
}

/**
 * An Arabic layout turns `WLD_` into other letters, Caps Lock swaps capitals; the physical keys still say what the scanner
 * sent, on the layout that it is set to. But a name can be truly Arabic, typed by a scanner that is set to the layout: then
 * the physical keys give nonsense. Only readings that look like the code of a card count, and where none does, what was
 * typed and the keys of a US layout. The typed one is first unless it holds Arabic letters or Caps Lock is on, because
 * most scanners have a US setting.
 */
function readingOf(strokes: readonly Stroke[], now: Date): WedgeReading {
  const asTyped = strokes.map(({ typed }) => typed).join('')
  const byKeys = SCANNER_LAYOUTS.map((layout) =>
    strokes.map((stroke) => characterOn(layout, stroke) ?? stroke.typed).join(''),
  )
  const capsLock = strokes.some((stroke) => stroke.capsLock)
  const all = capsLock || ARABIC.test(asTyped) ? [...byKeys, asTyped] : [asTyped, ...byKeys]
  const cards = all.filter((text) => isCardText(text, now))
  const [text = asTyped, ...alternatives] = new Set(cards.length > 0 ? cards : [asTyped, ...byKeys])
  return {
    text,
    alternatives: alternatives.slice(0, cards.length > 0 ? ALTERNATIVES_MAX : 1),
    asTyped,
    capsLock,
  }
}

/** Whether it has the form of a card's text. The server decides whether it is true. */
const isCardText = (text: string, now: Date): boolean =>
  cardReadings([text]).some(
    (reading) =>
      readCardPayload(reading, now).kind !== 'unreadable' ||
      parseMemberNumber(reading) !== undefined,
  )
