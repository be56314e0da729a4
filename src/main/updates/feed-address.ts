const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]']

/**
 * Address of a file of the feed, or undefined where the feed's own address is not one to ask: https only, and http to
 * this computer where the app was not installed (tests).
 * @param feed a folder; a slash at the end makes no difference.
 */
export function feedAddress(
  feed: string,
  file: string,
  allowLocalHttp: boolean,
): string | undefined {
  if (!URL.canParse(feed)) return undefined
  const url = new URL(feed)
  const secure =
    url.protocol === 'https:' ||
    (allowLocalHttp && url.protocol === 'http:' && LOCAL_NAMES.includes(url.hostname))
  if (!secure || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return undefined
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${file}`
  return url.href
}
