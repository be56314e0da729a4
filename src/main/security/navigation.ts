/** Where a window of ours may go: to pages of the interface, and nowhere else. */
import { isApiPath, parseAppUrl } from '../origin.ts'

export interface NavigationQuestion {
  readonly url: string
  readonly isMainFrame: boolean
}

/** An answer of the API shown as a document would be a stranger's page in our own origin; there are no frames at all. */
export function mayNavigate({ url, isMainFrame }: NavigationQuestion): boolean {
  const page = parseAppUrl(url)
  return page !== undefined && isMainFrame && !isApiPath(page.pathname)
}
