/**
 * Makes reports searchable by their descriptions, and by category and country in every language;
 * existing reports too.
 */
import { sql, type Kysely } from 'kysely'
import { protectionOf, wordsOf } from '../../../records/reports/protection.ts'
import { reportSearchColumns } from '../../../records/reports/search-columns.ts'

const ROWS_AT_ONCE = 200

type Row = Parameters<typeof wordsOf>[0] &
  Parameters<typeof protectionOf>[0] & { readonly id: number }

export async function up(db: Kysely<never>): Promise<void> {
  for (let after = 0; ;) {
    const { rows } = await sql<Row>`
      select id, type, description, country, city, actor, actor_name, actor_desc, victim, google_map_link,
        redact_victim, redact_actor, place_detail, region, hide_map_link, hidden_words
      from reports where id > ${after} order by id limit ${ROWS_AT_ONCE}`.execute(db)
    for (const row of rows) {
      const { search_text: whole, public_search_text: shown } = reportSearchColumns(
        wordsOf(row),
        // The start seals what the public does not read (0025).
        { protection: protectionOf(row), published: true },
      )
      await sql`update reports set search_text = ${whole}, public_search_text = ${shown} where id = ${row.id}`.execute(
        db,
      )
    }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}
