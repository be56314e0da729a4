import { useDashboard } from '../../ui/staff/use-dashboard.ts'

export interface ClaimsPath {
  readonly list: string
  /** The page of a member; undefined for roles that may not open it. */
  readonly memberPage: ((cardId: string) => string) | undefined
  readonly mayReopen: boolean
}

/** Addresses on the dashboard of the signed-in user. */
export function useClaimsPath(): ClaimsPath {
  const { role, base, manages } = useDashboard()
  return {
    list: `${base}/claims`,
    memberPage: manages ? (cardId) => `${base}/users/${cardId}` : undefined,
    mayReopen: role === 'admin',
  }
}
