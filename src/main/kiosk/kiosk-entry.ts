/**
 * What a running kiosk needs after a restart: one entry in the keychain, bound to the server.
 * Without a keychain it is kept in memory: after a restart the app then starts without kiosk and
 * without session, which is safe.
 */
import * as z from 'zod'
import { KIOSK_LOCK_DEFAULT_MIN, KIOSK_TOKEN_PREFIX } from '#shared/domain/card/kiosk-rules.ts'
import { readJson } from '#shared/read-json.ts'
import { createTurns } from '../base/turns.ts'
import { describeError, type Log } from '../log/log-file.ts'
import type { Keychain } from '../session/keychain.ts'
import { MAX_ENTRY_BYTES } from '../session/vault.ts'
import { PinHash } from './pin.ts'

export const KioskEntry = z.object({
  token: z.string().startsWith(KIOSK_TOKEN_PREFIX).max(512),
  deviceId: z.uuid(),
  /** The gate of its check-ins. */
  deviceName: z.string().min(1).max(40),
  eventId: z.string().min(1).max(64),
  expiresAt: z.iso.datetime(),
  pin: PinHash,
  /** Wrong PINs one after another. */
  wrongPins: z.int().min(0),
  /** An entry of an earlier version has none. */
  lockAfterMin: z.number().positive().default(KIOSK_LOCK_DEFAULT_MIN),
  /** The server rejects the token from now on. */
  over: z.enum(['no', 'expired', 'revoked']),
})
export type KioskEntry = z.output<typeof KioskEntry>

export interface KioskEntryStore {
  read(): Promise<KioskEntry | undefined>
  /**
   * Resolves when it is stored, or when the keychain failed: it then lasts as long as the process.
   */
  write(entry: KioskEntry): Promise<void>
  clear(): Promise<void>
}

/** @param open rejects where there is no keychain; it is opened once, when first needed */
export function openKioskEntry(open: () => Promise<Keychain>, log: Log): KioskEntryStore {
  let opened: Promise<Keychain | undefined> | undefined
  const keychain = (): Promise<Keychain | undefined> =>
    (opened ??= open().catch((error: unknown) => {
      log('warn', 'kiosk.keychain-unavailable', { error: describeError(error) })
      return undefined
    }))
  const removeFrom = (kept: Keychain): Promise<void> =>
    kept
      .remove()
      .catch((error: unknown) =>
        log('error', 'kiosk.entry-not-cleared', { error: describeError(error) }),
      )

  /** Serialized: an older count of tries must not overwrite a newer one. */
  const inTurn = createTurns()

  return {
    read: () =>
      inTurn(async () => {
        const kept = await keychain()
        if (kept === undefined) return undefined
        let text: string | null
        try {
          text = await kept.read()
        } catch (error) {
          log('error', 'kiosk.entry-not-read', { error: describeError(error) })
          return undefined
        }
        if (text === null) return undefined
        const entry = readJson(KioskEntry, text)
        if (entry !== undefined) return entry
        log('error', 'kiosk.entry-damaged')
        await removeFrom(kept)
        return undefined
      }),
    write: (entry) =>
      inTurn(async () => {
        const kept = await keychain()
        if (kept === undefined) return
        const text = JSON.stringify(entry)
        try {
          if (Buffer.byteLength(text) >= MAX_ENTRY_BYTES)
            throw new Error(`The entry has ${Buffer.byteLength(text)} bytes`)
          await kept.write(text)
        } catch (error) {
          log('error', 'kiosk.entry-not-written', { error: describeError(error) })
          // The stored entry is old: it has fewer wrong PINs, or a returned token.
          opened = Promise.resolve(undefined)
          await removeFrom(kept)
        }
      }),
    clear: () =>
      inTurn(async () => {
        const kept = await keychain()
        if (kept !== undefined) await removeFrom(kept)
      }),
  }
}
