/** The settings of cards in Apple Wallet and Google Wallet, as a part of the environment (ADR 0055). */
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as z from 'zod'

export interface AppleWallet {
  readonly certificate: X509Certificate
  readonly key: KeyObject
  /** Apple's WWDR certificate, which issued the one of the association. */
  readonly intermediate: X509Certificate
  /** From the certificate, such as `pass.org.example.card`. */
  readonly passType: string
  readonly team: string
  readonly pushUrl: string
}
export interface GoogleWallet {
  readonly issuer: string
  readonly email: string
  readonly key: KeyObject
  readonly tokenUrl: string
  readonly apiUrl: string
}
export interface WalletConfig {
  readonly apple: AppleWallet | undefined
  readonly google: GoogleWallet | undefined
}

const APPLE_PUSH = 'https://api.push.apple.com'
const GOOGLE_API = 'https://walletobjects.googleapis.com'
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** https, or http on this machine, where the tests have their servers. */
const isService = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, pathname } = new URL(text)
  if (username !== '' || password !== '' || pathname !== '/') return false
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))
}
const service = z
  .string()
  .refine(
    isService,
    'must be an https address without user, password and path; http is accepted for this machine only',
  )
  .transform((text) => text.replace(/\/+$/, ''))

/** A file whose content `read` understands; the message never holds the content. */
const file = <T>(read: (text: string) => T, contents: string) =>
  z.string().transform((path, context) => {
    try {
      return read(readFileSync(path, 'utf8'))
    } catch {
      context.addIssue(`must be a file that can be read, with ${contents}`)
      return z.NEVER
    }
  })

const certificate = file(
  (text) => new X509Certificate(text),
  'one certificate in PEM format (from Apple’s .cer file: openssl x509 -inform der -in pass.cer -out pass.pem)',
)

const ServiceAccount = z.object({
  client_email: z.email(),
  private_key: z.string(),
  token_uri: z.string().refine((text) => {
    if (!URL.canParse(text)) return false
    const { protocol, hostname } = new URL(text)
    return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))
  }),
})
function readAccount(text: string) {
  const account = ServiceAccount.parse(JSON.parse(text))
  const key = createPrivateKey(account.private_key)
  if (key.asymmetricKeyType !== 'rsa') throw new Error('no RSA key')
  return { email: account.client_email, key, tokenUrl: account.token_uri }
}

export const WALLET_VARIABLES = {
  WALLET_APPLE_CERTIFICATE: certificate.optional(),
  WALLET_APPLE_WWDR: certificate.optional(),
  WALLET_APPLE_KEY: file((text) => text, 'the private key in PEM format').optional(),
  WALLET_APPLE_KEY_PASSPHRASE: z.string().max(1_024).optional(),
  WALLET_APPLE_PUSH_URL: service.default(APPLE_PUSH),
  WALLET_GOOGLE_ISSUER: z
    .string()
    .regex(/^\d{5,30}$/, 'must be the digits of the issuer id in the Google Wallet console')
    .optional(),
  WALLET_GOOGLE_ACCOUNT: file(
    readAccount,
    'the key of a service account, as Google gives it (JSON)',
  ).optional(),
  WALLET_GOOGLE_API_URL: service.default(GOOGLE_API),
} as const

type WalletVariables = z.output<z.ZodObject<typeof WALLET_VARIABLES>>

const attribute = ({ subject }: X509Certificate, name: string): string | undefined =>
  new RegExp(`^${name}=(.+)$`, 'm').exec(subject)?.[1]

function keyOf(data: WalletVariables): KeyObject | undefined {
  try {
    return createPrivateKey({
      key: data.WALLET_APPLE_KEY ?? '',
      ...(data.WALLET_APPLE_KEY_PASSPHRASE !== undefined && {
        passphrase: data.WALLET_APPLE_KEY_PASSPHRASE,
      }),
    })
  } catch {
    return undefined
  }
}

function appleOf(data: WalletVariables): AppleWallet | readonly string[] {
  const { WALLET_APPLE_CERTIFICATE: own, WALLET_APPLE_WWDR: intermediate } = data
  if (own === undefined || intermediate === undefined || data.WALLET_APPLE_KEY === undefined)
    return (['WALLET_APPLE_CERTIFICATE', 'WALLET_APPLE_WWDR', 'WALLET_APPLE_KEY'] as const)
      .filter((name) => data[name] === undefined)
      .map(
        (name) => `${name} must be a file: the three of WALLET_APPLE come together, or not at all`,
      )
  const key = keyOf(data)
  if (key === undefined)
    return ['WALLET_APPLE_KEY must be a private key that WALLET_APPLE_KEY_PASSPHRASE opens']
  const [passType, team] = [attribute(own, 'UID'), attribute(own, 'OU')]
  if (passType === undefined || team === undefined)
    return [
      'WALLET_APPLE_CERTIFICATE must be a certificate for a Pass Type ID: its subject has no UID or no OU',
    ]
  if (!own.checkPrivateKey(key))
    return ['WALLET_APPLE_KEY must be the key that belongs to WALLET_APPLE_CERTIFICATE']
  if (!['rsa', 'ec'].includes(key.asymmetricKeyType ?? ''))
    return ['WALLET_APPLE_KEY must be an RSA key or one on an elliptic curve']
  if (!own.checkIssued(intermediate) || !own.verify(intermediate.publicKey))
    return [
      'WALLET_APPLE_WWDR must be the WWDR certificate of Apple that issued WALLET_APPLE_CERTIFICATE',
    ]
  return {
    certificate: own,
    key,
    intermediate,
    passType,
    team,
    pushUrl: data.WALLET_APPLE_PUSH_URL,
  }
}

const wantsApple = (data: WalletVariables): boolean =>
  [
    data.WALLET_APPLE_CERTIFICATE,
    data.WALLET_APPLE_WWDR,
    data.WALLET_APPLE_KEY,
    data.WALLET_APPLE_KEY_PASSPHRASE,
  ].some((value) => value !== undefined)

/** Faults of variables that are valid each by itself. */
export function walletFaults(data: WalletVariables): readonly string[] {
  const apple = wantsApple(data) ? appleOf(data) : []
  return [
    ...('passType' in apple ? [] : apple),
    ...((data.WALLET_GOOGLE_ISSUER === undefined) === (data.WALLET_GOOGLE_ACCOUNT === undefined)
      ? []
      : ['WALLET_GOOGLE_ISSUER and WALLET_GOOGLE_ACCOUNT want values together, or not at all']),
  ]
}

export function walletOf(data: WalletVariables): WalletConfig {
  const apple = wantsApple(data) ? appleOf(data) : []
  const { WALLET_GOOGLE_ISSUER: issuer, WALLET_GOOGLE_ACCOUNT: account } = data
  return {
    apple: 'passType' in apple ? apple : undefined,
    google:
      issuer === undefined || account === undefined
        ? undefined
        : { issuer, ...account, apiUrl: data.WALLET_GOOGLE_API_URL },
  }
}

/** Wallet refuses what an expired certificate signed. */
export const worksAt = (apple: AppleWallet, now: Date): boolean =>
  Date.parse(apple.certificate.validTo) > now.getTime()
