import { beforeAll, describe, expect } from 'vitest'
import { listAudit } from '#shared/contract/audit.ts'
import type { Person } from '#tests/builders/person.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

describe.each(ENGINES)('the audit log on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })
  let admin: Person
  beforeAll(async () => {
    admin = await person('admin')
  })

  const list = async (query: object) => {
    const answer = await server.client.call(listAudit, { query: { page: 1, ...query } }, admin)
    if (!answer.ok || Array.isArray(answer.value))
      throw new Error(`no page: ${JSON.stringify(answer)}`)
    return answer.value
  }

  run('the log is listed newest first, with filters, pages and parsed detail', async () => {
    const { audit } = server.deps
    const actor = `member:${Math.floor(Math.random() * 1e9)}`
    await audit.write({
      actor,
      action: 'thing.made',
      target: 'thing:1',
      detail: { colour: 'green', size: 2, whole: true },
      requestId: 'r1',
    })
    server.clock.advance(60)
    const between = server.clock.now().toISOString()
    server.clock.advance(60)
    await audit.write({ actor, action: 'thing.changed', target: 'thing:1' })
    await audit.write({ actor, action: 'thingy.made', target: 'thing:2' })
    const found = async (query: object) =>
      (await list({ actor, ...query })).items.map(({ action }) => action)
    expect(await found({})).toEqual(['thingy.made', 'thing.changed', 'thing.made'])
    expect(await found({ action: 'thing' })).toEqual(['thing.changed', 'thing.made'])
    expect(await found({ action: 'thing.made' })).toEqual(['thing.made'])
    expect(await found({ action: 'thing%' })).toEqual([])
    expect(await found({ target: 'thing:1' })).toEqual(['thing.changed', 'thing.made'])
    expect(await found({ from: between })).toEqual(['thingy.made', 'thing.changed'])
    expect(await found({ to: between })).toEqual(['thing.made'])
    expect(await found({ from: '2020-01-01', to: '2020-12-31' })).toEqual([])
    expect(await found({ size: 2, page: 2 })).toEqual(['thing.made'])
    expect((await list({ actor, size: 2 })).total).toBe(3)
    expect((await list({ actor, action: 'thing.made' })).items[0]).toMatchObject({
      actor,
      target: 'thing:1',
      detail: { colour: 'green', size: 2, whole: true },
      requestId: 'r1',
    })
    const plain = await server.client.call(listAudit, { query: { actor, action: '' } }, admin)
    expect(plain.ok && Array.isArray(plain.value) && plain.value.length).toBe(3)
  })

  run(
    'only administrators read the log; each view is logged without its search values',
    async () => {
      for (const role of ['content', 'moderator', 'reviewer', 'member'] as const)
        expect(
          await server.client.call(listAudit, { query: {} }, await person(role)),
        ).toMatchObject({ ok: false, problem: { code: 'forbidden' } })
      await list({ actor: 'member:4711', action: 'session' })
      const looks = await list({ action: 'audit.viewed', size: 1 })
      expect(looks.items[0]?.detail).toEqual({ page: 1, filters: 'actor action' })
      expect(JSON.stringify(looks.items[0])).not.toContain('4711')
      expect(await server.deps.audit.firstBrokenRow()).toBeUndefined()
    },
  )

  run('an invalid filter is rejected with the name of its field', async () => {
    for (const [query, path] of [
      [{ from: 'yesterday' }, 'query.from'],
      [{ actor: 'a\u0000' }, 'query.actor'],
      [{ page: 0 }, 'query.page'],
    ] as const)
      expect(await server.client.call(listAudit, { query: query as object }, admin)).toMatchObject({
        ok: false,
        problem: { code: 'invalid', fields: [{ path }] },
      })
  })
})
