import { expect, test, vi } from 'vitest'
import { createServerChoice } from './choose-server.ts'

const ours = async (url: string) =>
  Response.json(url.endsWith('/healthz') ? { status: 'ok', version: '1' } : { keys: [] })

function choosing(change: Partial<Parameters<typeof createServerChoice>[0]> = {}) {
  const order: string[] = []
  const choice = createServerChoice({
    fetch: ours,
    settings: { chooseServer: async (origin) => void order.push(`remembered ${origin}`) },
    connection: { use: async (origin) => void order.push(`used ${origin}`) },
    confirm: async () => true,
    mayAsk: () => true,
    mayChange: () => true,
    loadAnew: () => void order.push('loaded anew'),
    ...change,
  })
  return { choice, order }
}

test('checks, stores, uses and reloads, in this order', async () => {
  const { choice, order } = choosing()
  expect(await choice.choose(' members.example.org/login ')).toEqual({
    ok: true,
    origin: 'https://members.example.org',
  })
  expect(order).toEqual([
    'remembered https://members.example.org',
    'used https://members.example.org',
    'loaded anew',
  ])
})
test('keeping the present server only reloads the page', async () => {
  const asked: string[] = []
  const { choice, order } = choosing({ confirm: async (host) => asked.push(host) > 1 })
  await choice.choose('https://evil.example')
  expect([asked, order]).toEqual([['evil.example'], ['loaded anew']])
})
test('a check alone changes nothing', async () => {
  const { choice, order } = choosing()
  expect(await choice.check('members.example.org')).toMatchObject({ ok: true })
  expect(order).toEqual([])
})
test('above the quota it returns so, without a request', async () => {
  const fetch = vi.fn(ours)
  const { choice, order } = choosing({ fetch, mayAsk: () => false })
  for (const reply of [
    await choice.check('members.example.org'),
    await choice.choose('members.example.org'),
  ])
    expect(reply).toEqual({ ok: false, fault: 'too-often', detail: '' })
  expect(fetch).not.toHaveBeenCalled()
  expect(order).toEqual([])
})
test('an address of another program changes nothing', async () => {
  const { choice, order } = choosing({ fetch: async () => new Response('<html>') })
  expect(await choice.choose('members.example.org')).toMatchObject({ ok: false, fault: 'not-ours' })
  expect(order).toEqual([])
})
test('an address that is decided elsewhere, or a disk that refuses: the server stays', async () => {
  const { choice, order } = choosing({
    settings: { chooseServer: () => Promise.reject(new Error('managed')) },
  })
  await expect(choice.choose('members.example.org')).rejects.toThrow('managed')
  expect(order).toEqual([])
})
test('in a kiosk no dialog opens', async () => {
  const fetch = vi.fn(ours)
  const { choice, order } = choosing({ fetch, mayChange: () => false })
  await expect(choice.choose('members.example.org')).rejects.toThrow('kiosk')
  expect(fetch).not.toHaveBeenCalled()
  expect(order).toEqual([])
})
test('a kiosk that began during the check goes on', async () => {
  const may = [true, false]
  const { choice, order } = choosing({ mayChange: () => may.shift() === true })
  await expect(choice.choose('members.example.org')).rejects.toThrow('kiosk')
  expect(order).toEqual([])
})
