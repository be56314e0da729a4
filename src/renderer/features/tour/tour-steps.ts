import type { Role } from '#shared/domain/people/roles.ts'

/** What the demonstration can show, for the four kinds of people. The texts are in `locales/LANGUAGE/tour.json`. */
export const TOUR = [
  {
    kind: 'people',
    account: 'member',
    steps: [
      ['read', '/reports'],
      ['witness', '/tell'],
      ['join', '/register'],
      ['card', '/id-card'],
      ['donate', '/donate'],
      ['events', '/events'],
      ['ownData', '/profile'],
    ],
  },
  {
    kind: 'door',
    account: 'moderator',
    steps: [
      ['verify', '/moderator/dashboard/verification'],
      ['attendance', '/moderator/dashboard/events'],
      ['devices', '/moderator/dashboard/devices'],
    ],
  },
  {
    kind: 'office',
    account: 'reviewer',
    steps: [
      ['requests', '/reviewer/dashboard/requests'],
      ['reportDesk', '/reviewer/dashboard/reports'],
      ['messages', '/reviewer/dashboard/claims'],
    ],
  },
  {
    kind: 'operator',
    account: 'admin',
    steps: [
      ['goLive', '/admin/dashboard/overview'],
      ['members', '/admin/dashboard/users'],
      ['import', '/admin/dashboard/users/import'],
      ['settings', '/admin/dashboard/settings'],
      ['audit', '/admin/dashboard/audit'],
      ['pledges', '/admin/dashboard/donations'],
    ],
  },
] as const satisfies readonly {
  readonly kind: string
  readonly account: Role
  readonly steps: readonly (readonly [step: string, path: `/${string}`])[]
}[]
