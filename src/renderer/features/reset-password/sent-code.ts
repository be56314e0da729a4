/** That a code is on its way, and to where: kept with the tab, so that a reload does not cost one of three codes an hour. */
import * as z from 'zod'

const KEY = 'wld-reset'

const SentCode = z.object({
  address: z.string().min(1),
  /** When the code runs out, in milliseconds of this device's clock. */
  endsAt: z.number(),
})
export type SentCode = z.output<typeof SentCode>

export function loadSentCode(): SentCode | undefined {
  try {
    return SentCode.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null')).data
  } catch {
    return undefined
  }
}

export function keepSentCode(sent: SentCode | undefined): void {
  if (sent === undefined) sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, JSON.stringify(sent))
}
