import type { Kysely } from 'kysely'
/** What a pass shows now, and the note of when that changed. */
import { cardId } from '#shared/domain/people/member-id.ts'
import { isActiveStatus } from '#shared/domain/people/member-status.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { SECOND_MS } from '#shared/domain/units.ts'
import { isoNow } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { fingerprintOf, type PassFacts } from '../../parts/wallet/pass-facts.ts'
import { cardPayload } from '../../records/cards/issue-card.ts'
import { updatePass, type HeldPass } from '../../records/wallet/wallet-repository.ts'

/**
 * A pass belongs to one card: where that was replaced, the pass is void and stays so, because the old
 * phone may be in other hands. The new card needs a pass of its own.
 */
export function factsOf(deps: Pick<Deps, 'keys'>, pass: HeldPass): PassFacts {
  const { language } = pass
  if (
    pass.withdrawn_at !== null ||
    pass.replaced_at !== null ||
    !isActiveStatus(pass.status) ||
    pass.birth_date === ''
  )
    return { isVoid: true, language }
  return {
    isVoid: false,
    payload: cardPayload(deps, { ...pass, id: pass.member_id }, pass),
    name: fullName({ firstName: pass.first_name, lastName: pass.last_name }),
    cardId: cardId(pass.member_id),
    expiresAt: pass.expires_at,
    language,
  }
}

/**
 * Phones compare whole seconds, and the clock may have been set back: each change is a second later
 * than the one before, or a phone would keep a pass that is void.
 */
function changeInstant(pass: HeldPass, now: string): string {
  if (pass.shown === '') return now
  const next = new Date(Date.parse(pass.changed_at) + SECOND_MS).toISOString()
  return now > next ? now : next
}

type Parts = Pick<Deps, 'keys' | 'clock'>

/**
 * Compares with what was last seen instead of being called by all that changes a card: a later
 * reason to change cannot be forgotten here.
 */
export async function refreshPass(
  deps: Parts,
  db: Kysely<Schema>,
  pass: HeldPass,
): Promise<{ readonly facts: PassFacts; readonly changedAt: string; readonly shown: string }> {
  const facts = factsOf(deps, pass)
  const shown = fingerprintOf(facts)
  if (shown === pass.shown) return { facts, changedAt: pass.changed_at, shown }
  const changedAt = changeInstant(pass, isoNow(deps.clock))
  await updatePass(db, pass.id, {
    shown,
    is_void: facts.isVoid ? 1 : 0,
    changed_at: changedAt,
    failures: 0,
    next_try_at: '',
  })
  return { facts, changedAt, shown }
}
