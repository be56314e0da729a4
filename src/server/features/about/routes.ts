import type { aboutRoutes } from '#shared/contract/about.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { about } from './about.ts'

export const aboutHandlers: HandlersOf<typeof aboutRoutes> = {
  'site.about': about,
}
