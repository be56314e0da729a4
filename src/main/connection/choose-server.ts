/** Lets a user choose the server: it is checked, stored, and only then used. */
import type { ServerCheck } from '#shared/contract/desktop/ipc-desktop.ts'
import type { Settings } from '../settings/settings.ts'
import { checkServer, type CheckServerOptions } from './check-server.ts'
import type { Connection } from './connection.ts'

export interface ServerChoice {
  check(typed: string): Promise<ServerCheck>
  /** Rejects where the address is decided elsewhere, and while `mayChange` says no. */
  choose(typed: string): Promise<ServerCheck>
}
export interface ServerChoiceOptions {
  readonly fetch: CheckServerOptions['fetch']
  readonly settings: Pick<Settings, 'chooseServer'>
  readonly connection: Pick<Connection, 'use'>
  /**
   * Asks the user before the present server is left, in a native dialog that no page can imitate or
   * confirm.
   */
  readonly confirm: (host: string) => Promise<boolean>
  /** False: the quota is used up, so that a page cannot scan the addresses of a network. */
  readonly mayAsk: () => boolean
  /** False: a running kiosk belongs to the present server. */
  readonly mayChange: () => boolean
  /** The page has data of the server before. */
  readonly loadAnew: () => void
}

export function createServerChoice({
  fetch,
  settings,
  connection,
  confirm,
  mayAsk,
  mayChange,
  loadAnew,
}: ServerChoiceOptions): ServerChoice {
  const check = async (typed: string): Promise<ServerCheck> =>
    mayAsk() ? checkServer(typed, { fetch }) : { ok: false, fault: 'too-often', detail: '' }
  const refuseMeanwhile = (): void => {
    if (!mayChange()) throw new Error('The server cannot be changed while a kiosk runs')
  }
  return {
    check,
    async choose(typed) {
      refuseMeanwhile()
      const checked = await check(typed)
      if (!checked.ok) return checked
      if (!(await confirm(new URL(checked.origin).host))) {
        loadAnew() // as it was: the page waits for it
        return checked
      }
      refuseMeanwhile() // one may have begun
      await settings.chooseServer(checked.origin) // first, because an address that cannot be stored must not be used
      await connection.use(checked.origin)
      loadAnew()
      return checked
    },
  }
}
