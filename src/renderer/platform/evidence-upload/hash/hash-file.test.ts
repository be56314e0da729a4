import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { contentDigest, hashFile } from './hash-file.ts'

test('a file of more than one slice, with its share', async () => {
  const bytes = Uint8Array.from({ length: 2 * 1024 * 1024 + 77 }, (_, index) => (index * 7) % 251)
  const shares: number[] = []
  const hash = await hashFile(
    new Blob([bytes]),
    (share) => void shares.push(share),
    new AbortController().signal,
  )
  expect(hash).toBe(bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))))
  expect(shares).toHaveLength(3)
  expect(shares.at(-1)).toBe(1)
})

test('it stops on abort', async () => {
  const stop = new AbortController()
  stop.abort()
  await expect(hashFile(new Blob(['x']), () => undefined, stop.signal)).rejects.toThrow('aborted')
})

test('the header of a part is the one of the standard', async () =>
  expect(await contentDigest(Uint8Array.from(new TextEncoder().encode('abc')))).toBe(
    'sha-256=:ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=:',
  ))
