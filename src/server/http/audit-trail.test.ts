import { expect, test } from 'vitest'
import { ROUTES } from '#shared/contract/routes.ts'
import { refuse } from '../base/outcome.ts'
import type { AuditEntry } from '../parts/audit/audit-log.ts'
import { createAuditTrail } from './audit-trail.ts'

function openTrail(environment: 'production' | 'local', id: 'news.delete' | 'user.read') {
  const [rows, faults]: [AuditEntry[], unknown[]] = [[], []]
  const deps = {
    audit: { write: async (entry: AuditEntry) => void rows.push(entry) },
    config: { environment },
    database: {},
    log: { error: (fault: unknown) => void faults.push(fault) },
  } as unknown as Parameters<typeof createAuditTrail>[0] // the dependencies that the trail uses for a call without a transaction
  return {
    rows,
    faults,
    trail: createAuditTrail(deps, { route: ROUTES[id], requestId: 'r1', actor: 'member:7' }),
  }
}

test('a handler that changed something outside facts.transact fails where the product is made', async () => {
  const { rows, trail } = openTrail('local', 'news.delete')
  await expect(trail.finish()).rejects.toThrow(
    'news.delete: what changes something runs in facts.transact',
  )
  expect(rows).toEqual([])
})

test('in production the row is written late, and the server log reports it', async () => {
  const { rows, faults, trail } = openTrail('production', 'news.delete')
  trail.trace({ target: 'news:1' })
  await trail.finish()
  expect(rows).toEqual([
    { actor: 'member:7', action: 'news.deleted', target: 'news:1', requestId: 'r1' },
  ])
  expect(faults).toHaveLength(1)
})

test('a read writes its row after the handler, and a refused attempt writes the row that the refusal names', async () => {
  const { rows, faults, trail } = openTrail('local', 'user.read')
  await trail.finish()
  await trail.finishRefused(refuse('forbidden'))
  await trail.finishRefused(
    refuse('forbidden', { audit: { action: 'session.refused', target: 'member:8' } }),
  )
  expect(rows.map(({ action, target }) => [action, target])).toEqual([
    ['member.viewed', undefined],
    ['session.refused', 'member:8'],
  ])
  expect(faults).toEqual([])
})
