/** What a confirmed proposal does, in the transaction of the confirmation. */
import type { Transaction } from 'kysely'
import { isoNow } from '../../base/clock.ts'
import type { Schema } from '../../parts/database/schema.ts'
import type { Deps } from '../../deps/deps.ts'
import { memberActor } from '../../parts/audit/audit-log.ts'
import type { Caller } from '../../http/caller.ts'
import type { RequestFacts } from '../../http/handlers.ts'
import { removeFactors } from '../factors/remove-factors.ts'
import { takeOutEvidence } from '../reports/change-evidence.ts'
import { removeReport } from '../reports/report-repository.ts'
import { tellPayment } from '../settings/routes.ts'
import { applyAccessChange } from '../users/access/access-change.ts'
import { readSetting, writeSetting } from '../settings/settings-repository.ts'
import type { Act } from './propose.ts'

interface Scene {
  readonly caller: Caller
  readonly facts: Pick<RequestFacts, 'requestId'>
}

const numberIn = (target: string): number => Number(target.slice(target.indexOf(':') + 1))

/** The audit row of the act itself, beside that of the confirmation. */
type Told = NonNullable<Parameters<Deps['audit']['write']>[0]['detail']>

/**
 * Returns what the act changed, for the audit log; undefined when what it is about has changed since
 * the proposal, so that only what was proposed is done.
 */
async function act(
  deps: Deps,
  db: Transaction<Schema>,
  { kind, target, reason, revision = -1, accounts = [], access }: Act,
  { caller, facts }: Scene,
): Promise<{ readonly action: string; readonly detail: Told } | undefined> {
  const at = isoNow(deps.clock)
  const by = caller.memberId
  switch (kind) {
    case 'report-delete':
      return (await removeReport(db, numberIn(target), { at, by, reason }))
        ? { action: 'report.deleted', detail: { reason } }
        : undefined
    case 'evidence-delete': {
      const removed = await takeOutEvidence(deps, db, numberIn(target), { caller, facts, reason })
      return (
        removed && {
          action: 'evidence.deleted',
          detail: { report: removed.reportId, sha256: removed.sha256, reason },
        }
      )
    }
    case 'payment-change': {
      const before = await readSetting(db, 'payment')
      const value = { accounts: [...accounts] }
      return (await writeSetting(db, 'payment', { value, revision, by, at }))
        ? { action: 'settings.changed', detail: tellPayment(before.value, value) }
        : undefined
    }
    case 'consent-off':
      return (await writeSetting(db, 'consents', { value: { required: false }, revision, by, at }))
        ? { action: 'settings.changed', detail: { from: true, to: false } }
        : undefined
    case 'factor-reset': {
      const removed = await removeFactors(deps, db, numberIn(target))
      return removed === 0 ? undefined : { action: 'factor.reset', detail: { reason, removed } }
    }
    case 'access-change': {
      const told =
        access && (await applyAccessChange(deps, db, numberIn(target), access, { caller, at }))
      return told && { action: 'member.updated', detail: told }
    }
    case 'member-export':
      return { action: 'member.export-permitted', detail: { reason } }
  }
}

/** Returns false when what the proposal is about has changed since. */
export async function carryOut(
  deps: Deps,
  db: Transaction<Schema>,
  proposed: Act,
  scene: Scene,
): Promise<boolean> {
  const told = await act(deps, db, proposed, scene)
  if (told === undefined) return false
  await deps.audit.write(
    {
      actor: memberActor(scene.caller.memberId),
      ...told,
      target: proposed.target,
      requestId: scene.facts.requestId,
    },
    db,
  )
  return true
}
