import type { claimsRoutes } from '#shared/contract/claims.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { listClaims } from './list-claims.ts'
import { readClaim } from './read-claim.ts'
import { reopenClaim } from './reopen-claim.ts'
import { replyToClaim } from './reply-to-claim.ts'
import { sendContactMessage } from './send-contact-message.ts'
import { updateClaim } from './update-claim.ts'

export const claimsHandlers: HandlersOf<typeof claimsRoutes> = {
  'contact.send': sendContactMessage,
  'claim.list': listClaims,
  'claim.read': readClaim,
  'claim.reply': replyToClaim,
  'claim.reopen': reopenClaim,
  'claim.update': updateClaim,
}
