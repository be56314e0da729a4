import type { ProblemCode } from '#shared/contract/problem.ts'
import type { Caller } from '../../http/caller.ts'

/** The photo is what people at a door compare with a face: nobody approves their own. */
export const decidingRefusal = (
  caller: Pick<Caller, 'memberId'>,
  memberId: number,
): ProblemCode | undefined => (caller.memberId === memberId ? 'own-account-protected' : undefined)
