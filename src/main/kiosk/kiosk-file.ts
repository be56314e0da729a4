/**
 * `kiosk.json`: the public state of the kiosk: the event, and the number of scans. No card, no name
 * of a person. Without it a kiosk comes back all the same, and learns its event from the server.
 */
import { readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import * as z from 'zod'
import { KioskEvent } from '#shared/contract/kiosk.ts'
import { describeError, type Log } from '../log/log-file.ts'

const Count = z.int().min(0)
export const KioskCounts = z.object({ scans: Count, admitted: Count, again: Count, refused: Count })
export type KioskCounts = z.output<typeof KioskCounts>
export const NO_COUNTS: KioskCounts = { scans: 0, admitted: 0, again: 0, refused: 0 }

const KioskNotes = z.object({ deviceId: z.string(), event: KioskEvent, counts: KioskCounts })
export type KioskNotes = z.output<typeof KioskNotes>

export interface KioskFile {
  /** undefined where there is none, or none that can be read. */
  read(): KioskNotes | undefined
  /**
   * Writes after a short delay. Of several calls in a row only the last value is written. A full
   * disk does not stop the kiosk.
   */
  write(notes: KioskNotes): void
  clear(): void
  /** Resolves when no write is under way any more. */
  settled(): Promise<void>
}

export function openKioskFile(path: string, log: Log): KioskFile {
  let wanted: { readonly notes: KioskNotes | undefined } | undefined
  let working: Promise<void> | undefined

  const work = async (): Promise<void> => {
    while (wanted !== undefined) {
      const { notes } = wanted
      wanted = undefined
      try {
        if (notes === undefined) await rm(path, { force: true })
        else {
          await writeFile(`${path}.new`, JSON.stringify(notes), { mode: 0o600 })
          await rename(`${path}.new`, path)
        }
      } catch (error) {
        log('warn', 'kiosk.notes-not-written', { error: describeError(error) })
      }
    }
    working = undefined
  }
  const want = (notes: KioskNotes | undefined): void => {
    wanted = { notes }
    working ??= work()
  }

  return {
    read() {
      try {
        return KioskNotes.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data
      } catch {
        return undefined
      }
    },
    write: (notes) => want(notes),
    clear: () => want(undefined),
    settled: async () => working,
  }
}
