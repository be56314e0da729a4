import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { isStaff, type RoleCode } from '#shared/domain/roles.ts'
import { currentSession, useSession } from '../../../platform/session.ts'
import type { ReturnState } from '../../../platform/return-path.ts'

/** The role of whoever may edit and delete reports (spec staff §6); undefined for everybody else. */
export function useStaffRole(): RoleCode | undefined {
  const session = useSession()
  return session.state === 'authenticated' && isStaff(session.user.role)
    ? session.user.role
    : undefined
}

/** Originals and packages for a court leave the association with A, X and Y only (contract/evidence.ts). */
export const mayTakePackages = (role: RoleCode | undefined): boolean =>
  role === 'A' || role === 'X' || role === 'Y'

/** Runs for somebody who is signed in; a session that ended meanwhile leads to /login and back. */
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
