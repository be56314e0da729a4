/** `npm run doctor` beside real servers: what is well, and what is not, with its remedy. */
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createBackup } from '#server/commands/backup/create-backup.ts'
import { createDirectoryStore } from '#server/parts/files/store/directory-store.ts'
import { openBackupFolder } from '#server/records/backup/folder/backup-folder.ts'
import { readSetting, writeSetting } from '#server/records/settings/settings-repository.ts'
import type { Association } from '#shared/domain/association.ts'
import { filledAssociation } from '#tests/builders/association.ts'
import { buildMember } from '#tests/builders/member.ts'
import { freshHold } from '#tests/security/fresh-rows.ts'
import type { ApiServer } from '#tests/support/api-server.ts'
import { RULE_ENGINES } from '#tests/support/engines.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { PROCESS_ENV } from '#tests/support/process-env.ts'
import { program } from '#tests/support/programs.ts'
import { startMailServer, type TestMailServer } from '#tests/support/smtp.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import { makeWalletCertificates } from '#tests/support/wallet-certificates.ts'

const PROGRAM = program('src/server/commands/doctor/doctor.ts')
const SECRET_KEY = randomBytes(32).toString('hex')
const BACKUP_KEY = randomBytes(32).toString('hex')

type Environment = Readonly<Record<string, string>>

/** Findings as `LEVEL subject`, and the whole text. */
async function examine(env: Environment, args: readonly string[] = []) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...PROCESS_ENV, ...env },
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => void (text += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => void (text += String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  const levels = [...text.matchAll(/^(ok|NOTE|FAULT) +(\w+)/gm)].map(
    ([, level = '', subject = '']) => `${level} ${subject}`,
  )
  return { code, text, levels }
}

const environmentOf = (server: ApiServer): Environment => ({
  DATA_DIR: server.dataDir,
  SECRET_KEY,
  PORT: new URL(server.url).port,
  PUBLIC_URL: server.url,
  ...(server.databaseUrl === undefined ? {} : { DATABASE_URL: server.databaseUrl }),
})

describe.each(RULE_ENGINES)('the doctor on $title', ({ engine, skip }) => {
  const { server, run } = suiteServer({ engine, skip }, { env: { SECRET_KEY } })
  let mail: TestMailServer
  let backups: string
  let well: Environment
  const setAssociation = async (value: Association) => {
    const { db } = server.deps.database
    const { revision } = await readSetting(db, 'association')
    const at = server.clock.now().toISOString()
    await writeSetting(db, 'association', { value, revision, by: null, at })
  }

  beforeAll(async () => {
    mail = await startMailServer()
    await buildMember(server.deps, { role: 'admin' })
    await buildMember(server.deps, { role: 'admin' })
    await setAssociation(filledAssociation())
    await chmod(server.dataDir, 0o700)
    backups = await mkdtemp(join(MEMORY_FOLDER, 'wld-doctor-'))
    await createBackup(await openBackupFolder(backups, BACKUP_KEY, { create: true }), {
      config: server.deps.config,
      store: createDirectoryStore(join(server.dataDir, 'files')),
      secretKey: SECRET_KEY,
      version: '0.0.0',
      now: new Date(),
      print: () => undefined,
    })
    well = {
      ...environmentOf(server),
      SMTP_URL: mail.url,
      MAIL_FROM: 'WLD <wld@test.example>',
      BACKUP_TO: backups,
      BACKUP_KEY,
    }
  })
  afterAll(async () => {
    await mail.stop()
    await rm(backups, { recursive: true, force: true })
  })

  run('a server that is well has no fault, and nothing is changed or sent', async () => {
    const rows = async () =>
      server.deps.database.db
        .selectFrom('signing_keys')
        .select(['purpose', 'kid'])
        .orderBy('purpose')
        .execute()
    await freshHold(server.deps)
    const before = await rows()
    const { code, text, levels } = await examine(well)
    expect(levels.filter((level) => level.startsWith('FAULT'))).toEqual([])
    expect(levels).toEqual(
      expect.arrayContaining(
        [
          'settings',
          'folder',
          'key',
          'database',
          'files',
          'mail',
          'backups',
          'people',
          'notice',
        ].map((subject) => `ok ${subject}`),
      ),
    )
    expect(levels).toEqual(expect.arrayContaining(['ok server', 'ok address']))
    expect(text).toContain('Legal holds in force: 1, the oldest since ')
    expect(text).not.toContain(SECRET_KEY)
    expect(text).not.toContain(BACKUP_KEY)
    expect(code).toBe(0)
    expect(await rows()).toEqual(before)
    expect(mail.taken).toEqual([])
  })

  run('what the legal notice lacks, and what is still an example, is named', async () => {
    await setAssociation(
      filledAssociation({ seat: '', email: '', director: '[Name]', hostName: 'host.example' }),
    )
    const { text, levels, code } = await examine(well)
    await setAssociation(filledAssociation())
    expect(levels).toEqual(expect.arrayContaining(['FAULT notice', 'NOTE notice']))
    expect(text).toContain('The legal notice lacks: seat; e-mail address.')
    expect(text).toContain(
      'Still an example in the legal notice: publication director; name of the host.',
    )
    expect(text).toContain('mailed to the sender of the mails, WLD <wld@test.example>')
    expect(code).toBe(1)
    // A trial has nobody to name.
    const trial = await examine(environmentOf(server), ['--local'])
    expect(trial.levels).not.toContain('FAULT notice')
  })

  run('a test message is sent where it is asked for', async () => {
    const { text } = await examine(well, ['--mail-to', 'me@test.example'])
    expect(text).toContain('took a message to me@test.example')
    expect(mail.taken.map(({ to }) => to)).toEqual([['me@test.example']])
  })

  run('each fault is named with its remedy, and the others are still looked for', async () => {
    await buildMember(server.deps, { email: 'admin@demo.example' })
    await mkdir(join(server.dataDir, 'backups'), { recursive: true })
    await chmod(server.dataDir, 0o755)
    try {
      const { code, text } = await examine({
        ...environmentOf(server),
        SECRET_KEY: 'ab'.repeat(32),
        PORT: '1', // nobody listens there
        SMTP_URL: 'smtp://127.0.0.1:1',
        MAIL_FROM: 'WLD <wld@test.example>',
        BACKUP_TO: join(server.dataDir, 'backups'),
        BACKUP_KEY,
      })
      for (const words of [
        'chmod 700',
        'SECRET_KEY does not look random',
        'SECRET_KEY does not open the signing keys',
        'The mail server is not accepting mail',
        'There is no complete backup',
        'on the same disk as the data',
        'demonstration accounts are active',
        'The server is not responding',
      ])
        expect(text).toContain(words)
      expect(code).toBe(1)
    } finally {
      await chmod(server.dataDir, 0o700)
    }
  })

  run('a database of a newer version is named', async () => {
    const { db } = server.deps.database
    const step = { name: '9999-later', timestamp: new Date().toISOString() }
    const table = 'kysely_migration' as never
    await db
      .insertInto(table)
      .values(step as never)
      .execute()
    try {
      expect((await examine(well)).text).toContain('newer version of WLD (9999-later)')
    } finally {
      await db
        .deleteFrom(table)
        .where('name' as never, '=', step.name as never)
        .execute()
    }
  })
})

describe('the doctor before the server', () => {
  const places: string[] = []
  afterEach(async () => {
    for (const place of places.splice(0)) await rm(place, { recursive: true, force: true })
  })

  const newPlace = async (): Promise<string> => {
    const place = await mkdtemp(join(MEMORY_FOLDER, 'wld-doctor-'))
    places.push(place)
    return place
  }

  test('wrong settings are all named', async () => {
    const { code, text } = await examine({ DATA_DIR: await newPlace(), SMTP_URL: 'nonsense' })
    expect(text).toContain('SMTP_URL')
    expect((await examine({ DATA_DIR: await newPlace() })).text).toMatch(
      /SECRET_KEY.+\n.+\n.+PUBLIC_URL/,
    )
    expect(code).toBe(1)
  })

  test('an empty folder has no database, and none is made', async () => {
    const place = await newPlace()
    const { code, text } = await examine({
      DATA_DIR: place,
      SECRET_KEY,
      PORT: '1',
      PUBLIC_URL: 'http://localhost:1',
    })
    expect(text.split('There is no database at')).toHaveLength(2) // once
    expect(text).toContain('No backups are made')
    expect(text).toContain('No mail leaves this machine')
    expect(code).toBe(1)
  })

  test('a folder that is not there is named', async () => {
    const env = {
      DATA_DIR: '/nowhere/data',
      SECRET_KEY,
      PORT: '1',
      PUBLIC_URL: 'http://localhost:1',
    }
    expect((await examine(env)).text).toContain('There is no folder /nowhere/data.')
  })

  test('an unknown option prints the usage', async () => {
    const { code, text } = await examine({}, ['--unknown'])
    expect(text).toContain('Usage: npm run doctor')
    expect(code).toBe(1)
  })
})

describe('the doctor behind a web server', () => {
  const { server } = suiteServer(
    { engine: 'sqlite' },
    { env: { SECRET_KEY, TRUST_PROXY: 'loopback' } },
  )
  let proxy: Server
  let folder: string
  let forwards = true
  let env: Environment

  beforeAll(async () => {
    folder = await mkdtemp(join(MEMORY_FOLDER, 'wld-doctor-'))
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const wish = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 5
      -keyout ${key} -out ${cert} -subj /CN=localhost -addext subjectAltName=DNS:localhost`
    await promisify(execFile)('openssl', wish.split(/\s+/))
    proxy = createServer(
      { key: await readFile(key), cert: await readFile(cert) },
      ({ url, method }, reply) => {
        const headers = forwards ? { 'x-forwarded-for': '203.0.113.9' } : {}
        request(new URL(url ?? '/', server.url), { method, headers }, (inner) => {
          reply.writeHead(inner.statusCode ?? 502, inner.headers)
          inner.pipe(reply)
        }).end()
      },
    )
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const { port } = proxy.address() as AddressInfo // a TCP server's address has a port
    env = {
      ...environmentOf(server),
      PUBLIC_URL: `https://localhost:${port}`,
      TRUST_PROXY: 'loopback',
      NODE_EXTRA_CA_CERTS: cert,
    }
  })
  afterAll(async () => {
    proxy.close()
    proxy.closeAllConnections()
    await rm(folder, { recursive: true, force: true })
  })

  test('a certificate that ends soon is named', async () => {
    const { text } = await examine(env)
    expect(text).toMatch(/FAULT +address +The certificate of localhost expires in [45] days/)
    expect(text).toContain('forwards the address of callers')
  })

  test('a certificate for passes that ends soon, or has ended, is named with its remedy', async () => {
    const certificates = await makeWalletCertificates()
    try {
      const findings = async (more: Environment = {}) => {
        const { text } = await examine({ ...env, ...certificates.env(more) })
        return text.split('\n').flatMap((line, at, lines) => {
          const [, finding] = /^(\S+ +wallets +WALLET_\w+ .*)/.exec(line) ?? []
          const [, remedy] = /^ +-> (.*)/.exec(lines[at + 1] ?? '') ?? []
          return finding === undefined ? [] : [`${finding.replaceAll(/ +/g, ' ')} ${remedy ?? ''}`]
        })
      }
      expect(await findings()).toEqual([
        expect.stringMatching(/^ok wallets WALLET_APPLE_CERTIFICATE is valid for 1199 days\. $/),
        expect.stringMatching(/^ok wallets WALLET_APPLE_WWDR is valid for 1199 days\. $/),
      ])
      const ownFiles = (name: string): Environment => ({
        WALLET_APPLE_CERTIFICATE: join(certificates.folder, `${name}.pem`),
        WALLET_APPLE_KEY: join(certificates.folder, `${name}.key`),
      })
      await certificates.issue('soon', '30')
      expect((await findings(ownFiles('soon')))[0]).toMatch(
        /^NOTE wallets WALLET_APPLE_CERTIFICATE expires in 29 days\. Create a new certificate/,
      )
      await certificates.issue('later', '31')
      expect((await findings(ownFiles('later')))[0]).toMatch(
        /^ok wallets WALLET_APPLE_CERTIFICATE is valid for 30 days/,
      )
      await certificates.issue('ended', '-1')
      expect((await findings(ownFiles('ended')))[0]).toMatch(
        /^FAULT wallets WALLET_APPLE_CERTIFICATE has expired: no pass is signed.* Create a new certificate/,
      )
    } finally {
      await rm(certificates.folder, { recursive: true, force: true })
    }
  })

  test('a web server that does not say who calls is named', async () => {
    forwards = false
    try {
      expect((await examine(env)).text).toContain('does not forward the address of callers')
    } finally {
      forwards = true
    }
    expect((await examine({ ...env, TRUST_PROXY: 'none' })).text).toContain(
      'TRUST_PROXY names no web server in front',
    )
  })

  test('a certificate that the machine does not trust makes the address unreachable', async () => {
    const { NODE_EXTRA_CA_CERTS: _, ...without } = env
    expect((await examine(without)).text).toMatch(
      /cannot be reached from here \(its certificate is self-signed/,
    )
  })
})
