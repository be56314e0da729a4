import type { healthRoutes } from '#shared/contract/health.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { healthz, readyz } from './health.ts'

export const healthHandlers: HandlersOf<typeof healthRoutes> = {
  'health.process': healthz,
  'health.ready': readyz,
}
