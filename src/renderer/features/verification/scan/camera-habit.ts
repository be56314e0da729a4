/** The camera starts by itself where the person has started it before and nobody has to be asked. */
import type { Platform } from '../../../platform/platform.ts'

const KEY = 'wld.scanner.started'

export interface CameraHabit {
  readonly load: () => boolean
  readonly save: (started: boolean) => void
}

/** A storage that refuses (private mode, policy) only costs one press of a button. */
export function createCameraHabit(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): CameraHabit {
  return {
    load() {
      try {
        return storage.getItem(KEY) === '1'
      } catch {
        return false
      }
    },
    save(started) {
      try {
        if (started) storage.setItem(KEY, '1')
        else storage.removeItem(KEY)
      } catch {
        // Refused: the button is pressed once more next time.
      }
    },
  }
}

interface Asked {
  readonly permissions?: Pick<Permissions, 'query'>
}

export async function mayStartUnasked(
  habit: CameraHabit,
  target: Platform['target'],
  { permissions }: Asked,
): Promise<boolean> {
  if (!habit.load()) return false
  // The shell says "denied" while the scanner is closed, and gives leave without a question once it is open.
  if (target === 'desktop') return true
  try {
    return (await permissions?.query({ name: 'camera' }))?.state === 'granted'
  } catch {
    return false // a browser that does not know the name: the person presses the button
  }
}
