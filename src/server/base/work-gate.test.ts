import { expect, test } from 'vitest'
import { createByteBudget, createWorkGate, networkHolder, type WorkGate } from './work-gate.ts'

/** Tasks that end when they are told, in the order in which they began. */
function tasks(gate: WorkGate) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    send: (name: string, ...holder: string[]) =>
      gate.pass(
        () => {
          begun.push(name)
          return new Promise<void>((resolve) => void ends.set(name, resolve))
        },
        holder.length === 0 ? undefined : holder,
      ),
    end: async (name: string): Promise<void> => {
      ends.get(name)?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('holders take turns, however much one of them has sent', async () => {
  const { begun, send, end } = tasks(createWorkGate({ atOnce: 1, queueMax: 9 }))
  const sent = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => send(name, name[0] ?? ''))
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) {
    expect(begun.at(-1)).toBe(name)
    await end(name)
  }
  expect(await Promise.all(sent)).toEqual(sent.map(() => ({ ok: true, value: undefined })))
})

test('many addresses of one network have the turns of one network', async () => {
  const { begun, send, end } = tasks(createWorkGate({ atOnce: 1, queueMax: 9 }))
  const sent = [send('first')]
  for (const address of ['a1', 'a2', 'a3']) sent.push(send(address, 'a', address))
  sent.push(send('b', 'b', 'b1'), send('a3 again', 'a', 'a3'))
  for (const name of ['first', 'a1', 'b', 'a2', 'a3', 'a3 again']) {
    expect(begun.at(-1)).toBe(name)
    await end(name)
  }
  await Promise.all(sent)
})

test('who comes to a full queue displaces the newest of the one who has most of it, and no other', async () => {
  const gate = createWorkGate({ atOnce: 1, queueMax: 4 })
  const { begun, send, end } = tasks(gate)
  const busy = { ok: false, reason: 'busy' }
  const sent = [send('first', 'a', '1')]
  const flood = [send('a1', 'a', '1'), send('a2', 'a', '2'), send('b1', 'b'), send('a3', 'a', '2')]
  // The flood itself pushes out no neighbour that has as little.
  expect(await send('a4', 'a', '2')).toEqual(busy)
  sent.push(send('c1', 'c'))
  expect(await flood[3]).toEqual(busy)
  // A part of the network that has nothing yet gets no place from others with one entry each.
  expect(await send('c2', 'c')).toEqual(busy)
  sent.push(...flood.slice(0, 3))
  for (const name of ['first', 'a1', 'b1', 'c1', 'a2']) await end(name)
  expect(begun).toEqual(['first', 'a1', 'b1', 'c1', 'a2'])
  for (const result of sent) expect(await result).toMatchObject({ ok: true })
  await end(String(begun.length)) // nothing is left in the queue
  expect(await gate.pass(async () => 7)).toEqual({ ok: true, value: 7 })
})

test('networks are holders with the widest first', () => {
  const networks = [{ network: '192.0.2.7' }, { network: '192.0.2.0/24' }]
  expect(networkHolder(networks, 'receipt')).toEqual(['192.0.2.0/24', '192.0.2.7', 'receipt'])
})

test('memory that many holders take is never gone for the next one', () => {
  const budget = createByteBudget(1_000)
  const taken = (name: string): number => {
    const share = budget.shareOf(name)
    let bytes = 0
    while (share.take(1)) bytes += 1
    return bytes
  }
  expect(taken('one')).toBe(250)
  for (let holder = 0; holder < 12; holder += 1) taken(`flood ${holder}`)
  expect(taken('fresh')).toBeGreaterThan(0)
})

test('one holder fills its part of the queue, and all together the whole', async () => {
  const gate = createWorkGate({ atOnce: 1, queueMax: 3, holderMax: 2 })
  const { send, end } = tasks(gate)
  const running = send('a1', 'a')
  const waiting = [send('a2', 'a'), send('a3', 'a')]
  expect(await send('a4', 'a')).toEqual({ ok: false, reason: 'busy' })
  waiting.push(send('b1', 'b'))
  expect(await send('b2', 'b')).toEqual({ ok: false, reason: 'busy' })
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
