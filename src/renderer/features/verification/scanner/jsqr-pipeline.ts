import type { JsqrEngine } from './engines.ts'
import { createWorkspace, crop, gray, halfGray, type ScanFrame } from './image.ts'
import type { ScanPipeline } from './look.ts'

/** Without WebAssembly: half the size, and every third look the middle of the frame at full size, for small codes. */
export function createJsqrPipeline(jsqr: JsqrEngine): ScanPipeline {
  const workspace = createWorkspace()
  let looks = 0

  function look(frame: ScanFrame): ReturnType<JsqrEngine['look']> {
    const halfWidth = frame.width >> 1
    const halfHeight = frame.height >> 1
    if (looks % 3 !== 2) {
      const image = halfGray(frame, workspace.image('half', halfWidth, halfHeight))
      const sighting = jsqr.look(image, looks % 3 === 0 ? 'both' : 'as-is')
      return sighting
    }
    const area = { x: halfWidth >> 1, y: halfHeight >> 1, width: halfWidth, height: halfHeight }
    return jsqr.look(
      crop(gray(frame, workspace), area, workspace.image('crop', halfWidth, halfHeight)),
      'as-is',
    )
  }
  return {
    async step(frame) {
      looks++
      const sighting = look(frame)
      return {
        text: sighting?.text ?? null,
        corners: sighting?.corners ?? null,
        stage: sighting === null ? 'miss' : 'jsqr',
      }
    },
    reset() {
      looks = 0
    },
  }
}
