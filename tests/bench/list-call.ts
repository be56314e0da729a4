/** One call of `lists.ts`. */
export interface ListCall {
  readonly name: string
  readonly path: string
  /** Whose session; an administrator where it is left out. */
  readonly as?: 'admin' | 'moderator'
  /** With a body the call is a POST. */
  readonly body?: unknown
}
