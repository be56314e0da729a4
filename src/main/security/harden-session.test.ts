import { EventEmitter } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import {
  mayUse,
  decideDownload,
  hardenSession,
  type PermissionQuestion,
  type DownloadQuestion,
} from './harden-session.ts'

const camera: PermissionQuestion = {
  permission: 'media',
  asker: 'app://wld/',
  isMainFrame: true,
  mediaTypes: ['video'],
  scannerOpen: true,
}

test('the camera, while the scanner is open', () => expect(mayUse(camera)).toBe(true))
test.each([
  ['the scanner is closed', { scannerOpen: false }],
  ['sound is asked for as well', { mediaTypes: ['video', 'audio'] }],
  ['only sound is asked for', { mediaTypes: ['audio'] }],
  ['nobody knows what is asked for', { mediaTypes: ['unknown'] }],
  ['nothing is asked for', { mediaTypes: [] }],
  ['a frame asks', { isMainFrame: false }],
  ['another origin asks', { asker: 'https://evil.example/' }],
  ['a host that starts alike asks', { asker: 'app://wld.evil/' }],
])('no camera when %s', (_, change) => expect(mayUse({ ...camera, ...change })).toBe(false))

describe('everything else', () => {
  test.each(['clipboard-sanitized-write', 'screen-wake-lock'])(
    '%s is given to our page, scanner or not',
    (permission) => {
      expect(mayUse({ ...camera, permission, mediaTypes: [], scannerOpen: false })).toBe(true)
      expect(mayUse({ ...camera, permission, asker: 'https://evil.example/' })).toBe(false)
      expect(mayUse({ ...camera, permission, isMainFrame: false })).toBe(false)
    },
  )
  test.each([
    'clipboard-read',
    'display-capture',
    'fileSystem',
    'fullscreen',
    'geolocation',
    'hid',
    'idle-detection',
    'local-fonts',
    'midi',
    'notifications',
    'openExternal',
    'pointerLock',
    'serial',
    'storage-access',
    'usb',
    'unknown',
    'a-permission-of-tomorrow',
  ])('%s is denied', (permission) => expect(mayUse({ ...camera, permission })).toBe(false))
})

const card: DownloadQuestion = {
  url: 'blob:app://wld/8c8f3f6f',
  mediaType: 'image/png',
  suggestedName: 'wld-id-10004217.png',
}

test('the picture of the card', () =>
  expect(decideDownload(card)).toEqual({
    kind: 'save',
    fileName: 'wld-id-10004217.png',
    extension: 'png',
  }))
test.each([
  ['wld-account-2026-05-03.json', 'wld-account-2026-05-03.json'],
  ['account.json.html', 'accountjson.json'],
  ['.json', 'account.json'],
])('the copy of one’s data, named %s, is saved as %s', (suggestedName, fileName) =>
  expect(decideDownload({ ...card, mediaType: 'application/json', suggestedName })).toEqual({
    kind: 'save',
    fileName,
    extension: 'json',
  }),
)
test.each([
  ['wld-general-assembly.ics', 'wld-general-assembly.ics'],
  ['.ics', 'event.ics'],
])('an event for the calendar, named %s, is saved as %s', (suggestedName, fileName) =>
  expect(decideDownload({ ...card, mediaType: 'text/calendar', suggestedName })).toEqual({
    kind: 'save',
    fileName,
    extension: 'ics',
  }),
)
test.each([
  ['../../etc/cron.d/x.png', 'x.png'],
  ['..\\..\\evil.exe', 'evil.png'],
  ['folder\\evil.exe', 'evil.png'],
  ['card.png.exe', 'cardpng.png'],
  [' my card .png', 'my card.png'],
  [`${'a'.repeat(200)}.png`, `${'a'.repeat(80)}.png`],
  ['...', 'card.png'],
  ['بطاقة.png', 'بطاقة.png'],
  ['a<b>|c?.png', 'abc.png'],
])('the name %s becomes %s', (suggestedName, fileName) =>
  expect(decideDownload({ ...card, suggestedName })).toMatchObject({ fileName }),
)
test.each([
  ['from the web', { url: 'https://evil.example/a.png' }],
  ['from the API', { url: 'app://wld/api/files/1' }],
  ['of a foreign origin', { url: 'blob:app://evil/1' }],
  ['of a look-alike', { url: 'blob:app://wld.evil/1' }],
  ['in a data address', { url: 'data:image/png;base64,AA' }],
  ['of another type', { mediaType: 'application/x-msdownload' }],
  ['that only looks like JSON', { mediaType: 'application/json+html' }],
  ['named like a property', { mediaType: 'constructor' }],
])('nothing %s is downloaded', (_, change) =>
  expect(decideDownload({ ...card, ...change })).toEqual({ kind: 'refuse' }),
)

function hardened(scannerOpen: boolean) {
  const log = vi.fn()
  const handlers: { request?: Function; check?: Function; device?: Function } = {} // oxlint-disable-line typescript/no-unsafe-function-type -- called below with Electron's arguments
  const session = Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: (handler: never) => void (handlers.request = handler),
    setPermissionCheckHandler: (handler: never) => void (handlers.check = handler),
    setDevicePermissionHandler: (handler: never) => void (handlers.device = handler),
  })
  hardenSession(session as never, { scannerIsOpen: () => scannerOpen, log }) // the four members that are used
  const request = (permission: string, details: object): boolean => {
    let granted = false
    handlers.request?.({}, permission, (reply: boolean) => void (granted = reply), {
      isMainFrame: true,
      requestingUrl: 'app://wld/verify',
      ...details,
    })
    return granted
  }
  const check = (permission: string, origin: string, details: object): boolean =>
    handlers.check?.(null, permission, origin, { isMainFrame: true, ...details })
  return {
    session,
    log,
    request,
    check,
    device: () => handlers.device?.({ deviceType: 'hid', origin: 'app://wld' }),
  }
}
const CAMERA = { mediaTypes: ['video'], securityOrigin: 'app://wld/' }

test('a request: the camera follows the scanner', () => {
  expect(hardened(true).request('media', CAMERA)).toBe(true)
  expect(hardened(false).request('media', CAMERA)).toBe(false)
})
test('a request: the origin of the frame goes before the address of the page', () => {
  expect(
    hardened(true).request('media', { ...CAMERA, securityOrigin: 'https://evil.example/' }),
  ).toBe(false)
})
test('a request for media without media types is refused', () =>
  expect(hardened(true).request('media', {})).toBe(false))
test('a request without an origin is judged by the address of the page', () => {
  expect(hardened(true).request('screen-wake-lock', {})).toBe(true)
  expect(
    hardened(true).request('screen-wake-lock', { requestingUrl: 'https://evil.example/' }),
  ).toBe(false)
})
test('a request that is refused is logged by its permission', () => {
  const { request, log } = hardened(true)
  request('media', CAMERA)
  request('geolocation', {})
  expect(log.mock.calls).toEqual([['warn', 'permission.refused', { permission: 'geolocation' }]])
})
test('a check: the same rule', () => {
  expect(hardened(true).check('media', 'app://wld', { mediaType: 'video' })).toBe(true)
  expect(hardened(false).check('media', 'app://wld', { mediaType: 'video' })).toBe(false)
  expect(hardened(true).check('media', 'app://wld', { mediaType: 'audio' })).toBe(false)
  expect(hardened(true).check('media', 'https://evil.example', { mediaType: 'video' })).toBe(false)
  expect(hardened(true).check('media', 'app://wld', {})).toBe(false)
  expect(hardened(true).check('geolocation', 'app://wld', {})).toBe(false)
})
test('no device at all', () => expect(hardened(true).device()).toBe(false))
test('downloads: our picture gets a dialog, anything else is stopped', () => {
  const { session, log } = hardened(false)
  const download = (url: string) => {
    const [preventDefault, setSaveDialogOptions] = [vi.fn(), vi.fn()]
    session.emit(
      'will-download',
      { preventDefault },
      {
        getURL: () => url,
        getMimeType: () => 'image/png',
        getFilename: () => 'card.png',
        setSaveDialogOptions,
      },
    )
    return {
      isStopped: preventDefault.mock.calls.length > 0,
      dialog: setSaveDialogOptions.mock.calls[0],
    }
  }
  expect(download('blob:app://wld/1')).toEqual({
    isStopped: false,
    dialog: [{ defaultPath: 'card.png', filters: [{ name: 'PNG', extensions: ['png'] }] }],
  })
  expect(log).not.toHaveBeenCalled()
  expect(download('https://evil.example/card.png')).toEqual({ isStopped: true, dialog: undefined })
  expect(log.mock.calls).toEqual([['warn', 'download.refused']])
})
