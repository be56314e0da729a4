/** A camera that no scanner has taken by then is closed: its page does not come. */
export const AHEAD_LIMIT_MS = 10_000

export interface CameraAheadPorts {
  /** Gets the permission of main, and opens the camera that the scanner will ask for. */
  readonly open: () => Promise<MediaStream>
  /** Withdraws the permission. */
  readonly close: () => void
}

export interface CameraAhead {
  /** Opens the camera before the page that shows it is drawn. */
  start: () => void
  /** The camera that was opened ahead, once; undefined: the caller opens one. */
  take: () => Promise<MediaStream> | undefined
}

export function createCameraAhead({ open, close }: CameraAheadPorts): CameraAhead {
  let ahead: { readonly stream: Promise<MediaStream>; readonly timer: unknown } | undefined

  async function drop(stream: Promise<MediaStream>): Promise<void> {
    ahead = undefined
    try {
      for (const track of (await stream).getTracks()) track.stop()
    } catch {
      // There was no camera: nothing is open.
    }
    close()
  }
  return {
    start() {
      if (ahead !== undefined) return
      const stream = open()
      stream.catch(() => undefined) // reported where it is taken
      ahead = { stream, timer: setTimeout(() => void drop(stream), AHEAD_LIMIT_MS) }
    },
    take() {
      const taken = ahead
      ahead = undefined
      if (taken !== undefined) clearTimeout(taken.timer as number) // as: of setTimeout above
      return taken?.stream
    },
  }
}
