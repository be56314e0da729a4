/**
 * The only interface between the page and main. A sandboxed preload may load nothing but
 * `electron`, and it runs before every page: so only the names of the channels are bundled, and no schema
 * library. Main checks every argument.
 */
import { contextBridge, ipcRenderer } from 'electron'
import { INVOKE_NAMES, PUSH_NAMES } from '#shared/contract/desktop/channel-names.ts'
import type { Bridge } from '#shared/contract/desktop/ipc.ts'

const bridge: Bridge = {
  invoke: (channel, ...input) => {
    if (!Object.hasOwn(INVOKE_NAMES, channel))
      return Promise.reject(new Error('There is no such channel'))
    return ipcRenderer.invoke(channel, ...input)
  },
  on: (channel, listener) => {
    if (!PUSH_NAMES.includes(channel)) throw new Error('There is no such channel')
    // The event object is not passed on: it would give the page `ipcRenderer` itself.
    const withoutEvent = (): void => listener()
    ipcRenderer.on(channel, withoutEvent)
    return () => void ipcRenderer.off(channel, withoutEvent)
  },
}
contextBridge.exposeInMainWorld('wld', bridge)
