import type { searchRoutes } from '#shared/contract/search.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { searchSite } from './search-site.ts'

export const searchHandlers: HandlersOf<typeof searchRoutes> = {
  'site.search': searchSite,
}
