import { mkdtempSync, readdirSync } from 'node:fs'
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

test.each(['../secret', '/etc/passwd', 'a/../b', 'a//b', 'A', 'a/b.txt', '', 'a\0', 'x'.repeat(300)])('refuses the key %j', async (key) => {
  const { files } = store()
  await expect(files.get(key)).rejects.toThrow('Not a file key')
  await expect(files.put(key, Buffer.from('x'))).rejects.toThrow('Not a file key')
})
