/** The wire carries English country names (spec); the interface shows them in the language of the reader. */
const FIRST_LETTER = 65
const LETTERS = 26

let codes: ReadonlyMap<string, string> | undefined

/** False for withdrawn codes that share a name with the present one: DD is read as DE, UK as GB. */
const isPresent = (code: string): boolean =>
  Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`

function codesByEnglishName(): ReadonlyMap<string, string> {
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const found = new Map<string, string>()
  for (let index = 0; index < LETTERS * LETTERS; index++) {
    const code = String.fromCharCode(
      FIRST_LETTER + Math.floor(index / LETTERS),
      FIRST_LETTER + (index % LETTERS),
    )
    const name = english.of(code)
    if (name !== undefined && isPresent(code)) found.set(name, code)
  }
  return found
}

/** ISO 3166 code of an English country name; the text itself where it is none, so that it can be shown unchanged. */
export function countryOf(englishName: string): string {
  codes ??= codesByEnglishName()
  return codes.get(englishName) ?? englishName
}
