/** Legal holds in force, as the settings and the pages of the records show them. */
import { useQuery } from '@tanstack/react-query'
import { listHolds, type Hold } from '#shared/contract/holds.ts'
import type { HeldKind } from '#shared/domain/people/legal-hold.ts'
import { useSession } from '../session/session.ts'
import { readQuery } from './read-query.ts'

export const holdsQuery = readQuery(['legal-holds'], listHolds, {})

/**
 * The holds on one record. Empty for everybody but administrators, who alone may see them: the
 * server refuses a deletion all the same.
 *
 * @param numbers as the list shows them: `WLD_10004217`, `17`, `REQ_10004217`
 */
export function useHoldsOn(numbers: Readonly<Partial<Record<HeldKind, string>>>): readonly Hold[] {
  const session = useSession()
  const mayRead = session.state === 'authenticated' && session.user.role === 'admin'
  const { data } = useQuery({ ...holdsQuery, enabled: mayRead })
  return mayRead ? (data ?? []).filter(({ kind, number }) => numbers[kind] === number) : []
}
