import { refuse } from '../../base/outcome.ts'

/** The time is over, the decision is another person's, or it was undone already. */
export const undoIsOver = () =>
  refuse('conflict', {
    fields: [
      {
        path: 'params.id',
        code: 'undo_over',
        message: 'This decision can no longer be undone. Make another one',
      },
    ],
  })

/** Something was built on the decision: undoing would put an old state over it. */
export const decisionIsUsed = () =>
  refuse('conflict', {
    fields: [
      {
        path: 'params.id',
        code: 'undo_used',
        message: 'The decision has had effects since, so it stays. Make another one',
      },
    ],
  })
