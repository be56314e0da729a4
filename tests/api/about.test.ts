import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { readSetting, writeSetting } from '#server/records/settings/settings-repository.ts'
import { buildApp } from '#server/start/app.ts'
import { about, privacyFacts } from '#shared/contract/about.ts'
import { login } from '#shared/contract/auth.ts'
import { filledAssociation } from '#tests/builders/association.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { basic, signIn, startApiServer } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const STRANGER = '203.0.113.9'
const NAMED = '198.51.100.7'

describe.each(ENGINES)('public facts about the server on $title', ({ engine, skip }) => {
  const { server, run } = suiteServer({ engine, skip })

  run('the size limit of a film is the value of EVIDENCE_VIDEO_MAX_MB', async () => {
    const told = await startApiServer({ engine, env: { EVIDENCE_VIDEO_MAX_MB: '7' } })
    try {
      expect(await told.client.call(about, {})).toMatchObject({
        ok: true,
        value: { evidence: { filmMaxBytes: 7 * 1024 * 1024 } },
      })
    } finally {
      await told.stop()
    }
  })

  run('what is said of personal data follows the settings and what is on', async () => {
    const { db } = server.deps.database
    const { value, revision } = await readSetting(db, 'retention')
    const at = new Date().toISOString()
    await writeSetting(db, 'retention', {
      value: { days: { ...value.days, identityDocuments: 31 } },
      revision,
      by: null,
      at,
    })
    const association = filledAssociation()
    await writeSetting(db, 'association', { value: association, revision: 0, by: null, at })
    expect(await server.client.call(privacyFacts, {})).toMatchObject({
      ok: true,
      value: {
        association,
        days: { ...value.days, identityDocuments: 31 },
        backupDays: null,
        mail: false,
        apple: false,
        google: false,
        timestampAuthority: null,
      },
    })
    const told = await startApiServer({
      engine,
      env: {
        BACKUP_TO: join(tmpdir(), 'wld-backups-of-the-notice'),
        BACKUP_KEY: '0'.repeat(64),
        BACKUP_EVERY_HOURS: '36',
        BACKUP_KEEP: '5',
        SMTP_URL: 'smtp://127.0.0.1:9',
        MAIL_FROM: 'office@test.example',
        TIMESTAMP_URL: 'https://timestamps.test.example/tsr',
      },
    })
    try {
      expect(await told.client.call(privacyFacts, {})).toMatchObject({
        ok: true,
        value: {
          backupDays: 8, // 7.5, and what is promised is not less
          mail: true,
          timestampAuthority: 'timestamps.test.example',
        },
      })
    } finally {
      await told.stop()
    }
  })

  run('sample credentials are shown only while they work, never in production', async () => {
    const none = { ok: true, value: { demo: null } }
    expect(await server.client.call(about, {})).toMatchObject(none)
    const administrator = await buildMember(server.deps, {
      role: 'admin',
      email: 'admin@demo.example',
    })
    expect(await server.client.call(about, {})).toMatchObject({
      ok: true,
      value: { demo: { administrator: { email: administrator.email, password: DEMO_PASSWORD } } },
    })
    const production = await buildApp({ ...server.deps, demonstration: undefined }, 'no-web')
    const answer = await production.inject({ method: 'GET', url: about.path })
    expect(answer.json()).toMatchObject({
      demo: null,
      evidence: { filmMaxBytes: 200 * 1024 * 1024 },
    })
    expect(answer.body).not.toContain(DEMO_PASSWORD)
    await production.close()
    await server.deps.database.db
      .updateTable('members')
      .set({ status: 'banned' })
      .where('id', '=', administrator.id)
      .execute()
    expect(await server.client.call(about, {})).toMatchObject(none)
    expect(
      (
        await server.client.call(login, {
          headers: { authorization: basic(administrator.email, DEMO_PASSWORD) },
        })
      ).ok,
    ).toBe(false)
  })
  if (engine !== 'sqlite') return // rules of the HTTP layer, the same on every database

  run(
    'the address in X-Forwarded-For is used only when a proxy of TRUST_PROXY sends it',
    async () => {
      const networkCounted = async (
        trustProxy: readonly string[],
        remoteAddress: string,
      ): Promise<string | undefined> => {
        const buckets: string[] = []
        const { deps } = server
        const throttle: typeof deps.throttle = {
          ...deps.throttle,
          hitAll: (counted, ...rest) => {
            buckets.push(...counted.map(({ name }) => name))
            return deps.throttle.hitAll(counted, ...rest)
          },
        }
        const app = await buildApp(
          { ...deps, throttle, config: { ...deps.config, trustProxy } },
          'no-web',
        )
        await app.inject({
          method: 'GET',
          url: login.path,
          remoteAddress,
          headers: { 'x-forwarded-for': NAMED },
        })
        await app.close()
        return [NAMED, STRANGER, '127.0.0.1'].find((address) =>
          buckets.some((name) => name.endsWith(deps.secrets.mac('lookup', address))),
        )
      }
      expect(await networkCounted(['loopback'], '127.0.0.1')).toBe(NAMED)
      expect(await networkCounted(['loopback'], STRANGER)).toBe(STRANGER)
      expect(await networkCounted([], '127.0.0.1')).toBe('127.0.0.1')
      expect(await networkCounted([STRANGER], STRANGER)).toBe(NAMED)
    },
  )

  run(
    '/metrics is open to this machine if a proxy is configured, and to administrators',
    async () => {
      const status = async (
        trustProxy: readonly string[],
        remoteAddress: string,
        headers: Record<string, string> = {},
      ): Promise<number> => {
        const app = await buildApp(
          { ...server.deps, config: { ...server.deps.config, trustProxy } },
          'no-web',
        )
        const { statusCode } = await app.inject({
          method: 'GET',
          url: '/metrics',
          remoteAddress,
          headers,
        })
        await app.close()
        return statusCode
      }
      expect(await status(['loopback'], '127.0.0.1')).toBe(200)
      for (const name of [
        'x-forwarded-for',
        'forwarded',
        'x-forwarded-proto',
        'x-forwarded-host',
        'x-real-ip',
        'via',
        'cf-connecting-ip',
        'true-client-ip',
        'x-client-ip',
        'fly-client-ip',
        'x-amzn-trace-id',
        'x-envoy-external-address',
      ])
        expect(await status(['loopback'], '127.0.0.1', { [name]: '127.0.0.1' })).toBe(404)
      expect(await status(['loopback'], STRANGER)).toBe(404)
      expect(await status([], '127.0.0.1')).toBe(404) // a proxy without the header forwards requests of strangers like this
      for (const [role, wanted] of [
        ['admin', 200],
        ['content', 404],
        ['member', 404],
      ] as const) {
        const { email } = await buildMember(server.deps, { role })
        const { accessToken } = await signIn(server, email, TEST_PASSWORD)
        expect(await status([], STRANGER, { authorization: `Bearer ${accessToken}` }), role).toBe(
          wanted,
        )
      }
    },
  )

  run('pages and replies forbid framing by other sites', async () => {
    const webDir = await mkdtemp(join(tmpdir(), 'wld-web-'))
    await writeFile(join(webDir, 'index.html'), '<!doctype html><title>WLD</title>')
    const app = await buildApp(server.deps, webDir)
    for (const url of [
      '/',
      '/login',
      '/reports/REP_1',
      '/api/about',
      '/api/docs',
      '/nowhere.png',
    ]) {
      const { headers } = await app.inject({ method: 'GET', url, headers: { accept: 'text/html' } })
      expect(headers['x-frame-options'], url).toBe('DENY')
      expect(headers['content-security-policy'], url).toContain("frame-ancestors 'none'")
    }
    await app.close()
    await rm(webDir, { recursive: true })
  })

  run('the log contains route patterns and no requested URLs', async () => {
    const addresses = [
      '/api/user/delete/WLD_10000007?q=Khadija',
      '/api/user/delet/WLD_10000007',
      '/WLD_10000007/%',
      '/api/user/get/WLD_10000007',
    ]
    for (const address of addresses) await fetch(`${server.url}${address}`, { method: 'DELETE' })
    expect(server.logLines.join('')).toContain('"route":"/api/user/delete/:id"')
    expect(server.logLines.join('')).not.toMatch(/10000007|Khadija/)
  })
})
