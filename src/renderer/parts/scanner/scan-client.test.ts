import { expect, test, vi } from 'vitest'
import type { FrameSource, FromWorker, ToWorker } from './protocol.ts'
import { createScanClient, type WorkerPort, decideRestart } from './scan-client.ts'

interface FakeWorker extends WorkerPort {
  readonly sent: ToWorker[]
  readonly reply: (message: FromWorker) => void
  readonly crash: () => void
}

function fakeWorker(): FakeWorker {
  const worker: FakeWorker = {
    sent: [],
    onmessage: null,
    onerror: null,
    onmessageerror: null,
    postMessage: (message) => void worker.sent.push(message),
    terminate: () => undefined,
    reply: (data) => worker.onmessage?.({ data } as MessageEvent<FromWorker>), // as: only `data` is read
    crash: () => worker.onerror?.({ message: 'out of memory' } as ErrorEvent), // as: only `message` is read
  }
  return worker
}

function setUp() {
  const workers: FakeWorker[] = []
  const engines: string[] = []
  const spawn = (): FakeWorker => {
    const worker = fakeWorker()
    workers.push(worker)
    return worker
  }
  const crashes = vi.fn()
  const client = createScanClient(spawn, {
    onLook: () => undefined,
    onEngine: (state) => engines.push(state),
    onCrash: crashes,
  })
  return { client, workers, engines, crashes, newest: () => workers.at(-1)! } // `!`: spawned at once
}

const frame = (name: string): FrameSource =>
  ({ name, close: () => undefined }) as unknown as FrameSource // as: never read here
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))
const LOOKED: FromWorker = {
  kind: 'looked',
  id: 1,
  result: {
    text: null,
    corners: null,
    frameWidthPx: 1280,
    frameHeightPx: 720,
    stage: 'miss',
    decodeMs: 3,
  },
}

test('one frame is under way; of the frames that come in between only the newest is taken, when its turn comes', async () => {
  const { client, newest } = setUp()
  const grabbed: string[] = []
  const offer = (name: string) => client.offer(() => (grabbed.push(name), frame(name)))
  offer('first')
  await settle()
  offer('second')
  offer('third')
  await settle()
  expect(grabbed).toEqual(['first'])
  newest().reply(LOOKED)
  await settle()
  expect(grabbed).toEqual(['first', 'third'])
  expect(newest().sent.map(({ kind }) => kind)).toEqual(['look', 'look'])
  client.close()
})

test('a worker that crashes is replaced, five times a minute, and then no more until asked', () => {
  vi.useFakeTimers()
  const { client, workers, engines, crashes, newest } = setUp()
  for (let crash = 0; crash < 6; crash++) {
    newest().crash()
    vi.advanceTimersByTime(5_000)
  }
  expect(workers).toHaveLength(6)
  expect(crashes).toHaveBeenCalledTimes(6)
  expect(engines.at(-1)).toBe('failed')
  client.retry()
  expect(workers).toHaveLength(7)
  client.close()
  vi.useRealTimers()
})

test('a picture that crashes the worker twice is given up, and the camera continues', async () => {
  vi.useFakeTimers()
  const { client, engines, newest } = setUp()
  const result = client.readImage(new Blob(['x']))
  newest().crash()
  vi.advanceTimersByTime(5_000)
  expect(newest().sent).toMatchObject([{ kind: 'image' }])
  newest().crash()
  vi.advanceTimersByTime(5_000)
  expect(await result).toEqual({ kind: 'failed' })
  expect(newest().sent).toEqual([])
  expect(engines.at(-1)).toBe('loading')
  client.close()
  vi.useRealTimers()
})

test.each([
  ['zxing', 1],
  ['jsqr', 2],
] as const)('the network is back: a worker that has %s makes %i worker(s)', (engine, count) => {
  const { client, workers, newest } = setUp()
  newest().reply({ kind: 'ready', engine, fallbackReason: null })
  client.networkIsBack()
  expect(workers).toHaveLength(count)
  client.close()
})

test.each([
  ['the first crash', [0], 0, { kind: 'restart', delayMs: 100 }],
  ['the third within a minute', [0, 1_000, 2_000], 2_000, { kind: 'restart', delayMs: 400 }],
  ['the fifth', [0, 1, 2, 3, 4], 4, { kind: 'restart', delayMs: 1_600 }],
  ['the sixth', [0, 1, 2, 3, 4, 5], 5, { kind: 'give-up' }],
  ['one after five old ones', [0, 1, 2, 3, 4, 90_000], 90_000, { kind: 'restart', delayMs: 100 }],
] as const)('the next step of the worker is right after %s', (_, crashesMs, nowMs, decision) => {
  expect(decideRestart(crashesMs, nowMs)).toEqual(decision)
})
