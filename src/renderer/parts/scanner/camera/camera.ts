import { createListeners } from '#shared/listeners.ts'
import type { CameraAhead } from './camera-ahead.ts'
import type { CameraMemory } from './camera-memory.ts'
import {
  INITIAL_CAMERA,
  stepCamera,
  type CameraDevice,
  type CameraEvent,
  type CameraFailure,
  type CameraModel,
} from './camera-state.ts'

// Runs the effects that camera-state.ts decides, with the browser that is passed in.

/** The part of the browser in use, so that tests can simulate cameras to plug and permissions to refuse. */
export interface CameraPlatform {
  /** Undefined where the page is not secure or the browser has no camera support. */
  readonly mediaDevices:
    | Pick<
        MediaDevices,
        'getUserMedia' | 'enumerateDevices' | 'addEventListener' | 'removeEventListener'
      >
    | undefined
  readonly permissions: Pick<Permissions, 'query'> | undefined
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  readonly window: Pick<Window, 'addEventListener' | 'removeEventListener'>
  readonly memory: CameraMemory
  /** A camera that was opened before this page was drawn. */
  readonly ahead: Pick<CameraAhead, 'take'>
  /** Permission from main, in the desktop app: it grants the camera only between `true` and `false`. */
  readonly setScannerOpen: (open: boolean) => Promise<void>
}

export interface Camera {
  readonly model: () => CameraModel
  /** The running stream for a video element, or null. */
  readonly stream: () => MediaStream | null
  subscribe: (listener: () => void) => () => void
  open: () => void
  close: () => void
  choose: (deviceId: string) => void
  setTorch: (on: boolean) => Promise<void>
  retry: () => void
  /** Closes, and removes the listeners from the browser. */
  dispose: () => void
}

const IDEAL_WIDTH_PX = 1280
const IDEAL_HEIGHT_PX = 720
const BUSY_RETRY_MS = 3_000

export function createCamera(browser: CameraPlatform): Camera {
  const { mediaDevices, permissions, document, window, memory, ahead, setScannerOpen } = browser
  const listeners = createListeners()
  let model: CameraModel = {
    ...INITIAL_CAMERA,
    chosen: memory.load(),
    visible: document.visibilityState !== 'hidden',
  }
  let running: MediaStream | null = null
  /** Streams that came and are not (yet, or no longer) the running one, by the start that requested them. */
  const arrived = new Map<number, MediaStream>()
  let busyTimer: ReturnType<typeof setTimeout> | undefined
  let permission: PermissionStatus | null = null
  let disposed = false

  function dispatch(event: CameraEvent): void {
    const step = stepCamera(model, event)
    const changed = step.model !== model
    model = step.model
    switch (step.effect.kind) {
      case 'start':
        stopRunning()
        void start(step.effect.attempt, step.effect.device)
        break
      case 'stop':
        stopRunning()
        // A main process that does not respond has withdrawn the permission already.
        setScannerOpen(false).catch(() => undefined)
        break
      case 'discard':
        stopStream(arrived.get(step.effect.attempt))
        arrived.delete(step.effect.attempt)
        break
      case 'none':
        break
    }
    clearTimeout(busyTimer)
    if (model.camera.kind === 'busy')
      busyTimer = setTimeout(() => dispatch({ kind: 'retry' }), BUSY_RETRY_MS)
    if (changed) listeners.call()
  }

  async function start(attempt: number, device: CameraDevice | null): Promise<void> {
    if (mediaDevices === undefined)
      return dispatch({ kind: 'failed', attempt, failure: 'insecure' })
    let stream: MediaStream
    // Refused by main: the browser then rejects with its own error.
    await setScannerOpen(true).catch(() => undefined)
    if (attempt !== model.attempt) return // stopped while main decided
    try {
      stream = await (ahead.take() ?? mediaDevices.getUserMedia(constraintsFor(device)))
    } catch (error) {
      return dispatch({ kind: 'failed', attempt, failure: failureOf(error) })
    }
    const [track] = stream.getVideoTracks()
    if (track === undefined) {
      stopStream(stream)
      return dispatch({ kind: 'failed', attempt, failure: 'missing' })
    }
    arrived.set(attempt, stream)
    const deviceId = track.getSettings().deviceId ?? ''
    const isCurrent = attempt === model.attempt && model.camera.kind === 'starting'
    if (isCurrent) {
      arrived.delete(attempt)
      running = stream
      track.addEventListener('ended', () => {
        if (running === stream) dispatch({ kind: 'ended' })
        void listDevices()
      })
    }
    dispatch({
      kind: 'started',
      attempt,
      device: { deviceId, label: track.label },
      hasTorch: hasTorch(track),
    })
    await listDevices() // with permission, the list has names
  }

  function stopRunning(): void {
    stopStream(running)
    running = null
  }

  async function listDevices(): Promise<void> {
    if (mediaDevices === undefined || disposed) return
    const all = await mediaDevices.enumerateDevices().catch(() => [])
    const devices = all
      .filter(({ kind }) => kind === 'videoinput')
      .map(({ deviceId, label }) => ({ deviceId, label }))
    if (!disposed) dispatch({ kind: 'devices', devices })
  }

  async function watchPermission(): Promise<void> {
    try {
      permission = (await permissions?.query({ name: 'camera' })) ?? null
    } catch {
      return // Firefox and old Safari do not know this name; the retry button remains.
    }
    if (disposed || permission === null) return
    permission.addEventListener('change', onPermission)
  }

  const onPermission = (): void => {
    if (permission !== null) dispatch({ kind: 'permission', state: permission.state })
  }
  const onDevices = (): void => void listDevices()
  const onVisibility = (): void =>
    dispatch({ kind: document.visibilityState === 'hidden' ? 'hidden' : 'shown' })
  const onHide = (): void => dispatch({ kind: 'hidden' })
  const onShow = (): void => dispatch({ kind: 'shown' })

  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('pagehide', onHide)
  window.addEventListener('pageshow', onShow)
  mediaDevices?.addEventListener('devicechange', onDevices)
  void watchPermission()

  return {
    model: () => model,
    stream: () => running,
    subscribe: listeners.add,
    open: () => dispatch({ kind: 'opened' }),
    close: () => dispatch({ kind: 'closed' }),
    choose(deviceId) {
      const device = model.devices.find((candidate) => candidate.deviceId === deviceId)
      if (device === undefined) return
      memory.save(device)
      dispatch({ kind: 'chose', device })
    },
    async setTorch(on) {
      const track = running?.getVideoTracks()[0]
      if (track === undefined || model.camera.kind !== 'live' || model.camera.torch === 'none')
        return
      const torch: MediaTrackConstraintSet & { torch: boolean } = { torch: on } // of the Image Capture draft, not in the DOM types
      try {
        await track.applyConstraints({ advanced: [torch] })
        dispatch({ kind: 'torch', on })
      } catch {
        // Another program controls the lamp; the switch keeps its state.
      }
    },
    retry: () => dispatch({ kind: 'retry' }),
    dispose() {
      dispatch({ kind: 'closed' })
      disposed = true
      clearTimeout(busyTimer)
      listeners.clear()
      permission?.removeEventListener('change', onPermission)
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('pagehide', onHide)
      window.removeEventListener('pageshow', onShow)
      mediaDevices?.removeEventListener('devicechange', onDevices)
    },
  }
}

/** Preferences, not conditions: a card is read with any camera rather than with none. */
export function constraintsFor(device: CameraDevice | null): MediaStreamConstraints {
  const which =
    device === null || device.deviceId === ''
      ? { facingMode: { ideal: 'environment' } }
      : { deviceId: { ideal: device.deviceId } }
  const size = { width: { ideal: IDEAL_WIDTH_PX }, height: { ideal: IDEAL_HEIGHT_PX } }
  return { video: { ...which, ...size }, audio: false }
}

const FAILURES: Readonly<Record<string, CameraFailure>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
  TypeError: 'insecure',
}

function failureOf(error: unknown): CameraFailure {
  const name =
    typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : ''
  return FAILURES[name] ?? 'busy' // whatever it is, it is tried again
}

function hasTorch(track: MediaStreamTrack): boolean {
  const capabilities: MediaTrackCapabilities & { torch?: unknown } = track.getCapabilities?.() ?? {} // Firefox has none
  return capabilities.torch === true
}

function stopStream(stream: MediaStream | null | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** The browser of the page. */
export function browserCameraPlatform({
  memory,
  ahead,
  setScannerOpen,
}: Pick<CameraPlatform, 'memory' | 'ahead' | 'setScannerOpen'>): CameraPlatform {
  // Typed as always there, but missing on http pages and in old browsers.
  const { mediaDevices, permissions } = navigator as {
    mediaDevices?: MediaDevices
    permissions?: Permissions
  }
  return { mediaDevices, permissions, document, window, memory, ahead, setScannerOpen }
}
