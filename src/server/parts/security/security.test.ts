import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import { DataDirInUse, lockDataDir } from '../database/data-dir-lock.ts'
import { migrate } from '../database/migrate.ts'
import { openSqlite } from '../database/sqlite.ts'
import { createAccessTokens } from './access-tokens.ts'
import { createPasswords } from './passwords.ts'
import { localSecretKey, createSecrets } from './secrets.ts'
import { loadSigningKeys, WrongSecretKey } from './signing-keys.ts'

const { argon2Verify } = vi.hoisted(() => ({ argon2Verify: vi.fn() }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  argon2Verify.mockImplementation(real.verify)
  return { ...real, verify: argon2Verify }
})

const temporary = () => mkdtempSync(join(tmpdir(), 'wld-unit-'))

describe('secrets', () => {
  const secrets = createSecrets('01'.repeat(32))
  test('open what they sealed only in the same place', () => {
    const sealed = secrets.seal('files', Buffer.from('face'), 'view/a')
    expect(secrets.open('files', sealed, 'view/a').toString()).toBe('face')
    expect(sealed.includes('face')).toBe(false)
    expect(() => secrets.open('files', sealed, 'view/b')).toThrow()
    expect(() => secrets.open('codes', sealed, 'view/a')).toThrow()
    expect(() => createSecrets('02'.repeat(32)).open('files', sealed, 'view/a')).toThrow()
    const bent = Buffer.from(sealed)
    bent.writeUInt8(bent.readUInt8(14) ^ 1, 14)
    expect(() => secrets.open('files', bent, 'view/a')).toThrow()
  })
  test('mac per purpose', () => {
    const mac = secrets.mac('codes', '123456')
    expect(secrets.macMatches('codes', '123456', mac)).toBe(true)
    expect(secrets.macMatches('lookup', '123456', mac)).toBe(false)
    expect(secrets.macMatches('codes', '123457', mac)).toBe(false)
    expect(secrets.macMatches('codes', '123456', 'short')).toBe(false)
  })
})

test('a local key is made once, readable only for its owner', async () => {
  const dir = temporary()
  const key = await localSecretKey(dir)
  expect(key).toMatch(/^[0-9a-f]{64}$/)
  expect(await localSecretKey(dir)).toBe(key)
  expect(statSync(join(dir, 'local-secret.key')).mode & 0o777).toBe(0o600)
})

test('a second process on a data directory is refused until the first has ended', () => {
  const dir = temporary()
  const first = lockDataDir(dir)
  expect(() => lockDataDir(dir)).toThrow(DataDirInUse)
  first.release()
  lockDataDir(dir).release()
})

test('signing keys survive a restart, are sealed at rest and refuse another SECRET_KEY', async () => {
  const file = join(temporary(), 'keys.sqlite')
  const open = async (secretKey: string) => {
    const database = openSqlite(file)
    await migrate(database)
    return {
      database,
      load: () => loadSigningKeys(database, createSecrets(secretKey), systemClock),
    }
  }
  const first = await open('aa'.repeat(32))
  const keys = await first.load()
  const signature = keys.sign('card', 'text')
  expect(keys.verify('card', 'k1', 'text', signature)).toBe('good')
  expect(keys.verify('card', 'k1', 'text!', signature)).toBe('bad')
  expect(keys.verify('card', 'k7', 'text', signature)).toBe('unknown-key')
  expect(keys.verify('access-token', 'k1', 'text', signature)).toBe('bad')
  const der = keys.current('card').privateKey.export({ format: 'der', type: 'pkcs8' })
  await first.database.close()
  expect(readFileSync(file).includes(der.subarray(-32))).toBe(false)
  const second = await open('aa'.repeat(32))
  expect((await second.load()).sign('card', 'text')).toBe(signature)
  await second.database.close()
  const stranger = await open('bb'.repeat(32))
  await expect(stranger.load()).rejects.toThrow(WrongSecretKey)
  await stranger.database.close()
})

test('an access token of another audience, issuer or type, or past its time, is refused', async () => {
  const database = openSqlite(join(temporary(), 'tokens.sqlite'))
  await migrate(database)
  const keys = await loadSigningKeys(database, createSecrets('aa'.repeat(32)), systemClock)
  const tokens = createAccessTokens(keys, systemClock)
  const { kid, privateKey } = keys.current('access-token')
  const nowS = Math.floor(Date.now() / 1_000)
  const signed = ({
    issuer = 'wld',
    audience = 'wld-api',
    typ = 'at+jwt',
    expiresS = nowS + 900,
  } = {}) =>
    new SignJWT({ sid: 's' })
      .setProtectedHeader({ alg: 'EdDSA', kid, typ })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject('7')
      .setIssuedAt(nowS)
      .setExpirationTime(expiresS)
      .sign(privateKey)
  expect(await tokens.read(await signed())).toEqual({ sessionId: 's', memberId: 7 }) // the others differ in one claim each
  for (const change of [
    { audience: 'wld-files' },
    { issuer: 'https://wld.example' },
    { typ: 'JWT' },
    { expiresS: nowS - 1 },
  ])
    expect(await tokens.read(await signed(change)), JSON.stringify(change)).toBeUndefined()
  await database.close()
})

test('an access token that was read before is refused after its time, without its key, and changed', async () => {
  const database = openSqlite(join(temporary(), 'read-tokens.sqlite'))
  await migrate(database)
  const keys = await loadSigningKeys(database, createSecrets('aa'.repeat(32)), systemClock)
  let now = new Date('2026-11-23T12:00:00Z')
  const find = vi.fn<typeof keys.find>(keys.find)
  const tokens = createAccessTokens({ ...keys, find }, { now: () => now })
  const token = await tokens.issue({ sessionId: 's', memberId: 7 })
  const claims = { sessionId: 's', memberId: 7 }
  expect(await tokens.read(token)).toEqual(claims)
  expect(await tokens.read(token)).toEqual(claims)
  expect(await tokens.read(`${token.slice(0, -3)}AAA`)).toBeUndefined()
  find.mockReturnValue(undefined)
  expect(await tokens.read(token)).toBeUndefined()
  find.mockImplementation(keys.find)
  expect(await tokens.read(token)).toEqual(claims)
  now = new Date(now.getTime() + 899_000)
  expect(await tokens.read(token)).toEqual(claims)
  now = new Date(now.getTime() + 1_000)
  expect(await tokens.read(token)).toBeUndefined()
  await database.close()
})

describe('passwords', () => {
  test('each check is one verification by argon2, also for an unknown account', async () => {
    const passwords = createPasswords()
    const hashed = await passwords.hash('Correct-Horse1')
    if (!hashed.ok) throw new Error('busy')
    const cost = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/
    argon2Verify.mockClear()
    await passwords.verify('x', hashed.value)
    await passwords.verify('x', undefined)
    expect(
      argon2Verify.mock.calls.map(([stored, password]) => [cost.test(String(stored)), password]),
    ).toEqual([
      [true, 'x'],
      [true, 'x'],
    ])
  })
  test('right, wrong and unknown', async () => {
    const passwords = createPasswords()
    const hashed = await passwords.hash('Correct-Horse1')
    if (!hashed.ok) throw new Error('busy')
    expect(hashed.value).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwords.verify('Correct-Horse1', hashed.value)).toEqual({
      ok: true,
      value: true,
    })
    expect(await passwords.verify('correct-horse1', hashed.value)).toEqual({
      ok: true,
      value: false,
    })
    expect(await passwords.verify('Correct-Horse1', undefined)).toEqual({ ok: true, value: false })
  })
  test('a flood from one network is refused beyond its share of the queue; another goes on', async () => {
    const passwords = createPasswords()
    const flood = Promise.all(
      Array.from({ length: 130 }, () => passwords.verify('x', undefined, ['203.0.113.1'])),
    )
    const other = passwords.verify('x', undefined, ['203.0.113.2'])
    expect((await flood).filter(({ ok }) => ok)).toHaveLength(2 + 120) // running, and queued
    expect(await other).toEqual({ ok: true, value: false })
    expect(await passwords.verify('x', undefined, ['203.0.113.1'])).toEqual({
      ok: true,
      value: false,
    })
  })
})
