import { LANGUAGES, type Language } from '#shared/domain/text/languages.ts'
import type { ComboOption } from './combo-options.ts'

/**
 * The country's code in a frame of the shape of a flag. Not the flag itself: systems draw the flag characters as
 * letters or not at all (Windows), and a wrong emblem on a small drawing offends where a code does not.
 */
export function CountryMark({ code }: { readonly code: string }) {
  return (
    <span
      aria-hidden="true"
      dir="ltr"
      className="inline-grid h-5.5 w-8 shrink-0 place-items-center rounded-sm border border-line-strong bg-sunken text-xs leading-none font-bold text-muted"
    >
      {code}
    </span>
  )
}

/** Where most members were born and live; the rest follows by name. */
const FIRST = ['SD', 'FR']

/** Names that people type and that no list of country names has. */
const ALIASES: Readonly<Record<string, string>> = {
  AE: 'UAE Emirates الإمارات',
  CD: 'DRC RDC Zaire',
  CI: 'Ivory Coast',
  CF: 'CAR RCA',
  GB: 'UK England Scotland Wales Britain Angleterre إنجلترا بريطانيا',
  NL: 'Holland Hollande هولندا',
  SA: 'KSA',
  US: 'USA America Amérique أمريكا',
}

const nameIn = (language: Language): ((code: string) => string) => {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' })
  return (code) => names.of(code) ?? code
}

let namesEverywhere: readonly ((code: string) => string)[] | undefined
/** The names in all our languages: many know their country's name in one and use the interface in another. */
function keywordsOf(code: string): string {
  namesEverywhere ??= LANGUAGES.map(nameIn)
  return [code, ...namesEverywhere.map((name) => name(code)), ALIASES[code] ?? ''].join(' ')
}

/** Countries in the order of the reader's alphabet. */
export function countryOptions(
  codes: readonly string[],
  name: (code: string) => string,
  language: Language,
): ComboOption[] {
  const collator = new Intl.Collator(language)
  const rank = (code: string): number => (FIRST.includes(code) ? FIRST.indexOf(code) : FIRST.length)
  return codes
    .map((code) => ({
      value: code,
      label: name(code),
      keywords: keywordsOf(code),
      mark: <CountryMark code={code} />,
    }))
    .toSorted((a, b) => rank(a.value) - rank(b.value) || collator.compare(a.label, b.label))
}
