import { useEffect, useState } from 'react'
import { whenIdle } from '../when-idle.ts'
import type { DialogProps, DialogWindow } from './dialog-window.tsx'

export type { DialogProps } from './dialog-window.tsx'

let Window: typeof DialogWindow | undefined
let coming: Promise<typeof DialogWindow> | undefined

/** The window of dialogs is a fifth of what most pages fetch: it comes when a page is idle, or with the first dialog. */
async function fetchWindow(): Promise<void> {
  coming ??= import('./dialog-window.tsx').then((fetched) => fetched.DialogWindow)
  try {
    Window = await coming
  } catch (error) {
    coming = undefined // the next dialog tries again
    throw error
  }
}

/** A modal: focus stays inside, Escape and the backdrop close it, and focus goes back to where it came from. */
export function Dialog(props: DialogProps) {
  const [has, setHas] = useState(Window !== undefined)
  const [fault, setFault] = useState<{ readonly error: unknown }>()
  const { open } = props
  useEffect(() => {
    if (has) return undefined
    const fetched = (): void => setHas(true)
    // Ahead of time, a failure is no fault: the dialog tries again when it opens.
    if (!open) return whenIdle(() => void fetchWindow().then(fetched, () => undefined))
    void fetchWindow().then(fetched, (error: unknown) => setFault({ error }))
    return undefined
  }, [has, open])
  if (fault !== undefined) throw fault.error // the boundary of the page says what to do
  // Not `lazy`: what has waited in `Suspense` is held back by React for 0.3 s, and keys would go to the page behind.
  return Window === undefined ? null : <Window {...props} />
}
