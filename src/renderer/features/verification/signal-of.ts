import type { Check } from './check-state.ts'
import type { Signal } from './signal.ts'
import { seenAs } from './check-state.ts'
import { verdictFace } from './verdict-look.ts'

/**
 * What is heard of a check. `of` names what it stands for, and that is heard once: the verdict of the server sounds after
 * one of this device only where it is another.
 */
export function signalOf(check: Check): { readonly tone: Signal; readonly of: string } | undefined {
  if (check.kind !== 'shown' && check.kind !== 'unchecked') return undefined
  const reply = check.kind === 'shown' ? check.reply : check.offline?.reply
  if (reply !== undefined) {
    const seen = seenAs(reply)
    return { tone: seen === 'again' ? seen : verdictFace(seen).tone, of: `${check.number} ${seen}` }
  }
  // Only the first failed try is heard; the ones in the background change nothing for the person at the desk.
  return check.kind === 'unchecked' && check.tries === 1 && !check.retrying
    ? { tone: 'unsure', of: `${check.number}` }
    : undefined
}
