/** The database as the server uses it: sealed columns are sealed when written and open when read. */
import { sql } from 'kysely'
import { isoNow, type Clock } from '../../../base/clock.ts'
import type { Database, SealedIndex } from '../engine.ts'
import { newDataKey, openKeyRing, wrapKey, type KeyRing, type KeyWrapping } from './key-ring.ts'
import { searchTokens, wholeKeys } from './seal-row.ts'
import { createSealingPlugin, type OnUnreadable } from './sealing-plugin.ts'

const FIRST_ID = 1

/**
 * Reads the keys, and makes the first one. @param raw the handle that seals nothing
 * @throws StartFault when SECRET_KEY does not open them
 */
export async function loadKeyRing(
  raw: Database,
  wrapping: KeyWrapping,
  clock: Clock,
): Promise<KeyRing> {
  if ((await raw.dataKeys.read()).length === 0)
    // Two servers that start together both try; one row wins and both read it.
    await raw.jobs
      .insertInto('data_keys')
      .values({
        id: FIRST_ID,
        wrapped: wrapKey(wrapping, FIRST_ID, newDataKey()),
        created_at: isoNow(clock),
        retired_at: null,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  return openKeyRing(raw.dataKeys, wrapping)
}

export function withSealing(raw: Database, ring: KeyRing, onUnreadable: OnUnreadable): Database {
  const plugin = createSealingPlugin(ring, onUnreadable)
  const sealedIndex: SealedIndex = {
    tokens: (table, text) => searchTokens(ring, table, text),
    tribeKeys: (tribe) => wholeKeys(ring, 'members', 'tribe_key', tribe),
  }
  const searchMatches: Database['rules']['searchMatches'] = (table, word) =>
    raw.rules.searchMatches(table, word)
  return {
    ...raw,
    db: raw.db.withPlugin(plugin),
    jobs: raw.jobs.withPlugin(plugin),
    withoutWaiting: (work) => raw.withoutWaiting((held) => work(held.withPlugin(plugin))),
    rules: {
      ...raw.rules,
      sealedIndex,
      searchMatches(table, word) {
        const open = searchMatches(table, word)
        if (table !== 'reports') return open
        const tokens = sealedIndex.tokens('reports', word)
        if (tokens.length === 0) return open
        const sealed = tokens.map(
          (keys) =>
            sql`(${sql.join(
              keys.map((key) => searchMatches(table, key)),
              sql` or `,
            )})`,
        )
        return sql`(${open} or (${sql.join(sealed, sql` and `)}))`
      },
    },
    async close() {
      ring.stop()
      await raw.close()
    },
  }
}
