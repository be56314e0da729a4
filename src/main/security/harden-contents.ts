/** Rules for every page that this app ever opens, however it was opened. */
import type { Event, Shell, WebContents } from 'electron'
import { isApiPath, parseAppUrl } from '../base/origin.ts'
import type { Log } from '../log/log-file.ts'
import { externalUrl } from './external-url.ts'

interface NavigationQuestion {
  readonly url: string
  readonly isMainFrame: boolean
}

/**
 * Limits the navigation of our windows to pages of the interface. A reply of the API shown as a
 * document would be a foreign page in our own origin. Frames are not allowed at all.
 */
export function mayNavigate({ url, isMainFrame }: NavigationQuestion): boolean {
  const page = parseAppUrl(url)
  return page !== undefined && isMainFrame && !isApiPath(page.pathname)
}

interface HardenOptions {
  readonly shell: Pick<Shell, 'openExternal'>
  readonly log: Log
}

export function hardenContents(
  contents: Pick<WebContents, 'on' | 'setWindowOpenHandler'>,
  { shell, log }: HardenOptions,
): void {
  const guard = (event: Event<NavigationQuestion>): void => {
    if (mayNavigate(event)) return
    event.preventDefault()
    log('warn', 'navigation.refused', { isMainFrame: event.isMainFrame })
  }
  contents.on('will-navigate', guard)
  contents.on('will-frame-navigate', guard)
  contents.on('will-redirect', guard)
  contents.on('will-attach-webview', (event) => {
    event.preventDefault()
    log('warn', 'webview.refused')
  })
  contents.setWindowOpenHandler(({ url }) => {
    const outside = externalUrl(url)
    if (outside === undefined) log('warn', 'window.refused')
    else void shell.openExternal(outside)
    return { action: 'deny' }
  })
}
