/** What the sign-in page says to somebody who was sent there, carried in the history entry like the way back. */
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
