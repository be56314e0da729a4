import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { replaceFile } from './replace-file.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'wld-file-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

test('replaces the whole file, makes its folder, leaves no other file', () => {
  const path = join(directory, 'deep', 'a.json')
  replaceFile(path, 'a long first text')
  replaceFile(path, 'second')
  expect(readFileSync(path, 'utf8')).toBe('second')
  expect(readdirSync(join(directory, 'deep'))).toEqual(['a.json'])
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
})
test('a half-written file of an earlier start is no obstacle', () => {
  writeFileSync(join(directory, 'a.json.new'), 'half a te')
  replaceFile(join(directory, 'a.json'), 'whole')
  expect(readdirSync(directory)).toEqual(['a.json'])
})
test('a failed replacement throws, and the old file stays', () => {
  const path = join(directory, 'a.json')
  mkdirSync(path) // a folder cannot be replaced by a file
  expect(() => replaceFile(path, 'text')).toThrow()
  expect(readdirSync(directory)).toEqual(['a.json'])
})
