/** Numbers of the kiosk (ADR 0007), the same for the server, the desktop app and the interface. */
export const KIOSK_HOURS_MAX = 16
export const KIOSK_HOURS_DEFAULT = 8
/**
 * Minutes without a scan, a key or a touch after which the kiosk locks itself. "Never" is no choice: a kiosk that was left
 * alone would let in everybody who holds up a card.
 */
export const KIOSK_LOCK_MINUTES = [5, 15, 30, 60] as const
export const KIOSK_LOCK_DEFAULT_MIN = 5
/** Digits of the PIN that ends or unlocks a kiosk. */
export const KIOSK_PIN = /^\d{6,12}$/
/** After this many wrong PINs in a row the next try has to wait. */
export const PIN_TRIES = 5
export const PIN_WAIT_S = 60
/** Each further wrong PIN doubles the wait, up to this limit. */
export const PIN_WAIT_MAX_S = 15 * 60
/** A status list that is older than this gives no verdict but STALE; managed settings may ask for less or for more. */
export const STATUS_LIST_MAX_AGE_H = 24
/** The computer's clock and the server's may differ by this much; beyond it the app says so. */
export const CLOCK_TOLERANCE_S = 5 * 60
/** Enough of a device's id to tell devices apart in lists; the audit log and the list of devices show the same. */
export const shortDeviceId = (id: string): string => id.slice(0, 8)
/** A kiosk whose clock is wrong, or that has been offline for long, still records; the server judges what arrives. */
export const KIOSK_TOKEN_PREFIX = 'wldk_'
