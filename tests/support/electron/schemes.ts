/** Custom schemes. Chromium refuses unknown ones, so `app://host/path` becomes `https://host.app.standin/path`. */
import type * as Electron from 'electron'
import { isConnected } from './connection.ts'

type Handler = (request: Request) => Response | Promise<Response>
const handlers = new Map<string, Handler>()
let privileged: readonly string[] = []

export const toChromium = (url: string): string =>
  url.replace(/^([a-z][\w+.-]*):\/\/([^/?#]+)/, (all, scheme: string, host: string) =>
    handlers.has(scheme) ? `https://${host}.${scheme}.standin` : all,
  )
export const toElectron = (url: string): string =>
  url.replace(/^(blob:)?https:\/\/([^/?#]+)\.([\w-]+)\.standin/, '$1$3://$2')
export const handlerFor = (url: string): Handler | undefined =>
  handlers.get(new URL(url).protocol.slice(0, -1))

export const protocol = {
  registerSchemesAsPrivileged(schemes) {
    if (isConnected())
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    privileged = schemes.map(({ scheme }) => scheme)
  },
  handle(scheme, handler) {
    if (!isConnected()) throw new Error('protocol.handle can only be used after app is ready')
    if (!privileged.includes(scheme)) throw new Error(`${scheme} is not registered as privileged`)
    if (handlers.has(scheme)) throw new Error(`Protocol ${scheme} is already handled`)
    handlers.set(scheme, handler)
  },
} satisfies Pick<Electron.Protocol, 'handle' | 'registerSchemesAsPrivileged'>
