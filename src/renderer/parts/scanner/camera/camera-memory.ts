import type { CameraDevice } from './camera-state.ts'

const KEY = 'wld.scanner.camera'

export interface CameraMemory {
  load: () => CameraDevice | null
  save: (device: CameraDevice) => void
}

/** The chosen camera over sessions. A storage that throws (private mode, policy) only costs the memory. */
export function createCameraMemory(storage: Pick<Storage, 'getItem' | 'setItem'>): CameraMemory {
  return {
    load() {
      try {
        const saved: unknown = JSON.parse(storage.getItem(KEY) ?? 'null')
        if (
          typeof saved !== 'object' ||
          saved === null ||
          !('deviceId' in saved) ||
          !('label' in saved)
        )
          return null
        const { deviceId, label } = saved
        return typeof deviceId === 'string' && typeof label === 'string'
          ? { deviceId, label }
          : null
      } catch {
        return null
      }
    },
    save(device) {
      try {
        storage.setItem(KEY, JSON.stringify({ deviceId: device.deviceId, label: device.label }))
      } catch {
        // Storage refused: the user chooses again next time.
      }
    },
  }
}
