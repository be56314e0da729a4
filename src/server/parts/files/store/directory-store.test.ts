import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDirectoryStore } from './directory-store.ts'

const store = () => {
  const root = mkdtempSync(join(tmpdir(), 'wld-files-'))
  return { root, files: createDirectoryStore(root) }
}

test('keeps, replaces, forgets', async () => {
  const { root, files } = store()
  expect(await files.get('view/ab/one')).toBeUndefined()
  await files.put('view/ab/one', Buffer.from('1'))
  await files.put('view/ab/one', Buffer.from('2'))
  expect(String(await files.get('view/ab/one'))).toBe('2')
  expect(readdirSync(join(root, 'view/ab'))).toEqual(['one'])
  await files.delete('view/ab/one')
  await files.delete('view/ab/one')
  expect(await files.get('view/ab/one')).toBeUndefined()
  await files.ping()
})

test.each([
  '../secret',
  '/etc/passwd',
  'a/../b',
  'a//b',
  'A',
  'a/b.txt',
  '',
  'a\0',
  'x'.repeat(300),
])('refuses the key %j', async (key) => {
  const { files } = store()
  await expect(files.get(key)).rejects.toThrow('Not a file key')
  await expect(files.put(key, Buffer.from('x'))).rejects.toThrow('Not a file key')
})

test('removes the half-written files of a killed server after a day', async () => {
  const { root, files } = store()
  await files.put('view/ab/one', Buffer.from('1'))
  const [old, young] = [join(root, '.parts', 'old'), join(root, '.parts', 'young')]
  for (const path of [old, young]) writeFileSync(path, 'half')
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1_000)
  utimesSync(old, yesterday, yesterday)
  createDirectoryStore(root)
  await expect.poll(() => readdirSync(join(root, '.parts'))).toEqual(['young'])
})

test('a full disk and a broken disk are different faults of the store', async () => {
  const { root, files } = store()
  writeFileSync(join(root, 'view'), 'a file where a folder belongs')
  await expect(files.put('view/ab/one', Buffer.from('1'))).rejects.toMatchObject({
    name: 'Unavailable',
    part: 'files',
  })
  await expect(files.get('view/ab/one')).rejects.toMatchObject({
    name: 'Unavailable',
    part: 'files',
  })
})
