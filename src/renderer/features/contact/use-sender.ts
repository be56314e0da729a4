import { useQuery } from '@tanstack/react-query'
import { myAccount } from '#shared/contract/account.ts'
import type { Reply } from '#shared/contract/base/define-route.ts'
import { readQuery } from '../../platform/calls/read-query.ts'

/** What the account knows of who writes. */
export interface KnownSender {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phoneNumber: string
}

const senderOf = ({ firstName, lastName, email, phone }: Reply<typeof myAccount>): KnownSender => ({
  firstName,
  lastName,
  email,
  phoneNumber: phone,
})

/** @param cardId of the signed-in person; undefined for a visitor */
export function useSender(cardId: string | undefined): {
  readonly key: string
  readonly known: KnownSender | undefined
} {
  // The key of the profile page: after that page the data is cached. If it cannot be loaded, the form is empty.
  const { data } = useQuery({
    ...readQuery(['account', 'me', cardId], myAccount, {}),
    enabled: cardId !== undefined,
    select: senderOf,
  })
  return { key: cardId ?? '', known: cardId === undefined ? undefined : data }
}
