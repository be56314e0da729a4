import type { ApiReply, ApiRequest } from '../../src/main/api/call-api.ts'
/** The offline store between a server and a computer that the test controls. */
import type { OfflineStore } from '../../src/main/offline/offline-store.ts'
import { openOfflineStore } from '../../src/main/offline/open-offline-store.ts'
import { CardAuthority, listReply, type MadeList } from './card-authority.ts'

const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const NOON_MS = Date.parse('2026-11-21T12:00:00Z')
export const MAX_AGE_S = 24 * 3_600
export const KEYS = '/api/card/keys'

interface OfflineWorld {
  readonly world: {
    realMs: number
    /** This computer's clock minus the true time. */
    clockOffMs: number
    /** The present reply of the server; at first the list is a minute old and a hundred cards are in force. */
    list: MadeList
    readonly asked: { readonly path: string; readonly tag: string | null }[]
    readonly logged: string[]
    /** Replies in place of the server where it returns a value. */
    instead: (path: string) => ApiReply | undefined
  }
  readonly authority: CardAuthority
  open(): Promise<OfflineStore>
  /** Text of a genuine card, issued a month ago. */
  card(index?: number, agoMs?: number): string
}

export function offlineWorld(directory: string): OfflineWorld {
  const authority = new CardAuthority()
  const world: OfflineWorld['world'] = {
    realMs: NOON_MS,
    clockOffMs: 0,
    list: authority.list({ issuedAt: new Date(NOON_MS - MINUTE_MS) }),
    asked: [],
    logged: [],
    instead: () => undefined,
  }
  const ask = async ({ path, headers }: ApiRequest): Promise<ApiReply> => {
    const ifNoneMatch = headers.get('if-none-match')
    world.asked.push({ path, tag: ifNoneMatch })
    const other = world.instead(path)
    if (other !== undefined) return other
    if (path === KEYS)
      return { kind: 'answered', response: Response.json({ keys: authority.published }) }
    return {
      kind: 'answered',
      response: listReply(world.list, { date: new Date(world.realMs), ifNoneMatch }),
    }
  }
  const open = () =>
    openOfflineStore({
      directory,
      ask,
      maxAgeS: () => MAX_AGE_S,
      now: () => new Date(world.realMs + world.clockOffMs),
      monotonicMs: () => world.realMs,
      random: () => 0.5,
      log: (_level, event, fields = {}) =>
        void world.logged.push(`${event} ${JSON.stringify(fields)}`),
    })
  const card = (index = 42, agoMs = 30 * 24 * HOUR_MS) =>
    authority.card({ index, issuedAt: new Date(world.realMs - agoMs) })
  return { world, authority, open, card }
}
type World = OfflineWorld['world']
export const unreachable = (world: World): void =>
  void (world.instead = () => ({ kind: 'unreachable', cause: 'no network' }))
export const instead = (world: World, wanted: string, response: () => Response): void =>
  void (world.instead = (path) =>
    path === wanted ? { kind: 'answered', response: response() } : undefined)
