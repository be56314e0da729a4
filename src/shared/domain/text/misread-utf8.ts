/**
 * A code holds its text as UTF-8 and does not say so. Readers guess: hand scanners type each byte as a letter of
 * Windows-1252 (`ZoÃ«` for `Zoë`), and ZBar 0.23 takes accents for Japanese (`Zoﾃｫ`).
 */
const GUESSES = ['windows-1252', 'shift_jis'] as const
type Charset = (typeof GUESSES)[number]

const tables = new Map<Charset, ReadonlyMap<string, readonly number[]>>()

/** From each character of the charset beyond ASCII to its bytes. */
function bytesIn(charset: Charset): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(charset)
  if (known !== undefined) return known
  const table = new Map<string, readonly number[]>()
  const decoder = new TextDecoder(charset)
  const add = (...bytes: readonly number[]): boolean => {
    const text = decoder.decode(new Uint8Array(bytes))
    const isOne = [...text].length === 1 && text !== '\uFFFD'
    if (isOne && !table.has(text)) table.set(text, bytes)
    return isOne
  }
  for (let lead = 0x80; lead <= 0xff; lead += 1)
    if (!add(lead)) for (let trail = 0x40; trail <= 0xfc; trail += 1) add(lead, trail)
  tables.set(charset, table)
  return table
}

function inBytesOf(text: string, charset: Charset): string | null {
  const table = bytesIn(charset)
  const bytes: number[] = []
  for (const character of text) {
    const found = table.get(character)
    if (found === undefined) return null
    bytes.push(...found)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(bytes))
  } catch {
    return null
  }
}

/** `text` with each run of such letters read as the UTF-8 that they stand for; a run that is none stays. */
export const undoMisreadUtf8 = (text: string): string =>
  text.replaceAll(/[^\0-\x7F]+/g, (run) => {
    for (const charset of GUESSES) {
      // The Japanese table has 7,000 pairs: it is made for texts alone that hold its letters.
      if (charset === 'shift_jis' && !/[\u3000-\u9FFF\uFF61-\uFF9F]/.test(run)) continue
      const undone = inBytesOf(run, charset)
      if (undone !== null) return undone
    }
    return run
  })
