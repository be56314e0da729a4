/**
 * The operating system's keychain. Its library is loaded when first needed, because it may be absent (both are optional
 * dependencies), and it is proven by a round trip, because a locked keyring returns `null` for a read. keytar goes first;
 * where it is missing or fails, @napi-rs/keyring takes its place (ADR 0076).
 */
import { randomUUID } from 'node:crypto'
import { withinTime } from './time-limit.ts'

export interface Keychain {
  read(): Promise<string | null>
  write(text: string): Promise<void>
  remove(): Promise<void>
}

/** The part of keytar that is used. */
export interface KeychainLibrary {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}
export type LoadLibrary = () => Promise<KeychainLibrary>

const loadKeytar: LoadLibrary = async () => (await import('keytar')).default

/**
 * The kernel's keyring would be taken where there is no secret service. It ends with the computer, so that the notice of a
 * session that is not kept would be missing.
 */
const SECRET_SERVICE = { linux: { store: 'secret-service' } } as const

const loadKeyring: LoadLibrary = async () => {
  const { AsyncEntry } = await import('@napi-rs/keyring')
  const entry = (service: string, account: string) =>
    new AsyncEntry(service, account, SECRET_SERVICE)
  return {
    // Bytes, because a text would take twice the room in the Credential Manager of Windows.
    async getPassword(service, account) {
      const bytes = await entry(service, account).getSecret()
      return bytes === null ? null : Buffer.from(bytes).toString('utf8')
    },
    setPassword: (service, account, password) =>
      entry(service, account).setSecret(Buffer.from(password, 'utf8')),
    deletePassword: (service, account) => entry(service, account).deletePassword(),
  }
}

/** In the order in which they are tried. */
export const KEYCHAIN_LIBRARIES: readonly LoadLibrary[] = [loadKeytar, loadKeyring]

export interface KeychainOptions {
  readonly libraries: readonly LoadLibrary[]
  readonly service: string
  readonly account: string
  readonly timeLimitMs?: number
}

const DEFAULT_TIME_LIMIT_MS = 10_000

/** The tested keychain. Rejects when no library finds one that is unlocked and responds in time. */
export async function openKeychain({
  libraries,
  service,
  account,
  timeLimitMs = DEFAULT_TIME_LIMIT_MS,
}: KeychainOptions): Promise<Keychain> {
  const limited = <T>(work: Promise<T>): Promise<T> => withinTime(work, timeLimitMs)
  const reasons: string[] = []
  for (const [index, load] of libraries.entries())
    try {
      const library = await limited(load())
      await limited(prove(library, service))
      const keychain = keychainOf(library, libraries.slice(index + 1), { service, account })
      return {
        read: () => limited(keychain.read()),
        write: (text) => limited(keychain.write(text)),
        remove: () => limited(keychain.remove()),
      }
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error))
    }
  throw new Error(reasons.join('; '))
}

/** @param later libraries that were used where this one was missing; on some systems this one does not see their entries */
function keychainOf(
  library: KeychainLibrary,
  later: readonly LoadLibrary[],
  { service, account }: Pick<KeychainOptions, 'service' | 'account'>,
): Keychain {
  const others = async (): Promise<KeychainLibrary[]> =>
    (await Promise.allSettled(later.map((load) => load()))).flatMap((one) =>
      one.status === 'fulfilled' ? [one.value] : [],
    )
  const takeOver = async (): Promise<string | null> => {
    for (const other of await others()) {
      const text = await other.getPassword(service, account).catch(() => null)
      if (text === null) continue
      await library.setPassword(service, account, text)
      await other.deletePassword(service, account)
      return text
    }
    return null
  }
  return {
    read: async () => (await library.getPassword(service, account)) ?? takeOver(),
    write: (text) => library.setPassword(service, account, text),
    async remove() {
      await library.deletePassword(service, account)
      for (const other of await others())
        await other.deletePassword(service, account).catch(() => false)
    },
  }
}

async function prove(library: KeychainLibrary, service: string): Promise<void> {
  const [account, value] = [`probe ${randomUUID()}`, randomUUID()]
  await library.setPassword(service, account, value)
  const reply = await library.getPassword(service, account)
  if (reply !== value)
    throw new Error('The keychain did not give back what was put in: it is locked')
  await library.deletePassword(service, account)
}
