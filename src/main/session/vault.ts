/**
 * Stores the session beyond the process: one small entry in the keychain, or nowhere. Never a file.
 */
import * as z from 'zod'
import { readJson } from '#shared/read-json.ts'
import { createTurns } from '../base/turns.ts'
import { describeError, type Log } from '../log/log-file.ts'
import type { Keychain } from './keychain.ts'

const StoredSession = z.object({ refreshToken: z.string().min(1), userId: z.string().min(1) })
export type StoredSession = z.output<typeof StoredSession>

/** The smallest limit among the systems: Windows Credential Manager takes 2,560 bytes, as UTF-16 half of the letters. */
export const MAX_ENTRY_BYTES = 2_048

export interface Vault {
  /** Where a session that is written now will be kept. */
  keptIn(): 'keychain' | 'memory'
  read(): Promise<StoredSession | undefined>
  write(session: StoredSession): Promise<void>
  clear(): Promise<void>
}

/**
 * `open` rejects where there is no keychain; the session then lasts as long as the process.
 * Operations run one after another: those of a library may overtake each other, and a sign-out must not
 * be undone by an earlier write.
 */
export async function openVault(open: () => Promise<Keychain>, log: Log): Promise<Vault> {
  let keychain: Keychain | undefined
  try {
    keychain = await open()
  } catch (error) {
    log('warn', 'keychain.unavailable', { error: describeError(error) })
  }

  /**
   * From here on in memory only. The entry in the keychain is old, and an old token would end the
   * session.
   */
  const giveUp = async (failed: Keychain, error: unknown): Promise<void> => {
    log('error', 'keychain.failed', { error: describeError(error) })
    keychain = undefined
    await failed
      .remove()
      .catch((cause: unknown) =>
        log('error', 'keychain.not-cleared', { error: describeError(cause) }),
      )
  }

  const inTurn = createTurns()

  const operations: Omit<Vault, 'keptIn'> = {
    async read() {
      try {
        const text = await keychain?.read()
        return text === null || text === undefined ? undefined : readJson(StoredSession, text)
      } catch (error) {
        log('error', 'keychain.failed', { error: describeError(error) })
        keychain = undefined
        return undefined
      }
    },
    async write(session) {
      const current = keychain
      if (current === undefined) return
      const text = JSON.stringify(session)
      try {
        if (Buffer.byteLength(text) >= MAX_ENTRY_BYTES)
          throw new Error(`The entry has ${Buffer.byteLength(text)} bytes`)
        await current.write(text)
      } catch (error) {
        await giveUp(current, error)
      }
    },
    async clear() {
      await keychain
        ?.remove()
        .catch((error: unknown) =>
          log('error', 'keychain.not-cleared', { error: describeError(error) }),
        )
    },
  }

  return {
    keptIn: () => (keychain === undefined ? 'memory' : 'keychain'),
    read: () => inTurn(operations.read),
    write: (session) => inTurn(() => operations.write(session)),
    clear: () => inTurn(operations.clear),
  }
}
