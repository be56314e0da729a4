import type { kioskRoutes } from '#shared/contract/kiosk.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { enrolKiosk } from './enrol-device.ts'
import { listKiosks } from './list-devices.ts'
import { kioskSelf, endKiosk } from './own-device.ts'
import { revokeKiosk } from './revoke-device.ts'

export const kioskHandlers: HandlersOf<typeof kioskRoutes> = {
  'kiosk.enrol': enrolKiosk,
  'kiosk.list': listKiosks,
  'kiosk.revoke': revokeKiosk,
  'kiosk.me': kioskSelf,
  'kiosk.end': endKiosk,
}
