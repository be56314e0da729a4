import type { accountRoutes } from '#shared/contract/account.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { eraseAccount } from './erase-account.ts'
import { exportAccount } from './export-account.ts'
import { myAccount } from './my-account.ts'
import { withdrawPhoto } from './withdraw-photo.ts'

export const accountHandlers: HandlersOf<typeof accountRoutes> = {
  'account.me': myAccount,
  'account.withdrawPhoto': withdrawPhoto,
  'account.export': exportAccount,
  'account.erase': eraseAccount,
}
