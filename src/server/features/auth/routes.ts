import type { authRoutes } from '#shared/contract/auth.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { login } from './login.ts'
import { refresh } from './refresh.ts'
import { logout, listSessions, endOneSession, endOtherSessions } from './sessions.ts'

export const authHandlers: HandlersOf<typeof authRoutes> = {
  'auth.login': login,
  'auth.refresh': refresh,
  'auth.logout': logout,
  'auth.sessions': listSessions,
  'auth.endSession': endOneSession,
  'auth.endOtherSessions': endOtherSessions,
}
