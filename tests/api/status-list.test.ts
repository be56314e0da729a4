import { createPublicKey, verify } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, describe, expect } from 'vitest'
import {
  prepareStatusList,
  statusList as statusListHandler,
} from '#server/features/card/status-list.ts'
import { eraseMember } from '#server/records/erasure/erasure-repository.ts'
import { findByNumber } from '#server/records/members/member-repository.ts'
import {
  cardKeys,
  myCard,
  statusList,
  STATUS_LIST_ISSUED_HEADER,
  STATUS_LIST_SIGNATURE_HEADER,
} from '#shared/contract/card.ts'
import { CARD_VALIDITY_S } from '#shared/domain/card/card-rules.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { RULE_ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const [IN_FORCE, EXPIRED, REVOKED, UNKNOWN] = [0, 1, 2, 3]

describe.each(RULE_ENGINES)('the status list on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })
  let staff: string
  beforeAll(async () => {
    staff = await token('moderator')
  })

  const token = async (role: Role): Promise<string> => (await person(role)).bearer
  const get = (etag?: string) =>
    fetch(`${server.url}/api/card/status-list`, {
      headers: {
        authorization: `Bearer ${staff}`,
        ...(etag === undefined ? {} : { 'if-none-match': etag }),
      },
    })
  const list = async () => {
    const answer = await server.client.call(statusList, { headers: {} }, { bearer: staff })
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.value
  }
  const stateOf = async (index: number) => {
    const { list: text, size } = await list()
    if (index >= size) return undefined
    const bytes = inflateRawSync(Buffer.from(text, 'base64url'))
    return ((bytes[index >> 2] ?? 0) >> ((index & 3) * 2)) & 0b11
  }
  async function holder() {
    const member = await person()
    const card = await server.client.call(myCard, {}, member)
    if (!card.ok) throw new Error('no card')
    return { ...member, index: Number(card.value.payload.split('.').at(-2)) }
  }
  const setStatus = (id: number, status: 'active' | 'banned' | 'blocked' | 'inactive') =>
    server.deps.database.db.updateTable('members').set({ status }).where('id', '=', id).execute()
  async function isGenuine(text: string, kid: string, signature: string): Promise<boolean> {
    const keys = await server.client.call(cardKeys, {})
    const jwk = keys.ok ? keys.value.keys.find((key) => key.kid === kid) : undefined
    if (jwk === undefined) throw new Error('the key is not published')
    return verify(
      null,
      Buffer.from(text),
      createPublicKey({ key: { kty: jwk.kty, crv: jwk.crv, x: jwk.x }, format: 'jwk' }),
      Buffer.from(signature, 'base64url'),
    )
  }

  run('the list has the state of each card', async () => {
    const [good, banned, replaced, gone, last] = [
      await holder(),
      await holder(),
      await holder(),
      await holder(),
      await holder(),
    ]
    expect(await stateOf(0)).toBe(UNKNOWN)
    expect(await stateOf(good.index)).toBe(IN_FORCE)
    for (const status of ['banned', 'blocked', 'inactive'] as const) {
      await setStatus(banned.id, status)
      expect(await stateOf(banned.index)).toBe(REVOKED)
    }
    await setStatus(banned.id, 'active')
    expect(await stateOf(banned.index)).toBe(IN_FORCE)
    const { db } = server.deps.database
    await db
      .updateTable('cards')
      .set({ replaced_at: server.clock.now().toISOString() })
      .where('member_id', '=', replaced.id)
      .execute()
    expect(await stateOf(replaced.index)).toBe(REVOKED)
    await db.transaction().execute(async (transaction) => {
      const row = await findByNumber(transaction, gone.id)
      if (row !== undefined) await eraseMember(server.deps, transaction, row)
    })
    expect(await stateOf(gone.index)).toBe(UNKNOWN)
    expect(await stateOf(last.index)).toBe(IN_FORCE)
    expect((await list()).size).toBe(last.index + 1)
    expect(await stateOf(last.index + 1)).toBeUndefined()
    // A year later, without renewal.
    await db
      .updateTable('cards')
      .set({ expires_at: server.clock.now().toISOString() })
      .where('member_id', 'in', [good.id, replaced.id])
      .execute()
    expect([await stateOf(good.index), await stateOf(replaced.index)]).toEqual([EXPIRED, REVOKED])
    expect(CARD_VALIDITY_S).toBe(31_536_000)
  })

  run('the list is signed with the key of the cards', async () => {
    const { issuedAt, size, list: text, kid, signature, bits } = await list()
    expect(bits).toBe(2)
    expect(await isGenuine(`wld-status-list|${issuedAt}|${size}|${text}`, kid, signature)).toBe(
      true,
    )
    expect(await isGenuine(`wld-status-list|${issuedAt}|${size + 1}|${text}`, kid, signature)).toBe(
      false,
    )
  })

  run(
    'an unchanged list gets 304; its time and signature are renewed every five minutes',
    async () => {
      const someone = await holder()
      const first = await get()
      const etag = first.headers.get('etag') ?? ''
      const held = (await first.json()) as {
        issuedAt: string
        size: number
        list: string
        kid: string
      }
      expect(first.headers.get('cache-control')).toBe('private, no-cache')
      server.clock.advance(60)
      const again = await get(etag)
      expect([
        again.status,
        await again.text(),
        again.headers.get('etag'),
        again.headers.get(STATUS_LIST_ISSUED_HEADER),
      ]).toEqual([304, '', etag, held.issuedAt])
      server.clock.advance(301)
      const later = await get(`"other", W/${etag}`)
      const issuedAt = later.headers.get(STATUS_LIST_ISSUED_HEADER) ?? ''
      expect([later.status, later.headers.get('etag')]).toEqual([304, etag])
      expect(Date.parse(issuedAt) - Date.parse(held.issuedAt)).toBeGreaterThan(300_000)
      expect(
        await isGenuine(
          `wld-status-list|${issuedAt}|${held.size}|${held.list}`,
          held.kid,
          later.headers.get(STATUS_LIST_SIGNATURE_HEADER) ?? '',
        ),
      ).toBe(true)
      expect((await list()).issuedAt).toBe(issuedAt)
      server.clock.advance(1)
      await setStatus(someone.id, 'banned')
      const changed = await get(etag)
      expect(changed.status).toBe(200)
      expect(changed.headers.get('etag')).not.toBe(etag)
      expect(((await changed.json()) as { issuedAt: string }).issuedAt > issuedAt).toBe(true)
      // The same content always has the same tag.
      await setStatus(someone.id, 'active')
      expect((await get(etag)).status).toBe(304)
    },
  )

  run('only staff read the list', async () => {
    expect(
      await server.client.call(statusList, { headers: {} }, { bearer: await token('member') }),
    ).toMatchObject({ ok: false, problem: { status: 403 } })
    for (const role of ['admin', 'content', 'reviewer'] as const)
      expect(
        (await server.client.call(statusList, { headers: {} }, { bearer: await token(role) })).ok,
      ).toBe(true)
    expect((await fetch(`${server.url}/api/card/status-list`)).status).toBe(401)
    expect(
      (await fetch(`${server.url}/api/card/status-list`, { headers: { 'if-none-match': '*' } }))
        .status,
    ).toBe(401)
  })

  run('a place that was forgotten at the end shortens the list', async () => {
    const { database } = server.deps
    const [stays, goes] = [await holder(), await holder()]
    expect((await list()).size).toBe(goes.index + 1)
    await database.db.deleteFrom('members').where('id', '=', goes.id).execute()
    expect((await list()).size).toBe(stays.index + 1)
  })

  run('a card expires in the list without any change to it', async () => {
    const someone = await holder()
    expect(await stateOf(someone.index)).toBe(IN_FORCE)
    const soon = new Date(server.clock.now().getTime() + 30_000).toISOString()
    await server.deps.database.db
      .updateTable('cards')
      .set({ expires_at: soon })
      .where('member_id', '=', someone.id)
      .execute()
    expect(await stateOf(someone.index)).toBe(IN_FORCE)
    server.clock.advance(31)
    expect(await stateOf(someone.index)).toBe(EXPIRED)
  })

  run('a long list is read beside the calls, and then follows each change at once', async () => {
    const { deps } = server
    const owner = await holder()
    const blocks = 20
    const at = (await list()).issuedAt
    const overriding = deps.database.rules.kind === 'postgres' ? 'overriding system value' : ''
    for (let block = 1; block <= blocks; block += 1)
      await sql`insert into cards (status_index, member_id, issued_at, expires_at, replaced_at) ${sql.raw(overriding)}
        values (${block * 1_024 + 7}, ${owner.id}, ${at}, ${'2099-01-01T00:00:00.000Z'}, ${at})`.execute(
        deps.database.db,
      )
    server.clock.advance(1)
    // The kept list is older than the change, and says so.
    expect((await list()).issuedAt).toBe(at)
    await expect.poll(async () => (await list()).size).toBe(blocks * 1_024 + 8)
    expect(await stateOf(blocks * 1_024 + 7)).toBe(REVOKED)
    expect(await stateOf(blocks * 1_024 + 6)).toBe(UNKNOWN)
    await setStatus(owner.id, 'banned')
    expect(await stateOf(owner.index)).toBe(REVOKED)
    // This is the state after a restart: nothing is held, and the caller is told when to come again.
    const restarted = {
      ...deps,
      database: { ...deps.database, jobs: deps.database.jobs.withTables() },
    }
    const facts = { reply: { header: () => facts.reply } }
    const ask = () => statusListHandler({ headers: {}, facts } as never, restarted) // a reply that keeps no headers
    expect(await ask()).toMatchObject({ ok: false, code: 'not-ready', retryAfterS: 5 })
    await prepareStatusList(restarted)
    expect(await ask()).toMatchObject({ ok: true, value: { size: blocks * 1_024 + 8 } })
  })

  run('concurrent calls get the same list', async () => {
    await Promise.all(Array.from({ length: 5 }, () => holder()))
    const answers = await Promise.all(Array.from({ length: 30 }, () => list()))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  })
})
