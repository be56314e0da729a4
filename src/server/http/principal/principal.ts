/** Who is calling: what the bearer of a call opens. Gate, quota, audit row and handler know this one value. */
import type { Access } from '#shared/contract/base/access.ts'
import { ANONYMOUS, deviceActor, memberActor } from '../../parts/audit/audit-log.ts'
import type { Caller } from './caller.ts'
import type { Device } from './device.ts'
import type { Origin, Ticket } from './ticket.ts'
import type { WalletPass } from './wallet-pass.ts'
import type { Witness } from './witness.ts'

/** The bearer of a refresh token, which the handler looks up: it alone knows what a used one means. */
interface RefreshBearer {
  readonly kind: 'refresh'
  readonly token: string
}

export type Principal = Caller | Device | Ticket | Origin | Witness | WalletPass | RefreshBearer

/** Who calls a route with this access; undefined where a call without a bearer is let in. */
export type PrincipalOf<A extends Access> = A extends 'public' | 'signed-address'
  ? undefined
  : A extends 'optional-member'
    ? Caller | undefined
    : A extends 'refresh-token'
      ? RefreshBearer | undefined
      : A extends 'ticket'
        ? Ticket | Origin
        : A extends 'ticket-or-member'
          ? Ticket | Origin | Caller
          : A extends 'witness'
            ? Witness
            : A extends 'member-or-witness'
              ? Caller | Witness
              : A extends 'wallet-pass'
                ? WalletPass
                : A extends 'kiosk'
                  ? Device
                  : A extends 'staff-or-kiosk'
                    ? Caller | Device
                    : Caller

/** As the audit log names it. Only members and devices have a name there. */
export const actorOf = (principal: Principal | undefined): string =>
  principal?.kind === 'member'
    ? memberActor(principal.memberId)
    : principal?.kind === 'device'
      ? deviceActor(principal.deviceId)
      : ANONYMOUS

/**
 * The name under which quotas count; undefined where the network is counted. A device has its own quota, separate from
 * the member who enrolled it.
 */
export function countedAs(principal: Principal | undefined): string | undefined {
  switch (principal?.kind) {
    case 'member':
      return String(principal.memberId)
    case 'device':
      return deviceActor(principal.deviceId)
    case 'witness':
      return `witness:${principal.reportId}`
    case 'wallet-pass':
      return `pass:${principal.serial}`
    default:
      return undefined
  }
}
