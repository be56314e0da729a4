/**
 * The offline store of the desktop app against the real server: with the fetched lists it gives the same verdicts as
 * the server.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eraseMember } from '#server/records/erasure/erasure-repository.ts'
import { findByNumber } from '#server/records/members/member-repository.ts'
import { myCard, verifyCard } from '#shared/contract/card.ts'
import type { MemberWish } from '#tests/builders/member.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import { createCallApi, type ApiReply, type ApiRequest } from '../../src/main/api/call-api.ts'
import { openOfflineStore } from '../../src/main/offline/open-offline-store.ts'

const { server, person } = suiteServer({ engine: 'sqlite' }, { env: { LIMITS_SCALE: '100' } })
let bearer: string
let directory: string
beforeEach(async () => {
  directory = mkdtempSync(join(MEMORY_FOLDER, 'wld-offline-'))
  bearer = await staffToken() // a new one, because the tests move the clock
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const staffToken = async (): Promise<string> => (await person('moderator')).bearer
const answers: { path: string; status: number }[] = []
const open = (token = bearer) => {
  const call = createCallApi({ apiUrl: server.url, fetch })
  const ask = async (request: ApiRequest): Promise<ApiReply> => {
    request.headers.set('authorization', `Bearer ${token}`)
    const answer = await call(request)
    if (answer.kind === 'answered')
      answers.push({ path: request.path, status: answer.response.status })
    return answer
  }
  return openOfflineStore({
    directory,
    ask,
    maxAgeS: () => 86_400,
    now: server.clock.now,
    monotonicMs: () => server.clock.now().getTime(),
    log: () => undefined,
  })
}

async function holder(wish: MemberWish = {}) {
  const member = await person(wish.role, wish)
  const card = await server.client.call(myCard, {}, member)
  if (!card.ok) throw new Error('no card')
  return { ...member, payload: card.value.payload }
}
async function online(payload: string): Promise<string> {
  const answer = await server.client.call(verifyCard, { body: { payload } }, { bearer })
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return answer.value.verdict
}
const setStatus = (id: number, status: 'active' | 'banned' | 'blocked' | 'inactive') =>
  server.deps.database.db.updateTable('members').set({ status }).where('id', '=', id).execute()

describe('the offline store and the server', () => {
  test('give the same verdict for every kind of card', async () => {
    const { db } = server.deps.database
    const [good, banned, blocked, inactive, replaced, gone, changed] = [
      await holder(),
      await holder(),
      await holder(),
      await holder(),
      await holder(),
      await holder(),
      await holder({ firstName: 'Amna' }),
    ]
    await setStatus(banned.id, 'banned')
    await setStatus(blocked.id, 'blocked')
    await setStatus(inactive.id, 'inactive')
    await db
      .updateTable('cards')
      .set({ replaced_at: server.clock.now().toISOString() })
      .where('member_id', '=', replaced.id)
      .execute()
    await db
      .updateTable('members')
      .set({ first_name: 'Hawa' })
      .where('id', '=', changed.id)
      .execute()
    await db.transaction().execute(async (transaction) => {
      const row = await findByNumber(transaction, gone.id)
      if (row !== undefined) await eraseMember(server.deps, transaction, row)
    })
    server.clock.advance(600)
    const store = await open()
    expect(await store.refresh()).toMatchObject({ hasKeys: true, tooOld: false })
    const texts = [good, banned, blocked, inactive, replaced, gone, changed].map(
      ({ payload }) => payload,
    )
    texts.push(
      good.payload.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
      good.payload.replace('|1.k1.', '|1.k9.'),
      good.payload.replace('|', '|x'),
      'x',
      '1|A|1990-01-01|',
    )
    const said: string[] = []
    for (const payload of texts) {
      const verdict = await online(payload)
      expect([payload, store.judge(payload).verdict]).toEqual([payload, verdict])
      said.push(verdict)
    }
    expect(said).toEqual([
      'VALID',
      'REVOKED',
      'REVOKED',
      'REVOKED',
      'REVOKED',
      'UNKNOWN',
      'VALID',
      'FORGED',
      'FORGED',
      'FORGED',
      'UNKNOWN',
      'FORGED',
    ])
    for (const name of readdirSync(directory))
      expect(readFileSync(join(directory, name), 'utf8')).not.toMatch(/Amna|Hawa|@/)
  })

  test('get 304 while the list is unchanged, and the new list after a change', async () => {
    const member = await holder()
    const store = await open()
    const first = await store.refresh()
    server.clock.advance(400)
    answers.length = 0
    const second = await store.refresh()
    expect(answers).toEqual([
      { path: '/api/card/keys', status: 200 },
      { path: '/api/card/status-list', status: 304 },
    ])
    expect(
      Date.parse(second.listIssuedAt ?? '') - Date.parse(first.listIssuedAt ?? ''),
    ).toBeGreaterThanOrEqual(400_000)
    await setStatus(member.id, 'banned')
    server.clock.advance(1)
    answers.length = 0
    await store.refresh()
    expect(answers.at(-1)).toEqual({ path: '/api/card/status-list', status: 200 })
    expect(store.judge(member.payload)).toMatchObject({
      verdict: 'REVOKED',
      reason: 'listed-revoked',
    })
    // The next run reads from the disk, and its ETag is still valid.
    answers.length = 0
    const next = await open()
    expect(next.judge(member.payload).verdict).toBe('REVOKED')
    await next.refresh()
    expect(answers.at(-1)?.status).toBe(304)
  })

  test('a card that is issued after the list is not VALID before the next list', async () => {
    const store = await open()
    await store.refresh()
    server.clock.advance(30)
    const { payload } = await holder()
    expect(store.judge(payload)).toMatchObject({ verdict: 'STALE', reason: 'newer-than-list' })
    await store.refresh()
    expect(store.judge(payload)).toMatchObject({ verdict: 'VALID', reason: 'signed' })
  })

  test('a printed card is EXPIRED in both after a year', async () => {
    const { payload } = await holder()
    const store = await open()
    await store.refresh()
    server.clock.advance(366 * 86_400)
    bearer = await staffToken()
    expect(await online(payload)).toBe('EXPIRED')
    await (await open()).refresh()
    expect((await open()).judge(payload)).toMatchObject({ verdict: 'EXPIRED', reason: 'expired' })
  })

  test('without a valid bearer the list is not updated', async () => {
    const store = await open('nobody')
    expect(await store.refresh()).toMatchObject({ hasKeys: true, listIssuedAt: null })
  })
})
