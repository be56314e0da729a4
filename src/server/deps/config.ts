/**
 * The environment, parsed once. Every fault names the variable and the value that it expects
 * (README.md, Configuration).
 */
import { isIP } from 'node:net'
import * as z from 'zod'
import type { StaffFactor } from '#shared/domain/access/factor-rules.ts'
import { DAY_S } from '#shared/domain/units.ts'
import { DEFAULT_POOL, type PoolSettings } from '../parts/database/pool/pool-settings.ts'
import type { S3Settings } from '../parts/files/store/s3-store.ts'
import {
  TIMESTAMP_VARIABLES,
  timestampsOf,
  type TimestampConfig,
} from '../parts/timestamps/timestamp-config.ts'
import {
  WALLET_VARIABLES,
  walletFaults,
  walletOf,
  type WalletConfig,
} from '../parts/wallet/wallet-config.ts'
import { bankTransfer, paymentLink, type PaymentConfig } from './payment-config.ts'

const ENVIRONMENTS = ['production', 'local'] as const

const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]']
const isLocal = (url: string): boolean => LOCAL_NAMES.includes(new URL(url).hostname)

const port = z.coerce
  .number('must be a port number')
  .int()
  .min(0, 'must be a port number from 0 to 65535')
  .max(65_535, 'must be a port number from 0 to 65535')
const wholeNumber = (of: string, min: number, max: number) => {
  const rule = `must be a whole number of ${of} from ${min} to ${max}`
  return z.coerce.number(rule).int(rule).min(min, rule).max(max, rule)
}
const address = (protocols: readonly string[], kind: string) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be ${kind}`,
  })

/**
 * The widest networks that may be trusted as proxies: any host in them can set any address as the
 * caller's.
 */
const MIN_PREFIX: Readonly<Record<number, number>> = { 4: 8, 6: 32 }
const isProxy = (text: string): boolean => {
  if (text === 'loopback') return true
  const [base = '', prefix, ...rest] = text.split('/')
  const version = isIP(base)
  if (version === 0 || rest.length > 0 || prefix === undefined)
    return version !== 0 && rest.length === 0
  return (
    /^\d{1,3}$/.test(prefix) &&
    Number(prefix) >= (MIN_PREFIX[version] ?? 0) &&
    Number(prefix) <= (version === 4 ? 32 : 128)
  )
}
const proxies = z
  .string()
  .transform((text) => (text.trim() === 'none' ? [] : text.split(',').map((part) => part.trim())))
  .refine(
    (list) => list.every(isProxy),
    'must be none, loopback, or addresses and networks such as 10.0.0.2, 10.1.0.0/16, with commas between them',
  )

/**
 * Other sites whose pages may call the API in the name of their users, as browsers name them. Each is
 * named whole: no pattern, and no `null`, which any sandboxed page can have.
 */
const isOrigin = (text: string): boolean =>
  URL.canParse(text) &&
  new URL(text).origin === text &&
  (text.startsWith('https://') || (text.startsWith('http://') && isLocal(text)))
const origins = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim().replace(/\/$/, '')))
  .refine(
    (list) => list.every(isOrigin),
    'wants https origins such as https://app.example.org, with commas between them (http for localhost only)',
  )

/**
 * A line of `security.txt`. `URL` accepts and drops line breaks, with which a value could begin a field of its own, so
 * only visible ASCII letters are accepted.
 */
const line = (pattern: RegExp, kind: string) =>
  z.string().refine((value) => pattern.test(value) && URL.canParse(value), `must be ${kind}`)
const HTTPS_LINE = /^https:\/\/(?!\S*@)[\x21-\x7e]+$/
const MAIL_LINE = /^mailto:(?!\S*@\S*@)[\x21-\x3e\x40-\x7e]+@[\x21-\x3e\x40-\x7e]+$/

const S3_VARIABLES = [
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const

const Environment = z
  .object({
    PORT: port.default(4310),
    HOST: z.string().min(1).default('127.0.0.1'),
    TRUST_PROXY: proxies.optional(),
    PUBLIC_URL: address(
      ['http:', 'https:'],
      'the address that people type, such as https://members.example.org',
    ).optional(),
    ALLOWED_ORIGINS: origins.default([]),
    DATA_DIR: z.string().min(1).default('.data'),
    SECRET_KEY: z
      .string()
      .regex(
        /^[0-9a-f]{64}$/i,
        'must be 64 hexadecimal digits (make them with: openssl rand -hex 32)',
      )
      .optional(),
    DATABASE_URL: address(
      ['postgres:', 'postgresql:'],
      'an address such as postgres://user:password@host:5432/name',
    ).optional(),
    DATABASE_DIRECT_URL: address(
      ['postgres:', 'postgresql:'],
      'the address of PostgreSQL itself, where DATABASE_URL is a pooler such as PgBouncer',
    ).optional(),
    DATABASE_POOL_SIZE: wholeNumber('connections', 1, 200).default(DEFAULT_POOL.size),
    DATABASE_CONNECT_TIMEOUT_MS: wholeNumber('milliseconds', 250, 30_000).default(
      DEFAULT_POOL.connectMaxMs,
    ),
    DATABASE_STATEMENT_TIMEOUT_MS: wholeNumber('milliseconds', 1_000, 60_000).default(
      DEFAULT_POOL.statementMaxMs,
    ),
    S3_ENDPOINT: address(
      ['http:', 'https:'],
      'the address of the file store, such as https://s3.example.org',
    ).optional(),
    S3_REGION: z.string().min(1).optional(),
    S3_BUCKET: z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
        'must be the name of a bucket: small letters, digits, hyphens',
      )
      .optional(),
    S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    SMTP_URL: address(
      ['smtp:', 'smtps:'],
      'an address such as smtps://user:password@host:465',
    ).optional(),
    MAIL_FROM: z.string().min(3).optional(),
    BANK_TRANSFER_1: bankTransfer.optional(),
    BANK_TRANSFER_2: bankTransfer.optional(),
    PAYPAL_URL: paymentLink.optional(),
    CARD_PAYMENT_URL: paymentLink.optional(),
    AUDIT_FORWARD: address(
      ['file:', 'tcp:', 'tls:'],
      'the place to send the audit log to: tls://log.example.org:6514, tcp://127.0.0.1:601 or file:///var/log/wld-audit.jsonl',
    ).optional(),
    SECURITY_CONTACT: line(
      new RegExp(`${MAIL_LINE.source}|${HTTPS_LINE.source}`),
      'an address such as mailto:security@example.org or https://example.org/security',
    ).optional(),
    SECURITY_POLICY_URL: line(
      HTTPS_LINE,
      'an https address such as https://example.org/security-policy',
    ).optional(),
    LOG_LEVEL: z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'must be fatal, error, warn, info, debug, trace or silent',
      )
      .optional(),
    EVIDENCE_VIDEO_MAX_MB: wholeNumber('megabytes', 1, 2_000).default(200),
    LIMITS_SCALE: z.coerce
      .number('must be a number from 1 to 10000')
      .min(1, 'must be a number from 1 to 10000')
      .max(10_000, 'must be a number from 1 to 10000')
      .default(1),
    BACKUP_TO: z.string().min(1).optional(),
    BACKUP_KEY: z
      .string()
      .regex(
        /^[0-9a-f]{64}$/i,
        'must be 64 hexadecimal digits (make them with: openssl rand -hex 32), kept apart from the backups',
      )
      .optional(),
    BACKUP_EVERY_HOURS: z.coerce
      .number('must be a number of hours from 1 to 168')
      .min(1, 'must be a number of hours from 1 to 168')
      .max(168, 'must be a number of hours from 1 to 168')
      .default(24),
    BACKUP_KEEP: z.coerce
      .number('must be a whole number, 1 or more')
      .int('must be a whole number, 1 or more')
      .min(1, 'must be a whole number, 1 or more')
      .default(14),
    ...TIMESTAMP_VARIABLES,
    ...WALLET_VARIABLES,
    STAFF_SECOND_FACTOR: z
      .enum(['required', 'optional'], 'must be required or optional')
      .optional(),
  })
  .transform(({ PUBLIC_URL, ...rest }) => ({
    ...rest,
    PUBLIC_URL: PUBLIC_URL?.replace(/\/+$/, ''),
  }))

export interface Config {
  readonly environment: (typeof ENVIRONMENTS)[number]
  readonly port: number
  readonly host: string
  /**
   * Addresses and networks whose `X-Forwarded-For` is trusted, in the form of Fastify's
   * `trustProxy`; empty: none.
   */
  readonly trustProxy: readonly string[]
  /** Public origin of the site, without a slash at the end. */
  readonly publicUrl: string
  /** Other origins whose pages may read replies of the API. */
  readonly allowedOrigins: readonly string[]
  readonly dataDir: string
  /** 32 bytes as hexadecimal digits; absent in a local run, where a key file is made under `dataDir`. */
  readonly secretKey: string | undefined
  readonly databaseUrl: string | undefined
  readonly pool: PoolSettings
  /** Bucket for files; absent: files lie under `dataDir`. */
  readonly s3: S3Settings | undefined
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** Where donations are paid; read it through `readPaymentSettings`. */
  readonly payment: PaymentConfig
  /** Lines of `security.txt`; absent: there is no such file. */
  readonly security: { readonly contact: string; readonly policy: string | undefined } | undefined
  readonly logLevel: string
  /** Address of a syslog receiver or a file that gets each row of the audit log. */
  readonly auditForward: string | undefined
  /** The longest film that is accepted as evidence. */
  readonly evidenceVideoMaxBytes: number
  readonly limitsScale: number
  /** Backups by schedule, where `to` names a folder; `key` seals them (ADR 0040). */
  readonly backup: {
    readonly to: string | undefined
    readonly key: string | undefined
    readonly everyMs: number
    readonly keep: number
  }
  /** The authority that confirms times (ADR 0049); absent: none is asked. */
  readonly timestamps: TimestampConfig | undefined
  /** The card in wallets of Apple and Google (ADR 0055); off where not configured. */
  readonly wallet: WalletConfig
  /** Whether staff must have a second factor (ADR 0030). */
  readonly staffFactor: StaffFactor
}

const readS3 = (data: Parsed): S3Settings | undefined =>
  data.S3_ENDPOINT === undefined
    ? undefined
    : {
        endpoint: data.S3_ENDPOINT,
        region: data.S3_REGION ?? '',
        bucket: data.S3_BUCKET ?? '',
        accessKeyId: data.S3_ACCESS_KEY_ID ?? '',
        secretAccessKey: data.S3_SECRET_ACCESS_KEY ?? '',
      }

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly faults: readonly string[] }

type Parsed = z.output<typeof Environment>

const publicUrlOf = (data: Parsed): string => data.PUBLIC_URL ?? `http://localhost:${data.PORT}`

/** Faults of variables that are valid each by itself. */
function faultsOf(data: Parsed): string[] {
  const publicUrl = publicUrlOf(data)
  const faults: string[] = []
  if (new URL(publicUrl).protocol === 'http:' && !isLocal(publicUrl))
    faults.push('PUBLIC_URL must be https: http is accepted for localhost only')
  if (new URL(publicUrl).pathname !== '/')
    faults.push('PUBLIC_URL must be an origin without a path')
  if (data.LIMITS_SCALE !== 1 && !isLocal(publicUrl))
    faults.push(
      'LIMITS_SCALE must be left out: quotas may be raised only where PUBLIC_URL is localhost',
    )
  if (data.DATABASE_DIRECT_URL !== undefined && data.DATABASE_URL === undefined)
    faults.push('DATABASE_URL must be the address of the pooler when DATABASE_DIRECT_URL is set')
  if (data.SMTP_URL !== undefined && data.MAIL_FROM === undefined)
    faults.push('MAIL_FROM must be the sender address when SMTP_URL is set')
  if (data.BACKUP_TO !== undefined && data.BACKUP_KEY === undefined)
    faults.push(
      'BACKUP_KEY must be 64 hexadecimal digits (make them with: openssl rand -hex 32) when BACKUP_TO is set',
    )
  if (data.TIMESTAMP_CA !== undefined && data.TIMESTAMP_URL === undefined)
    faults.push('TIMESTAMP_URL must be the address of the authority when TIMESTAMP_CA is set')
  faults.push(...walletFaults(data))
  if (data.SECURITY_POLICY_URL !== undefined && data.SECURITY_CONTACT === undefined)
    faults.push('SECURITY_CONTACT must have a value when SECURITY_POLICY_URL is set')
  const missingS3 = S3_VARIABLES.filter((name) => data[name] === undefined)
  if (missingS3.length < S3_VARIABLES.length)
    faults.push(
      ...missingS3.map(
        (name) => `${name} must have a value: the S3 variables come together, or not at all`,
      ),
    )
  return faults
}

function faultsInProduction(data: Parsed): string[] {
  const faults: string[] = []
  if (data.SECRET_KEY === undefined)
    faults.push(
      'SECRET_KEY must be 64 hexadecimal digits (make them with: openssl rand -hex 32), kept apart from the backups',
    )
  if (data.PUBLIC_URL === undefined)
    faults.push(
      'PUBLIC_URL must be the address that people type, such as https://members.example.org',
    )
  if (data.STAFF_SECOND_FACTOR === 'optional' && !isLocal(publicUrlOf(data)))
    faults.push(
      'STAFF_SECOND_FACTOR must be left out: it may be optional only where PUBLIC_URL is localhost',
    )
  return faults
}

/** How long backups keep what was erased; undefined where this server makes none. */
export const backupDays = ({ backup }: Pick<Config, 'backup'>): number | undefined =>
  backup.to === undefined ? undefined : Math.ceil((backup.keep * backup.everyMs) / (DAY_S * 1_000))

/**
 * Reads the environment. In production `SECRET_KEY` and `PUBLIC_URL` must be there, and http is for localhost alone.
 */
export function parseConfig(
  env: Readonly<Record<string, string | undefined>>,
  environment: (typeof ENVIRONMENTS)[number],
): ConfigResult {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success)
    return {
      ok: false,
      faults: parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`),
    }
  const { data } = parsed
  const publicUrl = publicUrlOf(data)
  const faults = [
    ...faultsOf(data),
    ...(environment === 'production' ? faultsInProduction(data) : []),
  ]
  if (faults.length > 0) return { ok: false, faults }
  return {
    ok: true,
    config: {
      environment,
      port: data.PORT,
      host: data.HOST,
      // Only the operator knows whether the proxy replaces the header or forwards the caller's
      // value.
      trustProxy: data.TRUST_PROXY ?? (isLocal(publicUrl) ? ['loopback'] : []),
      publicUrl,
      allowedOrigins: data.ALLOWED_ORIGINS,
      dataDir: data.DATA_DIR,
      secretKey: data.SECRET_KEY,
      databaseUrl: data.DATABASE_URL,
      pool: {
        directUrl: data.DATABASE_DIRECT_URL,
        size: data.DATABASE_POOL_SIZE,
        connectMaxMs: data.DATABASE_CONNECT_TIMEOUT_MS,
        statementMaxMs: data.DATABASE_STATEMENT_TIMEOUT_MS,
      },
      s3: readS3(data),
      smtpUrl: data.SMTP_URL,
      mailFrom: data.MAIL_FROM ?? `WLD <no-reply@${new URL(publicUrl).hostname}>`,
      payment: {
        accounts: [data.BANK_TRANSFER_1, data.BANK_TRANSFER_2].filter(
          (account) => account !== undefined,
        ),
        paypal: data.PAYPAL_URL,
        card: data.CARD_PAYMENT_URL,
      },
      auditForward: data.AUDIT_FORWARD,
      security:
        data.SECURITY_CONTACT === undefined
          ? undefined
          : { contact: data.SECURITY_CONTACT, policy: data.SECURITY_POLICY_URL },
      // A developer reads a terminal, an operator reads a log.
      logLevel: data.LOG_LEVEL ?? (environment === 'local' ? 'warn' : 'info'),
      evidenceVideoMaxBytes: data.EVIDENCE_VIDEO_MAX_MB * 1024 * 1024,
      limitsScale: data.LIMITS_SCALE,
      backup: {
        to: data.BACKUP_TO,
        key: data.BACKUP_KEY,
        everyMs: data.BACKUP_EVERY_HOURS * 3_600_000,
        keep: data.BACKUP_KEEP,
      },
      timestamps: timestampsOf(data),
      wallet: walletOf(data),
      // A local server has demonstration data, whose passwords are in the source.
      staffFactor: data.STAFF_SECOND_FACTOR ?? (environment === 'local' ? 'optional' : 'required'),
    },
  }
}
