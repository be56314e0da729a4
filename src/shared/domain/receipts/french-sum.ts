/** Sums in French words, as a receipt for the tax office has them beside the figures. */

const UNITS = [
  'zéro',
  'un',
  'deux',
  'trois',
  'quatre',
  'cinq',
  'six',
  'sept',
  'huit',
  'neuf',
  'dix',
  'onze',
  'douze',
  'treize',
  'quatorze',
  'quinze',
  'seize',
] as const
const TENS: Readonly<Record<number, string>> = {
  2: 'vingt',
  3: 'trente',
  4: 'quarante',
  5: 'cinquante',
  6: 'soixante',
  8: 'quatre-vingt',
}

/** Below a hundred. @param isLast nothing follows: `quatre-vingts` and `deux cents` have their s there alone */
function belowHundred(n: number, isLast: boolean): string {
  const unit = UNITS[n]
  if (unit !== undefined) return unit
  if (n < 20) return `dix-${UNITS[n - 10] ?? ''}`
  const ten = Math.floor(n / 10)
  // 70 and 90 count on from 60 and 80: soixante et onze, quatre-vingt-onze.
  const base = ten === 7 || ten === 9 ? ten - 1 : ten
  const rest = n - base * 10
  const word = TENS[base] ?? ''
  if (rest === 0) return base === 8 && isLast ? `${word}s` : word
  if (base !== 8 && (rest === 1 || rest === 11)) return `${word} et ${belowHundred(rest, isLast)}`
  return `${word}-${belowHundred(rest, isLast)}`
}

function belowThousand(n: number, isLast: boolean): string {
  const [hundreds, rest] = [Math.floor(n / 100), n % 100]
  const before = hundreds === 0 ? '' : hundreds === 1 ? 'cent' : `${UNITS[hundreds] ?? ''} cent`
  if (rest === 0) return hundreds > 1 && isLast ? `${before}s` : before
  return `${before} ${belowHundred(rest, isLast)}`.trim()
}

/** A whole number up to 999,999,999. Before `mille` a number takes no s, before `million` it does. */
export function frenchNumber(n: number): string {
  if (n === 0) return UNITS[0]
  const [millions, thousands, rest] = [
    Math.floor(n / 1_000_000),
    Math.floor(n / 1_000) % 1_000,
    n % 1_000,
  ]
  return [
    millions === 0 ? '' : `${belowThousand(millions, true)} million${millions === 1 ? '' : 's'}`,
    thousands === 0 ? '' : thousands === 1 ? 'mille' : `${belowThousand(thousands, false)} mille`,
    rest === 0 ? '' : belowThousand(rest, true),
  ]
    .filter((part) => part !== '')
    .join(' ')
}

const counted = (n: number, one: string): string => `${frenchNumber(n)} ${one}${n > 1 ? 's' : ''}`

/** `quarante-huit euros et cinquante centimes`; `deux millions d’euros` where nothing stands between. */
export function eurosInWords(cents: number): string {
  const [euros, rest] = [Math.floor(cents / 100), cents % 100]
  const whole =
    euros >= 1_000_000 && euros % 1_000_000 === 0
      ? `${frenchNumber(euros)} d’euros`
      : counted(euros, 'euro')
  const parts = [euros === 0 ? '' : whole, rest === 0 ? '' : counted(rest, 'centime')]
  return parts.filter((part) => part !== '').join(' et ')
}
