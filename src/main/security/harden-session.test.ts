import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { hardenSession } from './harden-session.ts'

function hardened(scannerOpen: boolean) {
  const handlers: { request?: Function; check?: Function; device?: Function } = {} // oxlint-disable-line typescript/no-unsafe-function-type -- called below with Electron's arguments
  const session = Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: (handler: never) => void (handlers.request = handler),
    setPermissionCheckHandler: (handler: never) => void (handlers.check = handler),
    setDevicePermissionHandler: (handler: never) => void (handlers.device = handler),
  })
  hardenSession(session as never, { scannerIsOpen: () => scannerOpen, log: () => undefined }) // the four members that are used
  const request = (permission: string, details: object): boolean => {
    let granted = false
    handlers.request?.({}, permission, (answer: boolean) => void (granted = answer), {
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
test('a check: the same rule', () => {
  expect(hardened(true).check('media', 'app://wld', { mediaType: 'video' })).toBe(true)
  expect(hardened(false).check('media', 'app://wld', { mediaType: 'video' })).toBe(false)
  expect(hardened(true).check('media', 'app://wld', { mediaType: 'audio' })).toBe(false)
  expect(hardened(true).check('media', 'https://evil.example', { mediaType: 'video' })).toBe(false)
  expect(hardened(true).check('geolocation', 'app://wld', {})).toBe(false)
})
test('no device at all', () => expect(hardened(true).device()).toBe(false))
test('downloads: our picture gets a dialog, anything else is stopped', () => {
  const { session } = hardened(false)
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
    return [preventDefault.mock.calls.length, setSaveDialogOptions.mock.calls.length]
  }
  expect(download('blob:app://wld/1')).toEqual([0, 1])
  expect(download('https://evil.example/card.png')).toEqual([1, 0])
})
