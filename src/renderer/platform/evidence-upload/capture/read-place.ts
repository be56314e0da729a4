/** The place of this device, rounded before anything is signed or kept. Asked only after the sender's choice. */
import {
  roundPlace,
  type PlacePrecision,
  type SealPlace,
} from '#shared/domain/report/evidence-seal.ts'

export type PlaceReading =
  | { readonly ok: true; readonly place: SealPlace }
  | { readonly ok: false; readonly fault: 'denied' | 'unavailable' }

const LIMIT_MS = 20_000
const SAME_PLACE_MS = 60_000

export const readPlace = (precision: PlacePrecision): Promise<PlaceReading> =>
  new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve({ ok: false, fault: 'unavailable' })
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ ok: true, place: roundPlace(coords, precision) }),
      ({ code, PERMISSION_DENIED }) =>
        resolve({ ok: false, fault: code === PERMISSION_DENIED ? 'denied' : 'unavailable' }),
      {
        enableHighAccuracy: precision === 'exact',
        timeout: LIMIT_MS,
        maximumAge: SAME_PLACE_MS,
      },
    )
  })
