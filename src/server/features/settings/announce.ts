/** Tells members that the association adopted its terms, and asks them again (ADR 0094). */
import type * as contract from '#shared/contract/settings.ts'
import { NOTICE_DAYS } from '#shared/domain/adoption.ts'
import { parisDay } from '#shared/domain/receipts/paris-day.ts'
import { DAY_S } from '#shared/domain/units.ts'
import { isoAfter, isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Handler } from '../../http/handlers.ts'
import { stepUpRefusal } from '../../records/factors/step-up.ts'
import { readSetting, writeSetting } from '../../records/settings/settings-repository.ts'
import { presentSettings } from './present.ts'

/**
 * A version is announced once, so that nobody mails all members twice. The mails are put into the outbox by a job, in batches.
 */
export const announceAdoption: Handler<typeof contract.announceAdoption> = async (
  { body: { revision, changes }, caller, facts },
  deps,
) => {
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  const outcome = await facts.transact(async (transaction) => {
    const adoption = await readSetting(transaction, 'adoption')
    const before = await readSetting(transaction, 'announcement')
    const { adoptedOn, version } = adoption.value
    const stands =
      adoption.revision !== revision ||
      adoptedOn === '' ||
      before.value.version === version ||
      before.value.upTo !== null
    if (stands) return refuse('conflict')
    const appliesFrom = parisDay(new Date(isoAfter(deps.clock, NOTICE_DAYS * DAY_S)))
    const at = isoNow(deps.clock)
    const written = await writeSetting(transaction, 'announcement', {
      value: { version, at, appliesFrom, changes, upTo: 0, mails: 0 },
      revision: before.revision,
      by: caller.memberId,
      at,
    })
    if (!written) return refuse('conflict')
    facts.trace({ target: 'settings:adoption', detail: { version, appliesFrom } })
    return done(undefined)
  })
  if (!outcome.ok)
    return outcome.code === 'conflict'
      ? refuse('conflict', { extra: { current: await presentSettings(deps) } })
      : outcome
  return done(await presentSettings(deps))
}
