/** The short sound and the vibration of a verdict. Tones are computed: no audio file, nothing to load. */
import type { Signal } from './looks.ts'

interface Note {
  readonly hz: number
  readonly startMs: number
  readonly lengthMs: number
  readonly wave: 'sine' | 'triangle' | 'square'
}

/**
 * Different in rhythm and direction as well as in pitch: two up, two down, one alone, three up and down, two alike, three
 * low and rough.
 */
const MELODIES = {
  good: [
    { hz: 880, startMs: 0, lengthMs: 110, wave: 'sine' },
    { hz: 1318.5, startMs: 110, lengthMs: 190, wave: 'sine' },
  ],
  look: [
    { hz: 1046.5, startMs: 0, lengthMs: 150, wave: 'triangle' },
    { hz: 784, startMs: 190, lengthMs: 320, wave: 'triangle' },
  ],
  just: [{ hz: 880, startMs: 0, lengthMs: 90, wave: 'sine' }],
  stop: [
    { hz: 196, startMs: 0, lengthMs: 150, wave: 'square' },
    { hz: 196, startMs: 200, lengthMs: 150, wave: 'square' },
    { hz: 146.8, startMs: 400, lengthMs: 320, wave: 'square' },
  ],
  unsure: [
    { hz: 523.3, startMs: 0, lengthMs: 130, wave: 'triangle' },
    { hz: 523.3, startMs: 220, lengthMs: 130, wave: 'triangle' },
  ],
  again: [
    { hz: 659.3, startMs: 0, lengthMs: 110, wave: 'triangle' },
    { hz: 440, startMs: 130, lengthMs: 110, wave: 'triangle' },
    { hz: 659.3, startMs: 260, lengthMs: 220, wave: 'triangle' },
  ],
} as const satisfies Record<Signal, readonly Note[]>

const VIBRATION_MS = {
  good: [70],
  look: [70, 60, 180],
  just: [40],
  stop: [160, 90, 160, 90, 320],
  unsure: [90, 110, 90],
  again: [60, 80, 60, 80, 160],
} as const satisfies Record<Signal, readonly number[]>

// A square wave carries more energy: the same gain would be too loud.
const GAIN = { sine: 0.35, triangle: 0.35, square: 0.13 } as const satisfies Record<
  Note['wave'],
  number
>
const FADE_S = 0.012
/** Safari has no idle callback. */
const LATER_MS = 1_000

let context: AudioContext | undefined
const loudspeaker = (): AudioContext =>
  (context ??= new AudioContext({ latencyHint: 'interactive' }))

/**
 * Opening the loudspeaker blocks the page for up to 200 ms (the browser starts its audio process and waits for it), so
 * it happens while the page is idle, not when the first card is read. Returns a function that cancels it.
 */
export function prepareSound(): () => void {
  const open = (): void => void loudspeaker()
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(open, LATER_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(open, { timeout: LATER_MS })
  return () => cancelIdleCallback(handle)
}

/**
 * Browsers let a page play sound only after a key or a press. Called on those, it enables sound; later calls cost
 * nothing.
 */
export function wakeSound(): void {
  if (context?.state === 'suspended') void context.resume()
}

/** Releases the loudspeaker when the page is left. */
export function restSound(): void {
  if (context?.state === 'running') void context.suspend()
}

function play(audio: AudioContext, { hz, startMs, lengthMs, wave }: Note): void {
  const start = audio.currentTime + startMs / 1_000
  const end = start + lengthMs / 1_000
  const gain = audio.createGain()
  // Without the fades a speaker clicks at both ends.
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(GAIN[wave], start + FADE_S)
  gain.gain.setValueAtTime(GAIN[wave], end - FADE_S)
  gain.gain.linearRampToValueAtTime(0, end)
  const oscillator = audio.createOscillator()
  oscillator.type = wave
  oscillator.frequency.value = hz
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(start)
  oscillator.stop(end)
}

/** A suspended context stays silent: a tone that sounds seconds late would belong to another card. */
export function sound(tone: Signal): void {
  if (context?.state !== 'running') return
  for (const note of MELODIES[tone]) play(context, note)
}

/** For the press of the switch: sounds at once, so that the volume can be set before the first guest comes. */
export async function trySound(): Promise<void> {
  await loudspeaker().resume()
  sound('good')
}

export function vibrate(tone: Signal): void {
  if ('vibrate' in navigator) navigator.vibrate([...VIBRATION_MS[tone]])
}

const SOUND_KEY = 'wld.verification.sound'

export const soundWanted = (storage: Pick<Storage, 'getItem'>): boolean =>
  storage.getItem(SOUND_KEY) !== 'off'
export const rememberSound = (storage: Pick<Storage, 'setItem'>, wanted: boolean): void =>
  storage.setItem(SOUND_KEY, wanted ? 'on' : 'off')
