/** Carried in the history entry, so that the farewell is seen by whoever left and by no passer-by. */
export interface FarewellState {
  readonly erased: true
}

export const isFarewell = (state: unknown): state is FarewellState =>
  typeof state === 'object' && state !== null && 'erased' in state && state.erased === true
