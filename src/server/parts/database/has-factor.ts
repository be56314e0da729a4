import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * Whether the member has a second factor.
 * @param memberColumn such as `members.id`
 */
export const hasFactor = (memberColumn: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select 1 from factors where factors.member_id = ${sql.ref(memberColumn)})`
