/** The camera starts without a press where the user has started it before and the browser does not prompt. */
import type { Platform } from '../../../platform/platform.ts'

const KEY = 'wld.scanner.started'

export interface CameraHabit {
  readonly load: () => boolean
  readonly save: (started: boolean) => void
}

/** A storage that throws (private mode, policy) only costs one press of a button. */
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
        // Storage refused: the user presses the button again next time.
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
  // The desktop app reports "denied" while the scanner is closed, and grants permission without a prompt once it is
  // open.
  if (target === 'desktop') return true
  try {
    return (await permissions?.query({ name: 'camera' }))?.state === 'granted'
  } catch {
    return false // a browser that does not know the name: the user presses the button
  }
}
