import type { Role } from '#shared/domain/people/roles.ts'
import type { SessionState } from '../../platform/session/session.ts'

/**
 * Access to a page: public, signed in, or the roles of a list. The server decides again on every
 * call.
 */
export type PageAccess = 'public' | 'member' | readonly Role[]

export type GuardDecision = 'show' | 'wait' | 'sign-in' | 'second-factor' | 'home'

/** docs/spec/staff.md, 1: wait while the session loads, visitors to /login, the wrong role to /. */
export function decideGuard(access: PageAccess, session: SessionState): GuardDecision {
  if (access === 'public') return 'show'
  if (session.state === 'loading') return 'wait'
  if (session.state === 'unauthenticated') return 'sign-in'
  if (session.state === 'waiting') return 'second-factor'
  return access === 'member' || access.includes(session.user.role) ? 'show' : 'home'
}
