import { createListeners } from '#shared/listeners.ts'
import { INITIAL_CAMERA, type CameraModel } from './camera/camera-state.ts'
import { createCamera, type Camera, type CameraPlatform } from './camera/camera.ts'
import type { Quad } from './decoder/geometry.ts'
import { createHeldCode } from './held-code.ts'
import type { ImageFileResult } from './image-file.ts'
import type { LookResult } from './protocol.ts'
import { createRepeatFilter } from './repeat-filter.ts'
import {
  createScanClient,
  grabVideoFrame,
  type EngineState,
  type ScanClient,
  type WorkerPort,
} from './scan-client.ts'
import { createWedge, END_AFTER_MS, type WedgeReading } from './wedge.ts'

const FALLBACK_EVERY_MS = 33

/** Calls `onFrame` for every new frame of a playing video; returns a function that stops it. */
function startFramePump(video: HTMLVideoElement, onFrame: () => void): () => void {
  // Typed as always there; Firefox has it since 132 only.
  const withCallback: Partial<
    Pick<HTMLVideoElement, 'requestVideoFrameCallback' | 'cancelVideoFrameCallback'>
  > = video
  if (withCallback.requestVideoFrameCallback === undefined) {
    const timer = setInterval(onFrame, FALLBACK_EVERY_MS)
    return () => clearInterval(timer)
  }
  let handle = 0
  const next = (): void => {
    onFrame()
    handle = video.requestVideoFrameCallback(next)
  }
  handle = video.requestVideoFrameCallback(next)
  return () => video.cancelVideoFrameCallback(handle)
}

/**
 * Listens for hand scanners on the whole page. The first characters of a scan always reach the element that has the
 * focus, because they cannot be told from typing. A text field gets the rest too, so that a fast typist loses nothing.
 * Other elements do not: the blank of a name would press the focused button. The closing Enter or Tab of a scan is
 * swallowed, so that it neither sends a form nor moves the focus. `target` is the element that received the characters.
 */
function attachWedge(
  page: Pick<Document, 'addEventListener' | 'removeEventListener'>,
  onRead: (reading: WedgeReading, target: EventTarget | null) => void,
): () => void {
  const wedge = createWedge()
  const swallowed = new Set<string>()
  let ending: ReturnType<typeof setTimeout> | undefined

  function swallow(event: KeyboardEvent): void {
    swallowed.add(event.code)
    event.preventDefault()
    event.stopPropagation()
  }
  function keyDown(event: KeyboardEvent): void {
    const { key, code, timeStamp: timeMs, shiftKey, repeat } = event
    const { altKey } = event
    // Where the layout of the computer has no AltGr, that key of a scanner arrives as Alt.
    const altGraph = event.getModifierState('AltGraph') || (altKey && !code.startsWith('Numpad'))
    const shortcut = (event.ctrlKey || altKey || event.metaKey) && !altGraph
    const capsLock = event.getModifierState('CapsLock')
    const verdict = wedge.press({
      key,
      code,
      timeMs,
      shiftKey,
      altGraph,
      capsLock,
      shortcut,
      repeat,
    })
    clearTimeout(ending)
    const { target } = event
    if (verdict.kind === 'ignore' || verdict.kind === 'burst')
      ending = setTimeout(() => {
        const reading = wedge.pause()
        if (reading !== null) onRead(reading, target)
      }, END_AFTER_MS)
    if (verdict.kind === 'ignore') return
    if (verdict.kind === 'rest') swallow(event)
    else if (verdict.kind === 'read') {
      swallow(event)
      onRead(verdict.reading, event.target)
    } else if (!takesText(event.target)) swallow(event)
  }
  /** Firefox presses a button on keyup, even when keydown was prevented. */
  function keyUp(event: KeyboardEvent): void {
    if (swallowed.delete(event.code)) event.preventDefault()
  }

  // In the capture phase, before a form or a shortcut sees the key.
  page.addEventListener('keydown', keyDown, { capture: true })
  page.addEventListener('keyup', keyUp, { capture: true })
  return () => {
    clearTimeout(ending)
    page.removeEventListener('keydown', keyDown, { capture: true })
    page.removeEventListener('keyup', keyUp, { capture: true })
  }
}

const TEXT_TYPES: ReadonlySet<string> = new Set([
  'text',
  'search',
  'email',
  'tel',
  'url',
  'password',
  'number',
])

function takesText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return TEXT_TYPES.has(target.type)
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  )
}

// Connects camera, worker, hand scanner and video element. No component, so that a text that was read reaches its
// listener without waiting for React; use-scanner.ts makes a hook of it.

interface ScanText {
  readonly text: string
  readonly source: 'camera' | 'hand-scanner' | 'image'
  /** Other readings of the same hand scan. */
  readonly alternatives: readonly string[]
  /** Caps Lock was on during a hand scan. */
  readonly capsLock: boolean
  /** The element that received the characters of a hand scan, or null. */
  readonly target: EventTarget | null
  /** Those characters, where the keyboard layout changed them to others than `text`. */
  readonly asTyped: string
}

export interface ScanBox {
  readonly corners: Quad
  readonly frameWidthPx: number
  readonly frameHeightPx: number
  readonly readable: boolean
}

interface ScannerState {
  readonly model: CameraModel
  readonly engine: EngineState
  readonly box: ScanBox | null
  /** A code that was read is in view, or left it a moment ago: it is not reported again yet. */
  readonly cardInView: boolean
}

export interface ScannerPorts {
  readonly spawnWorker: () => WorkerPort
  /** Called once for every scanner that is switched on. */
  readonly cameraPlatform: () => CameraPlatform
}

export interface ScannerListeners {
  readonly onText: (scan: ScanText) => void
  readonly onWorkerCrash?: ((crash: { reason: string; crashes: number }) => void) | undefined
}

export interface Scanner {
  readonly state: () => ScannerState
  readonly subscribe: (listener: () => void) => () => void
  readonly listen: (listeners: ScannerListeners) => void
  /** Starts the worker and listens for hand scanners; returns a function that stops both. */
  readonly switchOn: () => () => void
  readonly turnCamera: (on: boolean) => void
  /** Where the picture is shown and the frames are taken from. */
  readonly showIn: (video: HTMLVideoElement | null) => void
  readonly chooseDevice: (deviceId: string) => void
  readonly setTorch: (on: boolean) => void
  readonly retry: () => void
  readonly readImage: (file: Blob) => Promise<ImageFileResult>
}

const BOX_EVERY_MS = 100
const BOX_LASTS_MS = 500
const FROM_PICTURE = { alternatives: [], capsLock: false, target: null, asTyped: '' } as const

const INITIAL_STATE: ScannerState = {
  model: INITIAL_CAMERA,
  engine: 'loading',
  box: null,
  cardInView: false,
}

export function createScanner({ spawnWorker, cameraPlatform }: ScannerPorts): Scanner {
  let state = INITIAL_STATE
  let listeners: ScannerListeners = { onText: () => undefined }
  let parts: { readonly camera: Camera; readonly client: ScanClient } | null = null
  let cameraOn = false
  let video: HTMLVideoElement | null = null
  let shown: {
    readonly video: HTMLVideoElement
    readonly stream: MediaStream
    readonly stop: () => void
  } | null = null
  let boxShownMs = 0
  let boxTimer: ReturnType<typeof setTimeout> | undefined
  const repeats = createRepeatFilter()
  const held = createHeldCode((cardInView) => set({ cardInView }))
  const observers = createListeners()

  function set(changes: Partial<ScannerState>): void {
    state = { ...state, ...changes }
    observers.call()
  }

  function showBox(
    { corners, text, frameWidthPx, frameHeightPx }: LookResult,
    nowMs: number,
  ): void {
    if (corners === null || nowMs - boxShownMs < BOX_EVERY_MS) return
    boxShownMs = nowMs
    clearTimeout(boxTimer)
    boxTimer = setTimeout(() => set({ box: null }), BOX_LASTS_MS)
    set({ box: { corners, frameWidthPx, frameHeightPx, readable: text !== null } })
  }

  function looked(result: LookResult): void {
    if (shown === null) return // the last frame of a camera that is already stopped
    const nowMs = performance.now()
    // The text first: a verdict waits for it, the box does not matter as much.
    if (result.text !== null && repeats.isNew(result.text, nowMs))
      listeners.onText({ text: result.text, source: 'camera', ...FROM_PICTURE })
    if (result.text !== null) held.seen()
    showBox(result, nowMs)
  }

  /** Connects stream and video element, after a change of either. */
  function connect(): void {
    const stream = parts?.camera.stream() ?? null
    if (shown !== null && shown.video === video && shown.stream === stream) return
    if (shown !== null) {
      shown.stop()
      shown.video.srcObject = null
      shown = null
      clearTimeout(boxTimer)
      held.forget()
      if (state.box !== null) set({ box: null })
    }
    if (parts === null || stream === null || video === null) return
    const { client } = parts
    const target = video
    client.reset() // the last position means nothing in another picture
    target.srcObject = stream
    // No browser refuses autoplay of a muted video; a play() that the next start interrupts is no error.
    target.play().catch(() => undefined)
    const stop = startFramePump(target, () => client.offer(() => grabVideoFrame(target)))
    shown = { video: target, stream, stop }
  }

  function switchOn(): () => void {
    const client = createScanClient(spawnWorker, {
      onLook: looked,
      onEngine: (engine) => set({ engine }),
      onCrash: (crash) => listeners.onWorkerCrash?.(crash),
    })
    const camera = createCamera(cameraPlatform())
    parts = { camera, client }
    camera.subscribe(() => {
      connect()
      set({ model: camera.model() })
    })
    set({ model: camera.model() })
    if (cameraOn) camera.open()
    window.addEventListener('online', client.networkIsBack)
    const detachWedge = attachWedge(document, (reading, target) =>
      listeners.onText({ ...reading, source: 'hand-scanner', target }),
    )
    return () => {
      detachWedge()
      window.removeEventListener('online', client.networkIsBack)
      camera.dispose()
      client.close()
      parts = null
      connect()
    }
  }

  return {
    state: () => state,
    subscribe: observers.add,
    listen(given) {
      listeners = given
    },
    switchOn,
    turnCamera(on) {
      cameraOn = on
      if (on) parts?.camera.open()
      else parts?.camera.close()
    },
    showIn(element) {
      video = element
      connect()
    },
    chooseDevice: (deviceId) => parts?.camera.choose(deviceId),
    setTorch: (on) => void parts?.camera.setTorch(on),
    retry() {
      parts?.client.retry()
      parts?.camera.retry()
    },
    async readImage(file) {
      const result = (await parts?.client.readImage(file)) ?? { kind: 'failed' as const }
      if (result.kind === 'found')
        listeners.onText({ text: result.text, source: 'image', ...FROM_PICTURE })
      return result
    },
  }
}
