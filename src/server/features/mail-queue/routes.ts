import type { mailQueueRoutes } from '#shared/contract/mail-queue.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { readMailQueue, sendMailAgain } from './mail-queue.ts'

export const mailQueueHandlers: HandlersOf<typeof mailQueueRoutes> = {
  'mail.queue': readMailQueue,
  'mail.again': sendMailAgain,
}
