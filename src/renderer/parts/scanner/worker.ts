import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { loadEngines } from './decoder/engines.ts'
import { createPipeline } from './decoder/pipeline.ts'
import { createFramePixels, rasterise } from './frame-pixels.ts'
import { readImageFile } from './image-file.ts'
import type { FromWorker, ToWorker } from './protocol.ts'

// The scan worker: all work on pixels happens here, so that the page never has a task over 50 ms.

/** Vite turns the ?url import into the address of the file on our own origin (CSP: connect-src 'self'). */
async function fetchZxingWasm(): Promise<ArrayBuffer> {
  const reply = await fetch(wasmUrl, { credentials: 'same-origin' })
  if (!reply.ok) throw new Error(`${wasmUrl} answered ${reply.status}`)
  return reply.arrayBuffer()
}

/** The part of DedicatedWorkerGlobalScope in use; its own types would collide with the DOM's in one TypeScript project. */
interface WorkerScope {
  postMessage: (message: FromWorker) => void
  addEventListener: (type: 'message', listener: (event: MessageEvent<ToWorker>) => void) => void
}
const scope = globalThis as unknown as WorkerScope // see above

/** A look that fails may be one bad frame; this many in a row mean that the engine's memory is corrupt. */
const BROKEN_AFTER_FAULTS = 3

let fallbackReason: string | null = null
const loading = loadEngines(fetchZxingWasm, (reason) => {
  fallbackReason = String(reason)
}).then((engines) => {
  scope.postMessage({
    kind: 'ready',
    engine: engines.zxing === null ? 'jsqr' : 'zxing',
    fallbackReason,
  })
  return { engines, live: createPipeline(engines, { gated: true }) }
})

const pixels = createFramePixels()
let faultsInARow = 0

async function look({ id, frame }: ToWorker & { kind: 'look' }): Promise<void> {
  try {
    const { live } = await loading
    const startedMs = performance.now()
    const picture = await pixels.read(frame)
    const { text, corners, stage } = await live.step(picture)
    const decodeMs = performance.now() - startedMs
    const { width: frameWidthPx, height: frameHeightPx } = picture
    scope.postMessage({
      kind: 'looked',
      id,
      result: { text, corners, frameWidthPx, frameHeightPx, stage, decodeMs },
    })
    faultsInARow = stage === 'fault' ? faultsInARow + 1 : 0
    if (faultsInARow >= BROKEN_AFTER_FAULTS)
      scope.postMessage({ kind: 'broken', reason: 'the engine faults on every frame' })
  } finally {
    frame.close()
  }
}

async function readImage({ id, file }: ToWorker & { kind: 'image' }): Promise<void> {
  const { engines } = await loading
  // A separate pipeline: a picture must not use what the camera saw.
  scope.postMessage({
    kind: 'image',
    id,
    result: await readImageFile(file, createPipeline(engines), rasterise),
  })
}

async function handle(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case 'look':
      return look(message)
    case 'image':
      return readImage(message)
    case 'reset': {
      const { live } = await loading
      live.reset()
    }
  }
}

scope.addEventListener('message', ({ data }) => {
  handle(data).catch((error: unknown) => {
    scope.postMessage({ kind: 'broken', reason: String(error) })
  })
})
