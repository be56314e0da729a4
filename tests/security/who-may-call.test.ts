import { expect, test } from 'vitest'
import type { RouteDefinition } from '#shared/contract/base/define-route.ts'
import { ROUTES } from '#shared/contract/routes.ts'

const routes: readonly RouteDefinition[] = Object.values(ROUTES)

/**
 * The permission matrix is computed from the contract, so it agrees with a contract that is wrong. This list says it a second
 * time: whoever widens an access changes a line here, and a reviewer reads it. `vitest -u` writes the list.
 */
test('who may call each route is what the list says', async () => {
  const lines = routes.map(({ id, method, path, access, policy }) => {
    const callers = typeof access === 'string' ? access : access.join(', ')
    return `${id}: ${callers}${policy === undefined ? '' : `, as ${policy} allows`} (${method} ${path})`
  })
  await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('who-may-call.txt')
})
