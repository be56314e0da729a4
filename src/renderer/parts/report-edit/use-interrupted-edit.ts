import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { ReturnState } from '../../platform/session/return-path.ts'
import { type SessionState, useSession } from '../../platform/session/session.ts'
import { keptEdit, leadOnce } from './interrupted-edit.ts'

/** When a session ends over an unsaved edit, leads to the sign-in, and from the sign-in back to the edit. */
export function useInterruptedEdit(open: (id: number) => void): void {
  const session = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const latest = useRef<(state: SessionState) => void>(() => undefined)
  useEffect(() => {
    latest.current = (state) => {
      const edit = keptEdit()
      if (edit !== undefined) open(edit.base.id)
      else if (state.state === 'unauthenticated' && state.reason === 'ended' && leadOnce())
        void navigate('/login', {
          state: { returnTo: `${pathname}${search}` } satisfies ReturnState,
        })
    }
  })
  useEffect(() => latest.current(session), [session])
}
