/**
 * Copies of files that are being sent. A sealed file can only be opened as a whole, so a reply
 * holds all of it until the last byte has left: replies of the same copy share it, and it counts
 * for the caller that opened it.
 */
import { createWorkGate, type ByteBudget, type Holder } from '../../base/work-gate.ts'

/** Opening a file of 20 MB takes a tenth of a second and, for that moment, three times its size. */
const OPENED_AT_ONCE = 3
const OPENING_QUEUE_MAX = 300

export type HeldFiles =
  | {
      readonly kind: 'held'
      readonly bytes: Buffer
      /** May be called more than once; only the first call has an effect. */ letGo(): void
    }
  | { readonly kind: 'missing' | 'busy' }

/** For whom a copy is opened: its memory and its turns count for one. */
export interface Reader {
  readonly budget: ByteBudget
  readonly holder: Holder
}

export interface HeldCopies {
  hold(key: string, reader: Reader, open: () => Promise<Buffer | undefined>): Promise<HeldFiles>
}

interface HeldCopy {
  readonly bytes: Buffer
  readonly budget: ByteBudget
  readers: number
}

export function createHeldCopies(): HeldCopies {
  const gate = createWorkGate({ atOnce: OPENED_AT_ONCE, queueMax: OPENING_QUEUE_MAX })
  const copies = new Map<string, HeldCopy>()

  function join(key: string, copy: HeldCopy): HeldFiles {
    let isHeld = true
    copy.readers += 1
    return {
      kind: 'held',
      bytes: copy.bytes,
      letGo() {
        if (!isHeld) return
        isHeld = false
        copy.readers -= 1
        if (copy.readers > 0) return
        copies.delete(key)
        copy.budget.giveBack(copy.bytes.length)
      },
    }
  }
  const joinKnown = (key: string): HeldFiles | undefined => {
    const known = copies.get(key)
    return known === undefined ? undefined : join(key, known)
  }

  return {
    async hold(key, { budget, holder }, open) {
      const known = joinKnown(key)
      if (known !== undefined) return known
      const passed = await gate.pass(async (): Promise<HeldFiles> => {
        const meanwhile = joinKnown(key)
        if (meanwhile !== undefined) return meanwhile
        const bytes = await open()
        if (bytes === undefined) return { kind: 'missing' }
        const twin = joinKnown(key)
        if (twin !== undefined) return twin
        if (!budget.take(bytes.length)) return { kind: 'busy' }
        const copy = { bytes, budget, readers: 0 }
        copies.set(key, copy)
        return join(key, copy)
      }, holder)
      return passed.ok ? passed.value : { kind: 'busy' }
    },
  }
}
