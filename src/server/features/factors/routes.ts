import type * as contract from '#shared/contract/factors.ts'
import { FACTOR_KINDS, isFactorRequired, isWaiting } from '#shared/domain/access/factor-rules.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { memberActor } from '../../parts/audit/audit-log.ts'
import { mailMember } from '../../parts/mail/outbox.ts'
import type { ConsentActs } from '../../records/consents/carry-out.ts'
import {
  deleteOneFactor,
  deleteRecoveryCodes,
  factorsOf,
  forgetProven,
  proofMethodsOf,
  recoveryCodesLeft,
  replaceRecoveryCodes,
} from '../../records/factors/factor-repository.ts'
import { stepUpRefusal } from '../../records/factors/step-up.ts'
import { lockMember } from '../../records/members/member-repository.ts'
import { beginPasskey, beginTotp, finishPasskey, finishTotp, hashedRecoveryCodes } from './enrol.ts'
import { beginProof, finishProof } from './prove.ts'
import { removeFactors } from './remove-factors.ts'

const listFactors: Handler<typeof contract.listFactors> = async ({ caller }, deps) => {
  const { db } = deps.database
  const { factor: state, memberId, role } = caller
  const methods = state === 'enrol' ? [...FACTOR_KINDS] : [...(await proofMethodsOf(db, memberId))]
  const base = { state, required: isFactorRequired(role, deps.config.staffFactor), methods }
  // Names of devices, and when they were used, are not shown to a caller who has the password alone.
  if (isWaiting(state)) return done({ ...base, factors: [], recoveryCodesLeft: 0 })
  const factors = await factorsOf(db, memberId)
  return done({
    ...base,
    factors: factors.map(({ id, kind, name, created_at, last_used_at }) => ({
      id,
      kind,
      name,
      createdAt: created_at,
      lastUsedAt: last_used_at,
    })),
    recoveryCodesLeft: await recoveryCodesLeft(db, memberId),
  })
}

const renewRecoveryCodes: Handler<typeof contract.renewRecoveryCodes> = async (
  { caller, facts },
  deps,
) => {
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  const recovery = await hashedRecoveryCodes(deps.passwords, caller.memberId)
  if (!recovery.ok) return refuse('busy', { retryAfterS: 2 })
  return facts.transact(async (transaction) => {
    await lockMember(transaction, caller.memberId)
    if ((await factorsOf(transaction, caller.memberId)).length === 0) return refuse('not-found')
    await replaceRecoveryCodes(transaction, caller.memberId, recovery.hashes)
    facts.trace({ target: memberActor(caller.memberId) })
    return done({ recoveryCodes: [...recovery.codes] })
  })
}

const deleteFactor: Handler<typeof contract.deleteFactor> = async (
  { params, caller, facts },
  deps,
) => {
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  return facts.transact(async (transaction) => {
    const member = await lockMember(transaction, caller.memberId)
    const held = await factorsOf(transaction, caller.memberId)
    const factor = held.find(({ id }) => id === params.id)
    if (member === undefined || factor === undefined) return refuse('not-found')
    if (held.length === 1) {
      if (isFactorRequired(caller.role, deps.config.staffFactor)) return refuse('last-factor')
      await deleteRecoveryCodes(transaction, caller.memberId)
      await forgetProven(transaction, caller.memberId)
    }
    await deleteOneFactor(transaction, caller.memberId, factor.id)
    await mailMember(deps, transaction, member, 'factor-deleted', {
      at: isoNow(deps.clock),
      factor: factor.kind,
    })
    facts.trace({
      target: memberActor(caller.memberId),
      detail: { kind: factor.kind, factor: factor.id },
    })
    return done({})
  })
}

export const factorsHandlers: HandlersOf<typeof contract.factorsRoutes> = {
  'factors.list': listFactors,
  'factors.beginPasskey': beginPasskey,
  'factors.finishPasskey': finishPasskey,
  'factors.beginTotp': beginTotp,
  'factors.finishTotp': finishTotp,
  'factors.renewRecoveryCodes': renewRecoveryCodes,
  'factors.delete': deleteFactor,
  'factors.beginProof': beginProof,
  'factors.finishProof': finishProof,
}

/** What a confirmed proposal does to factors. */
export const factorActs = {
  'factor-reset': async (deps, db, { id, reason }) => {
    const removed = await removeFactors(deps, db, id)
    return removed === 0 ? undefined : { action: 'factor.reset', detail: { reason, removed } }
  },
} as const satisfies Partial<ConsentActs>
