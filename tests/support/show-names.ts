import { readSetting, writeSetting } from '#server/records/settings/settings-repository.ts'
import type { ApiServer } from './api-server.ts'

/** For tests about other things: the association shows the names in reports that are not verified (ADR 0093). */
export async function showNames({ deps }: Pick<ApiServer, 'deps'>): Promise<void> {
  const { db } = deps.database
  const { revision, value } = await readSetting(db, 'reports')
  const shown = { ...value, withholdNames: false }
  await writeSetting(db, 'reports', {
    value: shown,
    revision,
    by: null,
    at: deps.clock.now().toISOString(),
  })
}
