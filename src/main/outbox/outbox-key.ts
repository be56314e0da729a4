/**
 * The key of the queue: made once, kept in the keychain. Without a keychain it lasts as long as the
 * process.
 */
import { randomBytes } from 'node:crypto'
import { describeError, type Log } from '../log/log-file.ts'
import type { Keychain } from '../session/keychain.ts'
import type { QueueKey } from './load-queue.ts'
import { KEY_BYTES } from './record-file.ts'

/** Account of the entry in the keychain. */
export const OUTBOX_KEY_ACCOUNT = 'outbox key'
const ENTRY = /^v1:([A-Za-z0-9+/]{43}=)$/

const keyOf = (entry: string | null): Buffer | undefined => {
  const text = entry === null ? undefined : ENTRY.exec(entry)?.[1]
  const key = text === undefined ? undefined : Buffer.from(text, 'base64')
  return key?.length === KEY_BYTES ? key : undefined
}

/** `open` rejects where there is no keychain. Files that the keychain's key locks are then left as they are. */
export async function openOutboxKey(open: () => Promise<Keychain>, log: Log): Promise<QueueKey> {
  try {
    const keychain = await open()
    const entry = await keychain.read()
    const held = keyOf(entry)
    if (held !== undefined) return { key: held, keptIn: 'keychain' }
    if (entry !== null) log('error', 'queue.key-unreadable')
    const key = randomBytes(KEY_BYTES)
    await keychain.write(`v1:${key.toString('base64')}`)
    if (keyOf(await keychain.read())?.equals(key) !== true)
      throw new Error('The keychain did not keep the key of the queue')
    log('info', 'queue.key-made')
    return { key, keptIn: 'keychain' }
  } catch (error) {
    log('warn', 'queue.key-in-memory', { error: describeError(error) })
    return { key: randomBytes(KEY_BYTES), keptIn: 'memory' }
  }
}
