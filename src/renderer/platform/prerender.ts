import type { Platform } from './platform.ts'

const nowhere = async (): Promise<never> => {
  throw new Error('Nothing is called while a page is written ahead')
}

/** Where pages are written ahead, at the build: nothing is kept and nobody answers; a member has no name yet. */
declare const AHEAD_FOR: 'visitor' | 'member'

export const platform: Platform = {
  target: 'web',
  shell: undefined,
  canForget: true,
  fetch: nowhere,
  withSession: () => nowhere,
  signIn: nowhere,
  signOut: nowhere,
  presumedUser: () =>
    AHEAD_FOR === 'member' ? { firstName: '', name: '', role: 'F', cardId: '' } : 'nobody',
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
