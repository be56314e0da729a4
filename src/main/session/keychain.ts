/**
 * The operating system's keychain through keytar. It is loaded when first needed, because it may be
 * absent (it is an optional dependency), and it is proven by a round trip, because a locked keyring
 * returns `null` for a read.
 */
import { randomUUID } from 'node:crypto'
import { withinTime } from './time-limit.ts'

export interface Keychain {
  read(): Promise<string | null>
  write(text: string): Promise<void>
  remove(): Promise<void>
}

/** The part of keytar that is used. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}
export const loadKeytar = async (): Promise<Keytar> => (await import('keytar')).default

export interface KeychainOptions {
  readonly load: () => Promise<Keytar>
  readonly service: string
  readonly account: string
  readonly timeLimitMs?: number
}

const DEFAULT_TIME_LIMIT_MS = 10_000

/** The tested keychain. Rejects when it is absent, locked, or does not respond in time. */
export async function openKeychain({
  load,
  service,
  account,
  timeLimitMs = DEFAULT_TIME_LIMIT_MS,
}: KeychainOptions): Promise<Keychain> {
  const keytar = await withinTime(load(), timeLimitMs)
  const probe = async (): Promise<void> => {
    const [probeAccount, value] = [`probe ${randomUUID()}`, randomUUID()]
    await keytar.setPassword(service, probeAccount, value)
    const answer = await keytar.getPassword(service, probeAccount)
    if (answer !== value)
      throw new Error('The keychain did not give back what was put in: it is locked')
    await keytar.deletePassword(service, probeAccount)
  }
  await withinTime(probe(), timeLimitMs)
  return {
    read: () => withinTime(keytar.getPassword(service, account), timeLimitMs),
    write: (text) => withinTime(keytar.setPassword(service, account, text), timeLimitMs),
    remove: async () => {
      await withinTime(keytar.deletePassword(service, account), timeLimitMs)
    },
  }
}
