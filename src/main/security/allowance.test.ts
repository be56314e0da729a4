import { expect, test, vi } from 'vitest'
import { createAllowance, fewLinks } from './allowance.ts'

test('allows this many in a minute, and again when the first of them is a minute old', () => {
  let atMs = 0
  const mayOnceMore = createAllowance({ max: 2, perMs: 60_000, monotonicMs: () => atMs })
  const tryAt = (ms: number): boolean => {
    atMs = ms
    return mayOnceMore()
  }
  expect([0, 30_000, 59_999, 60_000, 60_001, 90_000].map(tryAt)).toEqual([
    true,
    true,
    false,
    true,
    false,
    true,
  ])
})

test('a page cannot open unlimited browser windows', async () => {
  let atMs = 0
  const openExternal = vi.fn(async () => undefined)
  const log = vi.fn()
  const shell = fewLinks({ openExternal }, () => atMs, log)
  for (let index = 0; index < 100; index += 1)
    await shell.openExternal(`https://example.org/${index}`)
  expect(openExternal).toHaveBeenCalledTimes(10)
  expect(log).toHaveBeenCalledWith('warn', 'link.too-many')
  atMs = 60_000
  await shell.openExternal('https://example.org/')
  expect(openExternal).toHaveBeenCalledTimes(11)
})
