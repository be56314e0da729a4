/** What main says to a PIN that was typed in the kiosk. */
import * as z from 'zod'

export const PinResult = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), triesLeft: z.int(), waitS: z.int() }),
])
export type PinResult = z.output<typeof PinResult>
