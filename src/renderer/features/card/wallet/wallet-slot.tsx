import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense } from 'react'
import { walletStanding } from '#shared/contract/wallet.ts'
import { platform } from '@platform'
import { readQuery } from '../../../platform/calls/read-query.ts'
import type { WalletSectionProps } from './wallet-section.tsx'

/** Not among the files that are kept for a start without network: there it would hold the card up. */
const WalletSection = lazy(async (): Promise<{ default: ComponentType<WalletSectionProps> }> => {
  try {
    return { default: (await import('./wallet-section.tsx')).WalletSection }
  } catch {
    return { default: () => null } // the network went away meanwhile; the card stays
  }
})

/** The wallets that this server knows. Nothing while there is none, on a computer, or without the server. */
export function WalletSlot({
  cardId,
  stale,
}: {
  readonly cardId: string
  readonly stale: boolean
}) {
  const standing = useQuery({
    ...readQuery(['wallet', cardId], walletStanding, {}),
    enabled: !stale && platform.bridge === undefined,
  })
  const { data } = standing
  if (data === undefined || (data.apple === 'off' && data.google === 'off')) return null
  return (
    <Suspense fallback={null}>
      <WalletSection standing={data} onChanged={() => void standing.refetch()} />
    </Suspense>
  )
}
