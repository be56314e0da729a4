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

  async function start(sides: CardSides): Promise<boolean> {
    setBusy(true)
    setFailed(false)
    try {
      await photoSettled()
      flushSync(() => setCapturing(sides)) // the copies are in the page, and painted, when this returns
      const wanted = { both: [frontRef, backRef], front: [frontRef], back: [backRef] }[sides]
      saveFile(await captureFaces(wanted.map((ref) => ref.current)), cardFileName(cardId, sides))
      return true
    } catch (error) {
      logFailure('Card download', error)
      setFailed(true)
      return false
    } finally {
      setCapturing(undefined)
      setBusy(false)
    }
  }
  return { busy, failed, clearError: () => setFailed(false), start, capturing, frontRef, backRef }
}
