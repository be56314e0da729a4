/** What is started before the page that needs it: used once, and closed where nothing needs it. */
import { afterEach, expect, test, vi } from 'vitest'
import { AHEAD_LIMIT_MS, createCameraAhead } from './camera/camera-ahead.ts'
import type { FromWorker } from './protocol.ts'
import type { WorkerPort } from './scan-client.ts'
import { createWorkerAhead } from './worker-ahead.ts'

afterEach(() => void vi.useRealTimers())

const READY: FromWorker = { kind: 'ready', engine: 'zxing', fallbackReason: null }
const message = { data: READY } as MessageEvent<FromWorker> // as: only `data` is read

function workers() {
  const spawned: (WorkerPort & { terminate: ReturnType<typeof vi.fn<() => void>> })[] = []
  const ahead = createWorkerAhead(() => {
    const worker = {
      onmessage: null,
      onerror: null,
      onmessageerror: null,
      postMessage: () => undefined,
      terminate: vi.fn<() => void>(),
    }
    spawned.push(worker)
    return worker
  })
  return { ahead, spawned }
}

test('a worker that was started ahead is taken once, and what it said before is not lost', async () => {
  const { ahead, spawned } = workers()
  ahead.start()
  ahead.start()
  spawned[0]?.onmessage?.(message)
  const worker = ahead.take()
  const heard = vi.fn()
  worker.onmessage = heard
  await Promise.resolve()
  expect(heard.mock.calls).toEqual([[message]])
  expect(spawned).toHaveLength(1)
  expect(ahead.take()).not.toBe(worker)
})

test('a worker that fails before it is taken is replaced', () => {
  const { ahead, spawned } = workers()
  ahead.start()
  const [failed] = spawned
  failed?.onerror?.({} as ErrorEvent) // as: nothing of it is read
  expect(failed?.terminate).toHaveBeenCalledOnce()
  expect(ahead.take()).not.toBe(failed)
})

function cameras() {
  const stop = vi.fn()
  const stream = { getTracks: () => [{ stop }] } as unknown as MediaStream // as: the member in use
  const open = vi.fn(async () => stream)
  const close = vi.fn()
  return { ahead: createCameraAhead({ open, close }), stream, open, close, stop }
}

test('a camera that was opened ahead is taken once, and stays open', async () => {
  vi.useFakeTimers()
  const { ahead, stream, open, close, stop } = cameras()
  ahead.start()
  ahead.start()
  expect(await ahead.take()).toBe(stream)
  expect(ahead.take()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(AHEAD_LIMIT_MS)
  expect(open).toHaveBeenCalledOnce()
  expect(close).not.toHaveBeenCalled()
  expect(stop).not.toHaveBeenCalled()
})

test('a camera that no scanner takes is closed, and its permission withdrawn', async () => {
  vi.useFakeTimers()
  const { ahead, close, stop } = cameras()
  ahead.start()
  await vi.advanceTimersByTimeAsync(AHEAD_LIMIT_MS)
  expect(stop).toHaveBeenCalledOnce()
  expect(close).toHaveBeenCalledOnce()
  expect(ahead.take()).toBeUndefined()
})

test('where no camera opens, the one who takes it gets the reason', async () => {
  const { ahead, open } = cameras()
  open.mockRejectedValueOnce(new DOMException('', 'NotReadableError'))
  ahead.start()
  await expect(ahead.take()).rejects.toThrow(DOMException)
})
