/**
 * The router of the interface: react-router's components over its browser history, without its data layer (loaders,
 * actions, fetchers), which TanStack Query does for us and which weighs 12 kB of every first visit. What we use of that
 * layer is small and stands here: keeping the old page until the next is fetched, scroll positions, leave guards.
 */
import {
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
  useTransition,
  createContext,
} from 'react'
import {
  NavigationType,
  type Navigator,
  Router,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Location,
} from 'react-router-dom'
import { mayLeave } from '../ui/form/leave-guard.ts'

/** A link was followed and its page is still loading. */
export const Turning = createContext(false)

/** Where each page of this tab's history was scrolled to; survives a reload, as browsers do it for plain pages. */
const STORE_KEY = 'scroll'
type Frame = Pick<
  Window,
  | 'scrollTo'
  | 'scrollY'
  | 'history'
  | 'sessionStorage'
  | 'document'
  | 'addEventListener'
  | 'location'
>

function readPositions(store: Storage): Map<string, number> {
  try {
    const value: unknown = JSON.parse(store.getItem(STORE_KEY) ?? '[]')
    return new Map(
      Array.isArray(value)
        ? (value as [string, number][]).filter(
            ([key, y]) => typeof key === 'string' && typeof y === 'number',
          )
        : [],
    ) // as: filtered here
  } catch {
    return new Map()
  }
}

function createScrollMemory(frame: Frame) {
  const positions = readPositions(frame.sessionStorage)
  frame.history.scrollRestoration = 'manual'
  const keyNow = (): string => (frame.history.state as { key?: string } | null)?.key ?? 'default' // react-router's entry
  frame.addEventListener('pagehide', () => {
    positions.set(keyNow(), frame.scrollY)
    frame.sessionStorage.setItem(STORE_KEY, JSON.stringify([...positions].slice(-50)))
    frame.history.scrollRestoration = 'auto' // a page that is left by a full load is the browser's own business
  })
  return {
    leave: (key: string): void => void positions.set(key, frame.scrollY),
    /**
     * Back and forward restore the scroll position; a link starts at the top, or at the part it
     * names.
     */
    arrive({ key, hash }: Pick<Location, 'key' | 'hash'>, action: `${NavigationType}`): void {
      const known = action === 'POP' ? positions.get(key) : undefined
      const target =
        known === undefined && hash !== '' ? frame.document.getElementById(hash.slice(1)) : null
      if (target === null) frame.scrollTo(0, known ?? 0)
      else target.scrollIntoView()
    },
  }
}

type BrowserHistory = ReturnType<typeof createBrowserHistory>
type PagePlace = Pick<BrowserHistory, 'location' | 'action'>

/** Runs `go` when no guard objects; a withdrawn objection runs it later. */
function guarded(go: () => void): void {
  const reply = mayLeave()
  if (reply === true) go()
  else void reply.then((leave) => leave && go())
}

/**
 * Links and code move through this; the back button cannot be stopped, so it is undone and the
 * guard is asked afterwards.
 */
function createNavigation(history: BrowserHistory) {
  let shownPath = history.location.pathname
  const navigator: Navigator = {
    createHref: (to) => history.createHref(to),
    encodeLocation: (to) => history.encodeLocation(to),
    go: (delta) => history.go(delta),
    push: (to, state) => guarded(() => history.push(to, state)),
    // The same page with another query: a filter or a tab, nothing is left. A page that the user already left may still
    // redirect while the next one is fetched: that would take a link back.
    replace: (to, state) => {
      if (history.location.pathname === shownPath) history.replace(to, state)
    },
  }
  return {
    navigator,
    arrive: ({ pathname }: Pick<Location, 'pathname'>): void => {
      shownPath = pathname
    },
  }
}

export function AppRouter({ children }: { readonly children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [navigation] = useState(() => createNavigation(history))
  const [scroll] = useState(() => createScrollMemory(window))
  const [place, setPlace] = useState<PagePlace>({
    location: history.location,
    action: history.action,
  })
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
        const reply = mayLeave()
        if (reply !== true) {
          takingBack = true
          history.go(-delta)
          void reply.then((leave) => {
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

  // After the new page is shown: the old one must not jump while the next is loading.
  const shown = useRef(place.location.key)
  useLayoutEffect(() => {
    navigation.arrive(place.location)
    if (shown.current === place.location.key) return
    shown.current = place.location.key
    scroll.arrive(place.location, place.action)
  }, [scroll, navigation, place])

  return (
    <Router
      location={place.location}
      navigationType={place.action}
      navigator={navigation.navigator}
    >
      <Turning value={turning}>{children}</Turning>
    </Router>
  )
}
