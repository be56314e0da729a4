import type { portraitsRoutes } from '#shared/contract/portraits.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { decidePortrait } from './decide-portrait.ts'
import { listPortraits } from './list-portraits.ts'

export const portraitsHandlers: HandlersOf<typeof portraitsRoutes> = {
  'portrait.list': listPortraits,
  'portrait.decide': decidePortrait,
}
