/** The operating system's keychain, as a test sees it: whether there is one, and what it holds. */
import { randomUUID } from 'node:crypto'
import type keytarModule from 'keytar'

type Keytar = typeof keytarModule
const PROBE_LIMIT_MS = 5_000

export interface Keyring {
  read(service: string): Promise<readonly { account: string; password: string }[]>
  /** Without the key of the queue and the kiosk's entry, which outlive a session. */
  sessions(service: string): Promise<readonly { account: string; password: string }[]>
  write(service: string, account: string, password: string): Promise<void>
  clear(service: string): Promise<void>
}

/** The keychain after a test entry was written and read, or the reason why there is none. */
export async function openKeyring(): Promise<Keyring | { readonly missing: string }> {
  try {
    const keytar: Keytar = (await import('keytar')).default
    const service = `wld-probe-${randomUUID()}`
    const roundTrip = async (): Promise<string | null> => {
      await keytar.setPassword(service, 'probe', service)
      const answer = await keytar.getPassword(service, 'probe')
      await keytar.deletePassword(service, 'probe')
      return answer
    }
    const late = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error('it does not answer')), PROBE_LIMIT_MS).unref(),
    )
    if ((await Promise.race([roundTrip(), late])) !== service) throw new Error('it is locked')
    // The listing reads each entry after it has listed all; an entry that the app or another process deletes in between
    // is an error there.
    const read: Keyring['read'] = (name) =>
      keytar.findCredentials(name).catch((error: unknown) => {
        if (String(error).includes('No such secret item')) return read(name)
        throw error
      })
    return {
      read,
      sessions: async (name) =>
        (await read(name)).filter(({ account }) => account.startsWith('session ')),
      write: (name, account, password) => keytar.setPassword(name, account, password),
      clear: async (name) => {
        for (const { account } of await read(name)) await keytar.deletePassword(name, account)
      },
    }
  } catch (error) {
    return {
      missing: `no keychain: ${error instanceof Error ? error.message : String(error)} (run under scripts/with-keyring.sh)`,
    }
  }
}
