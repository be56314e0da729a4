/** The one content security policy of the interface, in the browser and in the desktop app. */
const DIRECTIVES = {
  'default-src': ["'none'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'media-src': ["'self'", 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'worker-src': ["'self'"],
  'manifest-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
} as const

export const contentSecurityPolicy = (): string =>
  Object.entries(DIRECTIVES)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')

/**
 * What the interface may use of the device: the camera for scanning, the lock that keeps the screen awake, the place
 * for a sender who wants it in the seal of a photo, and the microphone for a voice that is recorded as evidence.
 */
export const PERMISSIONS_POLICY =
  'camera=(self), screen-wake-lock=(self), geolocation=(self), microphone=(self), payment=(), usb=()'
