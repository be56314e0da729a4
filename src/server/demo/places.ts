/** Where the made-up people live and were born: large cities only, and villages that are plainly invented. */
import type { Script } from './names.ts'
import type { Random } from './random.ts'

export type CountryCode =
  | 'SD'
  | 'FR'
  | 'EG'
  | 'TD'
  | 'SS'
  | 'SA'
  | 'AE'
  | 'GB'
  | 'BE'
  | 'DE'
  | 'NL'
  | 'CH'
  | 'IT'
  | 'SE'
  | 'CA'
  | 'US'
  | 'UG'
  | 'KE'

export type City = {
  readonly latin: string
  readonly arabic: string
  readonly country: CountryCode
  /**
   * Coordinates of the city centre, two decimals (about a kilometre): enough for a map, too coarse
   * for a house.
   */
  readonly latitude: number
  readonly longitude: number
}

const city = (
  country: CountryCode,
  latin: string,
  arabic: string,
  latitude: number,
  longitude: number,
): City => ({
  latin,
  arabic,
  country,
  latitude,
  longitude,
})

export const CITIES: readonly City[] = [
  city('SD', 'Khartoum', 'الخرطوم', 15.59, 32.53),
  city('SD', 'Omdurman', 'أم درمان', 15.64, 32.48),
  city('SD', 'Port Sudan', 'بورتسودان', 19.62, 37.22),
  city('SD', 'Wad Madani', 'ود مدني', 14.4, 33.52),
  city('SD', 'Kassala', 'كسلا', 15.45, 36.4),
  city('SD', 'El Obeid', 'الأبيض', 13.18, 30.22),
  city('SD', 'Nyala', 'نيالا', 12.05, 24.88),
  city('SD', 'El Fasher', 'الفاشر', 13.63, 25.35),
  city('SD', 'Atbara', 'عطبرة', 17.7, 33.99),
  city('SD', 'Dongola', 'دنقلا', 19.18, 30.48),
  city('SD', 'Gedaref', 'القضارف', 14.04, 35.38),
  city('SD', 'Kosti', 'كوستي', 13.16, 32.66),
  city('FR', 'Paris', 'باريس', 48.86, 2.35),
  city('FR', 'Lyon', 'ليون', 45.76, 4.84),
  city('FR', 'Marseille', 'مرسيليا', 43.3, 5.37),
  city('FR', 'Toulouse', 'تولوز', 43.6, 1.44),
  city('FR', 'Lille', 'ليل', 50.63, 3.06),
  city('FR', 'Nantes', 'نانت', 47.22, -1.55),
  city('FR', 'Strasbourg', 'ستراسبورغ', 48.57, 7.75),
  city('FR', 'Besançon', 'بيزانسون', 47.24, 6.02),
  city('EG', 'Cairo', 'القاهرة', 30.04, 31.24),
  city('EG', 'Alexandria', 'الإسكندرية', 31.2, 29.92),
  city('TD', 'N’Djamena', 'انجمينا', 12.13, 15.06),
  city('SS', 'Juba', 'جوبا', 4.85, 31.58),
  city('SA', 'Jeddah', 'جدة', 21.49, 39.19),
  city('AE', 'Abu Dhabi', 'أبوظبي', 24.45, 54.38),
  city('GB', 'London', 'لندن', 51.51, -0.13),
  city('GB', 'Birmingham', 'برمنغهام', 52.48, -1.9),
  city('BE', 'Brussels', 'بروكسل', 50.85, 4.35),
  city('DE', 'Berlin', 'برلين', 52.52, 13.4),
  city('NL', 'Amsterdam', 'أمستردام', 52.37, 4.9),
  city('CH', 'Geneva', 'جنيف', 46.2, 6.14),
  city('IT', 'Turin', 'تورينو', 45.07, 7.69),
  city('SE', 'Malmö', 'مالمو', 55.6, 13.0),
  city('CA', 'Montréal', 'مونتريال', 45.5, -73.57),
  city('US', 'Philadelphia', 'فيلادلفيا', 39.95, -75.17),
  city('UG', 'Kampala', 'كمبالا', 0.35, 32.58),
  city('KE', 'Nairobi', 'نيروبي', -1.29, 36.82),
]

export const cityName = (place: City, script: Script): string =>
  script === 'arabic' ? place.arabic : place.latin

export function cityNamed(latin: string): City {
  const found = CITIES.find((place) => place.latin === latin)
  if (found === undefined) throw new RangeError(`No demonstration city is called ${latin}`)
  return found
}

export function cityIn(random: Random, country: CountryCode): City {
  return random.pick(CITIES.filter((place) => place.country === country))
}

/**
 * A village and a city together can identify a tribe, so villages are numbers and town quarters are
 * directions.
 */
export function villageName(random: Random, country: CountryCode, script: Script): string {
  if (country === 'FR' || country === 'BE' || country === 'CH' || country === 'CA') {
    return random.pick([
      'Centre-ville',
      'Quartier nord',
      'Quartier de la gare',
      'Rive gauche',
      'Hauts-Plateaux',
    ])
  }
  const number = random.int(1, 40)
  return script === 'arabic'
    ? `قرية تجريبية ${number}`
    : `Demo village ${String(number).padStart(2, '0')}`
}

const HOME_COUNTRIES = [
  ['FR', 60],
  ['SD', 9],
  ['EG', 6],
  ['GB', 5],
  ['BE', 3],
  ['DE', 3],
  ['SA', 3],
  ['NL', 2],
  ['CH', 2],
  ['TD', 2],
  ['CA', 2],
  ['AE', 1],
  ['IT', 1],
  ['SE', 1],
  ['US', 1],
  ['UG', 1],
  ['KE', 1],
] as const satisfies readonly (readonly [CountryCode, number])[]

const BIRTH_COUNTRIES = [
  ['SD', 84],
  ['FR', 6],
  ['EG', 4],
  ['TD', 3],
  ['SS', 2],
  ['SA', 1],
] as const satisfies readonly (readonly [CountryCode, number])[]

export const homeCountry = (random: Random): CountryCode =>
  random.weighted<CountryCode>(HOME_COUNTRIES)
export const birthCountry = (random: Random): CountryCode =>
  random.weighted<CountryCode>(BIRTH_COUNTRIES)
