import { describe, expect, test } from 'vitest'
import { mayUse, type PermissionQuestion } from './permissions.ts'

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
