import { platform } from '@platform'
import { create } from 'zustand'
import type { SessionUser, SignInOptions, SignInResult } from '../platform.ts'

export type SessionState =
  | {
      readonly state: 'loading'
      /** There is a session, but the server that knows its user does not respond yet. */
      readonly unreachable?: true
    }
  | { readonly state: 'authenticated'; readonly user: SessionUser }
  | {
      readonly state: 'unauthenticated'
      /** The reason after a change: the user signed out, or the server ended the session. */
      readonly reason?: 'left' | 'ended'
    }

const useStore = create<{ readonly session: SessionState }>(() => ({
  session: firstState(platform.presumedUser()),
}))

function firstState(user: ReturnType<typeof platform.presumedUser>): SessionState {
  if (user === undefined) return { state: 'loading' }
  return user === 'nobody' ? { state: 'unauthenticated' } : { state: 'authenticated', user }
}

const set = (session: SessionState): void => useStore.setState({ session })

/** The user of the interface. Components that read it render again when it changes. */
export const useSession = (): SessionState => useStore((store) => store.session)

export const currentSession = (): SessionState => useStore.getState().session

const forgetters = new Set<() => void>()

/** Runs when the user changes or signs out, so that data of one user is never shown to the next. */
export const onPersonLeft = (run: () => void): void => void forgetters.add(run)

function forgetPerson(): void {
  for (const run of forgetters) run()
  void platform.forgetMember()
}

function forget(reason: 'left' | 'ended'): void {
  forgetPerson()
  set({ state: 'unauthenticated', reason })
}

export async function signIn(
  identifier: string,
  password: string,
  options: SignInOptions,
): Promise<SignInResult> {
  const result = await platform.signIn(identifier.trim(), password.trim(), options)
  if (result.kind === 'signed-in') {
    forgetPerson()
    set({ state: 'authenticated', user: result.user })
  }
  return result
}

export function signOut(): Promise<void> {
  const told = platform.signOut()
  forget('left')
  return told
}

const RESTORE_RETRY_MS = 4_000

/** Reads the session of an earlier visit and follows its changes from then on. Called once, at the start. */
export async function startSession(): Promise<void> {
  platform.onSessionChange(({ user, cause }) => {
    if (user !== undefined) {
      const before = currentSession()
      if (before.state !== 'authenticated' || before.user.cardId !== user.cardId) forgetPerson()
      set({ state: 'authenticated', user })
    } else if (currentSession().state !== 'unauthenticated')
      forget(cause === 'refused' ? 'ended' : 'left')
  })
  for (;;) {
    const result = await platform.restore()
    const now = currentSession()
    if (
      now.state === 'authenticated' ||
      (now.state === 'unauthenticated' && now.reason !== undefined)
    )
      return // the user changed meanwhile
    if (result.kind === 'restored') return set({ state: 'authenticated', user: result.user })
    if (result.kind === 'none') {
      void platform.forgetMember() // remains of a session that the user or the browser removed
      return set({ state: 'unauthenticated' })
    }
    set({ state: 'loading', unreachable: true })
    await new Promise((resolve) => setTimeout(resolve, RESTORE_RETRY_MS))
  }
}
