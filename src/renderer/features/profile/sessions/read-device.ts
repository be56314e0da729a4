/**
 * A device in words that its owner recognises, from what its browser calls itself. Browsers pretend to be one another,
 * so the order of the tables decides: the most particular name first. What a program calls itself is no word for its owner,
 * and anybody may send it, so it is never shown.
 */
export interface Device {
  /** `app`: our own program. Otherwise the browser's name. */
  readonly browser:
    | { readonly kind: 'app' | 'unknown' }
    | { readonly kind: 'browser'; readonly name: string }
  readonly system: string | undefined
}

const BROWSERS = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (?:Mobile\/\S+ )?Safari\//, 'Safari'],
] as const

// An iPad sends the name Macintosh, so the text cannot distinguish them.
const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows NT\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

const nameIn = (table: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1]

export function readDevice(userAgent: string): Device {
  const system = nameIn(SYSTEMS, userAgent)
  if (/\bElectron\//.test(userAgent)) return { browser: { kind: 'app' }, system }
  const name = nameIn(BROWSERS, userAgent)
  return { browser: name === undefined ? { kind: 'unknown' } : { kind: 'browser', name }, system }
}

/** Something held in the hand, for the picture beside it. */
export const isHandheld = ({ system = '' }: Device): boolean =>
  ['iPhone', 'iPad', 'Android'].includes(system)
