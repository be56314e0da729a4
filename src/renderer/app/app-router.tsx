/**
 * The router of the interface: react-router's components over its browser history, without its data layer (loaders,
 * actions, fetchers), which TanStack Query does for us and which weighs 12 kB of every first visit. What we use of that
 * layer is small and stands here: keeping the old page until the next is fetched, scroll positions, leave guards.
 */
import { type ReactNode, useLayoutEffect, useRef, useState, useTransition } from 'react'
import {
  NavigationType,
  type Navigator,
  Router,
  UNSAFE_createBrowserHistory as createBrowserHistory,
} from 'react-router-dom'
import { mayLeave } from '../ui/leave-guard.ts'
import { Turning } from './turning.ts'
import { createScrollMemory } from './scroll-memory.ts'

type BrowserHistory = ReturnType<typeof createBrowserHistory>
type Place = Pick<BrowserHistory, 'location' | 'action'>

/** Lets `go` happen when nobody objects; an objection that is taken back makes it happen later. */
function guarded(go: () => void): void {
  const answer = mayLeave()
  if (answer === true) go()
  else void answer.then((leave) => leave && go())
}

/** Links and code move through this; the back button does not ask, it is taken back and asked afterwards. */
const navigatorOf = (history: BrowserHistory): Navigator => ({
  createHref: (to) => history.createHref(to),
  encodeLocation: (to) => history.encodeLocation(to),
  go: (delta) => history.go(delta),
  push: (to, state) => guarded(() => history.push(to, state)),
  // The same page with another query: a filter or a tab, nothing is left.
  replace: (to, state) => history.replace(to, state),
})

export function AppRouter({ children }: { readonly children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [navigator] = useState(() => navigatorOf(history))
  const [scroll] = useState(() => createScrollMemory(window))
  const [place, setPlace] = useState<Place>({ location: history.location, action: history.action })
  const [turning, startTurning] = useTransition()

  useLayoutEffect(() => {
    let takingBack = false
    let allowed = false
    return history.listen(({ location, action, delta }) => {
      if (takingBack) {
        takingBack = false
        return
      }
      if (action === NavigationType.Pop && !allowed && delta !== null && delta !== 0) {
        const answer = mayLeave()
        if (answer !== true) {
          takingBack = true
          history.go(-delta)
          void answer.then((leave) => {
            allowed = leave
            return leave && history.go(delta)
          })
          return
        }
      }
      allowed = false
      scroll.leave(place.location.key)
      startTurning(() => setPlace({ location, action }))
    })
  }, [history, scroll, place.location.key])

  // After the new page is in place, not before: the old one must not jump while the next is on its way.
  const shown = useRef(place.location.key)
  useLayoutEffect(() => {
    if (shown.current === place.location.key) return
    shown.current = place.location.key
    scroll.arrive(place.location, place.action)
  }, [scroll, place])

  return (
    <Router location={place.location} navigationType={place.action} navigator={navigator}>
      <Turning value={turning}>{children}</Turning>
    </Router>
  )
}
