import { expect, test, vi } from 'vitest'
import { createByteBudget } from '../../base/work-gate.ts'
import { createHeldCopies, type HeldFiles } from './held-copies.ts'

const MAX = 400
const room = (budget: ReturnType<typeof createByteBudget>): number => {
  let free = 0
  while (budget.take(1)) free += 1
  budget.giveBack(free)
  return free
}
const letGo = (held: HeldFiles): void => {
  if (held.kind !== 'held') throw new Error(held.kind)
  held.letGo()
}

test('one holder gets a third of what stays free, the next ones as well, and released memory is available again', () => {
  const budget = createByteBudget(MAX)
  const [one, sameOne] = [budget.shareOf('one'), budget.shareOf('one')]
  expect([one.take(100), sameOne.take(1)]).toEqual([true, false])
  const others = ['two', 'three', 'four'].map((holder) => budget.shareOf(holder))
  expect(others.map((share) => share.take(76))).toEqual([false, false, false])
  expect(others.map((share) => share.take(30))).toEqual([true, true, true])
  sameOne.giveBack(100)
  expect([one.take(77), one.take(1)]).toEqual([true, false])
})

test('replies of one copy share it, and the last one releases it', async () => {
  const budget = createByteBudget(MAX)
  const copies = createHeldCopies()
  const open = vi.fn(async () => Buffer.alloc(80))
  const held = [
    await copies.hold('a', { budget: budget.shareOf('one'), holder: ['one'] }, open),
    ...(await Promise.all(
      Array.from({ length: 39 }, () =>
        copies.hold('a', { budget: budget.shareOf('one'), holder: ['one'] }, open),
      ),
    )),
  ]
  expect([open.mock.calls.length, room(budget)]).toEqual([1, MAX - 80])
  const [last, ...others] = held
  for (const one of others) letGo(one)
  for (const one of others) letGo(one) // a reply may report its end twice
  expect(room(budget)).toBe(MAX - 80)
  if (last !== undefined) letGo(last)
  expect(room(budget)).toBe(MAX)
})

test('simultaneous requests hold it once', async () => {
  const budget = createByteBudget(MAX)
  const copies = createHeldCopies()
  const held = await Promise.all(
    Array.from({ length: 10 }, () =>
      copies.hold('a', { budget, holder: ['one'] }, async () => Buffer.alloc(80)),
    ),
  )
  expect(room(budget)).toBe(MAX - 80)
  held.forEach(letGo)
  expect(room(budget)).toBe(MAX)
})

test('holds nothing without room, without a file, or with a file that cannot be opened', async () => {
  const budget = createByteBudget(MAX)
  const copies = createHeldCopies()
  expect(
    await copies.hold('a', { budget: budget.shareOf('one'), holder: ['one'] }, async () =>
      Buffer.alloc(101),
    ),
  ).toEqual({
    kind: 'busy',
  })
  expect(await copies.hold('b', { budget, holder: ['one'] }, async () => undefined)).toEqual({
    kind: 'missing',
  })
  await expect(
    copies.hold('c', { budget, holder: ['one'] }, () => Promise.reject(new Error('touched'))),
  ).rejects.toThrow('touched')
  expect(room(budget)).toBe(MAX)
})
