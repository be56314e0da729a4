/** The outbox of check-ins under kill -9: each acknowledged check-in is in it once, in order. FAULT_ROUNDS sets the kills. */
import { randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { startDevice } from '#tests/support/start-device.ts'
import { openOutbox } from '../../src/main/outbox/open-outbox.ts'

const KILLS = Number(process.env['FAULT_ROUNDS'] ?? 6)
let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(MEMORY_FOLDER, 'wld-kill-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

test(
  `the outbox holds every acknowledged check-in after ${KILLS} kills during writes`,
  { timeout: 120_000 },
  async () => {
    const key = randomBytes(32)
    const appended = new Map<string, number>()
    const settled = new Set<string>()
    for (let life = 0; life < KILLS; life += 1) {
      const device = startDevice({ directory, key: key.toString('hex'), job: 'scribble' })
      const enough = randomInt(2, 120)
      await device.until(() => device.lines.length > enough)
      await device.kill()
      expect(device.lines[0]).toBe('ready')
      for (const line of device.lines) {
        const [what, id = '', sequence] = line.split(' ')
        if (what === 'append') {
          expect(appended.has(id)).toBe(false)
          appended.set(id, Number(sequence))
        }
        if (what === 'settle') settled.add(id)
      }
      const outbox = await openOutbox({
        directory,
        key: { key, keptIn: 'keychain' },
        now: () => new Date(),
        log: () => undefined,
      })
      const entries = outbox.entries()
      await outbox.close()
      expect(outbox.problem()).toBe('none')
      const found = new Map(entries.map(({ checkIn }) => [checkIn.id, checkIn.sequence]))
      expect(found.size).toBe(entries.length)
      expect([...appended].filter(([id, sequence]) => found.get(id) !== sequence)).toEqual([])
      expect(
        [...settled].filter(
          (id) => entries.find(({ checkIn }) => checkIn.id === id)?.settled === undefined,
        ),
      ).toEqual([])
      expect(entries.map(({ checkIn }) => checkIn.sequence)).toEqual(
        entries.map((_, index) => index + 1),
      )
    }
    expect(appended.size).toBeGreaterThan(KILLS * 2)
    expect(await readdir(directory)).toHaveLength(2) // the outbox and its mark
  },
)
