/** Proving a factor: for a session that waits, or for its sensitive calls. */
import type * as contract from '#shared/contract/factors.ts'
import { CHALLENGE_TTL_S, WRONG_CODES } from '#shared/domain/access/factor-rules.ts'
import { onlyDigits } from '#shared/domain/text/digits.ts'
import { isoAfter, isoNow } from '../../base/clock.ts'
import { done, refuse, type Refusal } from '../../base/outcome.ts'
import { memberHolder } from '../../base/work-gate.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler } from '../../http/handlers.ts'
import type { Caller } from '../../http/principal/caller.ts'
import { memberActor } from '../../parts/audit/audit-log.ts'
import { inTransaction } from '../../parts/database/transact.ts'
import { mailMember } from '../../parts/mail/outbox.ts'
import { readRecoveryCode } from '../../parts/security/recovery-codes.ts'
import { matchingStep } from '../../parts/security/totp.ts'
import {
  factorsOf,
  findPasskey,
  findRecoveryCode,
  markProven,
  proofMethodsOf,
  putChallenge,
  recoveryCodesLeft,
  secretContext,
  spendChallenge,
  spendRecoveryCode,
  useCounter,
  useStep,
} from '../../records/factors/factor-repository.ts'
import { findByNumber } from '../../records/members/member-repository.ts'
import { rememberDevice } from '../../records/sessions/known-devices.ts'
import { recordFactorProof } from './enrol.ts'
import { passkeyRequest, readPasskeyProof } from './passkeys.ts'

type Body = Parameters<Handler<typeof contract.finishProof>>[0]['body']
type Db = Deps['database']['db']

/** What was found right, to be used up in the transaction of the proof; returns false where another call was faster. */
type Found = (db: Db, at: string) => Promise<boolean>

export const beginProof: Handler<typeof contract.beginProof> = async ({ body, caller }, deps) => {
  const { clock, database } = deps
  const held = await factorsOf(database.db, caller.memberId)
  const methods = [...(await proofMethodsOf(database.db, caller.memberId))]
  if (!methods.includes('passkey')) return done({ methods, options: null })
  const options = await passkeyRequest(deps, caller.role, held)
  await putChallenge(database.db, {
    session_id: caller.sessionId,
    purpose: body.purpose,
    challenge: options.challenge,
    expires_at: isoAfter(clock, CHALLENGE_TTL_S),
  })
  return done({ methods, options: { ...options } })
}

async function findByPasskey(
  deps: Deps,
  caller: Caller,
  body: Extract<Body, { method: 'passkey' }>,
): Promise<Found | undefined> {
  const { clock, database } = deps
  // The challenge belongs to this session and to one try; a passkey of another member is unknown here.
  const challenge = await spendChallenge(database.db, {
    sessionId: caller.sessionId,
    purpose: body.purpose,
    now: isoNow(clock),
  })
  const passkey = await findPasskey(database.db, caller.memberId, body.passkey.id)
  if (challenge === undefined || passkey === undefined) return undefined
  const counter = await readPasskeyProof(deps, caller.role, {
    challenge,
    response: body.passkey,
    passkey,
  })
  return counter === undefined ? undefined : (db, at) => useCounter(db, passkey.id, { counter, at })
}

/** Each code app of the member is compared, whether or not one before it was right. */
async function findByCode(deps: Deps, caller: Caller, text: string): Promise<Found | undefined> {
  const { clock, database, secrets } = deps
  const code = onlyDigits(text)
  const right = (await factorsOf(database.db, caller.memberId)).flatMap(
    ({ id, secret_sealed: sealed }) => {
      if (sealed === null) return []
      const secret = secrets.open('factors', Buffer.from(sealed, 'base64'), secretContext(id))
      const step = matchingStep(secret, code, clock.now())
      return step === undefined ? [] : [{ id, step }]
    },
  )
  const [one] = right
  return one === undefined ? undefined : (db, at) => useStep(db, one.id, { step: one.step, at })
}

async function findByRecoveryCode(
  deps: Deps,
  caller: Caller,
  text: string,
): Promise<Found | 'busy' | undefined> {
  const given = readRecoveryCode(text)
  const row =
    given === undefined
      ? undefined
      : await findRecoveryCode(deps.database.db, caller.memberId, given.place)
  // The same work for a code that was used or never existed.
  const checked = await deps.passwords.verify(
    given?.code ?? '',
    row?.code_hash,
    memberHolder(caller.memberId),
  )
  if (!checked.ok) return 'busy'
  if (!checked.value || row === undefined) return undefined
  return (db, at) => spendRecoveryCode(db, caller.memberId, { hash: row.code_hash, at })
}

const budgetName = ({ secrets }: Deps, memberId: number): string =>
  `factors.wrong/${secrets.mac('lookup', `factor/${memberId}`)}`

/**
 * Counts a try before anything is compared, so that many calls at once compare no more than a few.
 * Over all sessions and networks: only who has the password gets here, so no stranger can use it up.
 */
async function countTry(deps: Deps, memberId: number): Promise<Refusal | undefined> {
  for (const { max, windowS } of WRONG_CODES) {
    const hit = await deps.throttle.hit(`${budgetName(deps, memberId)}/${windowS}`, max, windowS)
    if (!hit.ok) return refuse('too-many', { retryAfterS: hit.retryAfterS })
  }
  return undefined
}

/** A right code is no wrong one. */
async function takeBackTry(deps: Deps, memberId: number): Promise<void> {
  for (const { max, windowS } of WRONG_CODES)
    await deps.throttle.hit(`${budgetName(deps, memberId)}/${windowS}`, max, windowS, -1)
}

/** Tells the holder, once in the time of the budget, that a caller with the password tries codes. */
async function tellHolder(deps: Deps, memberId: number): Promise<void> {
  const [short] = WRONG_CODES
  const name = `${budgetName(deps, memberId)}/${short.windowS}`
  const isUsedUp = !(await deps.throttle.hit(name, short.max - 1, short.windowS, 0)).ok
  if (!isUsedUp || !(await deps.throttle.hit(`${name}/told`, 1, short.windowS)).ok) return
  await inTransaction(deps.database.db, async (transaction) => {
    const member = await findByNumber(transaction, memberId)
    if (member !== undefined)
      await mailMember(deps, transaction, member, 'factor-tries', { at: isoNow(deps.clock) })
  })
}

export const finishProof: Handler<typeof contract.finishProof> = async (
  { body, caller, facts },
  deps,
) => {
  const isCode = body.method !== 'passkey'
  const refused = refuse('second-factor-refused', {
    audit: {
      action: 'factor.refused',
      target: memberActor(caller.memberId),
      detail: { method: body.method, purpose: body.purpose },
    },
  })
  if (isCode) {
    const tooMany = await countTry(deps, caller.memberId)
    if (tooMany !== undefined) return tooMany
  }
  const found =
    body.method === 'passkey'
      ? await findByPasskey(deps, caller, body)
      : body.method === 'totp'
        ? await findByCode(deps, caller, body.code)
        : await findByRecoveryCode(deps, caller, body.code)
  if (found === 'busy') {
    await takeBackTry(deps, caller.memberId) // nothing was compared
    return refuse('busy', { retryAfterS: 2 })
  }
  const outcome =
    found === undefined
      ? refused
      : await facts.transact(async (transaction) => {
          const at = isoNow(deps.clock)
          if (!(await found(transaction, at))) return refused
          const member = await findByNumber(transaction, caller.memberId)
          if (member === undefined) return refuse('not-signed-in')
          let newDevice = false
          if (caller.factor === 'prove') {
            if (!(await markProven(transaction, caller.sessionId, at)))
              return refuse('not-signed-in')
            newDevice = await rememberDevice(deps, transaction, member, facts)
          }
          await recordFactorProof(deps, transaction, caller.sessionId)
          const left = await recoveryCodesLeft(transaction, caller.memberId)
          if (body.method === 'recovery')
            await mailMember(deps, transaction, member, 'recovery-code-used', {
              at,
              left: String(left),
            })
          facts.trace({
            target: memberActor(caller.memberId),
            detail: { newDevice, method: body.method, purpose: body.purpose },
          })
          return done({ proven: true as const, recoveryCodesLeft: left })
        })
  if (isCode && outcome.ok) await takeBackTry(deps, caller.memberId)
  if (isCode && !outcome.ok) await tellHolder(deps, caller.memberId)
  return outcome
}
