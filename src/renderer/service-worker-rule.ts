/**
 * Selects the requests that the service worker handles. A pure function, because a mistake here
 * would cache private data.
 */
export interface AskedFor {
  readonly method: string
  readonly mode: string
  readonly address: string
  readonly isRange: boolean
}

/** `pass`: the browser acts as without a service worker. */
export type Responder = 'page' | 'file' | 'pass'

/**
 * Responds only with files of the build and the page itself. It never caches a call of the API, a
 * picture of a person, or another host. So no cache can contain data that the next user may not see.
 */
export function responderOf(
  { method, mode, address, isRange }: AskedFor,
  origin: string,
  shell: ReadonlySet<string>,
): Responder {
  const { origin: host, pathname, search } = new URL(address)
  if (method !== 'GET' || isRange || host !== origin) return 'pass'
  if (mode === 'navigate') return isPage(pathname) ? 'page' : 'pass'
  if (search !== '') return 'pass'
  return pathname.startsWith('/assets/') || shell.has(pathname) ? 'file' : 'pass'
}

/** Pages of witnesses: what they load is not kept, so that the cache does not tell of the visit. */
export const leavesNoTrace = (address: string): boolean =>
  /^\/tell(-plain)?(\/|$)/.test(new URL(address).pathname)

/** The same rule as the server's: a last part with a dot is a file. Pages of the API (its description) are not ours. */
const isPage = (pathname: string): boolean =>
  !/^\/(api|assets)(\/|$)/.test(pathname) &&
  !/^\/tell(-plain)?(\/|$)/.test(pathname) && // programs of their own, that need the server anyway
  !['/healthz', '/readyz', '/metrics'].includes(pathname) &&
  !(pathname.split('/').at(-1) ?? '').includes('.')
