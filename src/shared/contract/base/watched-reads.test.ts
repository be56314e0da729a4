import { expect, test } from 'vitest'
import { WATCH_RULES, type WatchRule } from '../../domain/access/watch-rules.ts'
import { ROUTES } from '../routes.ts'
import type { RouteDefinition } from './define-route.ts'

const UNWATCHED = [
  'audit.viewed', // its export is watched
  'event.attendance-viewed', // its rows count with those of all lists of people
  'evidence.packaged', // each original in it is exported
]

test('every read of staff that is logged is one that administrators are told about when there are many', () => {
  const rules: readonly WatchRule[] = Object.values(WATCH_RULES)
  const watched = new Set(rules.flatMap(({ actions }) => actions))
  const logged = Object.values(ROUTES as Readonly<Record<string, RouteDefinition>>).flatMap(
    ({ id, method, access, audit }) => {
      const isOfStaff = Array.isArray(access) || access === 'staff'
      return method === 'GET' && isOfStaff && audit !== null ? [{ id, audit }] : []
    },
  )
  expect(logged.length).toBeGreaterThan(10)
  expect(logged.filter(({ audit }) => !watched.has(audit) && !UNWATCHED.includes(audit))).toEqual(
    [],
  )
})
