/** The operating system's keychain, as a test sees it: whether there is one, and what it holds. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type keytarModule from 'keytar'

const run = promisify(execFile)
type Keytar = typeof keytarModule
const PROBE_LIMIT_MS = 5_000

export interface Keyring {
  read(service: string): Promise<readonly { account: string; password: string }[]>
  /** Without the key of the queue and the kiosk's entry, which outlive a session. */
  sessions(service: string): Promise<readonly { account: string; password: string }[]>
  write(service: string, account: string, password: string): Promise<void>
  clear(service: string): Promise<void>
}

const LIST = `require('keytar').findCredentials(process.argv[1]).then(
  (entries) => process.stdout.write(JSON.stringify(entries)))`

/**
 * keytar's listing reads each entry after it has listed all. Where another process deletes an entry in between, such as the
 * probe of the app, it fails, or ends its process with SIGSEGV: it copies the text of an entry that has none. So it runs in
 * a process of its own, and again after either. The app itself never lists.
 */
async function list(service: string): Promise<{ account: string; password: string }[]> {
  for (;;) {
    try {
      const { stdout } = await run(process.execPath, ['-e', LIST, service])
      return JSON.parse(stdout) as { account: string; password: string }[] // written by LIST
    } catch (error) {
      const { signal, stderr = '' } = error as { signal?: string; stderr?: string } // of a failed process
      if (signal !== 'SIGSEGV' && !stderr.includes('No such secret item')) throw error
    }
  }
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
    return {
      read: list,
      sessions: async (name) =>
        (await list(name)).filter(({ account }) => account.startsWith('session ')),
      write: (name, account, password) => keytar.setPassword(name, account, password),
      clear: async (name) => {
        for (const { account } of await list(name)) await keytar.deletePassword(name, account)
      },
    }
  } catch (error) {
    return {
      missing: `no keychain: ${error instanceof Error ? error.message : String(error)} (run under scripts/with-keyring.sh)`,
    }
  }
}
