/** Which requests the service worker answers. Pure: a mistake here would keep what must not be kept. */
export interface AskedFor {
  readonly method: string
  readonly mode: string
  readonly address: string
  readonly isRange: boolean
}

/** `pass`: the browser does as if there were no service worker. */
export type Answerer = 'page' | 'file' | 'pass'

/**
 * Files of the build and the page itself; nothing else, whatever comes: no call of the API, no picture of a person, no
 * other host. So no cache can ever hold what one person may see and the next may not.
 */
export function whoAnswers(
  { method, mode, address, isRange }: AskedFor,
  origin: string,
  shell: ReadonlySet<string>,
): Answerer {
  const { origin: host, pathname, search } = new URL(address)
  if (method !== 'GET' || isRange || host !== origin) return 'pass'
  if (mode === 'navigate') return isPage(pathname) ? 'page' : 'pass'
  if (search !== '') return 'pass'
  return pathname.startsWith('/assets/') || shell.has(pathname) ? 'file' : 'pass'
}

/** The same rule as the server's: a last part with a dot is a file. Pages of the API (its description) are not ours. */
const isPage = (pathname: string): boolean =>
  !/^\/(api|assets)(\/|$)/.test(pathname) &&
  !['/healthz', '/readyz', '/metrics'].includes(pathname) &&
  !(pathname.split('/').at(-1) ?? '').includes('.')
