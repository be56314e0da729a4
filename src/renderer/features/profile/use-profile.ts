import { queryOptions, useQuery } from '@tanstack/react-query'
import { myAccount } from '#shared/contract/account.ts'
import type { Reply } from '#shared/contract/base/define-route.ts'
import { PHOTO_RESIGN_INTERVAL_MS } from '#shared/domain/access/session-rules.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { readQuery } from '../../platform/calls/read-query.ts'

export type Profile = Reply<typeof myAccount>

const profileQuery = (cardId: string) =>
  queryOptions({
    ...readQuery(['account', 'me', cardId], myAccount, {}),
    refetchOnWindowFocus: true,
    // The signed addresses of the pictures grow old.
    refetchInterval: PHOTO_RESIGN_INTERVAL_MS,
  })

/** Everything about the signed-in person. In memory only: nothing of it is written on the device. */
export const useProfile = (cardId: string) => useQuery(profileQuery(cardId))

/** After a change: resolves when the page shows what the server holds now. */
export const reloadProfile = (cardId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: profileQuery(cardId).queryKey })

/** The call and the clock of the client take a moment; a proof this close to its end is not counted on. */
const SPARE_MS = 5_000

/** Whether the server said that the password of this session, proven a moment ago, still counts. */
export function stepUpHolds(cardId: string): boolean {
  const state = queryClient.getQueryState(profileQuery(cardId).queryKey)
  if (state?.data === undefined) return false
  return state.data.stepUpLeftS * 1_000 - (Date.now() - state.dataUpdatedAt) > SPARE_MS
}
