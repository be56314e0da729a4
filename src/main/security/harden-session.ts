/** Permissions, devices and downloads of the one session that the interface runs in. */
import type { Session } from 'electron'
import type { Log } from '../log/log-file.ts'
import { decideDownload } from './downloads.ts'
import { mayUse } from './permissions.ts'

export interface HardenSessionOptions {
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
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
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
    answer(granted)
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
