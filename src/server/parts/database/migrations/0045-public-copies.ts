/** What the public sees of a piece of evidence, and who changed that. ADR 0050. */
import { sql, type Kysely } from 'kysely'
import type { EngineRules } from '../engine.ts'

export async function up(db: Kysely<never>, rules: EngineRules): Promise<void> {
  await sql`alter table report_evidence add column held_back integer not null default 0`.execute(db)
  await sql`alter table report_evidence add column warnings text`.execute(db)
  await sql`alter table report_evidence add column public_version integer not null default 1`.execute(
    db,
  )
  await sql`alter table files add column boxes text not null default '[]'`.execute(db)
  await sql`create table public_copy_changes (
    id ${rules.countedId},
    evidence_id bigint not null references report_evidence (id) on delete cascade,
    version integer not null, held_back integer not null, warnings text, boxes text not null,
    reason text not null, changed_by bigint references members (id) on delete set null,
    changed_at text not null, unique (evidence_id, version))`.execute(db)
}
