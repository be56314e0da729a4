import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openKioskFile, type KioskNotes } from './kiosk-file.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wld-kiosk-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const path = (): string => join(folder, 'kiosk.json')

const notes = (scans: number): KioskNotes => ({
  deviceId: 'd1',
  event: {
    id: 'general-assembly',
    title: { en: 'General assembly', ar: 'الجمعية العامة', fr: 'Assemblée générale' },
    startsAt: '2026-11-21T08:00:00.000Z',
    endsAt: '2026-11-21T18:00:00.000Z',
  },
  counts: { scans, admitted: scans, again: 0, refused: 0 },
})

test('of several writes in a row only the last one is stored', async () => {
  const file = openKioskFile(path(), () => undefined)
  for (let scans = 1; scans <= 20; scans++) file.write(notes(scans))
  await file.settled()
  expect(openKioskFile(path(), () => undefined).read()).toEqual(notes(20))
  expect(readdirSync(folder)).toEqual(['kiosk.json'])
})
test('a clear after a write removes it', async () => {
  const file = openKioskFile(path(), () => undefined)
  file.write(notes(1))
  file.clear()
  await file.settled()
  expect(readdirSync(folder)).toEqual([])
  expect(file.read()).toBeUndefined()
})
test.each([
  '',
  '{',
  '[]',
  '{"deviceId":"d1"}',
  JSON.stringify({ ...notes(1), counts: { scans: -1 } }),
])('a file %j is none', (text) => {
  writeFileSync(path(), text)
  expect(openKioskFile(path(), () => undefined).read()).toBeUndefined()
})
test('a folder that cannot be written is no reason to fail', async () => {
  const events: string[] = []
  const file = openKioskFile(
    join(folder, 'missing', 'kiosk.json'),
    (_level, event) => void events.push(event),
  )
  file.write(notes(1))
  await file.settled()
  expect(events).toEqual(['kiosk.notes-not-written'])
})
test.skipIf(process.platform === 'win32')(
  'other users of the computer cannot read the file',
  async () => {
    const file = openKioskFile(path(), () => undefined)
    file.write(notes(1))
    await file.settled()
    expect(statSync(path()).mode & 0o077).toBe(0)
  },
)
