import type { KeyObject } from 'node:crypto'
/** The newest feed that this computer has seen, kept over restarts, so that an older one cannot hide it. */
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { replaceFile } from '../base/replace-file.ts'
import { describeError, type Log } from '../log/log-file.ts'
import { readFeed, type SignedFeed, type UpdateFeed } from './update-feed.ts'

export interface NewestFeed {
  get(): UpdateFeed | undefined
  keep(feed: UpdateFeed, signed: SignedFeed): void
}
export interface NewestFeedOptions {
  readonly path: string
  readonly publicKey: KeyObject | undefined
  readonly log: Log
}

const KeptFeed = z.object({ feed: z.base64(), signature: z.string() })

/** The file holds the bytes as signed. They are verified again when read: a changed file is as untrusted as a changed reply. */
function read({ path, publicKey }: NewestFeedOptions): UpdateFeed | undefined {
  if (publicKey === undefined) return undefined
  try {
    const { feed, signature } = KeptFeed.parse(JSON.parse(readFileSync(path, 'utf8')))
    const result = readFeed(Buffer.from(feed, 'base64'), signature, publicKey)
    return result.ok ? result.feed : undefined
  } catch {
    return undefined // there is none yet, or it is damaged: the next feed is kept anew
  }
}

export function openNewestFeed(options: NewestFeedOptions): NewestFeed {
  let newest = read(options)
  return {
    get: () => newest,
    keep(feed, { bytes, signature }) {
      newest = feed
      try {
        replaceFile(
          options.path,
          JSON.stringify({ feed: Buffer.from(bytes).toString('base64'), signature }),
        )
      } catch (error) {
        options.log('warn', 'updates.not-kept', { error: describeError(error) }) // it counts until the app ends
      }
    },
  }
}
