import type { Kysely, Transaction } from 'kysely'
import type { ProblemCode } from '#shared/contract/base/problem.ts'
import type * as contract from '#shared/contract/consents.ts'
import {
  CONSENT_TTL_S,
  consentState,
  judgeConsent,
  type ConsentState,
  type ConsentWait,
} from '#shared/domain/access/consent-rules.ts'
import { settlesAt } from '#shared/domain/access/second-person.ts'
import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import type { Caller } from '../../http/principal/caller.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { mailMember } from '../../parts/mail/outbox.ts'
import { carryOut, type ConsentActs } from '../../records/consents/carry-out.ts'
import {
  accessEventsOf,
  decideConsent,
  findConsent,
  listConsentRows,
  staffToTell,
  type ConsentRow,
} from '../../records/consents/consent-repository.ts'
import { actOf, consentsAddress, propose } from '../../records/consents/propose.ts'
import { findSubject } from '../../records/evidence/custody-repository.ts'
import { stepUpRefusal } from '../../records/factors/step-up.ts'
import { oneLookUp } from '../../records/look-ups/look-up-budget.ts'
import { presentAccess } from '../../records/members/access-before.ts'
import { findByNumber, namesOf } from '../../records/members/member-repository.ts'
import { categoryIn } from '../../records/reports/categories.ts'
import { findReport } from '../../records/reports/report-repository.ts'

const ENDED_SHOWN = 50

const later = (instant: string, seconds: number): string =>
  new Date(Date.parse(instant) + seconds * 1_000).toISOString()

async function judge(
  { clock }: Pick<Deps, 'clock'>,
  db: Kysely<Schema>,
  { proposed_by: proposedBy, proposed_at: proposedAt }: ConsentRow,
  callerId: number,
) {
  const settles = async (id: number) => settlesAt(await accessEventsOf(db, id), clock.now())
  return judgeConsent({
    proposedBy,
    proposedAt,
    callerId,
    callerSettlesAt: await settles(callerId),
    proposerSettlesAt: await settles(proposedBy),
    hasOther: await hasOtherThan(db, proposedBy),
  })
}

/** The proposals as the caller sees them: what waits names what it is about, so that nobody decides by a number. */
async function presentAll(
  deps: Deps,
  db: Kysely<Schema>,
  rows: readonly ConsentRow[],
  caller: Caller,
): Promise<contract.Consent[]> {
  const people = rows.flatMap((row) => [
    row.proposed_by,
    row.decided_by ?? [],
    idIn('member', row.target) ?? [],
  ])
  const names = await namesOf(db, [...new Set(people.flat())])
  const nameOf = (id: number): string => names.get(id) ?? ''
  return Promise.all(rows.map((row) => presentOne(deps, db, row, { caller, nameOf })))
}

async function presentOne(
  deps: Deps,
  db: Kysely<Schema>,
  row: ConsentRow,
  { caller, nameOf }: { readonly caller: Caller; readonly nameOf: (id: number) => string },
): Promise<contract.Consent> {
  const { reason, accounts, access } = actOf(deps, row)
  const state = consentState(
    { outcome: row.outcome, proposedAt: row.proposed_at },
    deps.clock.now(),
  )
  const judged = state === 'open' ? await judge(deps, db, row, caller.memberId) : 'own'
  const member = idIn('member', row.target)
  return {
    id: row.id,
    kind: row.kind,
    state,
    target: row.target,
    member: member === undefined ? null : { cardId: cardId(member), name: nameOf(member) },
    report: state === 'open' ? await presentReport(db, row.target) : null,
    reason,
    accounts: accounts === undefined ? null : [...accounts],
    access: access === undefined ? null : presentAccess(access),
    proposedBy: cardId(row.proposed_by),
    proposedByName: nameOf(row.proposed_by),
    proposedAt: row.proposed_at,
    expiresAt: later(row.proposed_at, CONSENT_TTL_S),
    decidedBy: row.decided_by === null ? null : cardId(row.decided_by),
    decidedByName: row.decided_by === null ? null : nameOf(row.decided_by),
    decidedAt: row.decided_at,
    own: row.proposed_by === caller.memberId,
    confirmableAt: judged === 'own' ? null : judged.from,
    waitsFor: judged === 'own' ? null : judged.waitsFor,
  }
}

function idIn(kind: 'member' | 'report' | 'evidence', target: string): number | undefined {
  const [named, id] = target.split(':')
  return named === kind ? Number(id) : undefined
}

async function presentReport(
  db: Kysely<Schema>,
  target: string,
): Promise<contract.Consent['report']> {
  const evidence = idIn('evidence', target)
  const piece = evidence === undefined ? undefined : await findSubject(db, evidence)
  const id = idIn('report', target) ?? piece?.report_id
  const row = id === undefined ? undefined : await findReport(db, id)
  if (row === undefined) return null
  return {
    id: row.id,
    type: row.type,
    category: categoryIn(row.type),
    city: row.city,
    country: row.country,
    createdAt: row.created_at,
    description: row.description,
    evidence: piece?.description ?? null,
  }
}

/** After a decision the reply is the proposal as it is now. */
async function present(
  deps: Deps,
  db: Kysely<Schema>,
  row: ConsentRow,
  caller: Caller,
): Promise<contract.Consent> {
  const after = (await findConsent(db, row.id)) ?? row
  const [shown] = await presentAll(deps, db, [after], caller)
  return shown as contract.Consent // one row in, one out
}

/** Whether an active administrator other than the proposer exists. */
async function hasOtherThan(db: Kysely<Schema>, proposedBy: number): Promise<boolean> {
  const administrators = await staffToTell(db, ['ROLE_ADMIN'])
  return administrators.some(({ id }) => id !== proposedBy)
}

const listConsents: Handler<typeof contract.listConsents> = async ({ caller }, deps) => {
  const { db } = deps.database
  const rows = await listConsentRows(db, ENDED_SHOWN)
  return done(await presentAll(deps, db, rows, caller))
}

const proposeExport: Handler<typeof contract.proposeExport> = async (
  { body: { reason }, caller, facts },
  deps,
) => {
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  return facts.transact(async (transaction) => {
    // The number of the proposer is part of the target: a permission is for one administrator.
    const act = { kind: 'member-export', target: `member:${caller.memberId}`, reason } as const
    return done({ consent: await propose(deps, transaction, act, { caller, facts }) })
  })
}

/**
 * Always with a second administrator, whatever the switch says: without its factor an account is
 * opened by its password alone. The person concerned is told at the proposal as well as when it is
 * carried out (`removeFactors`).
 */
const proposeFactorReset: Handler<typeof contract.proposeFactorReset> = async (
  { params, body: { reason }, caller, facts },
  deps,
) => {
  const number = parseMemberNumber(params.id)
  if (number === caller.memberId) return refuse('own-account-protected')
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  return facts.transact(async (transaction) => {
    const member = number === undefined ? undefined : await findByNumber(transaction, number)
    if (member === undefined) return refuse('not-found')
    const act = { kind: 'factor-reset', target: `member:${member.id}`, reason } as const
    const consent = await propose(deps, transaction, act, { caller, facts })
    await mailMember(deps, transaction, member, 'factor-reset-asked', { at: isoNow(deps.clock) })
    return done({ consent })
  })
}

/** Tells the proposer how it ended, unless they ended it. */
async function tellProposer(
  deps: Deps,
  db: Transaction<Schema>,
  row: ConsentRow,
  outcome: ConsentState,
): Promise<void> {
  const proposer = await findByNumber(db, row.proposed_by)
  if (proposer === undefined) return
  await mailMember(deps, db, proposer, 'consent-decided', {
    act: row.kind,
    outcome,
    at: isoNow(deps.clock),
    link: consentsAddress(deps),
  })
}

const REFUSAL_OF = {
  caller: 'access-unsettled',
  proposer: 'proposer-unsettled',
  'cooling-off': 'own-proposal',
} as const satisfies Record<ConsentWait, ProblemCode>

const confirmConsent =
  (acts: ConsentActs): Handler<typeof contract.confirmConsent> =>
  async ({ params, caller, facts }, deps) => {
    const unproven = await stepUpRefusal(deps, caller)
    if (unproven !== undefined) return unproven
    const now = deps.clock.now()
    return facts.transact(async (transaction) => {
      const row = await findConsent(transaction, params.id)
      if (row === undefined) return refuse('not-found')
      if (consentState({ outcome: row.outcome, proposedAt: row.proposed_at }, now) !== 'open')
        return refuse('conflict')
      const judged = await judge(deps, transaction, row, caller.memberId)
      if (judged === 'own') return refuse('own-proposal')
      if (Date.parse(judged.from) > now.getTime())
        return refuse(REFUSAL_OF[judged.waitsFor ?? 'cooling-off'], {
          extra: { from: judged.from },
        })
      // Decided first: of two administrators who confirm at once, one carries it out.
      const decision = { by: caller.memberId, at: isoNow(deps.clock) }
      if (!(await decideConsent(transaction, row.id, { outcome: 'confirmed', ...decision })))
        return refuse('conflict')
      if (!(await carryOut(acts, deps, transaction, actOf(deps, row), { caller, facts })))
        return refuse('conflict')
      if (row.proposed_by !== caller.memberId)
        await tellProposer(deps, transaction, row, 'confirmed')
      facts.trace({ target: row.target, detail: { kind: row.kind, proposedBy: row.proposed_by } })
      return done(await present(deps, transaction, row, caller))
    })
  }

const refuseConsent: Handler<typeof contract.refuseConsent> = ({ params, caller, facts }, deps) =>
  facts.transact(async (transaction) => {
    const row = await findConsent(transaction, params.id)
    if (row === undefined) return refuse('not-found')
    const own = row.proposed_by === caller.memberId
    const outcome = own ? 'withdrawn' : 'refused'
    const decision = { outcome, by: caller.memberId, at: isoNow(deps.clock) } as const
    if (!(await decideConsent(transaction, row.id, decision))) return refuse('conflict')
    if (!own) await tellProposer(deps, transaction, row, outcome)
    facts.trace({
      target: row.target,
      detail: { kind: row.kind, outcome, proposedBy: row.proposed_by },
    })
    return done(await present(deps, transaction, row, caller))
  })

/** @param acts what the features do once a proposal is confirmed */
export const consentsHandlers = (
  acts: ConsentActs,
): HandlersOf<typeof contract.consentsRoutes> => ({
  'consent.list': listConsents,
  'consent.proposeExport': proposeExport,
  'consent.proposeFactorReset': oneLookUp(proposeFactorReset),
  'consent.confirm': confirmConsent(acts),
  'consent.refuse': refuseConsent,
})
