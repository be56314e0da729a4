/** Several servers are one service: whichever of them gets a call, and whichever of them ends. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { forwardAudit } from '#server/features/watch/forward-audit.ts'
import { readAt } from '#server/parts/files/byte-source.ts'
import { listSessions, login } from '#shared/contract/auth.ts'
import type { ApiClient } from '#shared/contract/base/client.ts'
import { myCard, statusList, verifyCard } from '#shared/contract/card.ts'
import { sendEmailCode, verifyEmailCode } from '#shared/contract/email-code.ts'
import { EVIDENCE_CHUNK_BYTES } from '#shared/contract/evidence.ts'
import { updateMember, validatePassword } from '#shared/contract/users.ts'
import { CARD_STATE, cardStateAt } from '#shared/domain/card/status-list.ts'
import { newAddress } from '#tests/builders/applicant.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { basic, type ApiServer } from '#tests/support/api-server.ts'
import { hasPostgres } from '#tests/support/engines.ts'
import { begun, finish, partAt, sendPart, sha256 } from '#tests/support/evidence-uploads.ts'
import { film } from '#tests/support/sample-films.ts'
import { fileIdOf } from '#tests/support/uploads.ts'
import { startLoad } from './load.ts'
import { startThreeServers, type Person, type ThreeServers } from './three-servers.ts'

// Processes are started again and again: on a machine with other work each start may take half a minute.
vi.setConfig({
  testTimeout: 400_000,
  hookTimeout: 400_000,
  expect: { poll: { timeout: 120_000 } },
})

/** A revocation applies to the next call; the rest is for a busy machine. */
const REVOKED_WITHIN_MS = 30_000
const CLIENTS = 6

describe(`three servers behind a proxy${hasPostgres ? '' : ' (skipped: no server at 127.0.0.1:5432)'}`, () => {
  const run = test.skipIf(!hasPostgres)
  let servers: ThreeServers
  beforeAll(async () => {
    if (hasPostgres) servers = await startThreeServers()
  })
  afterAll(async () => {
    if (hasPostgres) expect(await servers.stop()).toEqual([0, 0, 0])
  })
  const as = ({ bearer }: Person) => ({ bearer })
  const confirm = (client: ApiClient, who: Person) =>
    client.call(validatePassword, { body: { password: TEST_PASSWORD, id: who.cardId } }, as(who))
  const countChecks = async (): Promise<number> =>
    (
      await servers.bench.deps.database.db
        .selectFrom('audit')
        .select('seq')
        .where('action', '=', 'card.verified')
        .execute()
    ).length

  run('wrong passwords through the proxy share one limit', async () => {
    const { max, windowS } = login.limits.find(({ per }) => per === 'identifier') ?? {
      max: 0,
      windowS: 1,
    }
    const tryAll = async () => {
      const { proxied } = servers.visitor()
      const { email } = await buildMember(servers.bench.deps)
      const codes = []
      for (let tries = 0; tries < max + 3; tries += 1) {
        const headers = { authorization: basic(email, 'Wrong-Pass1!') }
        const answer = await proxied.call(login, { headers })
        codes.push(answer.ok ? 'ok' : answer.problem?.code)
      }
      return codes
    }
    // Quotas count in fixed windows: a run that crosses the end of one is repeated.
    const windowNow = (): number => Math.floor(Date.now() / 1_000 / windowS)
    const begunIn = windowNow()
    const once = await tryAll()
    expect(windowNow() === begunIn ? once : await tryAll()).toEqual([
      ...Array.from({ length: max }, () => 'invalid-credentials'),
      ...Array.from({ length: 3 }, () => 'too-many'),
    ])
    for (const count of servers.proxy.counts) expect(count).toBeGreaterThan(0)
  })

  run('mails are sent once, and their codes are accepted once, anywhere', async () => {
    const { mail, visitor } = servers
    const addresses = Array.from({ length: 20 }, newAddress)
    await Promise.all(
      addresses.map((email) =>
        visitor().proxied.call(sendEmailCode, { headers: {}, body: { email } }),
      ),
    )
    const to = (): string[] => mail.taken.flatMap((one) => [...one.to])
    await expect.poll(() => addresses.filter((address) => !to().includes(address))).toEqual([])
    expect(addresses.filter((address) => to().filter((one) => one === address).length > 1)).toEqual(
      [],
    )
    const [email = ''] = addresses
    const code = /\b\d{6}\b/.exec(mail.taken.find((one) => one.to.includes(email))?.text ?? '')?.[0]
    const { direct } = visitor()
    const answers = []
    for (const client of direct)
      answers.push(await client.call(verifyEmailCode, { body: { email, code: code ?? '' } }))
    expect(answers.map((answer) => answer.ok && answer.value.verified)).toEqual([
      true,
      false,
      false,
    ])
  })

  run('a step-up on one counts on the others; a ban applies on each of them at once', async () => {
    const { direct } = servers.visitor()
    const [first, second] = direct as [ApiClient, ApiClient]
    const [administrator, reviewer, member] = [
      await servers.person('admin'),
      await servers.person('reviewer'),
      await servers.person(),
    ]
    const card = await second.call(myCard, {}, as(member))
    const payload = card.ok ? card.value.payload : ''
    const index = Number(payload.split('.').at(-2))
    await confirm(first, administrator)
    const banned = await second.call(
      updateMember,
      { params: { id: member.cardId }, body: { status: 'banned' } },
      as(administrator),
    )
    expect(banned).toMatchObject({ ok: true })
    const sinceMs = performance.now()
    const seen = await Promise.all(
      direct.map(async (client) => {
        const verdict = await client.call(verifyCard, { body: { payload } }, as(reviewer))
        const session = await client.call(listSessions, {}, as(member))
        const list = await client.call(statusList, { headers: {} }, as(reviewer))
        const bits = list.ok ? inflateRawSync(Buffer.from(list.value.list, 'base64url')) : []
        return {
          verdict: verdict.ok && verdict.value.verdict,
          session: session.ok || session.problem?.code,
          listed: list.ok && cardStateAt(Uint8Array.from(bits), list.value.size, index),
        }
      }),
    )
    for (const one of seen)
      expect(one).toEqual({
        verdict: 'REVOKED',
        session: 'not-signed-in',
        listed: CARD_STATE.revoked,
      })
    expect(performance.now() - sinceMs).toBeLessThan(REVOKED_WITHIN_MS)
  })

  run('an upload whose parts reach different servers is one file in the bucket', async () => {
    const { bench, proxy, replicas } = servers
    const { bearer } = await servers.person()
    const bytes = film({ picture: randomBytes(3 * EVIDENCE_CHUNK_BYTES) })
    const at = (index: number): ApiServer => ({
      ...bench,
      url: replicas[index % replicas.length]?.url ?? '',
    })
    const { id } = await begun(bench, bearer, bytes)
    for (let offset = 0, turn = 0; offset < bytes.length; offset += EVIDENCE_CHUNK_BYTES, turn += 1)
      expect(
        (await sendPart(at(turn), bearer, id, offset, partAt(bytes, offset))).status,
        String(turn),
      ).toBe(200)
    const answer = await finish({ ...bench, url: proxy.url }, bearer, id)
    expect(answer.status).toBe(200)
    const whole = await bench.deps.library.openOriginal(fileIdOf(answer.upload.fileUrl ?? ''))
    expect(whole === undefined ? '' : sha256(await readAt(whole, 0, whole.size))).toBe(
      createHash('sha256').update(bytes).digest('hex'),
    )
  })

  run('while one forwards the audit log, another does not; each row is sent once', async () => {
    const { deps } = servers.bench
    const folder = mkdtempSync(join(tmpdir(), 'wld-audit-'))
    const file = join(folder, 'audit.jsonl')
    const config = { ...deps.config, auditForward: pathToFileURL(file).href }
    const forward = (): Promise<void> => forwardAudit({ ...deps, config })
    await deps.audit.write({ actor: 'system', action: 'audit.viewed' })
    const isAlone = await deps.database.alone('audit-forward', async () => {
      expect(await deps.database.alone('another-job', async () => undefined)).toBe(true)
      await forward()
      expect(existsSync(file)).toBe(false)
    })
    expect(isAlone).toBe(true)
    await Promise.all([forward(), forward()])
    await forward()
    const sent = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { seq: number }).seq)
    rmSync(folder, { recursive: true })
    expect(sent).toEqual(Array.from({ length: sent.length }, (_, index) => index + 1))
  })

  run('one by one they restart under load, and no call fails', async () => {
    const before = await countChecks()
    const load = await startLoad(servers, CLIENTS)
    for (const { process } of servers.replicas) {
      const answered = load.answered()
      expect(await process.stop('SIGTERM')).toBe(0)
      await process.start()
      await expect.poll(() => load.answered()).toBeGreaterThan(answered + 10)
    }
    expect(await load.stop()).toEqual([])
    expect(await countChecks()).toBe(before + load.written())
  })

  run(
    'one is killed under load: reads go on, and each acknowledged write is kept once',
    async () => {
      const before = await countChecks()
      const load = await startLoad(servers, CLIENTS)
      const [victim] = servers.replicas
      await expect.poll(() => load.answered()).toBeGreaterThan(20)
      await victim?.process.stop('SIGKILL')
      const killedAt = load.answered()
      await expect.poll(() => load.answered()).toBeGreaterThan(killedAt + 40)
      await victim?.process.start()
      const upAgain = servers.proxy.counts[0] ?? 0
      await expect.poll(() => servers.proxy.counts[0]).toBeGreaterThan(upAgain)
      const faults = await load.stop()
      // Only a write that was under way there has no answer, and each client has one call at a time.
      expect(faults.filter((fault) => !fault.startsWith('write'))).toEqual([])
      expect(faults.length).toBeLessThanOrEqual(CLIENTS)
      const kept = (await countChecks()) - before
      expect(kept).toBeGreaterThanOrEqual(load.written())
      expect(kept).toBeLessThanOrEqual(load.written() + faults.length)
      expect(await servers.bench.deps.audit.firstBrokenRow()).toBeUndefined()
    },
  )
})
