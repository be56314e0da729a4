/** Tells administrators about unusual acts, see `domain/access/watch-rules.ts`. */
import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import {
  STAFF_ONLY,
  WATCH_RULES,
  weightOf,
  whoReached,
  type AlertKind,
  type WatchRule,
} from '#shared/domain/access/watch-rules.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { isStaff, roleOf } from '#shared/domain/people/roles.ts'
import { isoAfter, isoNow } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { inTransaction } from '../../parts/database/transact.ts'
import { mailMember } from '../../parts/mail/outbox.ts'
import { staffToTell } from '../../records/consents/consent-repository.ts'
import { findByNumber } from '../../records/members/member-repository.ts'
import {
  auditRowsAfter,
  auditRowsOf,
  hasAlertSince,
  insertAlert,
  moveCursor,
  readCursor,
} from '../../records/watch/watch-repository.ts'

/** Rows in one transaction: some ten milliseconds on the embedded database. */
const ROWS_AT_ONCE = 500
/** Rows of one account that are summed up: some of them count nothing, such as scans of signed cards. */
const SUMMED_ROWS_MAX = 5_000

interface Reached {
  readonly kind: AlertKind
  readonly memberId: number
  readonly count: number
  readonly windowS: number
}

type Row = Awaited<ReturnType<typeof auditRowsAfter>>[number]

const memberIn = (who: string): number => Number(who.slice('member:'.length))

/** A sign-in from a browser or network that the account never used. */
const isNewDevice = ({ actor, detail }: Row): boolean =>
  actor.startsWith('member:') && detail.includes('"newDevice":true') // written by the sign-in and by the proof of a factor

/** Something was uncovered, released or verified, and becomes public or waits for a second person. */
const isRelease = ({ actor, detail }: Row): boolean =>
  actor.startsWith('member:') && detail.includes('"release":true') // quotes inside a reason are escaped

/** One alert for each member: every release is mailed, however many there were before. */
function releasesIn(rows: readonly Row[]): Reached[] {
  const counts = new Map<string, number>()
  for (const { actor } of rows.filter(isRelease)) counts.set(actor, (counts.get(actor) ?? 0) + 1)
  return Array.from(counts, ([actor, count]) => ({
    kind: 'made-public' as const,
    memberId: memberIn(actor),
    count,
    windowS: 0,
  }))
}

/** Members whom the new rows concern, counted with the older rows of the window. */
async function reachedBy(
  { clock }: Pick<Deps, 'clock'>,
  db: Kysely<Schema>,
  rows: readonly Row[],
): Promise<readonly Reached[]> {
  const reached: Reached[] = rows
    .filter(isNewDevice)
    .map(({ actor }) => ({ kind: 'new-device', memberId: memberIn(actor), count: 1, windowS: 0 }))
  reached.push(...releasesIn(rows))
  for (const [kind, rule] of Object.entries(WATCH_RULES) as [
    keyof typeof WATCH_RULES,
    WatchRule,
  ][]) {
    const concerned = new Set(
      rows.filter((row) => weightOf(rule, row) > 0).map((row) => row[rule.per]),
    )
    for (const who of concerned) {
      const all = await auditRowsOf(db, {
        column: rule.per,
        who,
        actions: rule.actions,
        since: isoAfter(clock, -rule.windowS),
        max: rule.sums === undefined ? rule.times : SUMMED_ROWS_MAX,
      })
      for (const { count } of whoReached(rule, all))
        reached.push({ kind, memberId: memberIn(who), count, windowS: rule.windowS })
    }
  }
  return reached
}

/** One alert for each kind, member and window; more acts of the same kind raise no second mail. */
async function raise(
  deps: Pick<Deps, 'clock' | 'config' | 'secrets' | 'outboxSignal'>,
  db: Transaction<Schema>,
  { kind, memberId, count, windowS }: Reached,
): Promise<void> {
  const member = await findByNumber(db, memberId)
  if (member === undefined) return
  if (STAFF_ONLY.includes(kind) && !isStaff(roleOf(member.role))) return
  const since = isoAfter(deps.clock, -windowS)
  if (await hasAlertSince(db, { kind, memberId, since })) return
  const at = isoNow(deps.clock)
  await insertAlert(db, {
    id: randomUUID(),
    kind,
    member_id: memberId,
    count,
    at,
    seen_at: null,
    seen_by: null,
  })
  for (const administrator of await staffToTell(db, ['ROLE_ADMIN']))
    await mailMember(deps, db, administrator, 'unusual-acts', {
      alert: kind,
      member: cardId(memberId),
      count: String(count),
      at,
      link: `${deps.config.publicUrl}/admin/dashboard/overview`,
    })
}

/**
 * Looks at the rows of the audit log since the last run. The cursor moves in the transaction of the
 * alerts, so that each row is judged once, whatever ends the server in between.
 */
export async function watchAudit(deps: Deps): Promise<void> {
  for (;;) {
    const isDone = await inTransaction(deps.database.db, async (transaction) => {
      const from = await readCursor(transaction, 'watch')
      const rows = await auditRowsAfter(transaction, from, ROWS_AT_ONCE)
      const last = rows.at(-1)
      if (last === undefined) return true
      // Another server judges these rows.
      if (!(await moveCursor(transaction, 'watch', from, last.seq))) return true
      for (const one of await reachedBy(deps, transaction, rows))
        await raise(deps, transaction, one)
      return rows.length < ROWS_AT_ONCE
    })
    if (isDone) return
  }
}
