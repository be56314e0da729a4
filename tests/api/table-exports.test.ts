/** Each table that leaves the server opens as a table in the spreadsheet of its reader (ADR 0084). */
import { describe, expect } from 'vitest'
import { routeAddress } from '#shared/contract/base/client.ts'
import type { RouteDefinition } from '#shared/contract/base/define-route.ts'
import { ROUTES } from '#shared/contract/routes.ts'
import { buildMember } from '#tests/builders/member.ts'
import { castPlayer } from '#tests/security/cast.ts'
import { sampleFor } from '#tests/support/bodies.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const exports = Object.values(ROUTES).filter(
  ({ replyType }: RouteDefinition) => replyType === 'text/csv',
)

describe.each(ENGINES)('tables for spreadsheets on $title', ({ engine, skip }) => {
  const { server, run } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })

  run.each(exports)('$id has the separator of its reader', async (route) => {
    const player = await castPlayer(server.deps, 'admin')
    const { id: targetId } = await buildMember(server.deps)
    for (const [language, separator] of [
      [undefined, ','],
      ['en', ','],
      ['fr', ';'],
      ['ar', ';'],
    ] as const) {
      const scene = { server, player, targetId, deed: 'with-password' }
      const { params = {}, query = {} } = await sampleFor(route.id, scene)
      const path = routeAddress(route, {
        params,
        query: {
          ...query,
          ...('format' in query && { format: 'csv' }),
          ...(language !== undefined && { language }),
        },
      })
      const reply = await fetch(`${server.url}${path}`, {
        headers: { authorization: `Bearer ${player.bearer}` },
      })
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': expect.stringMatching(/^attachment; filename="[\w.-]+\.csv"$/),
        'cache-control': 'no-store',
      })
      const text = Buffer.from(await reply.arrayBuffer()).toString('utf8')
      expect(text).toMatch(new RegExp(String.raw`^\uFEFF"[^"]*"${separator}"[^]*"\r\n$`))
    }
  })
})
