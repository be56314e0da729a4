import { useCallback } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { parseMemberNumber } from '#shared/domain/member-id.ts'
import type { User } from './use-users.ts'

/** Opened from the list: closing goes back to it, to the same place on the page. */
interface FromList {
  readonly fromList?: true
}
const FROM_LIST: FromList = { fromList: true }

export type Shown = 'list' | 'one' | 'edit' | 'new'

function shownAt(pathname: string, id: string | undefined): Shown {
  if (id !== undefined) return pathname.endsWith('/edit') ? 'edit' : 'one'
  return pathname.endsWith('/new') ? 'new' : 'list'
}

/** Where in the tab the address is, and the ways from there. The filters stay in the address throughout. */
export function usePlace() {
  const { pathname, search, state } = useLocation()
  const { id: named = '' } = useParams()
  const id = parseMemberNumber(named) === undefined ? undefined : named // anything else is no person, and the list is shown
  const navigate = useNavigate()
  const base = `${pathname.split('/users')[0] ?? ''}/users`
  const fromList = (state as FromList | null)?.fromList === true // only this file writes it
  const go = useCallback(
    // What replaces another dialog keeps the way back to the list.
    (path: string) =>
      void navigate(`${base}/${path}${search}`, { state: FROM_LIST, replace: fromList }),
    [navigate, base, search, fromList],
  )
  return {
    shows: shownAt(pathname, id),
    id,
    /** For a link to `addAddress`. */
    linkState: FROM_LIST,
    addAddress: `${base}/new${search}`,
    importAddress: `${base}/import`,
    add: () => go('new'),
    open: ({ id: user }: Pick<User, 'id'>) => go(user),
    edit: ({ id: user }: Pick<User, 'id'>) => go(`${user}/edit`),
    // Both ways ask whoever holds unsaved input; a replaced address would not.
    close: () => void (fromList ? navigate(-1) : navigate(`${base}${search}`)),
  }
}
