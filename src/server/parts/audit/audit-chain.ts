/**
 * Walks the chain of the audit log in parts, so that a long log can be checked while the server
 * works.
 */
import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { AuditTable, Schema } from '../database/schema.ts'

type HashedFields = Omit<AuditTable, 'hash'>

/** SHA-256 over the fields as a JSON array: two different rows never have the same text. */
export const auditHash = (row: HashedFields): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        row.seq,
        row.at,
        row.actor,
        row.action,
        row.target,
        row.detail,
        row.request_id,
        row.prev_hash,
      ]),
    )
    .digest('hex')

/** A place in the chain: the row and its hash; the next row must name both. */
export interface Link {
  readonly seq: number
  readonly hash: string
}

export interface ChainEnds {
  /** The log begins after this row. */
  readonly base: Link
  readonly head: Link
}

export async function readEnds(db: Kysely<Schema>): Promise<ChainEnds> {
  const row = await db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow()
  return {
    base: { seq: row.base_seq, hash: row.base_hash },
    head: { seq: row.seq, hash: row.hash },
  }
}

export type ChainStep =
  | { readonly kind: 'good'; readonly at: Link }
  | { readonly kind: 'broken'; readonly seq: number }

/**
 * Checks up to `limit` rows after `from`, up to `to`. A broken row is named by the number that is
 * expected there.
 */
export async function walk(
  db: Kysely<Schema>,
  from: Link,
  to: number,
  limit: number,
): Promise<ChainStep> {
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .where('seq', '>', from.seq)
    .where('seq', '<=', to)
    .orderBy('seq')
    .limit(limit)
    .execute()
  let at = from
  for (const row of rows) {
    const expected = at.seq + 1
    if (row.seq !== expected || row.prev_hash !== at.hash || auditHash(row) !== row.hash)
      return { kind: 'broken', seq: expected }
    at = { seq: row.seq, hash: row.hash }
  }
  return rows.length < limit && at.seq < to
    ? { kind: 'broken', seq: at.seq + 1 }
    : { kind: 'good', at }
}

/**
 * Checks that the log begins where the log itself says: to cut rows off at the start, an attacker
 * must also write a row that records it, and that row is part of the chain.
 */
export async function baseIsTold(db: Kysely<Schema>, base: Link): Promise<boolean> {
  const row = await db
    .selectFrom('audit')
    .select(['detail'])
    .where('action', '=', 'audit.trimmed')
    .orderBy(sql`seq + 0`, 'desc') // by the number itself a database may walk the whole log
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return base.seq === 0
  const { upTo, hash } = JSON.parse(row.detail) as { upTo?: unknown; hash?: unknown } // compared, not trusted
  return upTo === base.seq && hash === base.hash
}

const ROWS_AT_ONCE = 1_000

export interface ChainReport {
  readonly ends: ChainEnds
  /** The first row that breaks the chain. */
  readonly broken: number | undefined
}

/**
 * Checks the whole chain as it is now. Rows that are written meanwhile are checked at the next
 * call.
 */
export async function checkChain(
  db: Kysely<Schema>,
  onStep: (at: Link) => void = () => undefined,
): Promise<ChainReport> {
  const ends = await readEnds(db)
  let at = ends.base
  while (at.seq < ends.head.seq) {
    const step = await walk(db, at, ends.head.seq, ROWS_AT_ONCE)
    if (step.kind === 'broken') {
      // The retention may have deleted the start of the log meanwhile: the check then starts again.
      if ((await readEnds(db)).base.seq !== ends.base.seq) return checkChain(db, onStep)
      return { ends, broken: step.seq }
    }
    at = step.at
    onStep(at)
  }
  if (at.hash !== ends.head.hash || at.seq !== ends.head.seq)
    return { ends, broken: Math.min(at.seq, ends.head.seq) + (at.seq === ends.head.seq ? 0 : 1) }
  if (!(await baseIsTold(db, ends.base)) && (await readEnds(db)).base.seq === ends.base.seq)
    return { ends, broken: ends.base.seq + 1 }
  return { ends, broken: undefined }
}
