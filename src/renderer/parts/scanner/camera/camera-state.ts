// The camera as an explicit state machine: events in, the next state and at most one effect out. No browser here;
// camera.ts runs the effects and reports their results.

export interface CameraDevice {
  readonly deviceId: string
  readonly label: string
}

export type CameraState =
  | { readonly kind: 'off' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'live'; readonly device: CameraDevice; readonly torch: 'none' | 'off' | 'on' }
  /** Permission was refused, by the user or the system. Resumes when it is granted. */
  | { readonly kind: 'refused' }
  /** No camera at all. Resumes when one is plugged in. */
  | { readonly kind: 'missing' }
  /** Another program uses it. Tried again every few seconds. */
  | { readonly kind: 'busy' }
  /** The camera in use was unplugged. Resumes with it, or with another that is there. */
  | { readonly kind: 'unplugged' }
  /** No mediaDevices: not https, or a browser without camera support. */
  | { readonly kind: 'insecure' }

export interface CameraModel {
  readonly camera: CameraState
  /** The page asked for frames, and the page is in view: a camera runs only if both hold. */
  readonly wanted: boolean
  readonly visible: boolean
  readonly devices: readonly CameraDevice[]
  /** The user's choice, kept over sessions. */
  readonly chosen: CameraDevice | null
  /** Number of the present start: the outcome of an earlier one is ignored. */
  readonly attempt: number
}

export type CameraFailure = 'refused' | 'missing' | 'busy' | 'insecure'

export type CameraEvent =
  | { readonly kind: 'opened' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'shown' }
  | { readonly kind: 'hidden' }
  | {
      readonly kind: 'started'
      readonly attempt: number
      readonly device: CameraDevice
      readonly hasTorch: boolean
    }
  | { readonly kind: 'failed'; readonly attempt: number; readonly failure: CameraFailure }
  | { readonly kind: 'ended' }
  | { readonly kind: 'devices'; readonly devices: readonly CameraDevice[] }
  | { readonly kind: 'permission'; readonly state: PermissionState }
  | { readonly kind: 'chose'; readonly device: CameraDevice }
  | { readonly kind: 'torch'; readonly on: boolean }
  /** The user, or the timer of `busy`. */
  | { readonly kind: 'retry' }

export type CameraEffect =
  | { readonly kind: 'none' }
  /** Stop what runs, then start; `device` is a preference, not a condition. */
  | { readonly kind: 'start'; readonly attempt: number; readonly device: CameraDevice | null }
  | { readonly kind: 'stop' }
  /** A start that is no longer needed has succeeded: stop that one stream. */
  | { readonly kind: 'discard'; readonly attempt: number }

export interface CameraStep {
  readonly model: CameraModel
  readonly effect: CameraEffect
}

export const INITIAL_CAMERA: CameraModel = {
  camera: { kind: 'off' },
  wanted: false,
  visible: true,
  devices: [],
  chosen: null,
  attempt: 0,
}

const NONE: CameraEffect = { kind: 'none' }

export function stepCamera(model: CameraModel, event: CameraEvent): CameraStep {
  switch (event.kind) {
    case 'opened':
      return model.wanted ? stay(model) : start({ ...model, wanted: true })
    case 'closed':
      return stop({ ...model, wanted: false })
    case 'shown':
      return model.visible ? stay(model) : start({ ...model, visible: true })
    case 'hidden':
      return stop({ ...model, visible: false })
    case 'started':
      return started(model, event)
    case 'failed':
      if (event.attempt !== model.attempt || model.camera.kind !== 'starting') return stay(model)
      return stay({ ...model, camera: { kind: event.failure } })
    case 'ended':
      if (model.camera.kind !== 'live') return stay(model)
      return { model: { ...model, camera: { kind: 'unplugged' } }, effect: { kind: 'stop' } }
    case 'devices':
      return devicesChanged({ ...model, devices: event.devices }, model.devices)
    case 'permission':
      return permissionChanged(model, event.state)
    case 'chose': {
      const chosen = { ...model, chosen: event.device }
      const { camera } = model
      return camera.kind === 'live' && camera.device.deviceId === event.device.deviceId
        ? stay(chosen)
        : start(chosen)
    }
    case 'torch': {
      const { camera } = model
      if (camera.kind !== 'live' || camera.torch === 'none') return stay(model)
      return stay({ ...model, camera: { ...camera, torch: event.on ? 'on' : 'off' } })
    }
    case 'retry':
      return model.camera.kind === 'starting' || model.camera.kind === 'live'
        ? stay(model)
        : start(model)
  }
}

function stay(model: CameraModel): CameraStep {
  return { model, effect: NONE }
}

function start(model: CameraModel): CameraStep {
  if (!model.wanted || !model.visible) return stay(model)
  const attempt = model.attempt + 1
  const device =
    model.chosen === null ? null : (findChosen(model.devices, model.chosen) ?? model.chosen)
  return {
    model: { ...model, camera: { kind: 'starting' }, attempt },
    effect: { kind: 'start', attempt, device },
  }
}

function stop(model: CameraModel): CameraStep {
  // The number is used up, so that a start under way is discarded when it succeeds.
  return {
    model: { ...model, camera: { kind: 'off' }, attempt: model.attempt + 1 },
    effect: { kind: 'stop' },
  }
}

function started(model: CameraModel, event: CameraEvent & { kind: 'started' }): CameraStep {
  if (event.attempt !== model.attempt || model.camera.kind !== 'starting') {
    return { model, effect: { kind: 'discard', attempt: event.attempt } }
  }
  return stay({
    ...model,
    camera: { kind: 'live', device: event.device, torch: event.hasTorch ? 'off' : 'none' },
  })
}

function devicesChanged(model: CameraModel, before: readonly CameraDevice[]): CameraStep {
  const { camera, chosen, devices } = model
  switch (camera.kind) {
    case 'missing':
    case 'unplugged':
      return devices.length > 0 ? start(model) : stay(model)
    case 'live': {
      // The chosen camera is back, or identified at last (names are hidden until the first permission). Only once:
      // where the browser returns another camera than requested, another request would never end.
      const better =
        chosen === null || findChosen(before, chosen) !== null ? null : findChosen(devices, chosen)
      return better !== null && better.deviceId !== camera.device.deviceId
        ? start(model)
        : stay(model)
    }
    default:
      return stay(model)
  }
}

function permissionChanged(model: CameraModel, state: PermissionState): CameraStep {
  if (state === 'granted') return model.camera.kind === 'refused' ? start(model) : stay(model)
  const running = model.camera.kind === 'live' || model.camera.kind === 'starting'
  if (state !== 'denied' || !running) return stay(model)
  return {
    model: { ...model, camera: { kind: 'refused' }, attempt: model.attempt + 1 },
    effect: { kind: 'stop' },
  }
}

/** By id, or by name where the browser gave the camera a new id. */
function findChosen(devices: readonly CameraDevice[], chosen: CameraDevice): CameraDevice | null {
  const byId = devices.find(
    (device) => device.deviceId !== '' && device.deviceId === chosen.deviceId,
  )
  const byLabel = devices.find((device) => device.label !== '' && device.label === chosen.label)
  return byId ?? byLabel ?? null
}
