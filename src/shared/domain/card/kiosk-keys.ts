/**
 * The keys of the kiosk's screen. The page listens for them, and main lets exactly these function keys through to it
 * (src/main/kiosk/kiosk-window.ts). They are function keys, because a hand scanner types everything else.
 */
export const KIOSK_KEYS = {
  number: 'F2',
  queue: 'F4',
  sound: 'F6',
  choices: 'F7',
  doors: 'F8',
  lock: 'F9',
  exit: 'F10',
} as const
