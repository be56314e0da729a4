/** How large the app's own files are: a full disk and a damaged queue show there first. Contents are not read. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface OwnFile {
  /** Below the folder of the user's data, with slashes. */
  readonly path: string
  readonly bytes: number
}

/** Files and folders of our own in the user's data; Chromium's are none of them. */
export const OWN_PATHS = ['settings.json', 'kiosk.json', 'offline', 'outbox', 'logs'] as const
const MAX_FILES = 200
const MAX_DEPTH = 3

export function listOwnFiles(userData: string, paths: readonly string[] = OWN_PATHS): OwnFile[] {
  const found: OwnFile[] = []
  const visit = (path: string, depth: number): void => {
    const stat = statSync(join(userData, path), { throwIfNoEntry: false })
    if (stat === undefined || found.length >= MAX_FILES) return
    if (!stat.isDirectory()) {
      found.push({ path, bytes: stat.size })
      return
    }
    if (depth < MAX_DEPTH)
      for (const name of readdirSync(join(userData, path)).sort())
        visit(`${path}/${name}`, depth + 1)
  }
  for (const path of paths) {
    try {
      visit(path, 0)
    } catch {
      // A file that goes away between two looks, or a folder that may not be read: the others are still told.
    }
  }
  return found
}
