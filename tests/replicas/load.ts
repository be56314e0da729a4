/** Staff who look and check cards without a pause until they are told to stop. */
import { setTimeout as sleep } from 'node:timers/promises'
import { listSessions } from '#shared/contract/auth.ts'
import { verifyCard } from '#shared/contract/card.ts'
import type { ThreeServers } from './three-servers.ts'

export interface Load {
  /** Checks that a server answered; each is a row in the audit log. */
  written(): number
  /** Answers so far, good or bad. */
  answered(): number
  /** What was no success: which call, and what it got. */
  stop(): Promise<readonly string[]>
}

/** Each client stays below the quota of its calls. */
const PAUSE_MS = 100

export async function startLoad(servers: ThreeServers, clients: number): Promise<Load> {
  const faults: string[] = []
  const end = new AbortController()
  let [written, answered] = [0, 0]
  const note = (call: string, ok: boolean, problem: unknown): boolean => {
    answered += 1
    if (!ok) faults.push(`${call}: ${JSON.stringify(problem)?.slice(0, 200)}`)
    return ok
  }
  const work = async (who: { readonly bearer: string; readonly cardId: string }): Promise<void> => {
    const { proxied } = servers.visitor()
    while (!end.signal.aborted) {
      const read = await proxied.call(listSessions, {}, who)
      note('read', read.ok, read)
      const check = await proxied.call(verifyCard, { body: { cardId: who.cardId } }, who)
      if (note('write', check.ok, check)) written += 1
      await sleep(PAUSE_MS)
    }
  }
  const staff = await Promise.all(
    Array.from({ length: clients }, () => servers.person('moderator')),
  )
  const all = staff.map(work)
  return {
    written: () => written,
    answered: () => answered,
    async stop() {
      end.abort()
      await Promise.all(all)
      return faults
    },
  }
}
