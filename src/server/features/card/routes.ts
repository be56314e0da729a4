import type { cardRoutes } from '#shared/contract/card.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { cardKeys } from './card-keys.ts'
import { myCard } from './my-card.ts'
import { statusList } from './status-list.ts'
import { verifyCard } from './verify-card.ts'

export const cardHandlers: HandlersOf<typeof cardRoutes> = {
  'card.me': myCard,
  'card.keys': cardKeys,
  'card.verify': verifyCard,
  'card.statusList': statusList,
}
