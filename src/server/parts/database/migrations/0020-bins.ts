/** A bin for evidence, with the member who deleted it and the reason, and a bin for requests. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table report_evidence add column deleted_by bigint`.execute(db)
  await sql`alter table report_evidence add column deleted_reason text`.execute(db)
  await sql`create index report_evidence_deleted on report_evidence (deleted_at) where deleted_at is not null`.execute(
    db,
  )
  // What is kept of a piece of evidence that left the bin for good.
  await sql`create table purged_evidence (
    id bigint primary key, report_id bigint not null, sha256 text not null, deleted_at text not null, deleted_by bigint, reason text not null,
    purged_at text not null)`.execute(db)

  // The rows are removed from the other tables, so no list, count or sign-in has to filter them.
  await sql`create table deleted_requests (
    id text primary key, member_id bigint not null, sealed text not null, deleted_at text not null, deleted_by bigint not null, reason text not null)`.execute(
    db,
  )
  await sql`create index deleted_requests_member on deleted_requests (member_id)`.execute(db)
  await sql`create index deleted_requests_at on deleted_requests (deleted_at)`.execute(db)
}
