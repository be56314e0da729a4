/** A report that was sent again under the same key, because its answer was lost. */
import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { refuse, type Refusal } from '../../http/outcome.ts'
import type { ReportRow } from './report-repository.ts'

export type SentBefore =
  | { readonly kind: 'new' }
  | { readonly kind: 'same'; readonly report: ReportRow }
  /** The key stands for another text, or for a report that was taken away meanwhile. `report` where its author may still read it. */
  | { readonly kind: 'other'; readonly report: ReportRow | undefined }

/** Of what was read, so that blanks around a word make no other report. `body` comes from one schema: its members have one order. */
export const bodyHash = (body: Readonly<Record<string, unknown>>): string =>
  createHash('sha256')
    .update(JSON.stringify({ ...body, key: undefined }))
    .digest('hex')

/** Call it where the author's reports stand in line: two of one key that come at once are then one after the other. */
export async function sentBefore(
  db: Kysely<Schema>,
  {
    memberId,
    key,
    hash,
  }: { readonly memberId: number; readonly key: string; readonly hash: string },
): Promise<SentBefore> {
  const report = await db
    .selectFrom('reports')
    .selectAll()
    .where('reporter_id', '=', memberId)
    .where('client_key', '=', key)
    .executeTakeFirst()
  if (report === undefined) return { kind: 'new' }
  if (report.deleted_at !== null) return { kind: 'other', report: undefined }
  return report.client_body_sha256 === hash ? { kind: 'same', report } : { kind: 'other', report }
}

export const keyIsUsed = (current: unknown): Refusal =>
  refuse('conflict', {
    fields: [
      {
        path: 'body.key',
        code: 'key_used',
        message: 'Under this key another report was filed: give a new one its own',
      },
    ],
    ...(current !== undefined && { extra: { current } }),
  })
