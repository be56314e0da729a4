import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { isStaff, type Role, isManager } from '#shared/domain/people/roles.ts'
import type { ReturnState } from '../../platform/session/return-path.ts'
import { currentSession, useSession } from '../../platform/session/session.ts'

/** The role of a user who may edit and delete reports (docs/spec/roles.md, 3); undefined for all others. */
export function useStaffRole(): Role | undefined {
  const session = useSession()
  return session.state === 'authenticated' && isStaff(session.user.role)
    ? session.user.role
    : undefined
}

/**
 * Originals and packages for a court are exported by administrators, content managers and moderators only
 * (contract/evidence.ts).
 */
export const mayTakePackages = (role: Role | undefined): boolean =>
  isManager(role) || role === 'moderator'

/** Runs for a signed-in user; after the end of the session it leads to /login and back. */
export function useSignedIn(): (run: () => void) => void {
  const navigate = useNavigate()
  return useCallback(
    (run) => {
      if (currentSession().state === 'authenticated') return run()
      void navigate('/login', {
        state: { returnTo: `${location.pathname}${location.search}` } satisfies ReturnState,
      })
    },
    [navigate],
  )
}
