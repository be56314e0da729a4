import { expect, test } from 'vitest'
import { createWorkGate, type WorkGate } from './work-gate.ts'

/** Tasks that end when they are told, in the order in which they began. */
function tasks(gate: WorkGate) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    send: (name: string, holder?: string) =>
      gate.pass(() => {
        begun.push(name)
        return new Promise<void>((resolve) => void ends.set(name, resolve))
      }, holder),
    end: async (name: string): Promise<void> => {
      ends.get(name)?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('holders take turns, however much one of them has sent', async () => {
  const { begun, send, end } = tasks(createWorkGate({ atOnce: 1, queueMax: 9 }))
  const sent = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => send(name, name[0]))
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) {
    expect(begun.at(-1)).toBe(name)
    await end(name)
  }
  expect(await Promise.all(sent)).toEqual(sent.map(() => ({ ok: true, value: undefined })))
})

test('one holder fills its part of the queue, and all together the whole', async () => {
  const gate = createWorkGate({ atOnce: 1, queueMax: 3, holderMax: 2 })
  const { send, end } = tasks(gate)
  const running = send('a1', 'a')
  const waiting = [send('a2', 'a'), send('a3', 'a')]
  expect(await send('a4', 'a')).toEqual({ ok: false, reason: 'busy' })
  waiting.push(send('b1', 'b'))
  expect(await send('c1', 'c')).toEqual({ ok: false, reason: 'busy' })
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name)
  for (const result of [running, ...waiting]) expect(await result).toMatchObject({ ok: true })
  // Everything is free again.
  const later = send('d1')
  await end('d1')
  expect(await later).toMatchObject({ ok: true })
})

test('a task that fails frees its slot', async () => {
  const gate = createWorkGate({ atOnce: 1, queueMax: 1 })
  await expect(gate.pass(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await gate.pass(async () => 7)).toEqual({ ok: true, value: 7 })
})
