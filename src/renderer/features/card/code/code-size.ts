import {
  modulesWithQuietZone,
  type QrModules,
  wholePixelsPerModule,
} from '../../../ui/qr/qr-modules.ts'
import { DOWNLOAD_SCALE } from '../model/card-size.ts'

export interface ScreenCode {
  /** Pixels of the screen in one module. */
  readonly modulePx: number
  /** Side of code and quiet zone in CSS pixels. */
  readonly side: number
  /** Place in CSS pixels, on whole pixels of the screen. */
  readonly left: number
  readonly top: number
}

interface Room {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/**
 * The largest code that a room of the screen holds, in whole screen pixels. A module of 7.6 pixels would get grey edges
 * at every second module, which a camera misreads first.
 */
export function codeOnScreen(modules: QrModules, room: Room, pixelRatio: number): ScreenCode {
  const modulePx = Math.max(
    1,
    wholePixelsPerModule(modules, Math.min(room.width, room.height) * pixelRatio),
  )
  const sidePx = modulesWithQuietZone(modules) * modulePx
  const whole = (start: number, size: number): number =>
    Math.round(start * pixelRatio + (size * pixelRatio - sidePx) / 2) / pixelRatio
  return {
    modulePx,
    side: sidePx / pixelRatio,
    left: whole(room.left, room.width) - room.left,
    top: whole(room.top, room.height) - room.top,
  }
}

/** The white part of the back, less a margin for scissors and rounded corners. */
const BACK_ROOM_PX = 240

/**
 * The code on the back. Its modules are whole pixels of the download, which is drawn at twice the size: half a CSS
 * pixel is one of those.
 */
export function codeOnBack(modules: QrModules): {
  readonly modulePx: number
  readonly sidePx: number
} {
  const modulePx = wholePixelsPerModule(modules, BACK_ROOM_PX * DOWNLOAD_SCALE)
  return { modulePx, sidePx: (modulesWithQuietZone(modules) * modulePx) / DOWNLOAD_SCALE }
}
