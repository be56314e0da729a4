import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartFault } from '../base/start-fault.ts'

/** A file in DATA_DIR as long as a restore is not complete. */
export const RESTORE_MARK = 'restore-unfinished'

/** @throws StartFault where a restore was begun and not finished */
export function refuseHalfRestored(dataDir: string): void {
  let name: string
  try {
    name = readFileSync(join(dataDir, RESTORE_MARK), 'utf8').split('\n')[0] ?? ''
  } catch {
    return
  }
  throw new StartFault(
    `The restore of ${name} into ${dataDir} is not complete. Run npm run restore again.`,
  )
}
