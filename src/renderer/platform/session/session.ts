import { create } from 'zustand'
import { platform } from '@platform'
import type { SessionUser, SignInOptions, SignInResult } from '../platform.ts'

export type SessionState =
  | {
      readonly state: 'loading'
      /** There is a session, but the server that knows its user does not respond yet. */
      readonly unreachable?: true
    }
  | { readonly state: 'authenticated'; readonly user: SessionUser }
  /** The password was right, and the second factor is missing: pages treat the user as a visitor. */
  | { readonly state: 'waiting'; readonly user: SessionUser }
  | {
      readonly state: 'unauthenticated'
      /** The reason after a change: sign-out, end by the server, or the limit without use. */
      readonly reason?: 'left' | 'ended' | 'idle'
    }

const useStore = create<{ readonly session: SessionState }>(() => ({
  session: firstState(platform.presumedUser()),
}))

function firstState(user: ReturnType<typeof platform.presumedUser>): SessionState {
  if (user === undefined) return { state: 'loading' }
  return user === 'nobody' ? { state: 'unauthenticated' } : stateOf(user)
}

function stateOf(user: SessionUser): SessionState {
  return { state: user.waits ? 'waiting' : 'authenticated', user }
}

const set = (session: SessionState): void => useStore.setState({ session })

/** The user of the interface. Components that read it render again when it changes. */
export const useSession = (): SessionState => useStore((store) => store.session)

export const currentSession = (): SessionState => useStore.getState().session

const forgetters = new Set<(keepsWork: boolean) => void>()

/**
 * Runs when the user changes or signs out, so that data of one user is never shown to the next.
 * `keepsWork`: the user was away, so unsaved work stays until the same user is back.
 */
export const onPersonLeft = (run: (keepsWork: boolean) => void): void => void forgetters.add(run)

/** Whose unsaved work was kept. */
let away: string | undefined

function forgetPerson(next?: string): void {
  for (const run of forgetters) run(next !== undefined && next === away)
  void platform.forgetMember()
}

function forget(reason: 'left' | 'ended' | 'idle'): void {
  const now = currentSession()
  away = reason === 'idle' && 'user' in now ? now.user.cardId : undefined
  forgetPerson(away)
  set({ state: 'unauthenticated', reason })
}

export async function signIn(
  identifier: string,
  password: string,
  options: SignInOptions,
): Promise<SignInResult> {
  const result = await platform.signIn(identifier.trim(), password.trim(), options)
  if (result.kind === 'signed-in') {
    forgetPerson(result.user.cardId)
    set(stateOf(result.user))
  }
  return result
}

/** The server asks for the second factor, or has just got it. */
export function setWaiting(waits: boolean): void {
  const now = currentSession()
  if (!('user' in now)) return
  const { waits: _, ...user } = now.user
  const next: SessionUser = waits ? { ...user, waits } : user
  platform.keepUser(next)
  set(stateOf(next))
}

/** @param reason `idle`: the limit without use; unsaved work is kept for the same user */
export function signOut(reason: 'left' | 'idle' = 'left'): Promise<void> {
  const now = currentSession()
  const told = platform.signOut()
  forget(reason)
  if (reason === 'left' && 'user' in now) void platform.forgetMember(now.user.cardId)
  return told
}

const RESTORE_RETRY_MS = 4_000

/** Reads the session of an earlier visit and follows its changes from then on. Called once, at the start. */
export async function startSession(): Promise<void> {
  platform.onSessionChange(({ user, cause }) => {
    if (user !== undefined) {
      const before = currentSession()
      if (!('user' in before) || before.user.cardId !== user.cardId) forgetPerson(user.cardId)
      set(stateOf(user))
    } else if (currentSession().state !== 'unauthenticated')
      forget(cause === 'refused' ? 'ended' : 'left')
  })
  for (;;) {
    const result = await platform.restore()
    const now = currentSession()
    if ('user' in now || (now.state === 'unauthenticated' && now.reason !== undefined)) return // the user changed meanwhile
    if (result.kind === 'restored') return set(stateOf(result.user))
    if (result.kind === 'none') {
      void platform.forgetMember() // remains of a session that the user or the browser removed
      return set({ state: 'unauthenticated' })
    }
    set({ state: 'loading', unreachable: true })
    await new Promise((resolve) => setTimeout(resolve, RESTORE_RETRY_MS))
  }
}
