/**
 * The notice on the sign-in page for a redirected user, stored in the history entry like the return
 * path.
 */
export type SignInNotice = 'password-changed'

export interface SignInNoticeState {
  readonly notice: SignInNotice
}

export const readSignInNotice = (state: unknown): SignInNotice | undefined =>
  typeof state === 'object' &&
  state !== null &&
  'notice' in state &&
  state.notice === 'password-changed'
    ? state.notice
    : undefined
