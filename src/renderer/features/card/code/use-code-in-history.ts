import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

const STATE = { showsCode: true } as const
/** In the address of the shortcut on a home screen, and of the link on the member's home page. */
const PARAMETER = 'code'
const SHOW = 'show'

/**
 * The open code is an entry of the history, so that the back button of a phone closes it and stays on the page. Where
 * the address asks for it, there is no entry to go back to: closing changes the address.
 */
export function useCodeInHistory() {
  const { key, pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const isPushed = (state as Partial<typeof STATE> | null)?.showsCode === true // history state is unknown; this reads one flag
  const isAddressed = new URLSearchParams(search).get(PARAMETER) === SHOW
  const open = isPushed || isAddressed
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
      if (isAddressed) void navigate({ pathname, search: '' }, { replace: true })
      else void navigate(-1)
    },
  }
}
