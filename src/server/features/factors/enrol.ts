/** Adding a factor. With the first one come ten recovery codes. */
import { randomUUID } from 'node:crypto'
import type { Insertable, Transaction } from 'kysely'
import type { Reply } from '#shared/contract/base/define-route.ts'
import type * as contract from '#shared/contract/factors.ts'
import { CHALLENGE_TTL_S, FACTORS_MAX } from '#shared/domain/access/factor-rules.ts'
import { onlyDigits } from '#shared/domain/text/digits.ts'
import { isoAfter, isoNow } from '../../base/clock.ts'
import { done, refuse, type Outcome, type Refusal } from '../../base/outcome.ts'
import { memberHolder } from '../../base/work-gate.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler, RequestFacts } from '../../http/handlers.ts'
import type { Caller } from '../../http/principal/caller.ts'
import type { FactorTable, Schema } from '../../parts/database/schema.ts'
import { mailMember } from '../../parts/mail/outbox.ts'
import type { Passwords } from '../../parts/security/passwords.ts'
import { drawRecoveryCodes, writtenRecoveryCode } from '../../parts/security/recovery-codes.ts'
import { base32, matchingStep, newTotpSecret, otpauthUri } from '../../parts/security/totp.ts'
import {
  deleteRecoveryCodes,
  factorsOf,
  findChallenge,
  insertFactor,
  isFreshlyOpened,
  markProven,
  putChallenge,
  replaceRecoveryCodes,
  secretContext,
  spendChallenge,
} from '../../records/factors/factor-repository.ts'
import { recordProof } from '../../records/factors/step-up-repository.ts'
import { stepUpRefusal } from '../../records/factors/step-up.ts'
import { lockMember } from '../../records/members/member-repository.ts'
import { rememberDevice } from '../../records/sessions/known-devices.ts'
import { passkeyCreation, readNewPasskey } from './passkeys.ts'

/** The label of the code app, beside the name of the association: nothing that names the holder. */
const ISSUER = 'WLD'
const ACCOUNT = 'WLD'

/** The secret of a code app before its first code is confirmed. */
export const pendingContext = (sessionId: string): string => `factor/pending/${sessionId}`

/**
 * The password was given a moment ago where it opened this very session. A session that was open before the account
 * had to have a factor may stand at an unattended screen: there the password is asked for.
 */
async function enrolRefusal(deps: Deps, caller: Caller): Promise<Refusal | undefined> {
  const { db } = deps.database
  if (!(caller.factor === 'enrol' && (await isFreshlyOpened(db, caller.sessionId)))) {
    const unproven = await stepUpRefusal(deps, caller)
    if (unproven !== undefined) return unproven
  }
  return (await factorsOf(db, caller.memberId)).length >= FACTORS_MAX
    ? refuse('conflict')
    : undefined
}

export const beginPasskey: Handler<typeof contract.beginPasskey> = async ({ caller }, deps) => {
  const refusal = await enrolRefusal(deps, caller)
  if (refusal !== undefined) return refusal
  const { clock, database } = deps
  const options = await passkeyCreation(deps, caller, await factorsOf(database.db, caller.memberId))
  await putChallenge(database.db, {
    session_id: caller.sessionId,
    purpose: 'enrol-passkey',
    challenge: options.challenge,
    expires_at: isoAfter(clock, CHALLENGE_TTL_S),
  })
  return done({ options: { ...options } })
}

export const finishPasskey: Handler<typeof contract.finishPasskey> = async (
  { body, caller, facts },
  deps,
) => {
  const refusal = await enrolRefusal(deps, caller)
  if (refusal !== undefined) return refusal
  const { clock, database } = deps
  // Spent before it is looked at: a challenge is for one try.
  const challenge = await spendChallenge(database.db, {
    sessionId: caller.sessionId,
    purpose: 'enrol-passkey',
    now: isoNow(clock),
  })
  const passkey =
    challenge === undefined
      ? undefined
      : await readNewPasskey(deps, caller.role, { challenge, response: body.passkey })
  if (passkey === undefined) return refuse('second-factor-refused')
  try {
    return await addFactor(deps, facts, caller, {
      id: randomUUID(),
      kind: 'passkey',
      name: body.name,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports,
    })
  } catch (error) {
    if (database.rules.isUniqueViolation(error)) return refuse('conflict')
    throw error
  }
}

export const beginTotp: Handler<typeof contract.beginTotp> = async ({ caller }, deps) => {
  const refusal = await enrolRefusal(deps, caller)
  if (refusal !== undefined) return refusal
  const { clock, database, secrets } = deps
  const secret = newTotpSecret()
  await putChallenge(database.db, {
    session_id: caller.sessionId,
    purpose: 'enrol-totp',
    challenge: secrets.seal('factors', secret, pendingContext(caller.sessionId)).toString('base64'),
    expires_at: isoAfter(clock, CHALLENGE_TTL_S),
  })
  return done({ secret: base32(secret), uri: otpauthUri(secret, ISSUER, ACCOUNT) })
}

/** A mistyped first code may be typed again: the caller knows the secret, so there is nothing to guess. */
export const finishTotp: Handler<typeof contract.finishTotp> = async (
  { body, caller, facts },
  deps,
) => {
  const refusal = await enrolRefusal(deps, caller)
  if (refusal !== undefined) return refusal
  const { clock, database, secrets } = deps
  const key = {
    sessionId: caller.sessionId,
    purpose: 'enrol-totp',
    now: isoNow(clock),
  } as const
  const pending = await findChallenge(database.db, key)
  if (pending === undefined) return refuse('second-factor-refused')
  const secret = secrets.open(
    'factors',
    Buffer.from(pending, 'base64'),
    pendingContext(caller.sessionId),
  )
  const step = matchingStep(secret, onlyDigits(body.code), clock.now())
  if (step === undefined) return refuse('second-factor-refused')
  if ((await spendChallenge(database.db, key)) !== pending) return refuse('conflict')
  const id = randomUUID()
  return addFactor(deps, facts, caller, {
    id,
    kind: 'totp',
    name: body.name,
    secret_sealed: secrets.seal('factors', secret, secretContext(id)).toString('base64'),
    last_step: step,
  })
}

type NewFactor = Pick<FactorTable, 'id' | 'kind' | 'name'> & Partial<FactorTable>

/** Hashes outside of the transaction: on the embedded database nothing else would run meanwhile. */
export async function hashedRecoveryCodes(
  passwords: Passwords,
  memberId: number,
): Promise<
  | {
      readonly ok: true
      readonly codes: readonly string[]
      readonly hashes: readonly string[]
    }
  | { readonly ok: false }
> {
  const codes = drawRecoveryCodes()
  const hashes: string[] = []
  for (const code of codes) {
    const hashed = await passwords.hash(code, memberHolder(memberId))
    if (!hashed.ok) return { ok: false }
    hashes.push(hashed.value)
  }
  return { ok: true, codes: codes.map(writtenRecoveryCode), hashes }
}

async function addFactor(
  deps: Deps,
  facts: RequestFacts,
  caller: Caller,
  factor: NewFactor,
): Promise<Outcome<Reply<typeof contract.finishTotp>>> {
  const isFirst = caller.factor !== 'proven'
  const recovery = isFirst ? await hashedRecoveryCodes(deps.passwords, caller.memberId) : undefined
  if (recovery?.ok === false) return refuse('busy', { retryAfterS: 2 })
  return facts.transact(async (transaction) => {
    const member = await lockMember(transaction, caller.memberId)
    if (member === undefined) return refuse('not-signed-in')
    const held = await factorsOf(transaction, caller.memberId)
    // Another session was faster: this one has to prove that factor, and must not add one of its own.
    if (isFirst ? held.length > 0 : held.length === 0) return refuse('conflict')
    if (held.length >= FACTORS_MAX) return refuse('conflict')
    const at = isoNow(deps.clock)
    await insertFactor(transaction, factorRow(factor, caller.memberId, at))
    if (recovery !== undefined) {
      await deleteRecoveryCodes(transaction, caller.memberId)
      await replaceRecoveryCodes(transaction, caller.memberId, recovery.hashes)
      if (caller.factor === 'enrol') await rememberDevice(deps, transaction, member, facts)
    }
    if (!(await markProven(transaction, caller.sessionId, at))) return refuse('not-signed-in')
    await recordFactorProof(deps, transaction, caller.sessionId)
    await mailMember(deps, transaction, member, 'factor-added', { at, factor: factor.kind })
    facts.trace({
      target: `member:${caller.memberId}`,
      detail: { kind: factor.kind, factor: factor.id, first: isFirst },
    })
    return done({
      id: factor.id,
      recoveryCodes: recovery === undefined ? null : [...recovery.codes],
    })
  })
}

const factorRow = (factor: NewFactor, memberId: number, at: string): Insertable<FactorTable> => ({
  secret_sealed: null,
  last_step: null,
  credential_id: null,
  public_key: null,
  counter: null,
  transports: null,
  ...factor,
  member_id: memberId,
  created_at: at,
  last_used_at: at,
})

/** A factor that was just proven counts as one for the sensitive calls too; the password is asked for all the same. */
export const recordFactorProof = (
  deps: Deps,
  transaction: Transaction<Schema>,
  sessionId: string,
): Promise<void> =>
  recordProof({ ...deps, database: { ...deps.database, db: transaction } }, sessionId, {
    kind: 'factor',
  })
