import { parseMemberNumber } from '../card/read-member-number.ts'
import { CLEAN } from '../text/clean-text.ts'
import { cardId } from './member-id.ts'

export const HELD_KINDS = ['member', 'report', 'request'] as const
export type HeldKind = (typeof HELD_KINDS)[number]

/** Reads `WLD_10004217`, `REQ_10004217`, `#17` and bare numbers; undefined for anything else. */
export const parseHeldNumber = (text: string): number | undefined =>
  parseMemberNumber(CLEAN['card-number'](text).replace(/^(?:req_?|#)/i, ''))

/** The id inside, as `holds/hold-repository.ts` stores it behind the kind. */
export const heldId = (kind: HeldKind, number: number): string =>
  kind === 'request' ? `REQ_${number}` : String(number)

/** What staff read: `WLD_10004217`, `17`, `REQ_10004217`. */
export const shownHeldId = (kind: HeldKind, id: string): string =>
  kind === 'member' ? cardId(Number(id)) : id
