/** `session.defaultSession`: the permission handlers and downloads. */
import { EventEmitter } from 'node:events'
import { copyFileSync, renameSync } from 'node:fs'
import { extname, join } from 'node:path'
import type * as Electron from 'electron'
import { app } from './app.ts'
import { cdp, preventable } from './connection.ts'
import { toChromium, toElectron } from './schemes.ts'

class Session extends EventEmitter {
  onRequest: Parameters<Electron.Session['setPermissionRequestHandler']>[0] = null
  onCheck: Parameters<Electron.Session['setPermissionCheckHandler']>[0] = null
  onDevice: Parameters<Electron.Session['setDevicePermissionHandler']>[0] = null
  setPermissionRequestHandler(handler: typeof this.onRequest): void {
    this.onRequest = handler
  }
  setPermissionCheckHandler(handler: typeof this.onCheck): void {
    this.onCheck = handler
  }
  setDevicePermissionHandler(handler: typeof this.onDevice): void {
    this.onDevice = handler
  }
}
export const defaultSession = new Session() satisfies Pick<
  Electron.Session,
  'setDevicePermissionHandler' | 'setPermissionCheckHandler' | 'setPermissionRequestHandler'
>
export const session = { defaultSession }

const PERMISSIONS = [
  ['camera', 'media', { mediaTypes: ['video'], mediaType: 'video' }],
  ['microphone', 'media', { mediaTypes: ['audio'], mediaType: 'audio' }],
  ['geolocation', 'geolocation', {}],
  ['notifications', 'notifications', {}],
  ['clipboard-read', 'clipboard-read', {}],
  ['clipboard-write', 'clipboard-sanitized-write', {}],
  ['screen-wake-lock', 'screen-wake-lock', {}],
] as const

/** Asks both handlers about each permission, as Electron does on use, and sets Chromium's switches to the results. */
export async function applyPermissions(url: string): Promise<void> {
  const { onRequest, onCheck } = defaultSession
  const { origin } = new URL(toChromium(url))
  if (origin === 'null') return
  const askerOrigin = toElectron(origin)
  for (const [name, permission, details] of PERMISSIONS) {
    const full = {
      requestingUrl: url,
      isMainFrame: true,
      securityOrigin: `${askerOrigin}/`,
      ...details,
    } as never // the union of all kinds
    const asked =
      onRequest === null ||
      (await new Promise<boolean>((resolve) => onRequest(null as never, permission, resolve, full))) // main does not use the contents
    const checked = onCheck === null || onCheck(null, permission, askerOrigin, full)
    await cdp().send('Browser.setPermission', {
      permission: { name },
      setting: asked && checked ? 'granted' : 'denied',
      origin,
    })
  }
}

/** DevTools does not report the type of a download, so the stand-in derives it from the name. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.json': 'application/json',
  '.html': 'text/html',
  '.js': 'text/javascript',
}

interface Begun {
  readonly guid: string
  readonly url: string
  readonly suggestedFilename: string
}

export async function watchDownloads(): Promise<void> {
  const folder = app.getPath('downloads')
  const targets = new Map<string, string>()
  cdp().on<Begun>('Browser.downloadWillBegin', undefined, ({ guid, url, suggestedFilename }) => {
    const event = preventable({})
    const item = {
      getURL: () => toElectron(url),
      getFilename: () => suggestedFilename,
      getMimeType: () => MEDIA_TYPES[extname(suggestedFilename)] ?? 'application/octet-stream',
      setSaveDialogOptions: () => undefined, // no dialog here; a test sets the path
      setSavePath: (path: string) => void targets.set(guid, path),
    } satisfies Record<
      keyof Pick<
        Electron.DownloadItem,
        'getFilename' | 'getMimeType' | 'getURL' | 'setSaveDialogOptions' | 'setSavePath'
      >,
      unknown
    >
    defaultSession.emit('will-download', event, item, null, null)
    if (event.defaultPrevented) void cdp().send('Browser.cancelDownload', { guid })
  })
  cdp().on<{ guid: string; state: string }>(
    'Browser.downloadProgress',
    undefined,
    ({ guid, state }) => {
      const target = targets.get(guid)
      if (state !== 'completed' || target === undefined) return
      copyFileSync(join(folder, guid), `${target}.part`)
      renameSync(`${target}.part`, target) // never read half-written
    },
  )
  await cdp().send('Browser.setDownloadBehavior', {
    behavior: 'allowAndName',
    downloadPath: folder,
    eventsEnabled: true,
  })
}
