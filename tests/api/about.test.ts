import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { about } from '#shared/contract/about.ts'
import { login } from '#shared/contract/auth.ts'
import { buildApp } from '#server/app.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { buildMember } from '#tests/builders/member.ts'
import { basic, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'

describe.each(ENGINES)('what the server says about itself on $title', ({ engine, skip }) => {
  let server: ApiServer
  const run = test.skipIf(skip)
  beforeAll(async () => {
    if (!skip) server = await startApiServer({ engine })
  })
  afterAll(async () => {
    if (!skip) await server.stop()
  })

  run('the longest film is the one that the server was told', async () => {
    const told = await startApiServer({ engine, env: { EVIDENCE_VIDEO_MAX_MB: '7' } })
    try {
      expect(await told.client.call(about, {})).toMatchObject({ ok: true, value: { evidence: { filmMaxBytes: 7 * 1024 * 1024 } } })
    } finally {
      await told.stop()
    }
  })

  run('sample credentials are named only where they work, and never in production', async () => {
    const none = { ok: true, value: { demo: null } }
    expect(await server.client.call(about, {})).toMatchObject(none)
    const administrator = await buildMember(server.deps, { role: 'A', email: 'admin@demo.example' })
    expect(await server.client.call(about, {})).toMatchObject({ ok: true, value: { demo: { administrator: { email: administrator.email, password: DEMO_PASSWORD } } } })
    const production = await buildApp({ ...server.deps, config: { ...server.deps.config, environment: 'production' } }, 'no-web')
    const answer = await production.inject({ method: 'GET', url: about.path })
    expect(answer.json()).toEqual({ demo: null, evidence: { filmMaxBytes: 200 * 1024 * 1024 } })
    expect(answer.body).not.toContain(DEMO_PASSWORD)
    await production.close()
    await server.deps.database.db.updateTable('members').set({ status: 'banned' }).where('id', '=', administrator.id).execute()
    expect(await server.client.call(about, {})).toMatchObject(none)
    expect((await server.client.call(login, { headers: { authorization: basic(administrator.email, DEMO_PASSWORD) } })).ok).toBe(false)
  })
})
