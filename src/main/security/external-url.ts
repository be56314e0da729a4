export const MAX_EXTERNAL_URL_CHARS = 2_048

/**
 * The address in the form that is handed to the operating system, or undefined. Only https: any other scheme can start
 * a program. No user name, which people read as the host.
 */
export function externalUrl(text: string): string | undefined {
  if (text.length > MAX_EXTERNAL_URL_CHARS || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.protocol === 'https:' && url.username === '' && url.password === ''
    ? url.href
    : undefined
}
