import { type RefCallback, useCallback, useEffect, useMemo, useState } from 'react'
import { platform } from '@platform'
/** The scanner as the panel needs it: when the camera runs, the texts of its faults, the result of a picture. */
import { noteActivity } from '../../../platform/session/activity.ts'
import { cornersOf } from '../../scanner/decoder/geometry.ts'
import type { ImageFileResult } from '../../scanner/image-file.ts'
import { type ScannerView, useScanner } from '../../scanner/use-scanner.ts'
import type { CardInput } from '../check/check-state.ts'
import { createCameraHabit, mayStartUnasked } from './camera-habit.ts'
import { cardInputOf } from './card-input.ts'
import type { PictureTrouble, PanelScanner } from './panel-scanner.ts'
import { takeBack } from './take-back.ts'

interface PanelScannerOptions {
  /** The panel is in view. Hand scanners work in either case: they type into the whole page. */
  readonly active: boolean
  readonly onCard: (input: CardInput) => void
}

const habit = createCameraHabit(localStorage)

export function usePanelScanner({ active, onCard }: PanelScannerOptions): PanelScanner {
  const [wanted, setWanted] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const scanner = useScanner({
    cameraOn: active && wanted,
    onText(scan) {
      if (scan.target !== null) takeBack(scan.target, scan)
      if (scan.source === 'hand-scanner') setCapsLock(scan.capsLock)
      noteActivity() // whoever scans cards for hours touches no key
      onCard(cardInputOf(scan))
    },
  })
  const { camera, engine, box, videoRef, retry, readImage } = scanner
  const [mirrored, setMirrored] = useState(true)

  useEffect(() => {
    let gone = false
    async function startUnasked(): Promise<void> {
      const may = await mayStartUnasked(habit, platform.target, navigator)
      if (may && !gone) setWanted(true)
    }
    void startUnasked()
    return () => {
      gone = true
    }
  }, [])

  useEffect(() => {
    if (!capsLock) return undefined
    // The lock changes when its key comes up, so that key is looked at then; any other key shows it too.
    const look = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'))
    window.addEventListener('keyup', look)
    return () => window.removeEventListener('keyup', look)
  }, [capsLock])

  // Remembered only after a frame came: after a refused start the camera must not start without a press.
  const live = camera.kind === 'live'
  useEffect(() => {
    if (live) habit.save(true)
  }, [live])

  const video = useCallback<RefCallback<HTMLVideoElement>>(
    (element) => {
      videoRef(element)
      element?.addEventListener('loadedmetadata', () => setMirrored(!looksAway(element)))
    },
    [videoRef],
  )
  const start = useCallback(() => {
    setWanted(true)
    retry() // does nothing while the camera starts or runs
  }, [retry])
  const stop = useCallback(() => {
    setWanted(false)
    habit.save(false)
  }, [])
  const readPicture = useCallback(
    async (file: Blob) => troubleOf(await readImage(file)),
    [readImage],
  )
  const look = useMemo(
    () =>
      box === null
        ? undefined
        : {
            corners: cornersOf(box.corners),
            readable: box.readable,
            widthPx: box.frameWidthPx,
            heightPx: box.frameHeightPx,
          },
    [box],
  )

  return {
    camera: cameraOf(camera.kind, engine),
    video,
    mirrored,
    look,
    cardInView: scanner.cardInView,
    capsLock,
    cameras: useMemo(
      () => scanner.devices.map(({ deviceId, label }) => ({ id: deviceId, label })),
      [scanner.devices],
    ),
    cameraId: scanner.deviceId ?? '',
    torch: scanner.torch === 'none' ? undefined : scanner.torch === 'on',
    start,
    stop,
    choose: scanner.chooseDevice,
    turnTorch: scanner.setTorch,
    readPicture,
  }
}

/** Frames that are not decoded would look like a working scanner. */
function cameraOf(
  camera: ScannerView['camera']['kind'],
  engine: ScannerView['engine'],
): PanelScanner['camera'] {
  return camera === 'live' && engine === 'failed' ? 'broken' : camera
}

/** The camera on the back of a phone shows the world unmirrored. Webcams report no side and face the user. */
function looksAway({ srcObject }: HTMLVideoElement): boolean {
  if (!(srcObject instanceof MediaStream)) return false
  return srcObject.getVideoTracks()[0]?.getSettings().facingMode === 'environment'
}

function troubleOf(result: ImageFileResult): PictureTrouble | undefined {
  switch (result.kind) {
    case 'found':
      return undefined
    case 'none':
      return 'no-code'
    case 'unreadable':
      return 'not-an-image'
    case 'too-large':
      return 'too-large'
    case 'failed':
      return 'failed'
  }
}
