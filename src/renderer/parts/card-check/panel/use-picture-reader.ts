import { type DragEvent, useEffect, useRef, useState } from 'react'
import type { PictureTrouble, PanelScanner } from './panel-scanner.ts'

export interface PictureReader {
  readonly busy: boolean
  readonly trouble: PictureTrouble | undefined
  readonly read: (file: Blob) => void
  /** A file is held over the panel. */
  readonly dragging: boolean
  /** Handlers for the element that takes dropped pictures. */
  readonly drop: {
    readonly onDragEnter: (event: DragEvent) => void
    readonly onDragOver: (event: DragEvent) => void
    readonly onDragLeave: (event: DragEvent) => void
    readonly onDrop: (event: DragEvent) => void
  }
}

const carriesFile = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')

export function usePictureReader(readPicture: PanelScanner['readPicture']): PictureReader {
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<PictureTrouble | undefined>(undefined)
  // Enter and leave fire for every child; only the difference says whether the pointer is still inside.
  const [depth, setDepth] = useState(0)
  const latest = useRef(0)

  async function readOne(file: Blob): Promise<void> {
    latest.current += 1
    const mine = latest.current
    setBusy(true)
    setTrouble(undefined)
    const found = await readPicture(file)
    if (mine !== latest.current) return
    setBusy(false)
    setTrouble(found)
  }
  const read = (file: Blob): void => void readOne(file)

  const readNow = useRef(read)
  useEffect(() => {
    readNow.current = read
  })
  useEffect(() => {
    function paste(event: ClipboardEvent): void {
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) =>
        type.startsWith('image/'),
      )
      if (file === undefined) return // text is pasted into the field that has the focus
      event.preventDefault()
      readNow.current(file)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])

  return {
    busy,
    trouble,
    read,
    dragging: depth > 0,
    drop: {
      onDragEnter(event) {
        if (carriesFile(event)) setDepth((value) => value + 1)
      },
      onDragOver(event) {
        if (carriesFile(event)) event.preventDefault()
      },
      onDragLeave(event) {
        if (carriesFile(event)) setDepth((value) => Math.max(0, value - 1))
      },
      onDrop(event) {
        event.preventDefault()
        setDepth(0)
        const file = event.dataTransfer.files[0]
        if (file !== undefined) read(file)
      },
    },
  }
}
