/**
 * The pledge of this tab. It is kept over a reload, because its reference is needed at the bank, and only in this tab.
 */
import * as z from 'zod'
import { pledge } from '#shared/contract/donations.ts'
import { currentSession, onPersonLeft } from '../../platform/session/session.ts'

const KEY = 'wld-pledge'

const KeptPledge = z.object({
  ...pledge.reply.shape,
  /** A mail with all this went out. */
  mailed: z.boolean(),
  /** The signed-in user; blank for a visitor. */
  owner: z.string(),
})
export type KeptPledge = z.output<typeof KeptPledge>

const presentOwner = (): string => {
  const session = currentSession()
  return session.state === 'authenticated' ? session.user.cardId : ''
}

onPersonLeft(() => sessionStorage.removeItem(KEY))

export function loadPledge(): KeptPledge | undefined {
  try {
    const kept = KeptPledge.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null')).data
    return kept?.owner === presentOwner() ? kept : undefined
  } catch {
    return undefined
  }
}

export const keepPledge = (kept: Omit<KeptPledge, 'owner'>): void =>
  sessionStorage.setItem(KEY, JSON.stringify({ ...kept, owner: presentOwner() }))
