/** Accepts as server address an https origin, and http only for this computer. */
const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]']

export const isLocalName = (hostname: string): boolean => LOCAL_NAMES.includes(hostname)

export const isServerOrigin = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(text)
  const plain =
    pathname === '/' && search === '' && hash === '' && username === '' && password === ''
  return plain && (protocol === 'https:' || (protocol === 'http:' && isLocalName(hostname)))
}

export const SERVER_ORIGIN_WANTED =
  'must be the origin of the server, such as https://members.example.org (http for localhost only)'
