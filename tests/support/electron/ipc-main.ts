import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'

type Invoke = (event: Electron.IpcMainInvokeEvent, ...args: never[]) => unknown
export const invokers = new Map<string, Invoke>()

class IpcMain extends EventEmitter {
  handle(channel: string, listener: Invoke): void {
    if (invokers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    invokers.set(channel, listener)
  }
  removeHandler(channel: string): void {
    invokers.delete(channel)
  }
}
export const ipcMain = new IpcMain() satisfies Pick<Electron.IpcMain, 'handle' | 'removeHandler'>
