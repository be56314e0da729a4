import { expect, test, vi } from 'vitest'
import type { Bridge } from '#shared/contract/desktop/ipc.ts'
import { followLinks } from './follow-links.ts'

function following(waiting: (string | null)[]) {
  const listeners = new Map<string, () => void>()
  const stop = vi.fn()
  const invoke = vi.fn(async (_channel: string) => waiting.shift() ?? null)
  const bridge = {
    invoke: invoke as unknown as Bridge['invoke'], // of all channels, the one that is asked
    on: (channel: string, listener: () => void) => {
      listeners.set(channel, listener)
      return stop
    },
  }
  const go = vi.fn()
  return {
    stopFollowing: followLinks(bridge, go),
    go,
    invoke,
    stop,
    opened: () => listeners.get('link:opened')?.(),
  }
}

test('goes where the link that started the app leads', async () => {
  const { go, invoke } = following(['/events/general-assembly'])
  await vi.waitFor(() => expect(go.mock.calls).toEqual([['/events/general-assembly']]))
  expect(invoke.mock.calls).toEqual([['link:take']])
})
test('without a link it stays where it is', async () => {
  const { go, invoke } = following([])
  await vi.waitFor(() => expect(invoke).toHaveBeenCalledTimes(1))
  expect(go).not.toHaveBeenCalled()
})
test('follows the ones that come later, each once', async () => {
  const waiting: (string | null)[] = []
  const { go, opened } = following(waiting)
  waiting.push('/verify')
  opened()
  opened()
  await vi.waitFor(() => expect(go.mock.calls).toEqual([['/verify']]))
})
test('a bridge that fails is no reason to stop', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const { go, invoke, opened } = following(['/verify'])
  await vi.waitFor(() => expect(go).toHaveBeenCalledTimes(1))
  invoke.mockRejectedValueOnce(new Error('gone'))
  opened()
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1))
  expect(go).toHaveBeenCalledTimes(1)
})
test('stops when it is told to', () => {
  const { stopFollowing, stop } = following([])
  stopFollowing()
  expect(stop).toHaveBeenCalledTimes(1)
})
