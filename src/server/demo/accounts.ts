/** What a server with demonstration data tells everybody. Production never imports this folder (.dependency-cruiser.cjs). */
import type { Demonstration } from '../deps/deps.ts'

export const DEMO_PASSWORD = 'Demo-Pass1!'

/** The accounts of resources/demo/members.json that have this password. They exist nowhere else. */
export const DEMO_ACCOUNTS = [
  { email: 'admin@demo.example', does: 'administrator' },
  { email: 'content@demo.example', does: 'content manager' },
  { email: 'moderator@demo.example', does: 'moderator' },
  { email: 'reviewer@demo.example', does: 'membership reviewer' },
  { email: 'member@demo.example', does: 'member' },
] as const

export const DEMONSTRATION: Demonstration = {
  administrator: { email: DEMO_ACCOUNTS[0].email, password: DEMO_PASSWORD },
  // Banks numbered 0 do not exist; the check digits are right.
  bankAccounts: [
    {
      holder: 'WLD (demonstration)',
      iban: 'FR880000000000DEMO000000100',
      bic: 'DEMOFRPP',
      bank: 'Demonstration bank, Paris',
    },
    {
      holder: 'WLD (demonstration)',
      iban: 'SD9800000000000000',
      bic: 'DEMOSDKH',
      bank: 'Demonstration bank, Khartoum',
    },
  ],
}
