import type * as contract from '#shared/contract/merges.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { withinLookUps } from '../../records/look-ups/look-up-budget.ts'
import { mergeMembers } from './carry-out.ts'
import { compareMembers } from './compare.ts'
import { undoMerge } from './undo.ts'

export const mergesHandlers: HandlersOf<typeof contract.mergesRoutes> = {
  'merge.compare': compareMembers,
  'merge.carryOut': (input, deps) =>
    withinLookUps(
      deps,
      { caller: input.caller, facts: input.facts, guesses: 2 },
      () => mergeMembers(input, deps),
      (outcome) =>
        !outcome.ok && outcome.code === 'not-found'
          ? { known: 0, unknown: 2 }
          : { known: 2, unknown: 0 },
    ),
  'merge.undo': undoMerge,
}
