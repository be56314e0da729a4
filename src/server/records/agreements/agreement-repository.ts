/** Queries of agreements; the rules are in `domain/agreements.ts`. */
import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Agreement } from '#shared/contract/agreements.ts'
import {
  AGREEMENT_VERSIONS,
  type AgreementKind,
  type AgreementSource,
} from '#shared/domain/agreements.ts'
import type { Language } from '#shared/domain/text/languages.ts'
import type { AgreementTable, Schema } from '../../parts/database/schema.ts'

export type AgreementRow = Selectable<AgreementTable>

interface GivenAgreement {
  readonly memberId: number
  readonly kinds: readonly AgreementKind[]
  readonly language: Language
  readonly source: AgreementSource
  readonly paper?: string
  readonly at: string
  /** See `readTermsVersion`. */
  readonly termsVersion: string
}

/** Always the present wording, because no other one is shown. */
export const agreementRows = ({
  memberId,
  kinds,
  language,
  source,
  paper = '',
  at,
  termsVersion,
}: GivenAgreement): AgreementRow[] =>
  kinds.map((kind) => ({
    id: randomUUID(),
    member_id: memberId,
    kind,
    version: kind === 'terms' ? termsVersion : AGREEMENT_VERSIONS[kind],
    language,
    given_at: at,
    source,
    paper,
    withdrawn_at: null,
  }))

const ROWS_AT_ONCE = 200

export async function insertAgreements(
  db: Kysely<Schema>,
  rows: readonly AgreementRow[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await db
      .insertInto('agreements')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute()
}

export const agreementRowsOf = (db: Kysely<Schema>, memberId: number): Promise<AgreementRow[]> =>
  db
    .selectFrom('agreements')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('given_at', 'desc')
    .orderBy('id')
    .execute()

export const presentAgreement = (row: AgreementRow): Agreement => ({
  kind: row.kind,
  version: row.version,
  language: row.language,
  at: row.given_at,
  source: row.source,
  paper: row.paper,
  withdrawnAt: row.withdrawn_at,
})

/** Returns whether there was one to withdraw. */
export async function withdrawAgreements(
  db: Kysely<Schema>,
  memberId: number,
  kind: AgreementKind,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('agreements')
    .set({ withdrawn_at: at })
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The person withdrew the agreement, and gave no new one since. @param memberIds the records of the person */
export async function isWithdrawn(
  db: Kysely<Schema>,
  memberIds: readonly number[],
  kind: AgreementKind,
): Promise<boolean> {
  const rows = await db
    .selectFrom('agreements')
    .select('withdrawn_at')
    .where('member_id', 'in', memberIds)
    .where('kind', '=', kind)
    .execute()
  return rows.length > 0 && rows.every((row) => row.withdrawn_at !== null)
}
