import { expect, test } from 'vitest'
import {
  INITIAL_CAMERA,
  stepCamera,
  type CameraDevice,
  type CameraEffect,
  type CameraEvent,
  type CameraModel,
  type CameraState,
} from './camera-state.ts'

const BUILT_IN: CameraDevice = { deviceId: 'a', label: 'Built-in' }
const USB: CameraDevice = { deviceId: 'b', label: 'USB' }
const live = (device: CameraDevice): CameraState => ({ kind: 'live', device, torch: 'none' })
const build = (changes: Partial<CameraModel>): CameraModel => ({
  ...INITIAL_CAMERA,
  wanted: true,
  attempt: 1,
  ...changes,
})
const LIVE = build({ camera: live(BUILT_IN), devices: [BUILT_IN] })
const STARTING = build({ camera: { kind: 'starting' } })
const start = (device: CameraDevice | null, attempt = 2): CameraEffect => ({
  kind: 'start',
  attempt,
  device,
})
const STOP: CameraEffect = { kind: 'stop' }
const NONE: CameraEffect = { kind: 'none' }

type Row = readonly [
  rule: string,
  model: CameraModel,
  event: CameraEvent,
  camera: CameraState['kind'],
  effect: CameraEffect,
]

test.each<Row>([
  ['open starts', INITIAL_CAMERA, { kind: 'opened' }, 'starting', start(null, 1)],
  ['open again changes nothing', LIVE, { kind: 'opened' }, 'live', NONE],
  [
    'open on a hidden page waits',
    { ...INITIAL_CAMERA, visible: false },
    { kind: 'opened' },
    'off',
    NONE,
  ],
  ['close stops', LIVE, { kind: 'closed' }, 'off', STOP],
  ['a hidden page stops', LIVE, { kind: 'hidden' }, 'off', STOP],
  [
    'a page shown again resumes',
    build({ visible: false }),
    { kind: 'shown' },
    'starting',
    start(null),
  ],
  [
    'a page shown again stays off where nobody wants pictures',
    build({ visible: false, wanted: false }),
    { kind: 'shown' },
    'off',
    NONE,
  ],
  [
    'pictures come',
    STARTING,
    { kind: 'started', attempt: 1, device: USB, hasTorch: false },
    'live',
    NONE,
  ],
  [
    'pictures that nobody waits for are let go',
    build({ attempt: 2 }),
    { kind: 'started', attempt: 1, device: USB, hasTorch: false },
    'off',
    { kind: 'discard', attempt: 1 },
  ],
  ['refused', STARTING, { kind: 'failed', attempt: 1, failure: 'refused' }, 'refused', NONE],
  ['busy', STARTING, { kind: 'failed', attempt: 1, failure: 'busy' }, 'busy', NONE],
  ['no camera', STARTING, { kind: 'failed', attempt: 1, failure: 'missing' }, 'missing', NONE],
  [
    'no secure page',
    STARTING,
    { kind: 'failed', attempt: 1, failure: 'insecure' },
    'insecure',
    NONE,
  ],
  [
    'a failure of an earlier start does not count',
    STARTING,
    { kind: 'failed', attempt: 0, failure: 'busy' },
    'starting',
    NONE,
  ],
  [
    'allowed again resumes',
    build({ camera: { kind: 'refused' } }),
    { kind: 'permission', state: 'granted' },
    'starting',
    start(null),
  ],
  [
    'leave given while it runs changes nothing',
    LIVE,
    { kind: 'permission', state: 'granted' },
    'live',
    NONE,
  ],
  ['leave taken back stops', LIVE, { kind: 'permission', state: 'denied' }, 'refused', STOP],
  [
    'leave taken back while off changes nothing',
    build({ wanted: false }),
    { kind: 'permission', state: 'denied' },
    'off',
    NONE,
  ],
  ['unplugged', LIVE, { kind: 'ended' }, 'unplugged', STOP],
  [
    'plugged in again resumes',
    build({ camera: { kind: 'unplugged' } }),
    { kind: 'devices', devices: [BUILT_IN] },
    'starting',
    start(null),
  ],
  [
    'still nothing there',
    build({ camera: { kind: 'unplugged' } }),
    { kind: 'devices', devices: [] },
    'unplugged',
    NONE,
  ],
  [
    'the first camera starts by itself',
    build({ camera: { kind: 'missing' } }),
    { kind: 'devices', devices: [USB] },
    'starting',
    start(null),
  ],
  [
    'another camera beside the running one changes nothing',
    LIVE,
    { kind: 'devices', devices: [BUILT_IN, USB] },
    'live',
    NONE,
  ],
  [
    'the chosen camera takes over when it comes back',
    { ...LIVE, chosen: USB },
    { kind: 'devices', devices: [BUILT_IN, USB] },
    'starting',
    start(USB),
  ],
  [
    'but is not asked for again where the browser gave another',
    { ...LIVE, chosen: USB, devices: [BUILT_IN, USB] },
    { kind: 'devices', devices: [BUILT_IN, USB] },
    'live',
    NONE,
  ],
  [
    'choosing another starts it',
    { ...LIVE, devices: [BUILT_IN, USB] },
    { kind: 'chose', device: USB },
    'starting',
    start(USB),
  ],
  [
    'choosing the running one changes nothing',
    LIVE,
    { kind: 'chose', device: BUILT_IN },
    'live',
    NONE,
  ],
  ['try again', build({ camera: { kind: 'busy' } }), { kind: 'retry' }, 'starting', start(null)],
  ['try again while it runs changes nothing', LIVE, { kind: 'retry' }, 'live', NONE],
  [
    'try again while nobody wants pictures changes nothing',
    build({ wanted: false }),
    { kind: 'retry' },
    'off',
    NONE,
  ],
])('the state of the camera follows the rule: %s', (_rule, model, event, camera, effect) => {
  const step = stepCamera(model, event)
  expect(step.model.camera.kind).toBe(camera)
  expect(step.effect).toEqual(effect)
})

test('a camera with a new id is recognised by its name', () => {
  const model = build({
    camera: { kind: 'off' },
    visible: false,
    chosen: { deviceId: 'old', label: 'USB' },
    devices: [BUILT_IN, USB],
  })
  expect(stepCamera(model, { kind: 'shown' }).effect).toEqual(start(USB))
})

test('a start that was stopped before it succeeded never goes live', () => {
  const stopped = stepCamera(stepCamera(INITIAL_CAMERA, { kind: 'opened' }).model, {
    kind: 'hidden',
  }).model
  const late = stepCamera(stopped, { kind: 'started', attempt: 1, device: USB, hasTorch: false })
  expect([late.model.camera.kind, late.effect]).toEqual(['off', { kind: 'discard', attempt: 1 }])
})

test('the lamp', () => {
  const { model } = stepCamera(STARTING, {
    kind: 'started',
    attempt: 1,
    device: USB,
    hasTorch: true,
  })
  expect(model.camera).toEqual({ kind: 'live', device: USB, torch: 'off' })
  expect(stepCamera(model, { kind: 'torch', on: true }).model.camera).toEqual({
    kind: 'live',
    device: USB,
    torch: 'on',
  })
  expect(stepCamera(LIVE, { kind: 'torch', on: true }).model).toBe(LIVE)
})
