import type { ProblemCode } from '#shared/contract/base/problem.ts'
import type { Caller } from '../../http/principal/caller.ts'

/** Staff at a door compare the photo with a face, so a reviewer must not approve the own photo. */
export const decidingRefusal = (
  caller: Pick<Caller, 'memberId'>,
  memberId: number,
): ProblemCode | undefined => (caller.memberId === memberId ? 'own-account-protected' : undefined)
