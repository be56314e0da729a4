import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

const STATE = { showsCode: true } as const

/** The open code is an entry of the history, so that the back button of a phone closes it and stays on the page. */
export function useCodeInHistory() {
  const { key, pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const open = (state as Partial<typeof STATE> | null)?.showsCode === true // history state is unknown; this reads one flag
  const leftEntry = useRef<string>(undefined)
  return {
    open,
    show: () => {
      if (!open) void navigate({ pathname, search }, { state: STATE, preventScrollReset: true })
    },
    hide: () => {
      // Going back takes a moment. A second press in it must not leave the page as well.
      if (!open || leftEntry.current === key) return
      leftEntry.current = key
      void navigate(-1)
    },
  }
}
