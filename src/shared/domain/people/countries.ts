/**
 * Countries are ISO 3166 alpha-2 codes inside and, as the specification has it, English names on
 * the wire. Names come from the platform (`Intl.DisplayNames`), not from a table that becomes
 * outdated.
 */
const CODES =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'

/** ISO 3166 alpha-2 codes, sorted. */
export const COUNTRY_CODES: readonly string[] = CODES.split(' ')

const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

let nameByCode: ReadonlyMap<string, string> | undefined

/** English name of a code; the text itself when it is no code (older data). */
export function countryNameInEnglish(code: string): string {
  // Asked for each country of each row of a list, and the platform takes some microseconds for one.
  nameByCode ??= new Map(COUNTRY_CODES.map((each) => [each, english.of(each) ?? each]))
  return nameByCode.get(code) ?? code
}

let codeByName: ReadonlyMap<string, string> | undefined

/**
 * Code of an English country name or of a code, in any case; undefined when there is no such
 * country.
 */
export function readCountry(text: string): string | undefined {
  const folded = text.trim().toLowerCase()
  codeByName ??= new Map(
    COUNTRY_CODES.flatMap(
      (code) =>
        [
          [code.toLowerCase(), code],
          [countryNameInEnglish(code).toLowerCase(), code],
        ] as const,
    ),
  )
  return codeByName.get(folded)
}
