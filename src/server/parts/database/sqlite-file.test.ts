import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inspectSqlite } from './sqlite-file.ts'
import { openSqlite } from './sqlite.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'wld-sqlite-file-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** SQLite writes this before the first page of a new file: no pages to play back, and a length of none. */
function journalOfEmptyFile(): Buffer {
  const header = Buffer.alloc(512)
  Buffer.from('d9d505f920a163d7', 'hex').copy(header)
  header.writeUInt32BE(512, 20) // bytes in a sector
  header.writeUInt32BE(4_096, 24) // bytes in a page
  return header
}

test('a first start that ended in the first page of the file can be made again', async () => {
  const file = join(folder, 'wld.sqlite')
  writeFileSync(file, Buffer.alloc(4_096, 1))
  writeFileSync(`${file}-journal`, journalOfEmptyFile())
  expect(inspectSqlite(file)).toBe(false)
  await openSqlite(file).close()
  expect(readdirSync(folder)).toEqual(['wld.sqlite'])
})
