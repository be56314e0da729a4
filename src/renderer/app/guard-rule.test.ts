import { expect, test } from 'vitest'
import type { RoleCode } from '#shared/domain/roles.ts'
import type { SessionState } from '../platform/session.ts'
import { decideGuard, type GuardDecision, type PageAccess } from './guard-rule.ts'

const as = (role: RoleCode): SessionState => ({
  state: 'authenticated',
  user: { firstName: 'A', name: 'A', role, cardId: 'WLD_1' },
})
const loading: SessionState = { state: 'loading' }
const stranger: SessionState = { state: 'unauthenticated' }

test.each<[PageAccess, SessionState, GuardDecision]>([
  ['public', loading, 'show'],
  ['public', stranger, 'show'],
  ['member', loading, 'wait'],
  ['member', stranger, 'sign-in'],
  ['member', as('F'), 'show'],
  [['A'], loading, 'wait'],
  [['A'], stranger, 'sign-in'],
  [['A'], as('A'), 'show'],
  [['A'], as('X'), 'home'],
  [['Z'], as('F'), 'home'],
])('%j for %j: %s', (access, session, decision) =>
  expect(decideGuard(access, session)).toBe(decision),
)
