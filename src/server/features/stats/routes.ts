import type { statsRoutes } from '#shared/contract/stats.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { statsOverview } from './overview.ts'
import { statsWaiting } from './waiting.ts'

export const statsHandlers: HandlersOf<typeof statsRoutes> = {
  'stats.overview': statsOverview,
  'stats.waiting': statsWaiting,
}
