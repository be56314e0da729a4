/** Stores the place of the window in `window.json`, and restores it only where it is visible. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserWindow, Rectangle, Screen } from 'electron'
import * as z from 'zod'
import { replaceFile } from '../base/replace-file.ts'
import { describeError, type Log } from '../log/log-file.ts'

export const WINDOW_MINIMUM = { width: 360, height: 560 } as const
const WINDOW_DEFAULT = { width: 1280, height: 860 } as const

const Pixels = z.int().min(-100_000).max(100_000)
const WindowState = z.object({
  x: Pixels,
  y: Pixels,
  width: Pixels,
  height: Pixels,
  maximised: z.boolean(),
})
export type WindowState = z.output<typeof WindowState>

/** Without x and y the system decides the place. */
export interface WindowPlacement {
  readonly x?: number
  readonly y?: number
  readonly width: number
  readonly height: number
  readonly maximised: boolean
}

/** Part of the title bar that must be on a display, so that it can be dragged. */
const GRIP = { width: 120, height: 32 } as const

/** @param areas of the displays, without task bars; the first one is that of the main display. */
export function placeWindow(
  state: WindowState | undefined,
  areas: readonly Rectangle[],
): WindowPlacement {
  if (state === undefined) return { ...fitting(WINDOW_DEFAULT, areas[0]), maximised: false }
  const { x, y, maximised } = state
  const shown = areas.find((area) => isInReach(state, area))
  return shown === undefined
    ? { ...fitting(state, areas[0]), maximised }
    : { x, y, ...fitting(state, shown), maximised }
}

function isInReach({ x, y, width }: WindowState, area: Rectangle): boolean {
  const across = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
  return across >= GRIP.width && y >= area.y && y + GRIP.height <= area.y + area.height
}

const fitting = (
  { width, height }: { readonly width: number; readonly height: number },
  area: Rectangle | undefined,
) => ({
  width: Math.max(WINDOW_MINIMUM.width, Math.min(width, area?.width ?? width)),
  height: Math.max(WINDOW_MINIMUM.height, Math.min(height, area?.height ?? height)),
})

export interface WindowMemory {
  placement(): WindowPlacement
  /** Stores the place of this window, shortly after a change and when it closes. */
  follow(window: FollowedWindow): void
}
type FollowedWindow = Pick<
  BrowserWindow,
  | 'on'
  | 'getNormalBounds'
  | 'isDestroyed'
  | 'isFullScreen'
  | 'isKiosk'
  | 'isMaximized'
  | 'isMinimized'
>

export interface WindowMemoryOptions {
  /** Folder of `window.json`. */
  readonly directory: string
  readonly screen: Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay'>
  readonly log: Log
}

const REST_MS = 500

export function openWindowMemory({ directory, screen, log }: WindowMemoryOptions): WindowMemory {
  const path = join(directory, 'window.json')
  let written = ''

  const save = (window: FollowedWindow): void => {
    // A maximised window has no place of its own, and the kiosk's place is not the user's choice.
    if (window.isDestroyed() || window.isFullScreen() || window.isKiosk() || window.isMinimized())
      return
    const { x, y, width, height } = window.getNormalBounds()
    const text = JSON.stringify({
      x,
      y,
      width,
      height,
      maximised: window.isMaximized(),
    } satisfies WindowState)
    if (text === written) return
    try {
      replaceFile(path, text)
      written = text
    } catch (error) {
      log('warn', 'window.place-not-kept', { error: describeError(error) })
    }
  }

  return {
    placement() {
      const primary = screen.getPrimaryDisplay()
      const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id)
      return placeWindow(
        read(path),
        [primary, ...others].map(({ workArea }) => workArea),
      )
    },
    follow(window) {
      let timer: NodeJS.Timeout | undefined
      const later = (): void => {
        clearTimeout(timer)
        timer = setTimeout(() => save(window), REST_MS)
        timer.unref()
      }
      window.on('resize', later)
      window.on('move', later)
      window.on('maximize', later)
      window.on('unmaximize', later)
      window.on('close', () => {
        clearTimeout(timer)
        save(window)
      })
    },
  }
}

/** A damaged file is none: the window then opens as at the first start. */
function read(path: string): WindowState | undefined {
  try {
    return WindowState.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data
  } catch {
    return undefined
  }
}
