/** The zoom of the interface: one factor for this computer, stored with the settings. */
import type { WebContents } from 'electron'
import { describeError, type Log } from '../log/log-file.ts'
import { ZOOM_MAX, ZOOM_MIN } from '../settings/settings-file.ts'
import type { Settings } from '../settings/settings.ts'

const STEPS = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const

/** The next step in that direction; a factor between two steps goes to the nearer one that way. */
export function stepZoom(factor: number, direction: 'in' | 'out'): number {
  const next =
    direction === 'in'
      ? STEPS.find((step) => step > factor + 0.001)
      : STEPS.findLast((step) => step < factor - 0.001)
  return Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, next ?? factor))
}

export interface Zoom {
  zoomIn(): void
  zoomOut(): void
  zoomReset(): void
  /** Draws this page with the factor, now and after each load; Ctrl and the wheel change it. */
  follow(contents: ZoomedContents): void
}
type ZoomedContents = Pick<WebContents, 'on' | 'setZoomFactor' | 'isDestroyed'>

export interface ZoomOptions {
  readonly settings: Pick<Settings, 'get' | 'change' | 'onChange'>
  /** There the size is the one that was set before it began: a visitor must not make the screen unreadable. */
  readonly inKiosk: () => boolean
  readonly log: Log
}

export function createZoom({ settings, inKiosk, log }: ZoomOptions): Zoom {
  const followed = new Set<ZoomedContents>()
  let factor = settings.get().zoom

  const apply = (): void => {
    for (const contents of followed) if (!contents.isDestroyed()) contents.setZoomFactor(factor)
  }
  settings.onChange(() => {
    const { zoom } = settings.get()
    if (zoom === factor) return
    factor = zoom
    apply()
  })
  const set = (next: number): void => {
    if (next === factor || inKiosk()) return
    factor = next // at once, and also where the disk refuses the write
    apply()
    settings
      .change({ zoom: next })
      .catch((error: unknown) => log('warn', 'zoom.not-kept', { error: describeError(error) }))
  }
  const step = (direction: 'in' | 'out'): void => set(stepZoom(factor, direction))

  return {
    zoomIn: () => step('in'),
    zoomOut: () => step('out'),
    zoomReset: () => set(1),
    follow(contents) {
      followed.add(contents)
      contents.on('did-navigate', () => contents.setZoomFactor(factor)) // Chromium keeps a factor for each host
      contents.on('zoom-changed', (_event, direction) => step(direction))
      contents.on('destroyed', () => void followed.delete(contents))
    },
  }
}
