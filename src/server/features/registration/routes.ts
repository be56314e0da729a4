import type { registrationRoutes } from '#shared/contract/registration.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { createRegistration } from './create-registration.ts'

export const registrationHandlers: HandlersOf<typeof registrationRoutes> = {
  'registration.create': createRegistration,
}
