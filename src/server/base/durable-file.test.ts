import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { makeFolder, removeDurably, writeDurably } from './durable-file.ts'

afterEach(() => vi.restoreAllMocks())

/** The calls of fsync, and the content of the folder at each of them. @param wait how long each takes */
async function watchSyncs(
  folder: string,
  wait: () => Promise<void> = async () => undefined,
): Promise<string[][]> {
  const file = await open(folder, 'r')
  const handle = Object.getPrototypeOf(file) as typeof file // the class is not exported
  await file.close()
  const seen: string[][] = []
  vi.spyOn(handle, 'sync').mockImplementation(async () => {
    seen.push(readdirSync(folder).sort())
    await wait()
  })
  return seen
}

test('a file is synced before it has its name, and its folder after', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wld-durable-'))
  const seen = await watchSyncs(folder)
  await writeDurably(join(folder, 'key'), join(folder, 'key.part'), 'secret')
  expect(seen).toEqual([['key.part'], ['key']])
  expect(readFileSync(join(folder, 'key'), 'utf8')).toBe('secret')
  expect(statSync(join(folder, 'key')).mode & 0o777).toBe(0o600)
})

test('each new folder is synced as a name in the one above', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wld-durable-'))
  const seen = await watchSyncs(folder)
  await writeDurably(join(folder, 'view', 'ab', 'one'), join(folder, 'one.part'), '1')
  expect(seen).toHaveLength(4) // view/ab in view, view in the root, the file, its folder
})

test('a folder that another call makes is there when it is synced', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wld-durable-'))
  const order: string[] = []
  await watchSyncs(folder, () => new Promise((resolve) => setTimeout(resolve, 20)))
  const make = (name: string) => makeFolder(join(folder, 'view')).then(() => order.push(name))
  await Promise.all([make('maker'), make('other')])
  expect(order).toEqual(['maker', 'other'])
})

test('leaves nothing of a file that could not be written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wld-durable-'))
  await writeDurably(join(folder, 'taken', 'one'), join(folder, 'one.part'), '1')
  await expect(writeDurably(join(folder, 'taken'), join(folder, 'two.part'), '2')).rejects.toThrow(
    /EISDIR|ENOTEMPTY|EEXIST/,
  )
  expect(readdirSync(folder)).toEqual(['taken'])
})

test('a removed file is gone before its folder is synced; one that is not there is no fault', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wld-durable-'))
  await writeDurably(join(folder, 'one'), join(folder, 'one.part'), '1')
  const seen = await watchSyncs(folder)
  await removeDurably(join(folder, 'one'))
  await removeDurably(join(folder, 'one'))
  expect(seen).toEqual([[]])
})
