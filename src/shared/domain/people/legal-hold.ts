import { cardId, parseMemberNumber } from './member-id.ts'

export const HELD_KINDS = ['member', 'report', 'request'] as const
export type HeldKind = (typeof HELD_KINDS)[number]

/** Reads `WLD_10004217`, `REQ_10004217`, `#17` and bare numbers; undefined for anything else. */
export const parseHeldNumber = (text: string): number | undefined =>
  parseMemberNumber(text.replace(/^\s*(?:req_?|#)/i, ''))

/** The id inside, as `holds/hold-repository.ts` stores it behind the kind. */
export const heldId = (kind: HeldKind, number: number): string =>
  kind === 'request' ? `REQ_${number}` : String(number)

/** What staff read: `WLD_10004217`, `17`, `REQ_10004217`. */
export const shownHeldId = (kind: HeldKind, id: string): string =>
  kind === 'member' ? cardId(Number(id)) : id
