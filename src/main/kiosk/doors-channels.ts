/** The calls of the page about doors. To turn them on, join, leave, remove or let in one needs the PIN of the kiosk. */
import { NO_DOORS } from '#shared/contract/desktop/doors.ts'
import type { Doors } from '../doors/doors.ts'
import type { ChannelHandlers } from '../ipc/handle-channels.ts'
import type { RunningKiosk } from './running-kiosk.ts'

type DoorsHandlers = Pick<ChannelHandlers, Extract<keyof ChannelHandlers, `doors:${string}`>>

const NO_KIOSK = { ok: false, triesLeft: 0, waitS: 0 } as const

export function createDoorsHandlers(ports: {
  readonly doors: () => Doors | undefined
  readonly kiosk: () => Pick<RunningKiosk, 'tryPin'> | undefined
}): DoorsHandlers {
  const tryPin = async (pin: string) => (await ports.kiosk()?.tryPin(pin)) ?? NO_KIOSK
  return {
    'doors:state': () => ports.doors()?.state() ?? NO_DOORS,
    'doors:invite': async (pin) => {
      const tried = await tryPin(pin)
      if (tried.ok) await ports.doors()?.invite()
      return tried
    },
    'doors:hide-code': () => ports.doors()?.hideCode(),
    'doors:join': async ({ pin, ...code }) => {
      const tried = await tryPin(pin)
      return { pin: tried, joined: tried.ok ? ((await ports.doors()?.join(code)) ?? null) : null }
    },
    'doors:leave': async (pin) => {
      const tried = await tryPin(pin)
      if (tried.ok) await ports.doors()?.leave()
      return tried
    },
    'doors:remove': async ({ pin, door }) => {
      const tried = await tryPin(pin)
      if (tried.ok) await ports.doors()?.remove(door)
      return tried
    },
    'doors:let-in': async ({ pin, doors }) => {
      const tried = await tryPin(pin)
      if (tried.ok) await ports.doors()?.letIn(doors)
      return tried
    },
    'doors:told': (cards) => ports.doors()?.told(cards),
  }
}
