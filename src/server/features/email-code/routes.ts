import type { emailCodeRoutes } from '#shared/contract/email-code.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { sendEmailCode } from './send-email-code.ts'
import { validateEmail } from './validate-email.ts'
import { verifyEmailCode } from './verify-email-code.ts'

export const emailCodeHandlers: HandlersOf<typeof emailCodeRoutes> = {
  'email.validate': validateEmail,
  'email.send': sendEmailCode,
  'email.verify': verifyEmailCode,
}
