/** What a server with demonstration data tells everybody. Production never imports this folder (.dependency-cruiser.cjs). */
import type { Demonstration } from '../deps/deps.ts'

export const DEMO_PASSWORD = 'Demo-Pass1!'

/** The accounts of resources/demo/members.json that have this password. They exist nowhere else. */
export const DEMO_ACCOUNTS = [
  { role: 'admin', email: 'admin@demo.example', does: 'administrator' },
  { role: 'content', email: 'content@demo.example', does: 'content manager' },
  { role: 'moderator', email: 'moderator@demo.example', does: 'moderator' },
  { role: 'reviewer', email: 'reviewer@demo.example', does: 'membership reviewer' },
  { role: 'member', email: 'member@demo.example', does: 'member' },
] as const

export const DEMONSTRATION: Demonstration = {
  administrator: { email: DEMO_ACCOUNTS[0].email, password: DEMO_PASSWORD },
  accounts: DEMO_ACCOUNTS.map(({ role, email }) => ({ role, email })),
  // Banks numbered 0 do not exist; the check digits are right. A bank has one name in every language, so these are neutral.
  bankAccounts: [
    {
      holder: 'WLD (demonstration)',
      iban: 'FR880000000000DEMO000000100',
      bic: 'DEMOFRPP',
      bank: 'Demo Bank 1',
    },
    {
      holder: 'WLD (demonstration)',
      iban: 'SD9800000000000000',
      bic: 'DEMOSDKH',
      bank: 'Demo Bank 2',
    },
  ],
}
