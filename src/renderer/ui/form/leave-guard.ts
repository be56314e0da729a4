/**
 * Protects unsaved input: its guard is called before the page changes, and the browser asks before
 * the tab closes. One guard at a time, that of the page shown.
 */
import { useEffect, useRef } from 'react'

/** Returns whether the page may be left; usually opens a dialog. True where only closing the tab loses something. */
export type LeaveGuard = () => true | Promise<boolean>

let present: { readonly current: LeaveGuard } | undefined

/**
 * For the router: returns true at once where there is no guard, so that ordinary navigation stays
 * synchronous.
 */
export const mayLeave = (): true | Promise<boolean> => present?.current() ?? true

const askBrowser = (event: BeforeUnloadEvent): void => event.preventDefault()

/** @param active there is something to lose */
export function useLeaveGuard(active: boolean, ask: LeaveGuard): void {
  const asked = useRef(ask)
  useEffect(() => {
    asked.current = ask
  })
  useEffect(() => {
    if (!active) return undefined
    present = asked
    window.addEventListener('beforeunload', askBrowser)
    return () => {
      if (present === asked) present = undefined
      window.removeEventListener('beforeunload', askBrowser)
    }
  }, [active])
}
