/** The address of a pass: for one session, and two minutes. */
import { routeAddress } from '#shared/contract/base/client.ts'
import { readApplePass } from '#shared/contract/wallet.ts'
import type { Deps } from '../../deps/deps.ts'

const ADDRESS_TTL_S = 120

interface PassAddress {
  readonly serial: string
  readonly viewer: string
  /** Seconds since 1970. */
  readonly expires: number
}
const addressText = ({ serial, viewer, expires }: PassAddress): string =>
  `wallet|${serial}|${viewer}|${expires}`

export function signPassAddress(
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
  { serial, viewer }: Omit<PassAddress, 'expires'>,
): string {
  const expires = Math.floor(clock.now().getTime() / 1_000) + ADDRESS_TTL_S
  const signature = secrets.mac('signed-address', addressText({ serial, viewer, expires }))
  return routeAddress(readApplePass, { params: { serial }, query: { viewer, expires, signature } })
}

export const isPassAddress = (
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
  { signature, ...address }: PassAddress & { readonly signature: string },
): boolean =>
  address.expires * 1_000 > clock.now().getTime() &&
  secrets.macMatches('signed-address', addressText(address), signature)
