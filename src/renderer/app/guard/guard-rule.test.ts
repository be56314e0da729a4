import { expect, test } from 'vitest'
import type { Role } from '#shared/domain/people/roles.ts'
import type { SessionState } from '../../platform/session/session.ts'
import { decideGuard, type GuardDecision, type PageAccess } from './guard-rule.ts'

const as = (role: Role): SessionState => ({
  state: 'authenticated',
  user: { firstName: 'A', name: 'A', role, cardId: 'WLD_1' },
})
const loading: SessionState = { state: 'loading' }
/** The password was right, and the second factor is missing. */
const waiting: SessionState = {
  state: 'waiting',
  user: { firstName: 'A', name: 'A', role: 'admin', cardId: 'WLD_1', waits: true },
}
const stranger: SessionState = { state: 'unauthenticated' }

test.each<[PageAccess, SessionState, GuardDecision]>([
  ['public', loading, 'show'],
  ['public', stranger, 'show'],
  ['member', loading, 'wait'],
  ['member', stranger, 'sign-in'],
  ['member', as('member'), 'show'],
  [['admin'], loading, 'wait'],
  [['admin'], stranger, 'sign-in'],
  [['admin'], as('admin'), 'show'],
  [['admin'], as('content'), 'home'],
  [['reviewer'], as('member'), 'home'],
  ['public', waiting, 'show'],
  ['member', waiting, 'second-factor'],
  [['admin'], waiting, 'second-factor'],
])('%j for %j: %s', (access, session, decision) =>
  expect(decideGuard(access, session)).toBe(decision),
)
