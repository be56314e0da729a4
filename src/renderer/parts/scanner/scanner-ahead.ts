/** Worker and camera of this page, started before the scanner that uses them is drawn. */
import { platform } from '@platform'
import { createCameraAhead } from './camera/camera-ahead.ts'
import { createCameraMemory } from './camera/camera-memory.ts'
import { constraintsFor } from './camera/camera.ts'
import { createWorkerAhead } from './worker-ahead.ts'

export const cameraMemory = createCameraMemory(localStorage)

// Browser only: Vite turns this form of `new Worker` into a chunk on our own origin (CSP: worker-src 'self').
export const workerAhead = createWorkerAhead(
  () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'scanner' }),
)

export const cameraAhead = createCameraAhead({
  async open() {
    await platform.setScannerOpen(true)
    return navigator.mediaDevices.getUserMedia(constraintsFor(cameraMemory.load()))
  },
  close: () => void platform.setScannerOpen(false).catch(() => undefined), // main may have withdrawn it already
})
