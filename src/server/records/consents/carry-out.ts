/** What a confirmed proposal does, in the transaction of the confirmation. Features fill the table of acts. */
import type { Transaction } from 'kysely'
import type { ConsentKind } from '#shared/domain/access/consent-rules.ts'
import { isoNow } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'
import type { RequestFacts } from '../../http/handlers.ts'
import type { Caller } from '../../http/principal/caller.ts'
import { memberActor } from '../../parts/audit/audit-log.ts'
import type { Schema } from '../../parts/database/schema.ts'
import type { Act } from './propose.ts'

interface Scene {
  readonly caller: Caller
  readonly facts: Pick<RequestFacts, 'requestId'>
}

/**
 * The proposal with what an act needs besides: the number in its target, the time, and who confirms.
 * @public The compiler names it in declarations of the features.
 */
export interface ConfirmedAct extends Act, Scene {
  readonly id: number
  readonly at: string
}

/**
 * Returns the audit row of the act itself, beside that of the confirmation; undefined when what it is about has changed
 * since the proposal, so that only what was proposed is done.
 */
type CarryOut = (
  deps: Deps,
  db: Transaction<Schema>,
  act: ConfirmedAct,
) => Promise<
  | {
      readonly action: string
      readonly detail: NonNullable<Parameters<Deps['audit']['write']>[0]['detail']>
    }
  | undefined
>

/** One entry for each kind of proposal. */
export type ConsentActs = Readonly<Record<ConsentKind, CarryOut>>

/** Returns false when what the proposal is about has changed since. */
export async function carryOut(
  acts: ConsentActs,
  deps: Deps,
  db: Transaction<Schema>,
  proposed: Act,
  scene: Scene,
): Promise<boolean> {
  const { kind, target } = proposed
  const id = Number(target.slice(target.indexOf(':') + 1))
  const row = await acts[kind](deps, db, { ...proposed, ...scene, id, at: isoNow(deps.clock) })
  if (row === undefined) return false
  await deps.audit.write(
    {
      actor: memberActor(scene.caller.memberId),
      ...row,
      target,
      requestId: scene.facts.requestId,
    },
    db,
  )
  return true
}
