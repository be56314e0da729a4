/** The five accounts of the demonstration data. They exist nowhere else. */
export const DEMO_PASSWORD = 'Demo-Pass1!'

export const DEMO_ACCOUNTS = [
  { email: 'admin@demo.example', does: 'administrator' },
  { email: 'content@demo.example', does: 'content manager' },
  { email: 'moderator@demo.example', does: 'moderator' },
  { email: 'reviewer@demo.example', does: 'membership reviewer' },
  { email: 'member@demo.example', does: 'member' },
] as const
