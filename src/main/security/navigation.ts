/** Limits the navigation of our windows to pages of the interface. */
import { isApiPath, parseAppUrl } from '../origin.ts'

export interface NavigationQuestion {
  readonly url: string
  readonly isMainFrame: boolean
}

/**
 * A reply of the API shown as a document would be a foreign page in our own origin. Frames are not
 * allowed at all.
 */
export function mayNavigate({ url, isMainFrame }: NavigationQuestion): boolean {
  const page = parseAppUrl(url)
  return page !== undefined && isMainFrame && !isApiPath(page.pathname)
}
