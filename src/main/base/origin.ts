/** The one origin of the interface in the desktop app. */
export const APP_SCHEME = 'app'
const APP_HOST = 'wld'
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`

/**
 * Returns the parsed address when it is exactly in our origin: no user, no port, no host with only
 * the same beginning.
 */
export function parseAppUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const ours =
    url.protocol === `${APP_SCHEME}:` &&
    url.host === APP_HOST &&
    url.username === '' &&
    url.password === ''
  return ours ? url : undefined
}

export const isAppUrl = (text: string): boolean => parseAppUrl(text) !== undefined

/** Paths that go to the API; everything else is the built interface. */
export const isApiPath = (pathname: string): boolean => /^\/api(?:\/|$)/i.test(pathname)
