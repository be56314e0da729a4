import type { passwordResetRoutes } from '#shared/contract/password-reset.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { sendResetCode } from './send-reset-code.ts'
import { setNewPassword } from './set-new-password.ts'
import { validateResetCode } from './validate-reset-code.ts'

export const passwordResetHandlers: HandlersOf<typeof passwordResetRoutes> = {
  'password.reset': sendResetCode,
  'password.validate': validateResetCode,
  'password.update': setNewPassword,
}
