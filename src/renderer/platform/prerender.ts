import type { Platform } from './platform.ts'

const nowhere = async (): Promise<never> => {
  throw new Error('Nothing is called while a page is written ahead')
}

/** The platform for pages that are rendered at the build: no storage, no server and no user. */
declare const AHEAD_FOR: 'visitor' | 'member'

export const platform: Platform = {
  target: 'web',
  bridge: undefined,
  canForget: true,
  fetch: nowhere,
  withSession: () => nowhere,
  signIn: nowhere,
  signOut: nowhere,
  keepUser: () => undefined,
  presumedUser: () =>
    AHEAD_FOR === 'member' ? { firstName: '', name: '', role: 'member', cardId: '' } : 'nobody',
  restore: nowhere,
  onSessionChange: () => () => undefined,
  keepsSession: async () => true,
  keptCard: undefined,
  forgetMember: async () => undefined,
  keepCopy: async () => undefined,
  onNewVersion: () => () => undefined,
  setScannerOpen: nowhere,
  setLanguage: async () => undefined,
  openExternal: nowhere,
}
