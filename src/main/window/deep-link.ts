import type { App } from 'electron'
/**
 * Links from outside: `wld://verify` and `wld://event/<id>`. Any page or mail can contain one, so a
 * link only names a page: only the checked id of an event is passed on, when the page requests it.
 */
import { createListeners } from '#shared/listeners.ts'
import type { Log } from '../log/log-file.ts'

const DEEP_LINK_SCHEME = 'wld'

/** As the contract writes ids of events. Read as text: a parser of addresses would make many spellings into one. */
const LINK = /^wld:\/\/(?:(verify)|event\/([a-z0-9][a-z0-9-]{1,62}))\/?$/

/** The page that a link names; undefined for everything that is not exactly such a link. */
export function deepLinkPath(link: string): string | undefined {
  const found = LINK.exec(link)
  if (found === null) return undefined
  const [, verify, eventId] = found
  if (verify !== undefined) return '/verify'
  return eventId === undefined ? undefined : `/events/${eventId}`
}

/** The page named by the arguments of a process. Two links in one start are not from a click. */
export function deepLinkOfArguments(argv: readonly string[]): string | undefined {
  const links = argv.filter((argument) => /^wld:/i.test(argument))
  const [link] = links
  return link === undefined || links.length > 1 ? undefined : deepLinkPath(link)
}

export interface DeepLinks {
  /** A link that the system hands over (`open-url`). Returns whether it named a page. */
  open(link: string): boolean
  /** The link among the arguments of a first or a second start. Returns whether there was one that named a page. */
  openFromArguments(argv: readonly string[]): boolean
  /** A page that the app itself asks for, such as from its menu. */
  openRoute(path: string): void
  /** The page that waits, once; null when there is none. */
  take(): string | null
  /** Called for each page that is requested. Returns a function that stops listening. */
  onOpened(listener: () => void): () => void
}

export interface DeepLinksOptions {
  /** False: links from outside are dropped, as in the kiosk. */
  readonly mayOpen: () => boolean
  readonly log: Log
}

export function createDeepLinks({ mayOpen, log }: DeepLinksOptions): DeepLinks {
  const listeners = createListeners()
  let pending: string | undefined

  const openRoute = (path: string): void => {
    pending = path // the last requested page is shown
    listeners.call()
  }
  const openOutside = (path: string | undefined): boolean => {
    if (path === undefined || !mayOpen()) return false
    openRoute(path)
    return true
  }
  return {
    open(link) {
      const opened = openOutside(deepLinkPath(link))
      if (!opened) log('warn', 'link.refused') // its text is not logged
      return opened
    },
    openFromArguments: (argv) => openOutside(deepLinkOfArguments(argv)),
    openRoute,
    take() {
      const path = pending ?? null
      pending = undefined
      return path
    },
    onOpened: listeners.add,
  }
}

/**
 * Windows and Linux learn from the app that it opens such links; macOS knows it from the package. An app that was not
 * installed would register the Electron of the developer.
 */
export function registerDeepLinks(
  app: Pick<App, 'isPackaged' | 'setAsDefaultProtocolClient'>,
  log: Log,
): void {
  if (app.isPackaged && !app.setAsDefaultProtocolClient(DEEP_LINK_SCHEME))
    log('warn', 'link.not-registered')
}
