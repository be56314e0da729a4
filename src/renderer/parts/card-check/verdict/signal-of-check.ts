import type { Check } from '../check/check-state.ts'
import { LOOKS, type Signal } from '../result/looks.ts'
import { resultOfReply } from '../result/result.ts'

/**
 * The sound of a check. `of` names the result, and each result sounds once: the verdict of the server sounds after one
 * of this device only where their words differ.
 */
export function signalOf(check: Check): { readonly tone: Signal; readonly of: string } | undefined {
  if (check.kind !== 'shown' && check.kind !== 'unchecked') return undefined
  const reply = check.kind === 'shown' ? check.reply : check.offline?.reply
  if (reply !== undefined) {
    const source = check.kind === 'shown' ? 'online' : 'offline'
    const here = check.kind === 'shown' && check.here === true
    const { signal, word } = LOOKS[resultOfReply(reply, source, here)]
    return { tone: signal, of: `${check.number} ${word}` }
  }
  // Only the first failed try sounds; retries in the background change nothing for staff.
  return check.kind === 'unchecked' && check.tries === 1 && !check.retrying
    ? { tone: LOOKS.unchecked.signal, of: `${check.number}` }
    : undefined
}
