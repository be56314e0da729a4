/** Times from outside: a real authority on loopback, the job, the package, and the commands that check without a network. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseConfig } from '#server/deps/config.ts'
import { verifyPackage } from '#server/features/evidence/package/verify-package.ts'
import { runTimestamps } from '#server/jobs/timestamps.ts'
import { sourceOf } from '#server/parts/files/byte-source.ts'
import { checksum, writeStoredZip } from '#server/parts/files/stored-zip.ts'
import { askAuthority } from '#server/parts/timestamps/ask-authority.ts'
import { certificatesIn } from '#server/parts/timestamps/timestamp-config.ts'
import { TimestampFault } from '#server/parts/timestamps/timestamp-fault.ts'
import { requestFor, verifyTimestamp } from '#server/parts/timestamps/verify-timestamp.ts'
import { readCustody } from '#shared/contract/evidence.ts'
import { createReport } from '#shared/contract/reports.ts'
import { statsOverview } from '#shared/contract/stats.ts'
import { buildMember } from '#tests/builders/member.ts'
import { reportBody } from '#tests/builders/report.ts'
import { startApiServer } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { PROCESS_ENV } from '#tests/support/process-env.ts'
import { program } from '#tests/support/programs.ts'
import { jpeg } from '#tests/support/sample-files.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import {
  startTimestampAuthority,
  type Reply,
  type TimestampAuthority,
} from '#tests/support/timestamp-authority.ts'
import { uploadOne } from '#tests/support/uploads.ts'
import { readZip } from '#tests/support/zip.ts'

const DAY_S = 86_400
const running = new AbortController().signal

let authority: TimestampAuthority
let folder: string
beforeAll(async () => {
  authority = await startTimestampAuthority()
  folder = await mkdtemp(join(MEMORY_FOLDER, 'wld-times-'))
})
afterAll(async () => {
  await authority.stop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => authority.misbehave(undefined))

const anchorsIn = (file: string) => certificatesIn(readFileSync(file, 'utf8'))

function command(
  file: 'audit-verify.ts' | 'evidence-verify.ts',
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [program(`src/server/commands/verify/${file}`), ...args], {
    cwd: folder,
    env: { ...PROCESS_ENV, ...env },
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => void (output += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => void (output += String(chunk)))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}

describe('a reply of an authority', () => {
  const text = 'wld-timestamp/1\nsomething\n'
  const ask = (ca = authority.caFile) => askAuthority(authority.url, text, anchorsIn(ca), running)
  const misbehaving = (how: (request: Buffer) => Promise<Reply>, ca?: string) => {
    authority.misbehave(how)
    return ask(ca)
  }
  const nonce = Buffer.from([0x51, 2, 3])

  test('is accepted where it confirms this text, and names time and authority', async () => {
    const { at, authority: name, response } = await ask()
    expect(name).toBe('Test-Clock')
    expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(DAY_S * 1_000)
    // Another program accepts it as well.
    await writeFile(join(authority.folder, 'text.txt'), text)
    await writeFile(join(authority.folder, 'text.tsr'), response)
    const said = await authority.openssl(
      ...'ts -verify -data text.txt -in text.tsr -CAfile ca.pem'.split(' '),
    )
    expect(said).toContain('Verification: OK')
  })

  test.each<readonly [string, (request: Buffer) => Promise<Reply>, RegExp]>([
    [
      'over another text',
      async () => ({ body: await authority.reply(requestFor('other', nonce)) }),
      /something else/,
    ],
    [
      'to another request',
      async () => ({ body: await authority.reply(requestFor(text, nonce)) }),
      /another request/,
    ],
    [
      'with a status other than granted',
      async () => ({ body: await authority.reply(Buffer.from('no request')) }),
      /did not grant it \(status 2\)/,
    ],
    ['that is too long', async () => ({ body: Buffer.alloc(65 * 1024, 0x30) }), /too long/],
    ['that is no reply', async () => ({ body: 'hello' }), /not one of RFC 3161/],
    [
      'with bytes behind it',
      async (request) => ({ body: Buffer.concat([await authority.reply(request), nonce]) }),
      /not one of RFC 3161/,
    ],
    ['that says the authority is broken', async () => ({ status: 503, body: '' }), /status 503/],
    [
      'of another type',
      async (request) => ({
        headers: { 'content-type': 'text/html' },
        body: await authority.reply(request),
      }),
      /text\/html/,
    ],
    [
      'that leads elsewhere',
      async () => ({ status: 307, headers: { location: '/elsewhere' }, body: '' }),
      /fetch failed/,
    ],
  ])('is refused: one %s', async (_what, how, message) => {
    await expect(misbehaving(how)).rejects.toThrow(message)
  })

  test('is refused where its certificate leads to another CA, is for more than timestamps, or is missing', async () => {
    await expect(ask(authority.otherCaFile)).rejects.toThrow(/no certificate that is trusted/)
    const wish = requestFor(text, nonce)
    const made = async (...args: readonly string[]) => {
      await writeFile(join(authority.folder, 'q.tsq'), wish)
      await authority.openssl(
        ...'ts -reply -config tsa.cnf -queryfile q.tsq -out q.tsr'.split(' '),
        ...args,
      )
      return readFile(join(authority.folder, 'q.tsr'))
    }
    const anchors = anchorsIn(authority.caFile)
    const check = (response: Buffer) => verifyTimestamp(response, text, { nonce, anchors })
    expect(check(await made())).toMatchObject({ authority: 'Test-Clock' })
    // openssl refuses to sign with a certificate of the wrong purpose, so the purpose is changed in the bytes.
    const purpose = Buffer.from('06082b06010505070308', 'hex')
    const other = Buffer.from('06082b06010505070301', 'hex')
    const spoilt = Buffer.from(await made())
    other.copy(spoilt, spoilt.indexOf(purpose))
    expect(() => check(spoilt)).toThrow(/not in the token/)
    const bare = wish.subarray(0, -3) // without certReq, the last field
    bare[1] = (bare[1] ?? 0) - 3
    await writeFile(join(authority.folder, 'bare.tsq'), bare)
    await authority.openssl(
      ...'ts -reply -config tsa.cnf -queryfile bare.tsq -out bare.tsr'.split(' '),
    )
    const without = await readFile(join(authority.folder, 'bare.tsr'))
    expect(() => check(without)).toThrow(/not in the token/)
  })

  test('is refused with a byte of it changed: of its content, its certificate, its signature', async () => {
    const anchors = anchorsIn(authority.caFile)
    const whole = await authority.reply(requestFor(text, nonce))
    const signer = anchorsIn(join(authority.folder, 'tsa.pem'))[0]?.raw ?? Buffer.alloc(0)
    const imprint = createHash('sha256').update(text).digest()
    const SIGNATURE_BYTES = 256
    const places = [
      [whole.indexOf(imprint), imprint.length],
      [whole.indexOf(signer), signer.length],
      [whole.length - SIGNATURE_BYTES, SIGNATURE_BYTES],
    ] as const
    for (const [start, length] of places) {
      expect(start).toBeGreaterThan(0)
      for (let at = start; at < start + length; at += 29) {
        const spoilt = Buffer.from(whole)
        spoilt[at] = (spoilt[at] ?? 0) ^ 1
        expect(() => verifyTimestamp(spoilt, text, { nonce, anchors }), `byte ${at}`).toThrow(
          TimestampFault,
        )
      }
    }
  })
})

test('settings name their fault', () => {
  const faults = (env: Readonly<Record<string, string>>) => {
    const parsed = parseConfig(env, 'local')
    return parsed.ok ? [] : parsed.faults
  }
  for (const url of ['http://tsa.example/', 'ftp://tsa.example/', 'https://a:b@tsa.example/', 'x'])
    expect(faults({ TIMESTAMP_URL: url })).toEqual([
      expect.stringMatching(/^TIMESTAMP_URL must be the https address/),
    ])
  expect(faults({ TIMESTAMP_URL: 'https://tsa.example/' })).toEqual([])
  expect(faults({ TIMESTAMP_CA: authority.caFile })).toEqual([
    expect.stringMatching(/^TIMESTAMP_URL must be/),
  ])
  for (const file of ['/nowhere.pem', join(authority.folder, 'serial')])
    expect(faults({ TIMESTAMP_URL: 'https://tsa.example/', TIMESTAMP_CA: file })).toEqual([
      expect.stringMatching(/^TIMESTAMP_CA must be a file/),
    ])
})

describe.each(ENGINES)('times from outside on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip }, () => ({
    env: { TIMESTAMP_URL: authority.url, TIMESTAMP_CA: authority.caFile },
  }))

  const job = () => runTimestamps(server.deps, running)
  const env = () => ({
    DATA_DIR: server.dataDir,
    TIMESTAMP_URL: authority.url,
    TIMESTAMP_CA: authority.caFile,
    ...(server.databaseUrl === undefined ? {} : { DATABASE_URL: server.databaseUrl }),
  })
  const member = (role: 'member' | 'admin') => person(role, { proven: true })
  const filed = async () => {
    const { bearer } = await member('member')
    const fileUrl = await uploadOne(server, bearer, 'report', await jpeg(40, 40))
    const evidenceList = [{ evidenceType: 'image' as const, fileUrl, description: 'Seen' }]
    const answer = await server.client.call(
      createReport,
      { body: reportBody({ evidenceList }) },
      { bearer },
    )
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    return { reportId: answer.value.id, evidenceId: answer.value.reportEvidences[0]?.id ?? 0 }
  }
  const overview = async (bearer: string) => {
    const answer = await server.client.call(statsOverview, {}, { bearer })
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    return answer.value.timestamps
  }
  const waiting = async () =>
    /^wld_timestamps_waiting (\d+)$/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1]

  run(
    'an authority that is away delays no report, is asked after longer times, and is told',
    async () => {
      const admin = await member('admin')
      expect(await overview(admin.bearer)).toEqual({ waiting: 0, awaySince: null })
      authority.misbehave(async () => ({ status: 503, body: '' }))
      await filed()
      const before = authority.asked()
      await job()
      await job()
      expect(authority.asked() - before).toBe(1)
      const state = await overview(admin.bearer)
      expect(state).toMatchObject({ waiting: expect.any(Number), awaySince: expect.any(String) })
      expect(await waiting()).toBe(String(state?.waiting))
      expect(state?.waiting).toBeGreaterThan(0)
      server.clock.advance(61)
      await job()
      server.clock.advance(61) // too early: the second time is two minutes
      await job()
      expect(authority.asked() - before).toBe(2)
      authority.misbehave(undefined)
      server.clock.advance(61)
      await job()
      expect(await overview(admin.bearer)).toEqual({ waiting: 0, awaySince: null })
      expect(await waiting()).toBe('0')
      const asked = authority.asked()
      await job()
      expect(authority.asked()).toBe(asked) // nothing is asked for twice
    },
  )

  // What is packed and checked does not depend on the engine.
  const runOnce = test.skipIf(skip || engine !== 'sqlite')
  runOnce('the custody shows the time, and the package proves it without the server', async () => {
    const admin = await member('admin')
    const { reportId, evidenceId } = await filed()
    await Promise.all([job(), job()])
    const custody = await server.client.call(
      readCustody,
      { params: { id: evidenceId } },
      { bearer: admin.bearer },
    )
    if (!custody.ok) throw new Error('no custody')
    expect(custody.value.events.filter(({ event }) => event === 'timestamped')).toEqual([
      expect.objectContaining({
        by: { kind: 'server' },
        detail: {
          sha256: custody.value.sha256,
          authority: 'Test-Clock',
          confirmedAt: expect.any(String),
        },
      }),
    ])
    const reply = await fetch(`${server.url}/api/report/evidence/package/${reportId}`, {
      headers: { authorization: `Bearer ${admin.bearer}` },
    })
    const entries = readZip(Buffer.from(await reply.arrayBuffer()))
    const own = `timestamps/evidence-${evidenceId}`
    const inside = (name: string) =>
      entries.find((entry) => entry.name === name)?.bytes ?? Buffer.alloc(0)
    // The authority gets the hash of a text with a salt, not the hash of the file.
    expect(inside(`${own}.txt`).toString()).toMatch(
      new RegExp(`^wld-timestamp/1\nevidence ${evidenceId}\nsha256 ${custody.value.sha256}\nsalt `),
    )
    expect(inside(`${own}.tsr`).includes(Buffer.from(custody.value.sha256, 'hex'))).toBe(false)

    const packed = async (spoil?: string) => {
      const pieces: Buffer[] = []
      for await (const piece of writeStoredZip(
        entries.map(({ name, bytes }) => {
          const copy = Buffer.from(bytes)
          // Still a digit of the hash in a statement, so that only its meaning changes.
          if (name === spoil) copy[copy.length - 5] = copy[copy.length - 5] === 0x30 ? 0x31 : 0x30
          return { name, source: sourceOf(copy), crc32: checksum(copy) }
        }),
      ))
        pieces.push(piece)
      const path = join(folder, 'package.zip')
      await writeFile(path, Buffer.concat(pieces))
      return path
    }
    const anchors = anchorsIn(authority.caFile)
    const whole = await command('evidence-verify.ts', [
      await packed(),
      '--timestamp-ca',
      authority.caFile,
    ])
    expect(whole.output).toMatch(
      new RegExp(`Evidence ${evidenceId}: Test-Clock confirms that it existed at \\d{4}-`),
    )
    expect(whole.code).toBe(0)
    expect((await verifyPackage(await packed())).notes).toContainEqual(
      expect.stringContaining('checked with timestamps/trusted.pem'),
    )
    expect(
      (await verifyPackage(await packed(), undefined, anchorsIn(authority.otherCaFile))).faults,
    ).toEqual([expect.stringContaining('leads to no certificate that is trusted')])
    for (const [ending, message] of [
      ['tsr', 'the signature of the token does not fit'],
      ['txt', 'the token confirms something else'],
    ] as const)
      expect(
        (await verifyPackage(await packed(`${own}.${ending}`), undefined, anchors)).faults,
      ).toEqual([`${own}.${ending}: changed`, `${own}.tsr: ${message}`])
  })

  run('each day’s last row has its time, which shows a log that was written anew', async () => {
    const { db } = server.deps.database
    await db.deleteFrom('timestamps').where('day', 'is not', null).execute()
    server.clock.advance(DAY_S)
    await filed()
    server.clock.advance(DAY_S)
    await Promise.all([job(), job()])
    const [row] = await db
      .selectFrom('timestamps')
      .select(['day', 'statement', 'response'])
      .where('day', 'is not', null)
      .execute()
    expect(row?.response).not.toBeNull()
    const kept = await mkdtemp(join(folder, 'days-'))
    const first = await command('audit-verify.ts', ['--export-timestamps', kept], env())
    expect(first.output).toMatch(
      /Times of 1 days checked: row \d+ existed at .*Test-Clock confirms/,
    )
    expect(first.code).toBe(0)
    expect((await readdir(kept)).toSorted()).toEqual([
      `audit-day-${row?.day}.tsr`,
      `audit-day-${row?.day}.txt`,
    ])
    // An attacker with the database removes the time and writes the log anew; here the chain itself stays whole.
    const statement = await readFile(join(kept, `audit-day-${row?.day}.txt`), 'utf8')
    await writeFile(
      join(kept, `audit-day-${row?.day}.txt`),
      statement.replace(/^hash ./m, (found) => (found.endsWith('0') ? 'hash 1' : 'hash 0')),
    )
    const spoilt = await command('audit-verify.ts', ['--timestamps', kept], env())
    expect(spoilt).toMatchObject({ code: 1 })
    expect(spoilt.output).toContain('the token confirms something else')
  })

  runOnce(
    'a confirmed row that the log no longer has is told, though the chain fits together',
    async () => {
      const kept = await mkdtemp(join(folder, 'anew-'))
      await command('audit-verify.ts', ['--export-timestamps', kept], env())
      const other = await startApiServer({ engine, env: { TIMESTAMP_URL: authority.url } })
      try {
        await buildMember(other.deps)
        await other.deps.audit.write({ actor: 'system', action: 'thing.made' })
        const own = { ...env(), DATA_DIR: other.dataDir }
        const url = other.databaseUrl === undefined ? {} : { DATABASE_URL: other.databaseUrl }
        const found = await command('audit-verify.ts', ['--timestamps', kept], { ...own, ...url })
        expect(found).toMatchObject({ code: 1 })
        expect(found.output).toMatch(/BROKEN: .*is not the one whose time Test-Clock confirmed/)
        expect((await command('audit-verify.ts', [], { ...own, ...url })).code).toBe(0)
      } finally {
        await other.stop()
      }
    },
  )
})
