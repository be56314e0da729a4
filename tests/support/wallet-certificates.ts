/**
 * Certificates as Apple gives them, made with openssl for the run: a root, an intermediate in the place
 * of WWDR, and the one of the association. And a service account as Google gives it.
 */
import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MEMORY_FOLDER } from './memory-folder.ts'

const run = promisify(execFile)

export const WALLET_PASS_TYPE = 'pass.org.example.card'
export const WALLET_TEAM = 'TEAM123456'
export const WALLET_ISSUER = '3388000000012345678'
export const KEY_PASSPHRASE = 'not a secret of anyone'

const CONFIG = `
[ca]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
subjectKeyIdentifier = hash
[pass]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
[req]
distinguished_name = name
[name]
`
const SUBJECT = `/UID=${WALLET_PASS_TYPE}/CN=Pass Type ID: ${WALLET_PASS_TYPE}/OU=${WALLET_TEAM}/O=Example/C=FR`

export interface WalletCertificates {
  readonly folder: string
  openssl(...args: readonly string[]): Promise<string>
  /** Certificate of the association from this intermediate: `NAME.pem`, with its key `NAME.key`. */
  issue(name: string, days: string, subject?: string): Promise<void>
  /** The settings, with these in place of the usual ones. */
  env(more?: Readonly<Record<string, string>>): Record<string, string>
}

const words = (line: string): string[] => line.split(' ')

export async function makeWalletCertificates(
  tokenUrl = 'http://127.0.0.1:9/token',
): Promise<WalletCertificates> {
  const folder = await mkdtemp(join(MEMORY_FOLDER, 'wld-wallet-'))
  const openssl = async (...args: readonly string[]): Promise<string> => {
    const { stdout, stderr } = await run('openssl', args, { cwd: folder })
    return stdout + stderr
  }
  await writeFile(join(folder, 'x.cnf'), CONFIG)
  const request = (name: string, subject: string) =>
    openssl(
      ...words(`req -newkey rsa:2048 -config x.cnf -keyout ${name}.key -out ${name}.csr`),
      '-passout',
      `pass:${KEY_PASSPHRASE}`,
      '-subj',
      subject,
    )
  const sign = (name: string, by: string, section: string, days: string) =>
    openssl(
      ...words(`x509 -req -in ${name}.csr -CA ${by}.pem -CAkey ${by}.key -CAcreateserial`),
      '-passin',
      `pass:${KEY_PASSPHRASE}`,
      ...words(`-extfile x.cnf -extensions ${section} -days ${days} -out ${name}.pem`),
    )
  const issue = async (name: string, days: string, subject = SUBJECT): Promise<void> => {
    await request(name, subject)
    await sign(name, 'wwdr', 'pass', days)
  }
  await openssl(
    ...words('req -x509 -newkey rsa:2048 -config x.cnf -extensions ca -days 1200'),
    '-passout',
    `pass:${KEY_PASSPHRASE}`,
    '-subj',
    '/CN=Test-Root',
    ...words('-keyout root.key -out root.pem'),
  )
  await request('wwdr', '/CN=Test-WWDR/O=Not Apple')
  await sign('wwdr', 'root', 'ca', '1200')
  await issue('pass', '1200')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  await writeFile(
    join(folder, 'account.json'),
    JSON.stringify({
      type: 'service_account',
      client_email: 'wallet@example.iam.gserviceaccount.com',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: tokenUrl,
    }),
  )
  return {
    folder,
    openssl,
    issue,
    env: (more = {}) => ({
      WALLET_APPLE_CERTIFICATE: join(folder, 'pass.pem'),
      WALLET_APPLE_KEY: join(folder, 'pass.key'),
      WALLET_APPLE_KEY_PASSPHRASE: KEY_PASSPHRASE,
      WALLET_APPLE_WWDR: join(folder, 'wwdr.pem'),
      WALLET_APPLE_PUSH_URL: 'http://127.0.0.1:9',
      WALLET_GOOGLE_ISSUER: WALLET_ISSUER,
      WALLET_GOOGLE_ACCOUNT: join(folder, 'account.json'),
      WALLET_GOOGLE_API_URL: 'http://127.0.0.1:9',
      ...more,
    }),
  }
}

/** The settings of a server with both wallets, whose services are away. */
export const walletEnv = async (): Promise<Record<string, string>> =>
  (await makeWalletCertificates()).env()
