import { describe, expect, test } from 'vitest'
import { DEFAULT_POOL } from '../parts/database/pool/pool-settings.ts'
import { parseConfig } from './config.ts'

const KEY = 'ab'.repeat(32)
const good = { SECRET_KEY: KEY, PUBLIC_URL: 'https://members.example.org' }
const faults = (
  env: Record<string, string>,
  environment: 'production' | 'local' = 'production',
) => {
  const parsed = parseConfig(env, environment)
  return parsed.ok ? [] : parsed.faults
}

describe('configuration', () => {
  test('needs no variable in a local run', () =>
    expect(parseConfig({}, 'local')).toMatchObject({
      ok: true,
      config: {
        port: 4310,
        host: '127.0.0.1',
        publicUrl: 'http://localhost:4310',
        dataDir: '.data',
        pool: DEFAULT_POOL,
      },
    }))
  test('production needs a key and an address', () => {
    expect(faults({}).map((fault) => fault.split(' ')[0])).toEqual(['SECRET_KEY', 'PUBLIC_URL'])
    expect(faults(good)).toEqual([])
  })
  test.each([
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY must be 64 hexadecimal digits'],
    [{ PORT: 'x' }, 'PORT must be a port number'],
    [{ PORT: '70000' }, 'PORT must be a port number from 0 to 65535'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be an address such as postgres://'],
    [
      { DATABASE_DIRECT_URL: 'postgres://db/wld' },
      'DATABASE_URL must be the address of the pooler when DATABASE_DIRECT_URL is set',
    ],
    [
      { DATABASE_POOL_SIZE: '0' },
      'DATABASE_POOL_SIZE must be a whole number of connections from 1',
    ],
    [{ DATABASE_POOL_SIZE: '2.5' }, 'DATABASE_POOL_SIZE must be a whole number of connections'],
    [
      { DATABASE_CONNECT_TIMEOUT_MS: '2' },
      'DATABASE_CONNECT_TIMEOUT_MS must be a whole number of milliseconds from 250 to 30000',
    ],
    [
      { DATABASE_STATEMENT_TIMEOUT_MS: '10s' },
      'DATABASE_STATEMENT_TIMEOUT_MS must be a whole number of milliseconds from 1000 to 60000',
    ],
    [{ PUBLIC_URL: 'members.example.org' }, 'PUBLIC_URL must be the address'],
    [{ PUBLIC_URL: 'http://members.example.org' }, 'PUBLIC_URL must be https'],
    [
      { PUBLIC_URL: 'https://members.example.org/app' },
      'PUBLIC_URL must be an origin without a path',
    ],
    [{ TRUST_PROXY: 'nginx' }, 'TRUST_PROXY must be none, loopback, or addresses'],
    [{ TRUST_PROXY: 'loopback,' }, 'TRUST_PROXY must be'],
    [{ TRUST_PROXY: '10.0.0.1/33' }, 'TRUST_PROXY must be'],
    [{ TRUST_PROXY: '0.0.0.0/0' }, 'TRUST_PROXY must be'],
    [{ TRUST_PROXY: '::/0' }, 'TRUST_PROXY must be'],
    [{ TRUST_PROXY: 'none, loopback' }, 'TRUST_PROXY must be'],
    [{ LIMITS_SCALE: '10' }, 'LIMITS_SCALE must be left out'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be'],
    [
      { AUDIT_FORWARD: 'udp://log.example.org' },
      'AUDIT_FORWARD must be the place to send the audit log to',
    ],
    [{ STAFF_SECOND_FACTOR: 'no' }, 'STAFF_SECOND_FACTOR must be required or optional'],
    [{ STAFF_SECOND_FACTOR: 'optional' }, 'STAFF_SECOND_FACTOR must be left out'],
    [
      { BANK_TRANSFER_1: 'FR76 3000 6000 0112 3456 7890 189' },
      'BANK_TRANSFER_1 must be Name|IBAN|BIC|Bank',
    ],
    [
      { BANK_TRANSFER_2: 'WLD|FR76 3000 6000 0112 3456 7890 198|AGRIFRPP|Bank' },
      'BANK_TRANSFER_2 must have an IBAN whose check digits are right',
    ],
    [
      { BANK_TRANSFER_1: 'WLD|FR76 3000 6000 0112 3456 7890 189|AGRI|Bank' },
      'BANK_TRANSFER_1 must have a BIC',
    ],
    [{ PAYPAL_URL: 'http://www.paypal.com/donate' }, 'PAYPAL_URL must be an https address'],
    [{ PAYPAL_URL: 'https://{reference}.example.org/' }, 'PAYPAL_URL must be an https address'],
    [
      { CARD_PAYMENT_URL: 'https://user:pass@pay.example.org/' },
      'CARD_PAYMENT_URL must be an https address',
    ],
    [{ SMTP_URL: 'smtps://mail.example.org' }, 'MAIL_FROM must be the sender'],
    [{ SECURITY_CONTACT: 'security@example.org' }, 'SECURITY_CONTACT must be an address such as'],
    [{ SECURITY_CONTACT: 'http://example.org/security' }, 'SECURITY_CONTACT must be'],
    [{ SECURITY_CONTACT: 'tel:+33123456789' }, 'SECURITY_CONTACT must be'],
    [{ SECURITY_CONTACT: 'mailto:a@b@example.org' }, 'SECURITY_CONTACT must be'],
    [
      { SECURITY_CONTACT: 'mailto:security@example.org?cc=x@example.org' },
      'SECURITY_CONTACT must be',
    ],
    [{ SECURITY_CONTACT: 'https://user:pass@example.org/' }, 'SECURITY_CONTACT must be'],
    [
      { SECURITY_CONTACT: 'mailto:security@example.org\nContact: mailto:evil@example.com' },
      'SECURITY_CONTACT must be',
    ],
    [
      { SECURITY_CONTACT: 'https://example.org/\r\nExpires: 2099-01-01T00:00:00Z' },
      'SECURITY_CONTACT must be',
    ],
    [
      {
        SECURITY_CONTACT: 'mailto:security@example.org',
        SECURITY_POLICY_URL: 'https://example.org/\nContact: mailto:evil@example.com',
      },
      'SECURITY_POLICY_URL must be an https address',
    ],
    [
      { SECURITY_POLICY_URL: 'https://example.org/policy' },
      'SECURITY_CONTACT must have a value when SECURITY_POLICY_URL is set',
    ],
  ])('%j is refused with the words: %s', (more, message) =>
    expect(faults({ ...good, ...more }).join('\n')).toContain(message),
  )
  test('production listens on this machine only and trusts no proxy by default', () => {
    expect(parseConfig(good, 'production')).toMatchObject({
      ok: true,
      config: { host: '127.0.0.1', trustProxy: [] },
    })
    const told = { ...good, HOST: '0.0.0.0', TRUST_PROXY: 'loopback, 10.0.0.2,fd00:1::/48' }
    expect(parseConfig(told, 'production')).toMatchObject({
      ok: true,
      config: { host: '0.0.0.0', trustProxy: ['loopback', '10.0.0.2', 'fd00:1::/48'] },
    })
    expect(parseConfig({ ...good, TRUST_PROXY: 'none' }, 'production')).toMatchObject({
      ok: true,
      config: { trustProxy: [] },
    })
    expect(parseConfig({}, 'local')).toMatchObject({
      ok: true,
      config: { trustProxy: ['loopback'] },
    })
  })
  test('no fault repeats a secret', () =>
    expect(faults({ ...good, SECRET_KEY: 'hunter2' }).join()).not.toContain('hunter2'))
  test('an empty variable is an absent one', () =>
    expect(faults({ ...good, DATABASE_URL: '', SMTP_URL: '' })).toEqual([]))
  test('reads where donations are paid', () => {
    const parsed = parseConfig(
      {
        ...good,
        BANK_TRANSFER_2: ' WLD | fr76 3000 6000 0112 3456 7890 189 | | Bank, Lyon ',
        PAYPAL_URL: 'https://pay.example.org/?for={reference}&usd={amount}',
      },
      'production',
    )
    expect(parsed).toMatchObject({
      ok: true,
      config: {
        payment: {
          accounts: [
            { holder: 'WLD', iban: 'FR7630006000011234567890189', bic: '', bank: 'Bank, Lyon' },
          ],
          paypal: 'https://pay.example.org/?for={reference}&usd={amount}',
          card: undefined,
        },
      },
    })
  })
  test.each([
    [{}, 'local', 'optional'],
    [{ STAFF_SECOND_FACTOR: 'required' }, 'local', 'required'],
    [good, 'production', 'required'],
    [
      { ...good, PUBLIC_URL: 'http://localhost:4310', STAFF_SECOND_FACTOR: 'optional' },
      'production',
      'optional',
    ],
  ] as const)(
    '%j in a %s environment: the second factor of staff is %s',
    (env, environment, wanted) =>
      expect(parseConfig(env, environment)).toMatchObject({
        ok: true,
        config: { staffFactor: wanted },
      }),
  )

  test.each([
    [{ SECURITY_CONTACT: 'mailto:security@example.org' }, undefined],
    [
      {
        SECURITY_CONTACT: 'https://example.org/report?to=wld',
        SECURITY_POLICY_URL: 'https://example.org/policy',
      },
      'https://example.org/policy',
    ],
  ])('reads who hears of weaknesses: %j', (more, policy) =>
    expect(parseConfig({ ...good, ...more }, 'production')).toMatchObject({
      ok: true,
      config: { security: { contact: more.SECURITY_CONTACT, policy } },
    }),
  )
  test('nobody is named without configuration', () =>
    expect(parseConfig(good, 'production')).toMatchObject({
      ok: true,
      config: { security: undefined },
    }))
  test('the scale of quotas is for localhost', () =>
    expect(faults({ LIMITS_SCALE: '50' }, 'local')).toEqual([]))
})
