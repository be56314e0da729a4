import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { logFailure } from '../../../platform/log-failure.ts'
import { saveFile } from '../../../platform/save-file.ts'
import { captureFaces } from './capture.ts'
import { cardFileName, type CardSides } from './file-name.ts'

export interface Download {
  readonly busy: boolean
  readonly failed: boolean
  readonly clearError: () => void
  /** Answers whether the file was saved. */
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
