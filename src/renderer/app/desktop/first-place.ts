import type { SessionState } from '../../platform/session/session.ts'

/** The key that react-router gives the page that a window opened with; every page after it has one of its own. */
const OPENED = 'default'

/**
 * The desktop app is a tool of staff, so without a session it opens at the sign-in and not at the pages for visitors,
 * which stay within reach. undefined: the page that was asked for.
 */
export function firstPlace(
  session: SessionState,
  { pathname, key }: { readonly pathname: string; readonly key: string },
): '/login' | 'wait' | undefined {
  if (pathname !== '/' || key !== OPENED) return undefined
  if (session.state === 'unauthenticated') return '/login'
  return session.state === 'loading' && session.unreachable !== true ? 'wait' : undefined
}
