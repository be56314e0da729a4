import type { Caller } from '../../http/principal/caller.ts'

/** Policy `own-session`. */
export const mayEndSession = (caller: Caller, session: { readonly member_id: number }): boolean =>
  session.member_id === caller.memberId
