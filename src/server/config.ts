/**
 * The environment, parsed once. Every fault names the variable and the value that it expects
 * (README.md, Configuration).
 */
import { isIP } from 'node:net'
import * as z from 'zod'
import { bankTransfer, paymentLink, type PaymentConfig } from './payment-config.ts'
import type { S3Settings } from './files/store/s3-store.ts'

const ENVIRONMENTS = ['production', 'local'] as const

const port = z.coerce
  .number('wants a port number')
  .int()
  .min(0, 'wants a port number from 0 to 65535')
  .max(65_535, 'wants a port number from 0 to 65535')
const flag = z
  .enum(['0', '1', 'true', 'false', ''], 'wants 1 or 0')
  .transform((value) => value === '1' || value === 'true')
const address = (protocols: readonly string[], wants: string) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `wants ${wants}`,
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
    'wants none, loopback, or addresses and networks such as 10.0.0.2, 10.1.0.0/16, with commas between them',
  )

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
    DATA_DIR: z.string().min(1).default('.data'),
    DEMO: flag.default(false),
    SECRET_KEY: z
      .string()
      .regex(
        /^[0-9a-f]{64}$/i,
        'wants 64 hexadecimal digits (make them with: openssl rand -hex 32)',
      )
      .optional(),
    DATABASE_URL: address(
      ['postgres:', 'postgresql:'],
      'an address such as postgres://user:password@host:5432/name',
    ).optional(),
    S3_ENDPOINT: address(
      ['http:', 'https:'],
      'the address of the file store, such as https://s3.example.org',
    ).optional(),
    S3_REGION: z.string().min(1).optional(),
    S3_BUCKET: z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
        'wants the name of a bucket: small letters, digits, hyphens',
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
    LOG_LEVEL: z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'wants fatal, error, warn, info, debug, trace or silent',
      )
      .optional(),
    EVIDENCE_VIDEO_MAX_MB: z.coerce
      .number('wants a number of megabytes from 1 to 2000')
      .int('wants a whole number of megabytes')
      .min(1, 'wants 1 or more')
      .max(2_000, 'wants 2000 or less')
      .default(200),
    LIMITS_SCALE: z.coerce
      .number('wants a number from 1 to 10000')
      .min(1, 'wants a number from 1 to 10000')
      .max(10_000, 'wants a number from 1 to 10000')
      .default(1),
  })
  .transform(({ PUBLIC_URL, ...rest }) => ({
    ...rest,
    PUBLIC_URL: PUBLIC_URL?.replace(/\/+$/, ''),
  }))

const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]']
const isLocal = (url: string): boolean => LOCAL_NAMES.includes(new URL(url).hostname)

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
  readonly dataDir: string
  readonly demo: boolean
  /** 32 bytes as hexadecimal digits; absent in a local run, where a key file is made under `dataDir`. */
  readonly secretKey: string | undefined
  readonly databaseUrl: string | undefined
  /** Bucket for files; absent: files lie under `dataDir`. */
  readonly s3: S3Settings | undefined
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** Where donations are paid; read it through `readPaymentSettings`. */
  readonly payment: PaymentConfig
  readonly logLevel: string
  /** The longest film that is accepted as evidence. */
  readonly evidenceVideoMaxBytes: number
  readonly limitsScale: number
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
    faults.push('PUBLIC_URL wants https: http is accepted for localhost only')
  if (new URL(publicUrl).pathname !== '/') faults.push('PUBLIC_URL wants an origin without a path')
  if (data.LIMITS_SCALE !== 1 && !isLocal(publicUrl))
    faults.push(
      'LIMITS_SCALE wants to be left out: quotas may be raised only where PUBLIC_URL is localhost',
    )
  if (data.SMTP_URL !== undefined && data.MAIL_FROM === undefined)
    faults.push('MAIL_FROM wants the sender address when SMTP_URL is set')
  const missingS3 = S3_VARIABLES.filter((name) => data[name] === undefined)
  if (missingS3.length < S3_VARIABLES.length)
    faults.push(
      ...missingS3.map(
        (name) => `${name} wants a value: the S3 variables come together, or not at all`,
      ),
    )
  return faults
}

function faultsInProduction(data: Parsed): string[] {
  const faults: string[] = []
  if (data.SECRET_KEY === undefined)
    faults.push(
      'SECRET_KEY wants 64 hexadecimal digits (make them with: openssl rand -hex 32), kept apart from the backups',
    )
  if (data.PUBLIC_URL === undefined)
    faults.push(
      'PUBLIC_URL wants the address that people type, such as https://members.example.org',
    )
  if (data.DEMO)
    faults.push('DEMO wants to be left out: a production server never makes demonstration data')
  return faults
}

/**
 * Reads the environment. In production `SECRET_KEY` and `PUBLIC_URL` must be there, http is for localhost alone and
 * demonstration data is refused.
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
      dataDir: data.DATA_DIR,
      demo: data.DEMO,
      secretKey: data.SECRET_KEY,
      databaseUrl: data.DATABASE_URL,
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
      // A developer reads a terminal, an operator reads a log.
      logLevel: data.LOG_LEVEL ?? (environment === 'local' ? 'warn' : 'info'),
      evidenceVideoMaxBytes: data.EVIDENCE_VIDEO_MAX_MB * 1024 * 1024,
      limitsScale: data.LIMITS_SCALE,
    },
  }
}
