/**
 * The scanner for a panel: camera, decoding worker and hand scanner in one hook. It draws nothing.
 *
 *   const scanner = useScanner({
 *     cameraOn: panelIsOpen && startWasPressed,
 *     onText: ({ text, source, alternatives }) => verify(text, alternatives),
 *   })
 *   return (
 *     <>
 *       <video ref={scanner.videoRef} muted playsInline />
 *       {scanner.box !== null && <Outline corners={scanner.box.corners} in={scanner.box} />}
 *       {scanner.camera.kind === 'refused' && <Hint retry={scanner.retry} />}
 *     </>
 *   )
 *
 * - `onText` is called once for a code that is held in view; again after it was out of view for 1.5 s, or after another
 *   one. Hand scans and image files are always reported. It may change between renders; it need not be memoised.
 * - `alternatives` are other texts that a hand scan could mean (keyboard layout, Caps Lock): the genuine one counts.
 *   `target` is the field that received the characters of a hand scan, `asTyped`, which a panel may
 *   take out again.
 * - `cameraOn: false` stops the camera. Hand scanners work and the worker stays loaded until the panel unmounts.
 * - `camera.kind`: off, starting, live, refused, missing, busy, unplugged, insecure. All but the last recover by
 *   themselves (permission granted, camera plugged in, every 3 s while busy); `retry` is for a button beside the hint.
 * - `devices` have names only after the first permission. `chooseDevice` is remembered on this computer.
 * - `torch` is 'none' where the camera has no lamp, else 'off' or 'on'; `setTorch` switches it.
 * - `box` is where the last code was seen, in pixels of the video (`frameWidthPx` x `frameHeightPx`), at most ten times a
 *   second, and null half a second after the last sighting. A code that was seen but not read has `readable: false`:
 *   say "hold still" or "come closer". Scale by the video element's object-fit yourself.
 * - `cardInView` is true from the moment a code was read until it was out of view for 1.5 s.
 * - `engine`: 'loading', 'zxing', 'jsqr' (no WebAssembly: slower, reads less), 'restarting' after a crash, 'failed' after
 *   five in a minute (then `retry` starts it again).
 * - `readImage(file)` reads a dropped, pasted or picked picture: found (also reported through `onText`), none,
 *   unreadable, too-large, or failed.
 */
import { useEffect, useState, useSyncExternalStore, type RefCallback } from 'react'
import { platform } from '@platform'
import type { CameraDevice, CameraState } from './camera/camera-state.ts'
import { browserCameraPlatform } from './camera/camera.ts'
import type { ImageFileResult } from './image-file.ts'
import type { EngineState } from './scan-client.ts'
import { cameraAhead, cameraMemory, workerAhead } from './scanner-ahead.ts'
import { createScanner, type ScanBox, type ScannerListeners } from './scanner.ts'

export interface ScannerOptions extends ScannerListeners {
  readonly cameraOn: boolean
}

export interface ScannerView {
  readonly camera: CameraState
  readonly devices: readonly CameraDevice[]
  /** The running camera, else the remembered one. */
  readonly deviceId: string | null
  readonly torch: 'none' | 'off' | 'on'
  readonly engine: EngineState
  readonly box: ScanBox | null
  readonly cardInView: boolean
  readonly videoRef: RefCallback<HTMLVideoElement>
  readonly chooseDevice: (deviceId: string) => void
  readonly setTorch: (on: boolean) => void
  readonly retry: () => void
  readonly readImage: (file: Blob) => Promise<ImageFileResult>
}

const cameraPlatform = () =>
  browserCameraPlatform({
    memory: cameraMemory,
    ahead: cameraAhead,
    setScannerOpen: (open) => platform.setScannerOpen(open),
  })

export function useScanner({ cameraOn, onText, onWorkerCrash }: ScannerOptions): ScannerView {
  const [scanner] = useState(() => createScanner({ spawnWorker: workerAhead.take, cameraPlatform }))
  const { model, engine, box, cardInView } = useSyncExternalStore(scanner.subscribe, scanner.state)
  useEffect(() => scanner.listen({ onText, onWorkerCrash }))
  useEffect(() => scanner.switchOn(), [scanner])
  useEffect(() => scanner.turnCamera(cameraOn), [scanner, cameraOn])

  const { camera, devices, chosen } = model
  return {
    camera,
    devices,
    deviceId: camera.kind === 'live' ? camera.device.deviceId : (chosen?.deviceId ?? null),
    torch: camera.kind === 'live' ? camera.torch : 'none',
    engine,
    box,
    cardInView,
    videoRef: scanner.showIn,
    chooseDevice: scanner.chooseDevice,
    setTorch: scanner.setTorch,
    retry: scanner.retry,
    readImage: scanner.readImage,
  }
}
