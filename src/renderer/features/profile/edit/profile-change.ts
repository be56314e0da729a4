/** What an edit form sends: only what differs from what the server holds. */
import { countryNameInEnglish, readCountry } from '#shared/domain/people/countries.ts'
import { CLEAN } from '#shared/domain/text/clean-text.ts'
import type { Profile } from '../use-profile.ts'

export interface PlaceFields {
  /** ISO 3166 alpha-2. */
  country: string
  city: string
  village: string
}

export const placeOf = (profile: Profile): PlaceFields => ({
  country: readCountry(profile.currentCountry) ?? '',
  city: profile.currentCity,
  village: profile.currentVillage,
})

export interface PlaceChange {
  readonly currentCountry?: string
  readonly currentCity?: string
  readonly currentVillage?: string
}

export function placeChange(
  profile: Profile,
  { country, city, village }: PlaceFields,
): PlaceChange {
  const before = placeOf(profile)
  return {
    ...(country !== before.country && { currentCountry: countryNameInEnglish(country) }),
    ...(CLEAN.line(city) !== before.city && { currentCity: CLEAN.line(city) }),
    ...(CLEAN.line(village) !== before.village && { currentVillage: CLEAN.line(village) }),
  }
}
