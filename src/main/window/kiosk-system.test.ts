import { expect, test, vi } from 'vitest'
import { cameraAccess, windowingOf } from './kiosk-system.ts'

test.each([
  ['win32', {}, '', 'windows'],
  ['darwin', {}, '', 'macos'],
  ['linux', {}, '', 'x11'],
  ['linux', { XDG_SESSION_TYPE: 'x11', WAYLAND_DISPLAY: 'wayland-0' }, '', 'x11'],
  ['linux', { XDG_SESSION_TYPE: 'wayland' }, '', 'wayland'],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, '', 'wayland'],
  ['linux', { XDG_SESSION_TYPE: 'tty', WAYLAND_DISPLAY: 'wayland-0' }, '', 'wayland'], // cage, started as a service
  ['linux', { WAYLAND_DISPLAY: '' }, '', 'x11'],
  ['linux', { XDG_SESSION_TYPE: 'wayland' }, 'x11', 'x11'],
  ['linux', {}, 'wayland', 'wayland'],
] as const)('%s %j %j: %s', (platform, env, ozonePlatform, expected) =>
  expect(windowingOf({ platform, env, ozonePlatform })).toBe(expected),
)

test.each([
  ['darwin', 'denied'],
  ['win32', 'denied'],
  ['linux', 'unknown'],
] as const)('the camera on %s: %s', (platform, expected) => {
  const getMediaAccessStatus = vi.fn(() => 'denied' as const)
  expect(cameraAccess(platform, { getMediaAccessStatus })).toBe(expected)
  expect(getMediaAccessStatus).toHaveBeenCalledTimes(platform === 'linux' ? 0 : 1)
})
