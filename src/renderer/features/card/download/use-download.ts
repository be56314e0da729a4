import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { saveFile } from '../../../platform/files/save-file.ts'
import { logFailure } from '../../../platform/log-failure.ts'
import { loadCardFonts } from '../face/card-fonts.ts'
import { IMAGE_TIMEOUT_MS } from '../face/within.ts'
import { CARD_HEIGHT_PX, CARD_WIDTH_PX, DOWNLOAD_SCALE } from '../model/card-size.ts'
import { cardFileName, type CardSides } from './file-name.ts'

/** From the card in the page to a PNG file (docs/spec/card.md, 4: scale 2, white ground, quality 1). */
const GROUND = '#ffffff'
/** Between front and back in one picture, in CSS pixels. */
const GAP_PX = 20
/** While it is on the page, card.css puts images on the baseline, where html2canvas measures it. */
const CAPTURING = 'idc-capturing'

async function captureFaces(faces: readonly (HTMLElement | null)[]): Promise<Blob> {
  const [{ default: html2canvas }] = await Promise.all([import('html2canvas'), loadCardFonts()])
  const drawn: HTMLCanvasElement[] = []
  document.documentElement.classList.add(CAPTURING)
  try {
    for (const face of faces) {
      if (face === null) throw new Error('Element not found')
      const picture = withoutInlineStyles(() =>
        html2canvas(face, {
          scale: DOWNLOAD_SCALE,
          backgroundColor: GROUND,
          allowTaint: true, // copies canvases by drawing instead of reading them back; ours are never tainted
          imageTimeout: IMAGE_TIMEOUT_MS,
          width: CARD_WIDTH_PX,
          height: CARD_HEIGHT_PX,
          logging: false,
        }),
      )
      drawn.push(await picture) // one after the other: each clones the whole page
    }
  } finally {
    document.documentElement.classList.remove(CAPTURING)
  }
  return pngOf(oneAboveTheOther(drawn))
}

/**
 * html2canvas puts a <style> for its pseudo-elements into the copy of the page. The card has none, and the content
 * security policy would report the style as an attack; so it gets an element that means nothing instead. The copy is
 * made before the call returns, hence the change lasts no longer than the call.
 */
function withoutInlineStyles<T>(call: () => T): T {
  const create = document.createElement.bind(document)
  const createInert = (name: string, options?: ElementCreationOptions): HTMLElement =>
    create(name === 'style' ? 'template' : name, options)
  document.createElement = createInert as typeof create // its overloads say the tag's class; html2canvas asks for none
  try {
    return call()
  } finally {
    Reflect.deleteProperty(document, 'createElement') // the prototype's own comes back
  }
}

function oneAboveTheOther(faces: readonly HTMLCanvasElement[]): HTMLCanvasElement {
  const [first, second] = faces
  if (first === undefined) throw new Error('Element not found')
  if (second === undefined) return first
  const sheet = document.createElement('canvas')
  sheet.width = Math.max(first.width, second.width)
  sheet.height = first.height + GAP_PX * DOWNLOAD_SCALE + second.height
  const pen = sheet.getContext('2d')
  if (pen === null) throw new Error('Failed to create blob')
  pen.fillStyle = GROUND
  pen.fillRect(0, 0, sheet.width, sheet.height)
  pen.drawImage(first, 0, 0)
  pen.drawImage(second, 0, first.height + GAP_PX * DOWNLOAD_SCALE)
  return sheet
}

const pngOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('Failed to create blob')) : resolve(blob)),
      'image/png',
      1,
    )
  })

export interface Download {
  readonly busy: boolean
  readonly failed: boolean
  readonly clearError: () => void
  /** Returns whether the file was saved. */
  readonly start: (sides: CardSides) => Promise<boolean>
  /** Returns both sides in one picture, or undefined where it could not be drawn. */
  readonly picture: () => Promise<File | undefined>
  /** The sides to draw now, for `CaptureCopies`; undefined while nothing is drawn. */
  readonly capturing: CardSides | undefined
  readonly frontRef: RefObject<HTMLDivElement | null>
  readonly backRef: RefObject<HTMLDivElement | null>
}

export function useDownload(cardId: string, photoSettled: () => Promise<unknown>): Download {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const [capturing, setCapturing] = useState<CardSides>()
  const frontRef = useRef<HTMLDivElement>(null)
  const backRef = useRef<HTMLDivElement>(null)

  async function draw(sides: CardSides): Promise<File | undefined> {
    setBusy(true)
    setFailed(false)
    try {
      await photoSettled()
      flushSync(() => setCapturing(sides)) // the copies are in the page, and painted, when this returns
      const wanted = { both: [frontRef, backRef], front: [frontRef], back: [backRef] }[sides]
      const drawn = await captureFaces(wanted.map((ref) => ref.current))
      return new File([drawn], cardFileName(cardId, sides), { type: 'image/png' })
    } catch (error) {
      logFailure('Card download', error)
      setFailed(true)
      return undefined
    } finally {
      setCapturing(undefined)
      setBusy(false)
    }
  }
  async function start(sides: CardSides): Promise<boolean> {
    const file = await draw(sides)
    if (file !== undefined) saveFile(file, file.name)
    return file !== undefined
  }
  return {
    busy,
    failed,
    clearError: () => setFailed(false),
    start,
    picture: () => draw('both'),
    capturing,
    frontRef,
    backRef,
  }
}
