const SETUP_PATH = '/setup'

/** Where to go instead of the page that was asked for; undefined: it is the right one. */
export function placeBefore(apiUrl: string, pathname: string): string | undefined {
  if (apiUrl === '') return pathname === SETUP_PATH ? undefined : SETUP_PATH
  return pathname === SETUP_PATH ? '/login' : undefined
}
