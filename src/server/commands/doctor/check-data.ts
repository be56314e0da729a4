/** Looks at what the association has: folder, key, database, files, mail, backups, people. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { HOUR_MS } from '#shared/domain/units.ts'
import { systemClock } from '../../base/clock.ts'
import type { Config } from '../../deps/config.ts'
import type { Database } from '../../parts/database/engine.ts'
import { countOf } from '../../parts/database/engine.ts'
import { refusalOf, STEP_NAMES, unknownStep } from '../../parts/database/migrate.ts'
import { openPostgres } from '../../parts/database/postgres.ts'
import { inspectSqlite } from '../../parts/database/sqlite-file.ts'
import { createDirectoryStore } from '../../parts/files/store/directory-store.ts'
import { openS3Store } from '../../parts/files/store/s3-store.ts'
import { countMails } from '../../parts/mail/queue-state.ts'
import { createSmtpSender, type SmtpSender } from '../../parts/mail/smtp.ts'
import { createSecrets, existingSecretKey, LOCAL_KEY_FILE } from '../../parts/security/secrets.ts'
import { loadSigningKeys } from '../../parts/security/signing-keys.ts'
import { holdsInForce } from '../../records/holds/hold-repository.ts'
import { countActiveAdministrators } from '../../records/members/member-list-repository.ts'
import { openExisting, withDatabase } from '../../start/open-existing.ts'
import { refuseHalfRestored } from '../../start/restore-mark.ts'
import { checkAssociation } from './check-association.ts'
import { checkBackups } from './check-backups.ts'
import { checkMailDomain } from './check-mail-domain.ts'
import { checkTimestamps } from './check-timestamps.ts'
import { checkWallets } from './check-wallets.ts'
import { connectionFault } from './connection-fault.ts'
import { diskEncryption } from './disk-encryption.ts'
import { fault, note, ok, type DoctorCheck } from './finding.ts'

/** No address of a real person ends so: `.example` is reserved. */
const DEMO_DOMAIN = '@demo.example'
const GIB = 1024 ** 3
const FREE_MIN = GIB
const FREE_LOW_SHARE = 0.1
/** The server of a volunteer sends within a minute; a mail that waits so long does not leave. */
const MAIL_LATE_MS = HOUR_MS
/** More than this apart, codes of six digits and access tokens are refused. */
const CLOCK_APART_MAX_MS = 30_000
/** 64 random digits practically never have so few kinds; typed or repeated ones have. */
const KEY_DIGITS_MIN = 9

const gib = (bytes: number): string => `${(bytes / GIB).toFixed(1)} GiB`

async function checkFolder({ dataDir, environment }: Config) {
  if (!existsSync(dataDir))
    return [
      fault(
        `There is no folder ${dataDir}.`,
        'Correct DATA_DIR; the first start creates the folder.',
      ),
    ]
  refuseHalfRestored(dataDir)
  const { mode } = await stat(dataDir)
  const probe = join(dataDir, `doctor-${randomUUID()}`)
  await writeFile(probe, '', { mode: 0o600 })
  await rm(probe)
  const open = (mode & 0o077) !== 0
  const { bavail, blocks, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  const kept = existsSync(join(dataDir, LOCAL_KEY_FILE))
  const encryption = environment === 'production' ? await diskEncryption(dataDir) : 'unknown'
  return [
    ...(encryption === 'plain'
      ? [
          note(
            `${dataDir} is on a disk that is not encrypted: anybody who takes the disk can read names and addresses.`,
            'Put it on an encrypted disk (docs/operations.md, "An encrypted disk"), or make sure that the provider encrypts it.',
          ),
        ]
      : encryption === 'encrypted'
        ? [ok('Its disk is encrypted.')]
        : []),
    open
      ? fault(
          `Other users of this machine may enter ${dataDir}.`,
          `chmod 700 ${dataDir}, as the user of the server.`,
        )
      : ok(`${dataDir} is for the user of the server alone.`),
    ...(kept && environment === 'production'
      ? [
          fault(
            `A SECRET_KEY is stored beside the data it protects, in ${LOCAL_KEY_FILE}.`,
            'Put it into the environment of the server if it is not there, write it down on paper, then delete the file.',
          ),
        ]
      : []),
    free < FREE_MIN
      ? fault(
          `Only ${gib(free)} are free for ${dataDir}.`,
          'Free some space, or move DATA_DIR to a larger disk. A full disk refuses registrations and evidence; nothing is lost.',
        )
      : free < blocks * bsize * FREE_LOW_SHARE
        ? note(`${gib(free)} are free for ${dataDir}, less than a tenth.`, 'Plan for more space.')
        : ok(`${gib(free)} are free for ${dataDir}.`),
  ]
}

async function checkKey(config: Config) {
  const key = await existingSecretKey(config)
  if (!/^[0-9a-f]{64}$/i.test(key))
    return [
      fault('SECRET_KEY is not 64 hexadecimal digits.', 'Set it to the key of this association.'),
    ]
  return new Set(key.toLowerCase()).size < KEY_DIGITS_MIN
    ? [
        fault(
          'SECRET_KEY does not look random.',
          'Make one with openssl rand -hex 32, and follow "Turning the keys" in docs/operations.md.',
        ),
      ]
    : [ok('SECRET_KEY is set. Keep a copy on paper, away from this machine and from the backups.')]
}

async function checkSchema({ db }: Database) {
  const steps = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const taken = steps.rows.map(({ name }) => name)
  const unknown = unknownStep(taken)
  if (unknown !== undefined) return fault(...refusalOf(unknown))
  const open = STEP_NAMES.filter((name) => !taken.includes(name))
  return open.length === 0
    ? ok(`The database has all ${taken.length} steps of this version.`)
    : note(
        `The database is ${open.length} steps behind this version; the next start applies them.`,
        'Back it up first: npm run backup.',
      )
}

async function checkDatabase(config: Config) {
  if (config.databaseUrl === undefined) {
    const file = join(config.dataDir, 'wld.sqlite')
    if (existsSync(file)) inspectSqlite(file)
  }
  // The doctor opens it as the server does: through the pooler, where there is one.
  const database =
    config.databaseUrl === undefined
      ? openExisting(config)
      : openPostgres(config.databaseUrl, () => undefined, config.pool)
  try {
    await database.ping()
    await database.checkLimits?.()
    const found = [await checkSchema(database)]
    if (found[0]?.level === 'ok') {
      // Read with the key, before anything could make keys: a database without any is an empty one.
      if ((await countOf(database.db.selectFrom('signing_keys'))) > 0) {
        await loadSigningKeys(database, createSecrets(await existingSecretKey(config)), systemClock)
        found.push(ok('SECRET_KEY opens the keys of this database.'))
      }
      found.push(await checkHolds(database))
    }
    if (config.databaseUrl !== undefined) found.push(...(await checkPostgres(database, config)))
    return found
  } finally {
    await database.close()
  }
}

/** A hold never ends by itself, so it is mentioned until it is lifted. */
async function checkHolds({ db }: Database) {
  const holds = await holdsInForce(db)
  const since = holds[0]?.placed_at.slice(0, 10)
  return ok(
    since === undefined
      ? 'No legal hold is in force.'
      : `Legal holds in force: ${holds.length}, the oldest since ${since}. Are they still needed? npm run hold`,
  )
}

async function checkPostgres({ db }: Database, { databaseUrl = '', pool }: Config) {
  const { rows } = await sql<{ version: string; max: string; now: Date; encrypted: boolean }>`
    select current_setting('server_version_num') as version, current_setting('max_connections') as max, now() as now,
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) return []
  const apartMs = Math.abs(new Date(row.now).getTime() - Date.now())
  const isNear = ['localhost', '127.0.0.1', '[::1]', ''].includes(new URL(databaseUrl).hostname)
  return [
    Number(row.version) < 150_000
      ? fault('PostgreSQL is older than version 15.', 'Update it to 15 or newer.')
      : ok(`PostgreSQL is version ${Math.floor(Number(row.version) / 10_000)}.`),
    ...(apartMs > CLOCK_APART_MAX_MS
      ? [
          fault(
            `The clocks of this machine and of PostgreSQL are ${Math.round(apartMs / 1_000)} seconds apart.`,
            'Synchronise both with a time server (timedatectl set-ntp true).',
          ),
        ]
      : []),
    ...(!row.encrypted && !isNear
      ? [
          fault(
            'The connection to PostgreSQL on another machine is not encrypted.',
            'Add ?sslmode=verify-full to DATABASE_URL.',
          ),
        ]
      : []),
    ...(pool.size + 3 > Number(row.max)
      ? [
          fault(
            `PostgreSQL allows ${row.max} connections, and one WLD process uses up to ${pool.size + 3}.`,
            'Lower DATABASE_POOL_SIZE, or raise max_connections.',
          ),
        ]
      : []),
  ]
}

async function checkFiles({ s3, dataDir }: Config) {
  if (s3 === undefined && !existsSync(dataDir)) return [] // writing would make it; the first look says it
  const store =
    s3 === undefined ? createDirectoryStore(join(dataDir, 'files')) : await openS3Store(s3)
  await store.ping()
  return [ok(s3 === undefined ? 'Files can be written.' : `Bucket ${s3.bucket} can be written.`)]
}

async function checkQueue(config: Config) {
  const { waiting, failed, held, oldestAt } = await withDatabase(config, ({ db }) => countMails(db))
  const waitsMs = oldestAt === null ? 0 : Date.now() - Date.parse(oldestAt)
  return [
    ...(waitsMs > MAIL_LATE_MS
      ? [
          fault(
            `${waiting} mails are waiting, the oldest for ${Math.round(waitsMs / HOUR_MS)} hours.`,
            'Check that the server is running, and look for "mail" in its log.',
          ),
        ]
      : [ok('No mail waits for long.')]),
    ...(held > 0
      ? [
          note(
            `${held} mails are held since a restore: they may have been sent before it.`,
            'An administrator can send or discard them on the overview.',
          ),
        ]
      : []),
    ...(failed > 0
      ? [
          note(
            `${failed} mails could not be sent.`,
            'An administrator can send them again on the overview.',
          ),
        ]
      : []),
  ]
}

/** @param testTo an address that gets a message; nothing is sent where it is left out */
async function checkMail(config: Config, testTo: string | undefined) {
  const { smtpUrl, mailFrom, environment, dataDir } = config
  if (smtpUrl !== undefined) return [await trySmtp(createSmtpSender(smtpUrl, mailFrom), testTo)]
  const place = join(dataDir, 'outbox')
  return [
    environment === 'production'
      ? fault(
          `No mail leaves this machine: each is a file in ${place}.`,
          'Set SMTP_URL and MAIL_FROM.',
        )
      : ok(`Mails are files in ${place}.`),
  ]
}

async function trySmtp(sender: SmtpSender, testTo: string | undefined) {
  try {
    await sender.check()
    if (testTo === undefined)
      return ok(
        'The mail server accepts the sign-in. Try a message: npm run doctor -- --mail-to YOU',
      )
    await sender.send({
      id: randomUUID(),
      to: testTo,
      subject: 'WLD: test message',
      text: 'This server can send mail. Check whether this message is marked as spam. If it is, the domain of MAIL_FROM needs SPF and DKIM.',
    })
    return ok(`The mail server took a message to ${testTo}. Look whether it arrives, and where.`)
  } catch (error) {
    return fault(
      `The mail server is not accepting mail (${connectionFault(error)}).`,
      'Compare SMTP_URL with what your mail provider says: host, port, user, password.',
    )
  }
}

async function checkPeople(config: Config) {
  return withDatabase(config, async ({ db }) => {
    const administrators = await countActiveAdministrators(db)
    const demo = await db
      .selectFrom('members')
      .where('email', 'like', `%${DEMO_DOMAIN}`)
      .where('status', '=', 'active')
      .select('id')
      .execute()
    return [
      administrators === 0
        ? fault('No administrator can sign in.', 'Create one: npm run admin:create')
        : administrators === 1
          ? note(
              'There is only one administrator, who is locked out after losing every factor, and nobody can approve proposals.',
              'Make a second person an administrator.',
            )
          : ok(`${administrators} administrators.`),
      ...(demo.length > 0 && config.environment === 'production'
        ? [
            fault(
              `${demo.length} demonstration accounts are active, and the passwords of some are public.`,
              'Start with an empty DATA_DIR, or suspend them.',
            ),
          ]
        : []),
    ]
  })
}

async function checkTime() {
  const run = promisify(execFile)
  try {
    const { stdout } = await run('timedatectl', ['show', '-p', 'NTPSynchronized', '--value'])
    return stdout.trim() === 'yes'
      ? [ok('The clock follows a time server.')]
      : [
          note(
            'The clock is not synchronised with a time server.',
            'timedatectl set-ntp true (where it refuses: apt install systemd-timesyncd). Codes of the second factor stop working when the clock is wrong.',
          ),
        ]
  } catch {
    return [
      note(
        'It is not known whether the clock is synchronised with a time server.',
        'Compare it with a phone.',
      ),
    ]
  }
}

/** The checks that need no running server. */
export const dataChecks = (config: Config, testTo: string | undefined): readonly DoctorCheck[] => [
  { subject: 'folder', check: () => checkFolder(config) },
  { subject: 'key', check: () => checkKey(config) },
  { subject: 'database', check: () => checkDatabase(config) },
  { subject: 'files', check: () => checkFiles(config) },
  { subject: 'mail', check: () => checkMail(config, testTo) },
  { subject: 'mail', check: () => checkMailDomain(config) },
  { subject: 'mail', check: () => checkQueue(config) },
  { subject: 'backups', check: () => checkBackups(config) },
  { subject: 'times', check: () => checkTimestamps(config) },
  { subject: 'wallets', check: () => checkWallets(config) },
  { subject: 'people', check: () => checkPeople(config) },
  {
    subject: 'notice',
    check: () => withDatabase(config, ({ db }) => checkAssociation(db, config)),
  },
  { subject: 'clock', check: () => checkTime() },
]
