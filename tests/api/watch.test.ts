/** Unusual acts are told to administrators, and the audit log is sent to a place outside. */
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect } from 'vitest'
import { openSession } from '#server/features/auth/open-session.ts'
import { forwardAudit } from '#server/features/watch/forward-audit.ts'
import { watchAudit } from '#server/features/watch/watch.ts'
import { auditHash } from '#server/parts/audit/audit-chain.ts'
import { dismissAlert, listAlerts } from '#shared/contract/watch.ts'
import { WATCH_RULES } from '#shared/domain/access/watch-rules.ts'
import { buildMember, type BuiltMember } from '#tests/builders/member.ts'
import { signIn } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { freePort } from '#tests/support/free-port.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

describe.each(ENGINES)('the watch on $title', ({ engine, skip }) => {
  const { server, run } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })
  let admin: BuiltMember
  let bearer: string
  beforeAll(async () => {
    admin = await buildMember(server.deps, { role: 'admin' })
    bearer = (await openSession(server.deps, admin.id, 'test')).accessToken
  })

  const looks = async (actor: BuiltMember, count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1)
      await server.deps.audit.write({
        actor: `member:${actor.id}`,
        action: 'member.viewed',
        target: `member:${n}`,
      })
  }
  const alerts = async () => {
    const reply = await server.client.call(listAlerts, {}, { bearer })
    if (!reply.ok) throw new Error('no alerts')
    return reply.value
  }
  const about = async ({ cardId }: BuiltMember) =>
    (await alerts()).filter(({ member }) => member === cardId)
  const MANY = WATCH_RULES['many-looks'].times

  run('many looks at people raise one alert, and one mail to each administrator', async () => {
    const other = await buildMember(server.deps, { role: 'admin' })
    const reviewer = await buildMember(server.deps, { role: 'reviewer' })
    await looks(reviewer, MANY - 1)
    await watchAudit(server.deps)
    expect(await about(reviewer)).toEqual([])
    await looks(reviewer, 1)
    await watchAudit(server.deps)
    expect(await about(reviewer)).toMatchObject([{ kind: 'many-looks', count: MANY }])
    await looks(reviewer, 20)
    await watchAudit(server.deps)
    expect(await about(reviewer)).toHaveLength(1)
    for (const { email } of [admin, other])
      expect(
        (await mailsTo(server.deps, email)).filter(
          ({ template, values }) =>
            template === 'unusual-acts' && values['member'] === reviewer.cardId,
        ),
      ).toHaveLength(1)
    expect(await mailsTo(server.deps, reviewer.email)).toEqual([])
  })

  run('acts that are spread over hours raise none', async () => {
    const reviewer = await buildMember(server.deps, { role: 'reviewer' })
    for (let part = 0; part < 3; part += 1) {
      await looks(reviewer, MANY / 3)
      await watchAudit(server.deps)
      server.clock.advance(WATCH_RULES['many-looks'].windowS / 2 + 60)
    }
    expect(await aboutWithNewSession(reviewer)).toEqual([])
  })
  async function aboutWithNewSession(who: BuiltMember) {
    bearer = (await openSession(server.deps, admin.id, 'test')).accessToken
    return about(who)
  }

  run('a few below the number of an hour, hour after hour, are told of', async () => {
    const reviewer = await buildMember(server.deps, { role: 'reviewer' })
    const day = WATCH_RULES['many-looks-day'].times
    for (let seen = 0; seen < day; seen += MANY - 20) {
      expect(await aboutWithNewSession(reviewer)).toEqual([])
      await looks(reviewer, MANY - 20)
      await watchAudit(server.deps)
      server.clock.advance(WATCH_RULES['many-looks'].windowS + 60)
    }
    expect(await aboutWithNewSession(reviewer)).toMatchObject([
      { kind: 'many-looks-day', count: day },
    ])
  })

  run('two servers that watch at once raise one alert', async () => {
    const reviewer = await buildMember(server.deps, { role: 'reviewer' })
    await looks(reviewer, MANY)
    await Promise.all([watchAudit(server.deps), watchAudit(server.deps), watchAudit(server.deps)])
    expect(await aboutWithNewSession(reviewer)).toHaveLength(1)
  })

  run('wrong passwords count for staff, and not for members', async () => {
    const moderator = await buildMember(server.deps, { role: 'moderator' })
    const member = await buildMember(server.deps)
    for (const { email } of [moderator, member])
      for (let n = 0; n < WATCH_RULES['refused-sign-ins'].times; n += 1)
        await signIn(server, email, 'Wrong-Horse1').catch(() => undefined)
    await watchAudit(server.deps)
    expect(await about(moderator)).toMatchObject([{ kind: 'refused-sign-ins' }])
    expect(await about(member)).toEqual([])
  })

  run(
    'an alert is dismissed once, by an administrator, and the audit log says who did',
    async () => {
      const [first] = await alerts()
      const params = { id: first?.id ?? '' }
      const content = await buildMember(server.deps, { role: 'content' })
      const session = await openSession(server.deps, content.id, 'test')
      expect(
        await server.client.call(dismissAlert, { params }, { bearer: session.accessToken }),
      ).toMatchObject({ ok: false, problem: { code: 'forbidden' } })
      expect((await server.client.call(dismissAlert, { params }, { bearer })).ok).toBe(true)
      expect(await server.client.call(dismissAlert, { params }, { bearer })).toMatchObject({
        ok: false,
        problem: { code: 'not-found' },
      })
      expect((await alerts()).map(({ id }) => id)).not.toContain(params.id)
      const row = await server.deps.database.db
        .selectFrom('audit')
        .select('actor')
        .where('action', '=', 'alert.dismissed')
        .executeTakeFirst()
      expect(row?.actor).toBe(`member:${admin.id}`)
    },
  )

  describe('the audit log outside', () => {
    const forwardTo = (auditForward: string) =>
      forwardAudit({ ...server.deps, config: { ...server.deps.config, auditForward } })
    const cursor = async (): Promise<number> =>
      (
        await server.deps.database.db
          .selectFrom('audit_cursors')
          .select('seq')
          .where('name', '=', 'forward')
          .executeTakeFirstOrThrow()
      ).seq
    const head = async (): Promise<number> =>
      (
        await server.deps.database.db
          .selectFrom('audit_head')
          .select('seq')
          .executeTakeFirstOrThrow()
      ).seq

    run('goes to a file, each row once, with the hashes that prove the chain', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'wld-audit-'))
      try {
        const file = join(folder, 'audit log.jsonl')
        const from = await cursor()
        await forwardTo(pathToFileURL(file).href)
        await server.deps.audit.write({ actor: 'system', action: 'audit.viewed' })
        await forwardTo(pathToFileURL(file).href)
        await forwardTo(pathToFileURL(file).href)
        const rows = readFileSync(file, 'utf8')
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as { seq: number; hash: string; detail: object })
        const to = await head()
        expect(rows.map(({ seq }) => seq)).toEqual(
          Array.from({ length: to - from }, (_value, index) => from + index + 1),
        )
        for (const { hash, ...row } of rows)
          expect(auditHash({ ...row, detail: JSON.stringify(row.detail) } as never)).toBe(hash) // the columns of the table
        expect(statSync(file).mode & 0o777).toBe(0o600)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    })

    run('goes to a syslog receiver in counted frames; one that is away loses nothing', async () => {
      const port = await freePort()
      await server.deps.audit.write({
        actor: 'system',
        action: 'audit.viewed',
        target: 'a\n<13>1 b',
      })
      const before = await cursor()
      await expect(forwardTo(`tcp://127.0.0.1:${port}`)).rejects.toThrow()
      expect(await cursor()).toBe(before)
      const received: Buffer[] = []
      const receiver = createServer((socket) => {
        socket.on('data', (bytes) => received.push(bytes))
      }).listen(port, '127.0.0.1')
      await once(receiver, 'listening')
      try {
        await forwardTo(`tcp://127.0.0.1:${port}`)
      } finally {
        receiver.close()
      }
      expect(await cursor()).toBe(await head())
      let text = Buffer.concat(received)
      const messages: string[] = []
      while (text.length > 0) {
        const space = text.indexOf(' ')
        const length = Number(text.subarray(0, space).toString())
        messages.push(text.subarray(space + 1, space + 1 + length).toString())
        text = text.subarray(space + 1 + length)
      }
      expect(messages).toHaveLength((await head()) - before)
      expect(messages[0]).toMatch(/^<109>1 \S+ localhost wld - audit - \{"seq":\d+,/)
      expect(messages.join('\n')).toContain('"target":"a\\n<13>1 b"')
    })

    run('without an address nothing is sent', async () => {
      await server.deps.audit.write({ actor: 'system', action: 'audit.viewed' })
      const before = await cursor()
      await forwardAudit(server.deps)
      expect(await cursor()).toBe(before)
    })
  })
})
