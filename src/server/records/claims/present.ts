import type { Kysely } from 'kysely'
import type * as z from 'zod'
import type { Claim, FullClaim } from '#shared/contract/claims.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { FALLBACK_LANGUAGE, type Language } from '#shared/domain/text/languages.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { findByNumber } from '../members/member-repository.ts'
import { isPublished } from '../reports/published.ts'
import { findReport, type ReportRow } from '../reports/report-repository.ts'
import { type ClaimRow, findClaim } from './claim-repository.ts'
import { entriesOf, type ClaimEntryRow } from './claim-thread-repository.ts'

/** The language of the account, else the language of the form, else English. */
export async function senderLanguage(
  db: Kysely<Schema>,
  claim: Pick<ClaimRow, 'member_id' | 'language'>,
): Promise<Language> {
  const member = claim.member_id === null ? undefined : await findByNumber(db, claim.member_id)
  return member?.language ?? claim.language ?? FALLBACK_LANGUAGE
}

type Presented = z.output<typeof FullClaim>

export const presentClaim = (row: ClaimRow): z.output<typeof Claim> => ({
  id: row.id,
  userId: row.member_id === null ? null : cardId(row.member_id),
  userName: fullName({ firstName: row.first_name, lastName: row.last_name }),
  email: row.email,
  phoneNumber: row.phone,
  subject: row.subject,
  message: row.message,
  status: row.status,
  note: row.note,
  createdAt: row.created_at,
  repliedAt: row.replied_at,
  objection:
    row.kind === null || row.report_id === null || row.due_at === null
      ? null
      : {
          kind: row.kind,
          reportId: row.report_id,
          dueAt: row.due_at,
          named: row.named === 1,
          shownAt: row.shown_at,
        },
})

function authorOf({
  author_id: id,
  author_first_name: firstName,
  author_last_name: lastName,
}: ClaimEntryRow): Presented['entries'][number]['author'] {
  return id === null || firstName === null || lastName === null
    ? null
    : { cardId: cardId(id), name: fullName({ firstName, lastName }) }
}

/** The objection for which a report is hidden; null where it is not, or where the message is gone. */
export async function contestedFor(
  db: Kysely<Schema>,
  { contested_at, contested_for: id }: Pick<ReportRow, 'contested_at' | 'contested_for'>,
): Promise<string | null> {
  if (contested_at === null || id === null) return null
  return (await findClaim(db, id))?.id ?? null
}

/** The report that an objection is about; null where no report has its number. */
async function reportOf(
  db: Kysely<Schema>,
  { kind, report_id: id }: ClaimRow,
): Promise<Presented['report']> {
  if (kind === null || id === null) return null
  const report = await findReport(db, id)
  return report === undefined
    ? null
    : {
        published: isPublished(report),
        contested: report.contested_at !== null,
        contestedFor: await contestedFor(db, report),
      }
}

/** Adds the thread. Within a transaction on the embedded database, pass the transaction. */
export async function presentFullClaim(db: Kysely<Schema>, row: ClaimRow): Promise<Presented> {
  const entries = await entriesOf(db, row.id)
  return {
    ...presentClaim(row),
    report: await reportOf(db, row),
    language: await senderLanguage(db, row),
    entries: entries.map((entry) => ({
      id: entry.id,
      kind: entry.kind,
      text: entry.text,
      mailed: entry.mailed === 1,
      author: authorOf(entry),
      at: entry.created_at,
    })),
    version: row.entry_count,
  }
}
