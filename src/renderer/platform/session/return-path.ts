import { dashboardPath, isStaff, type Role } from '#shared/domain/people/roles.ts'

/** Where to go after signing in, carried in the history entry of /login: it survives a reload and no link can set it. */
export interface ReturnState {
  readonly returnTo: string
}

/** Carried to the home page by a page that the role does not open, so that it says why. */
export interface RefusedState {
  readonly refused: string
}

/** The page that was refused, if one was. */
export const readRefused = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'refused' in state
    ? readReturnPath({ returnTo: state.refused })
    : undefined

const PROBE_ORIGIN = 'https://probe.invalid'

/** The remembered path if it is one of this site's, else the home page. */
export function readReturnPath(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('returnTo' in state)) return '/'
  const { returnTo } = state
  if (typeof returnTo !== 'string' || !returnTo.startsWith('/')) return '/'
  try {
    // The parser knows every trick: `//host`, `/\host` and `/<tab>/host` all leave the site.
    const url = new URL(returnTo, PROBE_ORIGIN)
    const path = `${url.pathname}${url.search}${url.hash}`
    return url.origin === PROBE_ORIGIN && !path.startsWith('//') && url.pathname !== '/login'
      ? path
      : '/'
  } catch {
    return '/'
  }
}

/** Staff without a remembered path start at their dashboard, all others at the home page. */
export function pathAfterSignIn(state: unknown, role: Role): string {
  const asked = readReturnPath(state)
  return asked === '/' && isStaff(role) ? dashboardPath(role) : asked
}
