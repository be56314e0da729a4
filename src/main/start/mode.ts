import type { Kiosk } from '../kiosk/create-kiosk.ts'

/** The state of the kiosk for the parts. The kiosk is created after them; until then it is off. */
export interface Mode {
  isOn(): boolean
  isBeginning(): boolean
  /** Undefined before the kiosk is made. */
  kiosk(): Kiosk | undefined
  attach(kiosk: Kiosk): void
}

export function createMode(): Mode {
  let kiosk: Kiosk | undefined
  return {
    isOn: () => kiosk?.isOn() ?? false,
    isBeginning: () => kiosk?.isBeginning() ?? false,
    kiosk: () => kiosk,
    attach(made) {
      kiosk = made
    },
  }
}
