/** Once a day: asks members without a sign of life whether they stay. Staff decide about those who do not come back. */
import { IDLE_ANSWER_DAYS } from '#shared/domain/people/member-status.ts'
import { DAY_S } from '#shared/domain/units.ts'
import { isoAfter, isoNow } from '../base/clock.ts'
import type { Deps } from '../deps/deps.ts'
import { inTransaction } from '../parts/database/transact.ts'
import { endTurn, takeTurn } from '../parts/database/turns.ts'
import { enqueueMail } from '../parts/mail/outbox.ts'
import { membersToWarn, noteWarned } from '../records/members/idle-repository.ts'
import { findClockFault } from '../records/settings/retention-guard.ts'
import { cutOff } from '../records/settings/retention-repository.ts'
import { readSetting } from '../records/settings/settings-repository.ts'

/** Others follow on the next days: the first run after a setting may find many. */
const ASKED_A_DAY = 500

/** Returns how many were asked; undefined when the period is off, or another server asks. */
export async function askIdleMembers(deps: Deps): Promise<number | undefined> {
  const { clock } = deps
  const { db } = deps.database
  const { days } = (await readSetting(db, 'idle')).value
  // A wrong clock would ask everybody.
  if (days === null || (await findClockFault(deps)) !== undefined) return undefined
  if (!(await takeTurn(db, clock, 'idle-members'))) return undefined
  const at = isoNow(clock)
  const people = await membersToWarn(db, cutOff(clock, days), ASKED_A_DAY)
  for (const { id, email: to, first_name: name, language } of people)
    await inTransaction(db, async (transaction) => {
      await noteWarned(transaction, id, at)
      await enqueueMail(deps, transaction, {
        to,
        language,
        template: 'idle-member',
        values: {
          name,
          until: isoAfter(clock, IDLE_ANSWER_DAYS * DAY_S),
          signInUrl: `${deps.config.publicUrl}/login`,
        },
      })
    })
  if (people.length > 0)
    await deps.audit.write({
      actor: 'system',
      action: 'member.idle-asked',
      detail: { count: people.length, days },
    })
  await endTurn(db, clock, 'idle-members', { asked: people.length })
  return people.length
}
