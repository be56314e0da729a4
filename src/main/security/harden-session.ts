/** Permissions, devices and downloads of the one session that the interface runs in. */
import { basename } from 'node:path'
import type { Session } from 'electron'
import { isAppUrl, APP_ORIGIN } from '../base/origin.ts'
import type { Log } from '../log/log-file.ts'

export interface PermissionQuestion {
  readonly permission: string
  /** Origin or address of the requesting page. */
  readonly asker: string
  readonly isMainFrame: boolean
  /** For `media`: what would be opened. */
  readonly mediaTypes: readonly string[]
  readonly scannerOpen: boolean
}

/** What the interface may use of the device. Everything else is denied. */
export function mayUse({
  permission,
  asker,
  isMainFrame,
  mediaTypes,
  scannerOpen,
}: PermissionQuestion): boolean {
  if (!isMainFrame || !isAppUrl(asker)) return false
  switch (permission) {
    case 'media':
      return scannerOpen && mediaTypes.length > 0 && mediaTypes.every((type) => type === 'video')
    case 'clipboard-sanitized-write':
    case 'screen-wake-lock':
      return true
    default:
      return false
  }
}

const KINDS = new Map([
  ['image/png', { extension: 'png', unnamed: 'card' }],
  ['application/json', { extension: 'json', unnamed: 'account' }],
  ['text/calendar', { extension: 'ics', unnamed: 'event' }],
])
const MAX_NAME_CHARS = 80

export interface DownloadQuestion {
  readonly url: string
  readonly mediaType: string
  readonly suggestedName: string
}
type DownloadDecision =
  | { readonly kind: 'save'; readonly fileName: string; readonly extension: string }
  | { readonly kind: 'refuse' }

/**
 * The interface saves what it made itself: pictures of the card, the copy of one's own data as JSON
 * text, and events for a calendar, which no system executes when they are opened. Nothing is
 * downloaded from a server.
 */
export function decideDownload({
  url,
  mediaType,
  suggestedName,
}: DownloadQuestion): DownloadDecision {
  const kind = KINDS.get(mediaType)
  if (!url.startsWith(`blob:${APP_ORIGIN}/`) || kind === undefined) return { kind: 'refuse' }
  const stem = basename(suggestedName.replaceAll('\\', '/'))
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .slice(0, MAX_NAME_CHARS)
    .trim()
  const { extension, unnamed } = kind
  return { kind: 'save', fileName: `${stem === '' ? unnamed : stem}.${extension}`, extension }
}

interface HardenSessionOptions {
  readonly scannerIsOpen: () => boolean
  readonly log: Log
}
type HardenedSession = Pick<
  Session,
  'on' | 'setDevicePermissionHandler' | 'setPermissionCheckHandler' | 'setPermissionRequestHandler'
>

export function hardenSession(
  session: HardenedSession,
  { scannerIsOpen, log }: HardenSessionOptions,
): void {
  session.setPermissionRequestHandler((_contents, permission, reply, details) => {
    const granted = mayUse({
      permission,
      // The origin of the frame where it is given: the address can be the one of an embedding page.
      asker:
        ('securityOrigin' in details ? details.securityOrigin : undefined) ?? details.requestingUrl,
      isMainFrame: details.isMainFrame,
      mediaTypes: ('mediaTypes' in details ? details.mediaTypes : undefined) ?? [],
      scannerOpen: scannerIsOpen(),
    })
    if (!granted) log('warn', 'permission.refused', { permission })
    reply(granted)
  })
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin, { isMainFrame, mediaType }) =>
      mayUse({
        permission,
        asker: requestingOrigin,
        isMainFrame,
        mediaTypes: mediaType === undefined ? [] : [mediaType],
        scannerOpen: scannerIsOpen(),
      }),
  )
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event, item) => {
    const decision = decideDownload({
      url: item.getURL(),
      mediaType: item.getMimeType(),
      suggestedName: item.getFilename(),
    })
    if (decision.kind === 'refuse') {
      event.preventDefault()
      log('warn', 'download.refused')
      return
    }
    const { fileName, extension } = decision
    item.setSaveDialogOptions({
      defaultPath: fileName,
      filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
    })
  })
}
