import type { listKiosks as route } from '#shared/contract/kiosk.ts'
import { UNPAGED_MAX } from '#shared/contract/paging.ts'
import { isoNow } from '../../clock.ts'
import type { Handler } from '../../http/handlers.ts'
import { done } from '../../outcome.ts'
import { countCheckIns, readDevices } from './device-repository.ts'
import { managesEveryDevice } from './policy.ts'
import { presentDevice } from './present.ts'

const OVER_MAX = 100

export const listKiosks: Handler<typeof route> = async (
  { caller },
  { database: { db }, clock },
) => {
  const now = isoNow(clock)
  const rows = await readDevices(db, {
    enrolledBy: managesEveryDevice(caller) ? undefined : caller.memberId,
    now,
    activeMax: UNPAGED_MAX,
    overMax: OVER_MAX,
  })
  const counts = await countCheckIns(
    db,
    rows.map(({ id }) => id),
  )
  const devices = rows.map((row) => presentDevice(row, counts.get(row.id) ?? 0, now))
  // A device ends when its enroller loses the right, although its own row does not change.
  return done([
    ...devices.filter(({ state }) => state === 'active'),
    ...devices.filter(({ state }) => state !== 'active'),
  ])
}
