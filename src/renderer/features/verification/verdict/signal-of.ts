import type { Check } from '../check/check-state.ts'
import type { Signal } from './signal.ts'
import { seenAs } from '../check/check-state.ts'
import { verdictFace } from './verdict-look.ts'

/**
 * The sound of a check. `of` names the result, and each result sounds once: the verdict of the server sounds after one
 * of this device only where the two differ.
 */
export function signalOf(check: Check): { readonly tone: Signal; readonly of: string } | undefined {
  if (check.kind !== 'shown' && check.kind !== 'unchecked') return undefined
  const reply = check.kind === 'shown' ? check.reply : check.offline?.reply
  if (reply !== undefined) {
    const seen = seenAs(reply)
    return { tone: seen === 'again' ? seen : verdictFace(seen).tone, of: `${check.number} ${seen}` }
  }
  // Only the first failed try sounds; retries in the background change nothing for staff.
  return check.kind === 'unchecked' && check.tries === 1 && !check.retrying
    ? { tone: 'unsure', of: `${check.number}` }
    : undefined
}
