import type { Kysely } from 'kysely'
import type { RetentionCounts, Settings } from '#shared/contract/settings.ts'
import { consentState } from '#shared/domain/access/consent-rules.ts'
import { openGoLiveItems } from '#shared/domain/go-live.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { RETENTION_KINDS } from '#shared/domain/people/retention.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { nextTurnAt, readTurn } from '../../parts/database/turns.ts'
import { findOpenConsent } from '../../records/consents/consent-repository.ts'
import { countActiveAdministrators } from '../../records/members/member-list-repository.ts'
import { countHeld } from '../../records/reports/report-repository.ts'
import { readPaymentSettings } from '../../records/settings/payment-settings.ts'
import { deletesByItself, findHold } from '../../records/settings/retention-guard.ts'
import {
  readSetting,
  type Setting,
  type SettingName,
} from '../../records/settings/settings-repository.ts'

const changed = ({ revision, updatedAt, updatedBy }: Setting<SettingName>) => ({
  revision,
  updatedAt,
  updatedBy: updatedBy === null ? null : cardId(updatedBy),
})

/** Counts as the job stored them; 0 for kinds that did not exist at that run. */
function countsOf(detail: string): RetentionCounts {
  const held = JSON.parse(detail === '' ? '{}' : detail) as Partial<RetentionCounts> // written by the job
  return Object.fromEntries(
    RETENTION_KINDS.map((kind) => [kind, held[kind] ?? 0]),
  ) as RetentionCounts // one entry a kind
}

const WAITING = [
  ['payment', 'payment-change'],
  ['consents', 'consent-off'],
] as const

/** A proposal that nobody decided in time is over, although its row has no outcome yet. */
async function waitingGroups(db: Kysely<Schema>, now: Date): Promise<Settings['waiting']> {
  const groups: Settings['waiting'] = []
  for (const [group, kind] of WAITING) {
    const row = await findOpenConsent(db, kind, `settings:${group}`)
    if (
      row !== undefined &&
      consentState({ outcome: row.outcome, proposedAt: row.proposed_at }, now) === 'open'
    )
      groups.push(group)
  }
  return groups
}

export async function presentSettings(
  deps: Pick<Deps, 'config' | 'database' | 'clock' | 'demonstration'>,
): Promise<Settings> {
  const { db } = deps.database
  const [reports, payment] = [await readSetting(db, 'reports'), await readSetting(db, 'payment')]
  const [retention, invitations] = [
    await readSetting(db, 'retention'),
    await readSetting(db, 'invitations'),
  ]
  const consents = await readSetting(db, 'consents')
  const witness = await readSetting(db, 'witness')
  const association = await readSetting(db, 'association')
  const goLive = await readSetting(db, 'goLive')
  const idle = await readSetting(db, 'idle')
  const adoption = await readSetting(db, 'adoption')
  const receipts = await readSetting(db, 'receipts')
  const { version, at, appliesFrom, mails, upTo } = (await readSetting(db, 'announcement')).value
  const { confirmed } = goLive.value
  const pay = await readPaymentSettings(deps)
  const turn = await readTurn(db, 'retention')
  return {
    reports: { ...changed(reports), ...reports.value, held: await countHeld(db) },
    payment: {
      ...changed(payment),
      accounts: [...pay.accounts],
      source: pay.source,
      paypal: pay.paypal !== undefined,
      card: pay.card !== undefined,
    },
    retention: {
      ...changed(retention),
      days: retention.value.days,
      automatic: deletesByItself(deps),
      nextRunAt: deletesByItself(deps) && turn !== undefined ? nextTurnAt(turn) : null,
      hold: deletesByItself(deps) ? ((await findHold(deps)) ?? null) : null,
      lastRun:
        turn === undefined || turn.done_at === null || turn.detail === ''
          ? null
          : { at: turn.done_at, removed: countsOf(turn.detail) },
    },
    association: { ...changed(association), value: association.value },
    invitations: { ...changed(invitations), required: invitations.value.required },
    consents: { ...changed(consents), required: consents.value.required },
    witness: { ...changed(witness), open: witness.value.open },
    idle: { ...changed(idle), days: idle.value.days },
    adoption: {
      ...changed(adoption),
      ...adoption.value,
      announced: version === '' ? null : { version, at, appliesFrom, mails, done: upTo === null },
    },
    receipts: { ...changed(receipts), ...receipts.value },
    goLive: {
      ...changed(goLive),
      confirmed,
      open: [
        ...openGoLiveItems({
          association: association.value,
          isReportModeDecided: reports.revision > 0,
          sendsMail: deps.config.smtpUrl !== undefined,
          makesBackups: deps.config.backup.to !== undefined,
          administrators: await countActiveAdministrators(db),
          adoptedOn: adoption.value.adoptedOn,
          confirmed,
        }),
      ],
    },
    waiting: await waitingGroups(db, deps.clock.now()),
  }
}
