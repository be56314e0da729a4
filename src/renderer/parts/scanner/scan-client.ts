import type { ImageFileResult } from './image-file.ts'
import type { FrameSource, FromWorker, LookResult, ToWorker } from './protocol.ts'

const WINDOW_MS = 60_000
const MOST_CRASHES_IN_WINDOW = 5
const FIRST_DELAY_MS = 100
const LONGEST_DELAY_MS = 5_000

type RestartDecision =
  | { readonly kind: 'restart'; readonly delayMs: number }
  | { readonly kind: 'give-up' }

/**
 * `crashesMs`: when the worker crashed, the present crash included. Each wait is twice as long; after the limit it
 * stops.
 */
export function decideRestart(crashesMs: readonly number[], nowMs: number): RestartDecision {
  const recent = crashesMs.filter((crashMs) => nowMs - crashMs < WINDOW_MS).length
  if (recent > MOST_CRASHES_IN_WINDOW) return { kind: 'give-up' }
  return {
    kind: 'restart',
    delayMs: Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.max(0, recent - 1)),
  }
}

// The page's end of the scan worker. One frame is under way at a time; while it is, only the newest offer is kept, and
// it is grabbed when its turn comes, so that no stale frame is decoded and no camera buffer is held.

export type EngineState = 'loading' | 'zxing' | 'jsqr' | 'restarting' | 'failed'

export interface ScanClientEvents {
  onLook: (result: LookResult) => void
  onEngine: (state: EngineState) => void
  /** The worker crashed or hung. It is replaced unless `engine` then says 'failed'. */
  onCrash?: (crash: { reason: string; crashes: number }) => void
}

type Grab = () => Promise<FrameSource | null> | FrameSource | null

export interface ScanClient {
  /** Offers the newest frame; a newer offer replaces one that still waits. `grab` may return null: no frame yet. */
  offer: (grab: Grab) => void
  readImage: (file: Blob) => Promise<ImageFileResult>
  /** Another camera: the last place is of no use. */
  reset: () => void
  /** After 'failed': tries again when the user asks for it. */
  retry: () => void
  /** The network is back: loads the worker or its fast engine, where that failed before. */
  networkIsBack: () => void
  close: () => void
}

/** The part of a Worker in use, so that tests can replace it. */
export interface WorkerPort {
  postMessage: (message: ToWorker, transfer: Transferable[]) => void
  terminate: () => void
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
  onmessageerror: ((event: MessageEvent) => void) | null
}

/** A look takes 2 to 30 ms, the first one waits for the wasm file on a slow line. */
const HUNG_AFTER_MS = 30_000

/** A picture that crashes the worker is not given to a third one: the camera needs the worker. */
const MOST_TRIES_OF_AN_IMAGE = 2

interface PendingImage {
  readonly file: Blob
  readonly resolve: (result: ImageFileResult) => void
  tries: number
}

export function createScanClient(spawn: () => WorkerPort, events: ScanClientEvents): ScanClient {
  let worker: WorkerPort | null = null
  let waiting: Grab | null = null
  let busy = false
  let nextId = 1
  let crashesMs: number[] = []
  let engine: EngineState = 'loading'
  let hungTimer: ReturnType<typeof setTimeout> | undefined
  let restartTimer: ReturnType<typeof setTimeout> | undefined
  let closed = false
  const images = new Map<number, PendingImage>()

  function start(): void {
    const started = spawn()
    worker = started
    busy = false
    started.onmessage = ({ data }) => receive(data)
    started.onerror = (event) => crash(event.message || 'worker error')
    started.onmessageerror = () => crash('unreadable message')
    say('loading')
    for (const [id, image] of images) sendImage(id, image)
    sendWaiting()
  }

  function sendImage(id: number, image: PendingImage): void {
    if (worker === null) return // sent when the next one starts
    image.tries++
    worker.postMessage({ kind: 'image', id, file: image.file }, [])
  }

  /** Resolves the reads that no worker will finish: a form must not wait for ever. */
  function giveUpImages(hopeless: (image: PendingImage) => boolean): void {
    for (const [id, image] of images) {
      if (!hopeless(image)) continue
      image.resolve({ kind: 'failed' })
      images.delete(id)
    }
  }

  function say(state: EngineState): void {
    engine = state
    events.onEngine(state)
  }

  function startAfresh(): void {
    stopWorker()
    crashesMs = []
    start()
  }

  function receive(message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        say(message.engine)
        break
      case 'looked':
        clearTimeout(hungTimer)
        busy = false
        events.onLook(message.result)
        sendWaiting()
        break
      case 'image':
        images.get(message.id)?.resolve(message.result)
        images.delete(message.id)
        break
      case 'broken':
        crash(message.reason)
        break
    }
  }

  function stopWorker(): void {
    clearTimeout(hungTimer)
    clearTimeout(restartTimer)
    if (worker === null) return
    worker.onmessage = null
    worker.onerror = null
    worker.onmessageerror = null
    worker.terminate()
    worker = null
    busy = false
  }

  function crash(reason: string): void {
    if (worker === null) return
    stopWorker()
    const nowMs = Date.now()
    crashesMs = [...crashesMs, nowMs]
    const decision = decideRestart(crashesMs, nowMs)
    giveUpImages(({ tries }) => decision.kind === 'give-up' || tries >= MOST_TRIES_OF_AN_IMAGE)
    if (decision.kind === 'restart') restartTimer = setTimeout(start, decision.delayMs)
    say(decision.kind === 'restart' ? 'restarting' : 'failed')
    events.onCrash?.({ reason, crashes: crashesMs.length })
  }

  function sendWaiting(): void {
    if (worker === null || busy || waiting === null) return
    const grab = waiting
    waiting = null
    busy = true
    void send(worker, grab)
  }

  async function send(target: WorkerPort, grab: Grab): Promise<void> {
    let frame: FrameSource | null = null
    try {
      frame = await grab()
    } catch {
      // The video was removed between the offer and the grab; the next frame is offered anyway.
    }
    if (worker !== target) return frame?.close()
    if (frame === null) {
      busy = false
      return
    }
    hungTimer = setTimeout(() => crash('no answer'), HUNG_AFTER_MS)
    target.postMessage({ kind: 'look', id: nextId++, frame }, [frame])
  }

  start()
  return {
    offer(grab) {
      if (closed) return
      waiting = grab
      sendWaiting()
    },
    readImage(file) {
      return new Promise((resolve) => {
        if (closed || engine === 'failed') return resolve({ kind: 'failed' })
        const id = nextId++
        const image = { file, resolve, tries: 0 }
        images.set(id, image)
        sendImage(id, image)
      })
    },
    reset() {
      waiting = null
      worker?.postMessage({ kind: 'reset' }, [])
    },
    retry() {
      if (!closed && worker === null) startAfresh()
    },
    networkIsBack() {
      // A browser without WebAssembly keeps jsQR; another load would fail too.
      if (!closed && (worker === null || engine === 'jsqr')) startAfresh()
    },
    close() {
      closed = true
      waiting = null
      stopWorker()
      giveUpImages(() => true)
    },
  }
}

/** The newest picture of a video, without a copy where the browser has VideoFrame. */
export async function grabVideoFrame(video: HTMLVideoElement): Promise<FrameSource | null> {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) return null
  if (typeof VideoFrame !== 'undefined') return new VideoFrame(video)
  return createImageBitmap(video)
}
