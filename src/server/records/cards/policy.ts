import type { ProblemCode } from '#shared/contract/base/problem.ts'
import {
  canReissueCard,
  type Actor,
  type Target,
} from '#shared/domain/people/member-permissions.ts'
import { managingRefusal } from '../members/policy.ts'

/**
 * Policy `reissue-card`. A caller without rights over members learns nothing about a number: an
 * unknown one is refused as a known one is.
 */
export function reissueRefusal(actor: Actor, target: Target | undefined): ProblemCode | undefined {
  if (target === undefined)
    return actor.role === 'admin' || actor.role === 'content' ? 'not-found' : 'forbidden'
  return canReissueCard(actor, target) ? undefined : managingRefusal(actor, target)
}
