/** The key that the feed must be signed with: built in, so that no setting and no server can put another in its place. */
import type { KeyObject } from 'node:crypto'
import { readUpdateKey } from './update-feed.ts'
import builtIn from './update-key.json'

/**
 * undefined until the association made its key (docs/desktop.md, "Updates"): the app then never
 * checks for updates.
 * @param env UPDATE_PUBLIC_KEY names another key (PEM) for an app that was not installed: tests
 * have one of their own.
 */
export function updateKey({
  isPackaged,
  env,
}: {
  readonly isPackaged: boolean
  readonly env: Readonly<Record<string, string | undefined>>
}): KeyObject | undefined {
  const own: string | null = builtIn.publicKey
  return readUpdateKey(isPackaged ? own : (env['UPDATE_PUBLIC_KEY'] ?? own))
}
