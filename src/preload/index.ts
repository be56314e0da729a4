/**
 * The only interface between the page and main. A sandboxed preload may load nothing but
 * `electron`, and it runs before every page: so the tables are types here and no schema library is
 * bundled. Main checks every argument.
 */
import { contextBridge, ipcRenderer } from 'electron'
import type { Bridge, InvokeChannel, PushChannel } from '#shared/contract/desktop/ipc.ts'

const INVOKE = {
  'app:info': true,
  'session:state': true,
  'scanner:set-open': true,
  'shell:set-language': true,
  'shell:open-external': true,
  'settings:get': true,
  'settings:change': true,
  'server:check': true,
  'server:choose': true,
  'offline:state': true,
  'offline:refresh': true,
  'kiosk:state': true,
  'kiosk:system': true,
  'kiosk:begin': true,
  'kiosk:lock': true,
  'kiosk:unlock': true,
  'kiosk:end': true,
  'kiosk:touched': true,
  'kiosk:scan': true,
  'card:judge-offline': true,
  'doors:state': true,
  'doors:invite': true,
  'doors:hide-code': true,
  'doors:join': true,
  'doors:leave': true,
  'doors:remove': true,
  'doors:let-in': true,
  'doors:told': true,
  'queue:state': true,
  'queue:items': true,
  'queue:send': true,
  'queue:export': true,
  'printers:list': true,
  'card:print': true,
  'diagnostics:read': true,
  'diagnostics:copy': true,
  'updates:state': true,
  'updates:check': true,
  'link:take': true,
} as const satisfies Record<InvokeChannel, true>
const PUSH = {
  'session:ended': true,
  'settings:changed': true,
  'offline:changed': true,
  'kiosk:changed': true,
  'doors:changed': true,
  'queue:changed': true,
  'updates:changed': true,
  'link:opened': true,
} as const satisfies Record<PushChannel, true>

const bridge: Bridge = {
  invoke: (channel, ...input) => {
    if (!Object.hasOwn(INVOKE, channel))
      return Promise.reject(new Error('There is no such channel'))
    return ipcRenderer.invoke(channel, ...input)
  },
  on: (channel, listener) => {
    if (!Object.hasOwn(PUSH, channel)) throw new Error('There is no such channel')
    // The event object is not passed on: it would give the page `ipcRenderer` itself.
    const withoutEvent = (): void => listener()
    ipcRenderer.on(channel, withoutEvent)
    return () => void ipcRenderer.off(channel, withoutEvent)
  },
}
contextBridge.exposeInMainWorld('wld', bridge)
