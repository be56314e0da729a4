import { expect, it } from 'vitest'
import type { Profile } from '../use-profile.ts'
import { placeChange, placeOf } from './profile-change.ts'

const profile = { currentCountry: 'France', currentCity: 'Lyon', currentVillage: '' } as Profile // the fields that count here

it('sends nothing when nothing changed, blanks aside', () =>
  expect(placeChange(profile, { country: 'FR', city: ' Lyon ', village: ' ' })).toEqual({}))
it('sends what changed, the country by its English name', () =>
  expect(placeChange(profile, { country: 'TD', city: 'Abéché', village: 'Nord' })).toEqual({
    currentCountry: 'Chad',
    currentCity: 'Abéché',
    currentVillage: 'Nord',
  }))
it('starts empty where the country is not known', () =>
  expect(placeOf({ ...profile, currentCountry: '' }).country).toBe(''))
