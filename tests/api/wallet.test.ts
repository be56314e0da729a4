/** The card in wallets: passes that openssl verifies, Apple's web service, and both services outside on loopback. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
} from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { jwtVerify } from 'jose'
import { sql } from 'kysely'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseConfig } from '#server/deps/config.ts'
import { openSession } from '#server/features/auth/open-session.ts'
import { signPassAddress } from '#server/features/wallet/pass-address.ts'
import { sweepExpired } from '#server/jobs/sweep.ts'
import { runWallets } from '#server/jobs/wallets.ts'
import { inTransaction } from '#server/parts/database/transact.ts'
import { openPushLine } from '#server/parts/wallet/apple-push.ts'
import { insertCard, replaceCard } from '#server/records/cards/card-repository.ts'
import { eraseMember } from '#server/records/erasure/erasure-repository.ts'
import { findByNumber } from '#server/records/members/member-repository.ts'
import { exportAccount } from '#shared/contract/account.ts'
import { myCard, verifyCard } from '#shared/contract/card.ts'
import {
  addToApple,
  addToGoogle,
  walletStanding,
  withdrawFromWallets,
} from '#shared/contract/wallet.ts'
import { CARD_RENEWAL_WINDOW_S, CARD_VALIDITY_S } from '#shared/domain/card/card-rules.ts'
import { buildMember, type BuiltMember, type MemberWish } from '#tests/builders/member.ts'
import { confirmPassword, startApiServer } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import {
  KEY_PASSPHRASE,
  makeWalletCertificates,
  WALLET_ISSUER,
  WALLET_PASS_TYPE,
  WALLET_TEAM,
  type WalletCertificates,
} from '#tests/support/wallet-certificates.ts'
import {
  startGoogle,
  startPushService,
  type GoogleService,
  type PushService,
} from '#tests/support/wallet-services.ts'
import { readZip } from '#tests/support/zip.ts'

const HOUR_S = 3_600
const DAY_S = 24 * HOUR_S
const running = new AbortController().signal
const agreed = { body: { agreed: true } } as const

let google: GoogleService
let certificates: WalletCertificates
beforeAll(async () => {
  google = await startGoogle()
  certificates = await makeWalletCertificates(`${google.url}/token`)
})
afterAll(async () => {
  await google.stop()
  await rm(certificates.folder, { recursive: true, force: true })
})

interface PassJson {
  readonly serialNumber: string
  readonly authenticationToken: string
  readonly voided?: boolean
  readonly expirationDate?: string
  readonly barcodes?: readonly { readonly message: string; readonly format: string }[]
  readonly [field: string]: unknown
}
const filesOf = (archive: Buffer): ReadonlyMap<string, Buffer> =>
  new Map(readZip(archive).map(({ name, bytes }) => [name, bytes]))
const readPass = (archive: Buffer) =>
  JSON.parse(String(filesOf(archive).get('pass.json'))) as PassJson

/** Checks what Wallet checks: the chain to the root, the signature over the manifest, each hash in the manifest. */
async function verifyWithOpenssl(archive: Buffer, root = 'root.pem'): Promise<string> {
  const folder = await mkdtemp(join(MEMORY_FOLDER, 'wld-pass-'))
  try {
    const files = filesOf(archive)
    for (const name of ['manifest.json', 'signature'])
      await writeFile(join(folder, name), files.get(name) ?? '')
    const given = [
      '-inform',
      'DER',
      '-in',
      join(folder, 'signature'),
      '-content',
      join(folder, 'manifest.json'),
      '-CAfile',
      root,
      '-purpose',
      'any',
      '-out',
      '/dev/null',
    ]
    const smime = await certificates.openssl('smime', '-verify', ...given)
    const cms = await certificates.openssl('cms', '-verify', '-binary', ...given)
    return smime + cms
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

describe.each(ENGINES)('wallets on $title', ({ engine, skip }) => {
  let apple: PushService
  beforeAll(async () => {
    apple = await startPushService()
  })
  afterAll(() => apple.stop())
  const { server, run, person } = suiteServer({ engine, skip }, () => ({
    env: certificates.env({
      LIMITS_SCALE: '100',
      WALLET_APPLE_PUSH_URL: apple.url,
      WALLET_GOOGLE_API_URL: google.url,
    }),
  }))
  beforeEach(() => {
    apple.reply(200)
    google.reply(200)
  })

  interface Someone extends BuiltMember {
    readonly bearer: string
    readonly sessionId: string
  }
  const someone = (wish: MemberWish = {}) => person(wish.role, wish)
  const wish = ({ bearer }: Someone) => server.client.call(addToApple, agreed, { bearer })
  async function addressFor(member: Someone): Promise<string> {
    const reply = await wish(member)
    if (!reply.ok) throw new Error(JSON.stringify(reply.problem))
    return `${server.url}${reply.value.url}`
  }
  const bytesOf = async (reply: Response) => Buffer.from(await reply.arrayBuffer())
  const passFor = async (member: Someone) => bytesOf(await fetch(await addressFor(member)))
  const standingOf = async ({ bearer }: Someone) => {
    const reply = await server.client.call(walletStanding, {}, { bearer })
    return reply.ok ? reply.value : undefined
  }
  const look = () => runWallets(server.deps, running)
  const setMember = (
    { id }: Someone,
    columns: { status?: 'active' | 'blocked' | 'banned'; birth_date?: string; sex?: '' },
  ) => server.deps.database.db.updateTable('members').set(columns).where('id', '=', id).execute()
  const setStatus = (member: Someone, status: 'active' | 'blocked' | 'banned') =>
    setMember(member, { status })
  async function reissue(member: Someone) {
    const { db } = server.deps.database
    const at = server.clock.now().toISOString()
    await replaceCard(db, member.id, at)
    const expiresAt = new Date(server.clock.now().getTime() + CARD_VALIDITY_S * 1_000)
    await insertCard(db, { memberId: member.id, issuedAt: at, expiresAt: expiresAt.toISOString() })
  }

  /** Wallet on a phone: what it sends is what Apple documents. */
  const v1 = () => `${server.url}/api/wallet/apple/v1`
  const auth = (token: string) => ({ authorization: `ApplePass ${token}` })
  const device = (letter: string) => letter.repeat(32)
  const anyPhone = () => randomBytes(16).toString('hex')
  const push = (letter: string) => letter.repeat(64)
  const registration = (phone: string, serial: string, passType = WALLET_PASS_TYPE) =>
    `${v1()}/devices/${phone}/registrations/${passType}/${serial}`
  const register = (phone: string, pass: PassJson, pushToken = push('a'), passType?: string) =>
    fetch(registration(phone, pass.serialNumber, passType), {
      method: 'POST',
      headers: { ...auth(pass.authenticationToken), 'content-type': 'application/json' },
      body: JSON.stringify({ pushToken }),
    })
  const changedOf = (phone: string, since?: string) =>
    fetch(
      `${v1()}/devices/${phone}/registrations/${WALLET_PASS_TYPE}${since === undefined ? '' : `?passesUpdatedSince=${encodeURIComponent(since)}`}`,
    )
  const present = (
    { serialNumber: serial, authenticationToken: token }: PassJson,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    fetch(`${v1()}/passes/${WALLET_PASS_TYPE}/${serial}`, {
      headers: { ...auth(token), ...headers },
    })

  run('a pass has the signed text of the card, and openssl verifies it', async () => {
    const member = await someone({ firstName: 'آمنة', lastName: 'Idris' })
    expect(await standingOf(member)).toEqual({ apple: 'available', google: 'available' })
    const reply = await fetch(await addressFor(member))
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('application/vnd.apple.pkpass')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    const archive = await bytesOf(reply)
    const files = filesOf(archive)
    expect(await verifyWithOpenssl(archive)).toContain('Verification successful')
    await expect(verifyWithOpenssl(archive, 'wrong.pem')).rejects.toThrow()
    const manifest = JSON.parse(String(files.get('manifest.json'))) as Record<string, string>
    const names = [...files.keys()].filter((name) => !['manifest.json', 'signature'].includes(name))
    expect(Object.keys(manifest).sort()).toEqual(names.sort())
    for (const name of names)
      expect(manifest[name]).toBe(
        createHash('sha1')
          .update(files.get(name) ?? '')
          .digest('hex'),
      )
    for (const [name, edge] of [
      ['icon.png', 29],
      ['icon@2x.png', 58],
      ['icon@3x.png', 87],
    ] as const)
      expect(await sharp(files.get(name)).metadata()).toMatchObject({
        format: 'png',
        width: edge,
        height: edge,
      })
    const card = await server.client.call(myCard, {}, { bearer: member.bearer })
    if (!card.ok) throw new Error('no card')
    const pass = readPass(archive)
    expect(pass).toMatchObject({
      formatVersion: 1,
      passTypeIdentifier: WALLET_PASS_TYPE,
      teamIdentifier: WALLET_TEAM,
      sharingProhibited: true,
      webServiceURL: `${server.deps.config.publicUrl}/api/wallet/apple`,
      expirationDate: card.value.expiresAt.replace(/\.\d+Z$/, 'Z'),
    })
    expect(pass.voided).toBeUndefined()
    expect(pass.barcodes?.[0]).toMatchObject({
      format: 'PKBarcodeFormatQR',
      message: card.value.payload,
    })
    const staff = await someone({ role: 'moderator' })
    const body = { payload: pass.barcodes?.[0]?.message ?? '' }
    const verdict = await server.client.call(verifyCard, { body }, { bearer: staff.bearer })
    expect(verdict.ok && verdict.value).toMatchObject({ verdict: 'VALID', cardId: member.cardId })
    expect(await standingOf(member)).toEqual({ apple: 'added', google: 'available' })
    // Asked for again it is the same pass, which replaces itself on the phone.
    expect(readPass(await passFor(member))).toMatchObject({
      serialNumber: pass.serialNumber,
      authenticationToken: pass.authenticationToken,
    })
  })

  run('a pass whose manifest is changed is refused by openssl', async () => {
    const files = filesOf(await passFor(await someone()))
    const { zipSync } = await import('fflate')
    const changed = Object.fromEntries(files)
    changed['manifest.json'] = Buffer.from(
      String(files.get('manifest.json')).replace('pass.json', 'past.json'),
    )
    await expect(verifyWithOpenssl(Buffer.from(zipSync(changed)))).rejects.toThrow(
      /Verification failure|digest failure/i,
    )
  })

  run(
    'nothing is made before the member agrees, and nothing for a card that lacks data',
    async () => {
      const member = await someone()
      const { bearer } = member
      for (const body of [{}, { agreed: false }]) {
        const reply = await server.client.call(addToApple, { body } as never, { bearer })
        expect(reply).toMatchObject({ ok: false, problem: { status: 422 } })
      }
      expect(await standingOf(member)).toEqual({ apple: 'available', google: 'available' })
      const [bare, unsaid] = [await someone({ birthDate: '' }), await someone()]
      await setMember(unsaid, { sex: '' })
      for (const lacking of [bare, unsaid])
        expect(await wish(lacking)).toMatchObject({ problem: { code: 'card-incomplete' } })
    },
  )

  run('the address of a pass is for its session and two minutes', async () => {
    const [member, other] = [await someone(), await someone()]
    const address = await addressFor(member)
    const spoilt = new URL(address)
    spoilt.searchParams.set('viewer', other.sessionId)
    expect((await fetch(spoilt)).status).toBe(403)
    const elsewhere = new URL(address)
    elsewhere.pathname = new URL(await addressFor(other)).pathname
    expect((await fetch(elsewhere)).status).toBe(403)
    expect((await fetch(address)).status).toBe(200)
    const [serial = ''] = /[0-9a-f-]{36}/.exec(address) ?? []
    const foreign = signPassAddress(server.deps, { serial, viewer: other.sessionId })
    expect((await fetch(`${server.url}${foreign}`)).status).toBe(403)
    const { db } = server.deps.database
    await setStatus(member, 'banned')
    expect((await fetch(address)).status).toBe(403)
    await setStatus(member, 'active')
    await db
      .updateTable('sessions')
      .set({ ended_at: server.clock.now().toISOString(), end_reason: 'signed-out' })
      .where('id', '=', member.sessionId)
      .execute()
    expect((await fetch(address)).status).toBe(403)
    const late = await addressFor(other)
    server.clock.advance(121)
    expect((await fetch(late)).status).toBe(403)
  })

  run('phones register with the token of their own pass, and no other', async () => {
    const [mine, theirs] = [
      readPass(await passFor(await someone())),
      readPass(await passFor(await someone())),
    ]
    const phone = device('1')
    const wrong = [
      { ...mine, authenticationToken: theirs.authenticationToken },
      { ...mine, authenticationToken: 'x'.repeat(43) },
      { ...mine, serialNumber: 'b3b1d3a0-95b5-4a6e-9f0e-000000000000' },
    ]
    for (const pass of wrong) {
      expect((await register(phone, pass)).status).toBe(401)
      expect((await present(pass)).status).toBe(401)
      const gone = await fetch(registration(phone, pass.serialNumber), {
        method: 'DELETE',
        headers: auth(pass.authenticationToken),
      })
      expect(gone.status).toBe(401)
    }
    expect((await register(phone, mine, push('a'), 'pass.org.other')).status).toBe(401)
    expect((await changedOf(phone)).status).toBe(404)
    expect((await register(phone, mine)).status).toBe(201)
    expect((await register(phone, mine, push('b'))).status).toBe(200)
    expect(await (await changedOf(phone)).json()).toEqual({
      lastUpdated: expect.any(String),
      serialNumbers: [mine.serialNumber],
    })
    const elsewhere = `${v1()}/devices/${phone}/registrations/pass.org.other`
    expect((await fetch(elsewhere)).status).toBe(404)
    // Ten phones hold a pass, no more.
    for (const letter of '23456789a') await register(device(letter), mine)
    expect((await register(device('b'), mine)).status).toBe(429)
    const removed = await fetch(registration(phone, mine.serialNumber), {
      method: 'DELETE',
      headers: auth(mine.authenticationToken),
    })
    expect(removed.status).toBe(200)
    expect((await changedOf(phone)).status).toBe(404)
    expect((await register(device('b'), mine)).status).toBe(201)
  })

  run('a renewed card changes the pass, and phones are told once', async () => {
    const member = await someone()
    const before = readPass(await passFor(member))
    const phone = device('c')
    await register(phone, before, push('c'))
    await look()
    const { lastUpdated } = (await (await changedOf(phone)).json()) as { lastUpdated: string }
    const first = await present(before)
    const lastModified = first.headers.get('last-modified') ?? ''
    expect((await present(before, { 'if-modified-since': lastModified })).status).toBe(304)
    expect((await changedOf(phone, lastUpdated)).status).toBe(204)
    const toldOf = () => apple.pushes.filter(({ path }) => path === `/3/device/${push('c')}`)
    expect(toldOf()).toEqual([
      { path: `/3/device/${push('c')}`, topic: WALLET_PASS_TYPE, body: '{}', caller: undefined },
    ])
    server.clock.advance(CARD_VALIDITY_S - CARD_RENEWAL_WINDOW_S + HOUR_S)
    const { accessToken: bearer } = await openSession(server.deps, member.id, 'Safari')
    const card = await server.client.call(myCard, {}, { bearer })
    await look()
    await look()
    expect(toldOf()).toHaveLength(2)
    const list = (await (await changedOf(phone, lastUpdated)).json()) as { lastUpdated: string }
    expect(list).toMatchObject({ serialNumbers: [before.serialNumber] })
    expect(list.lastUpdated > lastUpdated).toBe(true)
    const reply = await present(before, { 'if-modified-since': lastModified })
    expect(reply.status).toBe(200)
    const archive = await bytesOf(reply)
    expect(readPass(archive)).toMatchObject({
      serialNumber: before.serialNumber,
      authenticationToken: before.authenticationToken,
      barcodes: [{ message: card.ok ? card.value.payload : '' }],
    })
    expect(readPass(archive).barcodes).not.toEqual(before.barcodes)
  })

  run(
    'a card that was issued anew leaves the old pass void, without a name or a code',
    async () => {
      const member = await someone({ firstName: 'Hanaa', lastName: 'Osman' })
      const old = readPass(await passFor(member))
      await register(device('d'), old, push('d'))
      await reissue(member)
      expect(await standingOf(member)).toMatchObject({ apple: 'available' }) // before the job looks
      await look()
      expect(apple.pushes.some(({ path }) => path.endsWith(push('d')))).toBe(true)
      const archive = await bytesOf(await present(old))
      const shown = readPass(archive)
      expect(shown).toMatchObject({ voided: true, serialNumber: old.serialNumber })
      expect(shown.barcodes).toBeUndefined()
      const { authenticationToken: _token, ...rest } = shown
      expect(JSON.stringify(rest)).not.toMatch(/Hanaa|Osman|1990/)
      expect(JSON.stringify(rest)).not.toContain(String(member.id))
      expect(await standingOf(member)).toMatchObject({ apple: 'available' })
      // The phone that is lost never gets the new code.
      const next = readPass(await passFor(member))
      expect(next.serialNumber).not.toBe(old.serialNumber)
      expect(
        (await present({ ...next, authenticationToken: old.authenticationToken })).status,
      ).toBe(401)
      expect(readPass(await bytesOf(await present(old))).voided).toBe(true)
    },
  )

  run(
    'a ban makes the pass void and its end makes it valid; so does the member’s own word',
    async () => {
      const member = await someone()
      const pass = readPass(await passFor(member))
      const isVoid = async () => readPass(await bytesOf(await present(pass))).voided === true
      await setStatus(member, 'banned')
      expect(await isVoid()).toBe(true)
      await setStatus(member, 'active')
      expect(await isVoid()).toBe(false)
      await setMember(member, { birth_date: '' }) // what the code of the card needs is gone
      expect(await isVoid()).toBe(true)
      await setMember(member, { birth_date: '1990-04-12' })
      expect(await isVoid()).toBe(false)
      const other = await someone()
      const { bearer } = other
      expect(await server.client.call(withdrawFromWallets, {}, { bearer })).toMatchObject({
        value: { voided: 0 },
      })
      expect(await isVoid()).toBe(false)
      await server.client.call(withdrawFromWallets, {}, { bearer: member.bearer })
      expect(await isVoid()).toBe(true)
      expect(await standingOf(member)).toMatchObject({ apple: 'available' })
      expect(readPass(await passFor(member)).voided).toBeUndefined()
      const { rows } = await sql<{ action: string; detail: string }>`
      select action, detail from audit where target = ${`member:${member.id}`} order by seq`.execute(
        server.deps.database.db,
      )
      expect(rows.map(({ action }) => action)).toEqual([
        'wallet.added',
        'wallet.withdrawn',
        'wallet.added',
      ])
    },
  )

  run('void passes and their phones are forgotten after thirty days', async () => {
    const [member, other] = [await someone(), await someone()]
    const [pass, valid] = [readPass(await passFor(member)), readPass(await passFor(other))]
    await register(device('e'), pass)
    await reissue(member)
    await look()
    server.clock.advance(29 * DAY_S)
    await look()
    expect((await present(pass)).status).toBe(200)
    server.clock.advance(2 * DAY_S)
    await look()
    expect((await present(pass)).status).toBe(401)
    expect((await present(valid)).status).toBe(200)
    expect((await changedOf(device('e'))).status).toBe(404)
  })

  run(
    'a push service that is away is asked later; a phone that has gone is forgotten',
    async () => {
      const pass = readPass(await passFor(await someone()))
      await register(device('f'), pass, push('f'))
      const told = () => apple.pushes.filter(({ path }) => path.endsWith(push('f'))).length
      apple.reply(503)
      await look()
      expect(told()).toBe(1)
      await look()
      expect(told()).toBe(1)
      server.clock.advance(61)
      apple.reply(200)
      await look()
      expect(told()).toBe(2)
      expect(server.logLines.join('')).toContain('status 503')
      const gone = readPass(await passFor(await someone()))
      await register(device('0'), gone, push('0'))
      apple.reply(410)
      await look()
      expect((await changedOf(device('0'))).status).toBe(404)
      expect((await changedOf(device('f'))).status).toBe(200)
    },
  )

  run('a fault of this server at Apple makes it forget no phone; a false token does', async () => {
    const [phone, pass] = [anyPhone(), readPass(await passFor(await someone()))]
    await register(phone, pass, push('9'))
    for (const reason of [undefined, 'BadTopic', 'TopicDisallowed']) {
      apple.reply(400, reason)
      await look()
      expect((await changedOf(phone)).status).toBe(200)
      server.clock.advance(HOUR_S)
    }
    apple.reply(400, 'BadDeviceToken')
    await look()
    expect((await changedOf(phone)).status).toBe(404)
  })

  run(
    'a change in the same second, or after the clock was set back, reaches the phone',
    async () => {
      const [phone, member] = [anyPhone(), await someone()]
      const pass = readPass(await passFor(member))
      await register(phone, pass, push('8'))
      await look()
      const { lastUpdated } = (await (await changedOf(phone)).json()) as { lastUpdated: string }
      const lastModified = (await present(pass)).headers.get('last-modified') ?? ''
      const toldOf = () => apple.pushes.filter(({ path }) => path.endsWith(push('8'))).length
      expect(toldOf()).toBe(1)
      server.clock.advance(-HOUR_S)
      await setStatus(member, 'banned')
      await look()
      expect(toldOf()).toBe(2)
      expect((await changedOf(phone, lastUpdated)).status).toBe(200)
      const reply = await present(pass, { 'if-modified-since': lastModified })
      expect(reply.status).toBe(200)
      expect(readPass(await bytesOf(reply)).voided).toBe(true)
      server.clock.advance(HOUR_S)
    },
  )

  run(
    'phones that register at the same moment are counted, and the same one is kept once',
    async () => {
      const pass = readPass(await passFor(await someone()))
      const phones = Array.from({ length: 14 }, anyPhone)
      const replies = await Promise.all(phones.map((phone) => register(phone, pass)))
      const statuses = replies.map(({ status }) => status)
      expect(statuses.filter((status) => status === 201)).toHaveLength(10)
      expect(statuses.filter((status) => status === 429)).toHaveLength(4)
      const [phone, twice] = [anyPhone(), readPass(await passFor(await someone()))]
      const same = await Promise.all([1, 2, 3].map(() => register(phone, twice)))
      expect(same.map(({ status }) => status).sort()).toEqual([200, 200, 201])
    },
  )

  run(
    'the own data name each pass and when a phone registered, and no secret of them',
    async () => {
      const [phone, member] = [anyPhone(), await someone()]
      const pass = readPass(await passFor(member))
      await register(phone, pass, push('6'))
      await confirmPassword(server, member.bearer)
      const copy = await server.client.call(exportAccount, {}, { bearer: member.bearer })
      expect(copy).toMatchObject({
        ok: true,
        value: {
          walletPasses: [
            { kind: 'apple', withdrawnAt: null, phones: [{ registeredAt: expect.any(String) }] },
          ],
        },
      })
      for (const secret of [pass.serialNumber, pass.authenticationToken, phone, push('6')])
        expect(JSON.stringify(copy)).not.toContain(secret)
    },
  )

  run(
    'push tokens are sealed, tokens of passes are hashed, and both go with the member',
    async () => {
      const member = await someone()
      const pass = readPass(await passFor(member))
      const phone = randomBytes(16).toString('hex')
      await register(phone, pass, push('5'))
      /** What is in the database, read beside the product. */
      const raw = async (): Promise<string> => {
        const queries = ['select * from wallet_passes', 'select * from wallet_phones']
        if (server.databaseUrl === undefined) {
          const file = new DatabaseSync(join(server.dataDir, 'wld.sqlite'), { readOnly: true })
          const rows = queries.map((query) => file.prepare(query).all())
          file.close()
          return JSON.stringify(rows)
        }
        const client = new pg.Client({ connectionString: server.databaseUrl })
        await client.connect()
        const rows = await Promise.all(
          queries.map(async (query) => (await client.query(query)).rows),
        )
        await client.end()
        return JSON.stringify(rows)
      }
      expect(await raw()).toContain(pass.serialNumber)
      expect(await raw()).not.toContain(pass.authenticationToken)
      expect(await raw()).not.toContain(phone)
      expect(await raw()).not.toContain(push('5'))
      const { db } = server.deps.database
      const row = await findByNumber(db, member.id)
      if (row === undefined) throw new Error('no member')
      await inTransaction(db, (transaction) => eraseMember(server.deps, transaction, row))
      expect(await raw()).not.toContain(pass.serialNumber)
      expect((await present(pass)).status).toBe(401)
      expect((await changedOf(phone)).status).toBe(404)
    },
  )

  run('what a phone says of a fault is shortened, and breaks no line of the log', async () => {
    const [phone, serial] = [anyPhone(), randomUUID()]
    const logs = [
      `one\n{"level":60}\u202e${'x '.repeat(900)}`,
      `Register task (for device ${phone}, pass type ${WALLET_PASS_TYPE}, serial number ${serial}) failed`,
      ...Array<string>(8).fill('more'),
    ]
    const reply = await fetch(`${v1()}/log`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ logs }),
    })
    expect(reply.status).toBe(200)
    const line = server.logLines.findLast((text) => text.includes('Wallet on a phone')) ?? ''
    const { lines, count } = JSON.parse(line) as { lines: string[]; count: number }
    expect(count).toBe(10)
    expect(lines).toHaveLength(5)
    expect(lines[0]).toHaveLength(300)
    expect(lines[0]).not.toMatch(/\p{C}/u)
    expect(lines[1]).toBe(
      `Register task (for device …, pass type ${WALLET_PASS_TYPE}, serial number …) failed`,
    )
  })

  run('Google gets the card by a signed link, and its changes through its API', async () => {
    const member = await someone({ firstName: 'Safia', lastName: 'Ali' })
    const { bearer } = member
    const reply = await server.client.call(addToGoogle, agreed, { bearer })
    if (!reply.ok) throw new Error(JSON.stringify(reply.problem))
    const token = reply.value.url.replace('https://pay.google.com/gp/v/save/', '')
    const account = JSON.parse(
      await readFile(join(certificates.folder, 'account.json'), 'utf8'),
    ) as { private_key: string; client_email: string }
    const key = createPublicKey(createPrivateKey(account.private_key))
    const { payload, protectedHeader } = await jwtVerify(token, key, {
      audience: 'google',
      issuer: account.client_email,
      currentDate: server.clock.now(),
    })
    expect(protectedHeader.alg).toBe('RS256')
    expect(payload['typ']).toBe('savetowallet')
    const card = await server.client.call(myCard, {}, { bearer })
    const [object] = (payload['payload'] as { genericObjects: Record<string, unknown>[] })
      .genericObjects
    expect(object).toMatchObject({
      classId: `${WALLET_ISSUER}.wld-card`,
      state: 'ACTIVE',
      barcode: { type: 'QR_CODE', value: card.ok ? card.value.payload : '' },
    })
    const path = `/walletobjects/v1/genericObject/${String(object?.['id'])}`
    const puts = () => google.calls.filter((call) => call.path === path)
    google.reply(404) // the member has not saved it yet
    await look()
    await look()
    expect(puts()).toHaveLength(1)
    google.reply(500)
    await setStatus(member, 'banned')
    await look()
    await look()
    expect(puts()).toHaveLength(2)
    google.reply(200)
    server.clock.advance(61)
    await look()
    await look()
    expect(puts()).toHaveLength(3)
    const last = puts().at(-1)
    expect(last).toMatchObject({ method: 'PUT', authorization: 'Bearer access-1' })
    expect(JSON.parse(last?.body ?? '')).toMatchObject({ state: 'INACTIVE' })
    expect(last?.body).not.toMatch(/Safia|barcode/)
  })

  run(
    'a void card that is not at Google is looked for again: its old link still works',
    async () => {
      const member = await someone()
      const { bearer } = member
      await server.client.call(addToGoogle, agreed, { bearer })
      google.reply(404)
      await look()
      await setStatus(member, 'banned')
      await look()
      const before = google.calls.length
      await look()
      expect(google.calls).toHaveLength(before)
      google.reply(200) // saved with the old link meanwhile
      server.clock.advance(HOUR_S)
      await look()
      const { body } = google.calls.findLast(({ method }) => method === 'PUT') ?? { body: '{}' }
      expect(google.calls.length).toBeGreaterThan(before)
      expect(JSON.parse(body)).toMatchObject({ state: 'INACTIVE' })
      const after = google.calls.length
      server.clock.advance(HOUR_S)
      await look()
      expect(google.calls).toHaveLength(after)
    },
  )

  run('a token that Google refuses is asked for again, and who gives none is named', async () => {
    const member = await someone()
    await server.client.call(addToGoogle, agreed, { bearer: member.bearer })
    const tokens = () => google.calls.filter(({ path }) => path === '/token').length
    google.reply(401)
    await look()
    const before = tokens()
    google.reply(200)
    server.clock.advance(61)
    await look()
    expect(tokens()).toBe(before + 1)
    // One that was taken while the clock was ahead is as old as its clock says: nobody knows how old that is.
    server.clock.advance(24 * HOUR_S)
    await setStatus(member, 'blocked')
    await look()
    expect(tokens()).toBe(before + 2)
    server.clock.advance(-24 * HOUR_S)
    await setStatus(member, 'active')
    await look()
    expect(tokens()).toBe(before + 3)
    google.replyToken(403)
    server.clock.advance(2 * HOUR_S)
    await setStatus(member, 'banned')
    await look()
    expect(server.logLines.join('')).toContain('no access token: status 403')
    google.replyToken(200)
    server.clock.advance(61)
    await look()
    const last = google.calls.findLast(({ method }) => method === 'PUT')
    expect(JSON.parse(last?.body ?? '')).toMatchObject({ state: 'INACTIVE' })
  })

  run('who is erased is void at Google, and nothing is kept after that', async () => {
    const member = await someone({ firstName: 'Zeinab', lastName: 'Bakri' })
    await server.client.call(addToGoogle, agreed, { bearer: member.bearer })
    google.reply(200)
    await look()
    const { db } = server.deps.database
    const voidNotices = () => db.selectFrom('wallet_void_notices').selectAll().execute()
    const [pass] = await db
      .selectFrom('wallet_passes')
      .innerJoin('cards', 'cards.status_index', 'wallet_passes.card_index')
      .select('wallet_passes.id')
      .where('cards.member_id', '=', member.id)
      .execute()
    const row = await findByNumber(db, member.id)
    if (row === undefined || pass === undefined) throw new Error('no member')
    await inTransaction(db, (transaction) => eraseMember(server.deps, transaction, row))
    google.reply(503)
    await look()
    expect(await voidNotices()).toMatchObject([{ id: pass.id, failures: 1 }])
    google.reply(200)
    server.clock.advance(HOUR_S)
    await look()
    const last = google.calls.findLast(({ path }) => path.endsWith(pass.id))
    expect(JSON.parse(last?.body ?? '')).toMatchObject({ state: 'INACTIVE' })
    expect(last?.body).not.toMatch(/Zeinab|Bakri|barcode/)
    expect(await voidNotices()).toEqual([])
  })

  run('what Google does not take of an erased member is forgotten after thirty days', async () => {
    const { db } = server.deps.database
    const created = server.clock.now().toISOString()
    const row = { language: 'en', created_at: created, failures: 9, next_try_at: '9' } as const
    await db
      .insertInto('wallet_void_notices')
      .values({ id: randomUUID(), ...row })
      .execute()
    server.clock.advance(29 * DAY_S)
    await sweepExpired(server.deps)
    expect(await db.selectFrom('wallet_void_notices').selectAll().execute()).toHaveLength(1)
    server.clock.advance(2 * DAY_S)
    await sweepExpired(server.deps)
    expect(await db.selectFrom('wallet_void_notices').selectAll().execute()).toEqual([])
  })

  run('is off until it is configured, and when the certificate has ended', async () => {
    const off = await startApiServer({ engine })
    try {
      const { id } = await buildMember(off.deps)
      const { accessToken: bearer } = await openSession(off.deps, id, 'Safari')
      expect(await off.client.call(walletStanding, {}, { bearer })).toMatchObject({
        value: { apple: 'off', google: 'off' },
      })
      for (const route of [addToApple, addToGoogle])
        expect(await off.client.call(route, agreed, { bearer })).toMatchObject({
          problem: { status: 404 },
        })
    } finally {
      await off.stop()
    }
    server.clock.advance(1_300 * DAY_S)
    const member = await someone()
    expect(await standingOf(member)).toEqual({ apple: 'off', google: 'available' })
    expect(await wish(member)).toMatchObject({ problem: { status: 404 } })
  })
})

test('Apple’s push service sees the certificate of the pass', async () => {
  const { folder } = certificates
  await writeFile(join(folder, 'alt.cnf'), 'subjectAltName = DNS:localhost\n')
  await certificates.openssl(
    ...'req -newkey rsa:2048 -nodes -config x.cnf -subj /CN=localhost -keyout server.key -out server.csr'.split(
      ' ',
    ),
  )
  await certificates.openssl(
    ...'x509 -req -in server.csr -CA root.pem -CAkey root.key -CAcreateserial -days 2 -extfile alt.cnf -out server.pem'.split(
      ' ',
    ),
    '-passin',
    `pass:${KEY_PASSPHRASE}`,
  )

  const service = await startPushService(folder)
  const parsed = parseConfig(certificates.env({ WALLET_APPLE_PUSH_URL: service.url }), 'local')
  if (!parsed.ok || parsed.config.wallet.apple === undefined) throw new Error('not configured')
  const { apple } = parsed.config.wallet
  const line = openPushLine(apple, await readFile(join(folder, 'root.pem'), 'utf8'))
  try {
    expect(await line.tell('ab'.repeat(32))).toBe(true)
    expect(service.pushes).toEqual([
      {
        path: `/3/device/${'ab'.repeat(32)}`,
        topic: WALLET_PASS_TYPE,
        body: '{}',
        caller: WALLET_TEAM,
      },
    ])
  } finally {
    line.close()
  }
  const strange = openPushLine(apple) // the system does not know the root
  await expect(strange.tell('ab'.repeat(32))).rejects.toThrow(/self.signed|certificate/i)
  strange.close()
  await service.stop()
})

test('settings name their fault, and never the key', async () => {
  const faults = (more: Readonly<Record<string, string>>) => {
    const parsed = parseConfig(certificates.env(more), 'local')
    return parsed.ok ? [] : parsed.faults
  }
  const file = (name: string) => join(certificates.folder, name)
  await certificates.issue('plain', '2', '/CN=No pass')
  await certificates.issue('second', '2')
  expect(faults({})).toEqual([])
  expect(faults({ WALLET_APPLE_CERTIFICATE: '/nowhere.pem' })).toEqual([
    expect.stringMatching(/^WALLET_APPLE_CERTIFICATE must be a file that can be read/),
  ])
  expect(faults({ WALLET_APPLE_KEY: '' })).toEqual([
    expect.stringMatching(/^WALLET_APPLE_KEY must be a file/),
  ])
  expect(faults({ WALLET_APPLE_KEY_PASSPHRASE: 'wrong' })).toEqual([
    'WALLET_APPLE_KEY must be a private key that WALLET_APPLE_KEY_PASSPHRASE opens',
  ])
  expect(faults({ WALLET_APPLE_KEY: file('second.key') })).toEqual([
    'WALLET_APPLE_KEY must be the key that belongs to WALLET_APPLE_CERTIFICATE',
  ])
  expect(
    faults({
      WALLET_APPLE_CERTIFICATE: file('plain.pem'),
      WALLET_APPLE_KEY: file('plain.key'),
    }),
  ).toEqual([expect.stringMatching(/Pass Type ID/)])
  expect(faults({ WALLET_APPLE_WWDR: file('root.pem') })).toEqual([
    expect.stringMatching(/^WALLET_APPLE_WWDR must be the WWDR certificate/),
  ])
  expect(faults({ WALLET_GOOGLE_ACCOUNT: '' })).toEqual([
    expect.stringMatching(/^WALLET_GOOGLE_ISSUER and WALLET_GOOGLE_ACCOUNT/),
  ])
  expect(faults({ WALLET_GOOGLE_ACCOUNT: file('pass.pem') })).toEqual([
    expect.stringMatching(/^WALLET_GOOGLE_ACCOUNT must be a file/),
  ])
  // This one has the same name and another key.
  await certificates.openssl(
    ...'req -x509 -newkey rsa:2048 -nodes -config x.cnf -extensions ca -days 2 -keyout twin.key -out twin.pem -subj'.split(
      ' ',
    ),
    '/CN=Test-WWDR/O=Not Apple',
  )
  expect(faults({ WALLET_APPLE_WWDR: file('twin.pem') })).toEqual([
    expect.stringMatching(/^WALLET_APPLE_WWDR must be the WWDR certificate/),
  ])
  await certificates.openssl(...'genpkey -algorithm ed25519 -out ed.key'.split(' '))
  await certificates.openssl(
    ...'req -new -key ed.key -config x.cnf -out ed.csr -subj'.split(' '),
    `/UID=${WALLET_PASS_TYPE}/OU=${WALLET_TEAM}`,
  )
  await certificates.openssl(
    ...'x509 -req -in ed.csr -CA wwdr.pem -CAkey wwdr.key -CAcreateserial -days 2 -out ed.pem -passin'.split(
      ' ',
    ),
    `pass:${KEY_PASSPHRASE}`,
  )
  expect(
    faults({ WALLET_APPLE_CERTIFICATE: file('ed.pem'), WALLET_APPLE_KEY: file('ed.key') }),
  ).toEqual(['WALLET_APPLE_KEY must be an RSA key or one on an elliptic curve'])
  const account = JSON.parse(await readFile(file('account.json'), 'utf8')) as object
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  for (const change of [
    { token_uri: 'http://token.example/token' },
    { token_uri: 'no address' },
    { private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) },
  ]) {
    await writeFile(file('changed.json'), JSON.stringify({ ...account, ...change }))
    expect(faults({ WALLET_GOOGLE_ACCOUNT: file('changed.json') })).toEqual([
      expect.stringMatching(/^WALLET_GOOGLE_ACCOUNT must be a file/),
    ])
  }
  for (const name of ['WALLET_APPLE_PUSH_URL', 'WALLET_GOOGLE_API_URL'])
    for (const url of ['http://push.example', 'https://a:b@push.example', 'https://push.example/x'])
      expect(faults({ [name]: url })).toEqual([expect.stringMatching(/must be an https address/)])
})
