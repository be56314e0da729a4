/** The member data of the tab: the present page of the list, one person, and their pictures. In memory only. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Reply } from '#shared/contract/base/define-route.ts'
import { signPhoto } from '#shared/contract/uploads.ts'
import { listMembers, readMember, updateMember, type ListedMember } from '#shared/contract/users.ts'
import { PHOTO_RESIGN_INTERVAL_MS } from '#shared/domain/access/session-rules.ts'
import { ask } from '../../platform/calls/api.ts'
import { askPage, type PageOf } from '../../platform/calls/ask-page.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { readQuery } from '../../platform/calls/read-query.ts'
import type { ListFilters } from '../../ui/staff/filters/use-address-filters.ts'
import { filterQuery, sortQuery, type UserFilters } from './user-filters.ts'

export type User = ListedMember
export type FullUser = Reply<typeof readMember>
export type UserPage = PageOf<typeof listMembers>

const USERS = ['users'] as const
const LIST = [...USERS, 'list'] as const

/** One page; the browser never holds more. */
export function useUserList(address: ListFilters<UserFilters>) {
  const query = {
    page: address.page,
    size: address.size,
    ...filterQuery(address.values),
    ...sortQuery(address.sort),
  }
  return useQuery({
    queryKey: [...LIST, query],
    queryFn: ({ signal }) => askPage(listMembers, { query }, { signal }),
    placeholderData: keepPreviousData, // the earlier page stays until the next one is loaded: nothing jumps
  })
}

const userQuery = (id: string) =>
  queryOptions({
    ...readQuery([...USERS, 'one', id], readMember, { params: { id } }),
    // Each look is a line in the log: one for each opening of a person, not one for each focus of the window.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Undefined: nobody is open, and nothing is asked for. */
export const useUser = (id: string | undefined) =>
  useQuery({ ...userQuery(id ?? ''), enabled: id !== undefined })
export const reloadUser = (id: string): Promise<FullUser> =>
  queryClient.fetchQuery({ ...userQuery(id), staleTime: 0 })

/** After a change outside the row: loads the list again, and the person on the next opening. */
export async function forgetUsers(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: LIST })
}

/** Whether the reply to a change says that it waits for a second administrator. */
export const isProposal = (reply: Reply<typeof updateMember>): boolean =>
  'consent' in reply && reply.consent !== null

/** Changes one row wherever it is shown, at once; returns a function that undoes it. */
export function patchUser(id: string, change: Partial<User>): () => void {
  const before = queryClient
    .getQueriesData<UserPage>({ queryKey: LIST })
    .flatMap(([, page]) => page?.items.find((user) => user.id === id) ?? [])[0]
  const apply = (patch: Partial<User>): void => {
    queryClient.setQueriesData<UserPage>({ queryKey: LIST }, (page) =>
      page === undefined
        ? page
        : {
            ...page,
            items: page.items.map((user) => (user.id === id ? { ...user, ...patch } : user)),
          },
    )
    queryClient.setQueryData(userQuery(id).queryKey, (user) =>
      user === undefined ? user : { ...user, ...patch },
    )
  }
  apply(change)
  const keys = Object.keys(change) as (keyof User)[] // keys of a partial user
  return () =>
    before !== undefined && apply(Object.fromEntries(keys.map((key) => [key, before[key]])))
}

/** Signed addresses of pictures, under the references that the server gave; the small copy for lists. */
export function usePortraits(
  people: readonly Pick<User, 'wldCardPhoto'>[],
  variant: 'thumb' | 'card',
): ReadonlyMap<string, string> {
  const references = people.flatMap(({ wldCardPhoto }) =>
    wldCardPhoto === null ? [] : `${wldCardPhoto.photoUrl}?variant=${variant}`,
  )
  const { data } = useQuery({
    queryKey: [...USERS, 'portraits', references],
    queryFn: async ({ signal }): Promise<Readonly<Record<string, string>>> => {
      const signed = await ask(signPhoto, { body: references }, { signal })
      return signed as Readonly<Record<string, string>> // the response to a list is a map
    },
    enabled: references.length > 0,
    staleTime: PHOTO_RESIGN_INTERVAL_MS,
    refetchInterval: PHOTO_RESIGN_INTERVAL_MS, // the signed addresses expire
  })
  return new Map(
    references.flatMap((reference) => {
      const signed = data?.[reference]
      return signed === undefined
        ? []
        : [[reference.slice(0, reference.indexOf('?')), signed] as const]
    }),
  )
}
