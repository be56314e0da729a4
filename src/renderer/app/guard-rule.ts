import type { RoleCode } from '#shared/domain/roles.ts'
import type { SessionState } from '../platform/session.ts'

/** Who may open a page: anyone, anyone signed in, or the roles of a list. The server decides again on every call. */
export type PageAccess = 'public' | 'member' | readonly RoleCode[]

export type GuardDecision = 'show' | 'wait' | 'sign-in' | 'home'

/** Spec staff §2: wait while the session loads, strangers to /login, the wrong role to /. */
export function decideGuard(access: PageAccess, session: SessionState): GuardDecision {
  if (access === 'public') return 'show'
  if (session.state === 'loading') return 'wait'
  if (session.state === 'unauthenticated') return 'sign-in'
  return access === 'member' || access.includes(session.user.role) ? 'show' : 'home'
}
