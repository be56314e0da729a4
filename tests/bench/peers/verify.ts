import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'
import { myCard, verifyCard } from '#shared/contract/card.ts'
import { buildMember } from '#tests/builders/member.ts'
import { signIn, startApiServer } from '#tests/support/api-server.ts'
import { quantile } from '../scan-score.ts'
import type { Batch } from './verify-caller.ts'

const MEMBERS = 50
const CALLS = 500 // in a batch
const ROUNDS = 9

/** The two rows behind a verdict from the same file, and nothing else of a verdict. */
async function startBare(file: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const database = new DatabaseSync(file, { readOnly: true })
  const member = database.prepare('select * from members where id = ?')
  const card = database.prepare('select * from cards where member_id = ? and replaced_at is null')
  const app = Fastify()
  app.post<{ Body: { id: number } }>('/verify', async ({ body: { id } }) => {
    const found = member.get(id)
    const held = card.get(id)
    return {
      verdict: held === undefined ? 'UNKNOWN' : 'VALID',
      name: `${String(found?.['first_name'])} ${String(found?.['last_name'])}`,
      dob: found?.['birth_date'],
      role: found?.['role'],
      status: found?.['status'],
      expiresAt: held?.['expires_at'],
      checkedAt: new Date().toISOString(),
    }
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url: `${origin}/verify`,
    stop: async () => {
      await app.close()
      database.close()
    },
  }
}

/** Both servers are in this process and take turns; what is measured is its processor time a call. */
export async function benchVerify(): Promise<void> {
  const server = await startApiServer({ engine: 'sqlite', env: { LIMITS_SCALE: '10000' } })
  const bare = await startBare(join(server.dataDir, 'wld.sqlite'))
  const caller = fork(join(import.meta.dirname, 'verify-caller.ts'))
  try {
    const staff = await buildMember(server.deps, { role: 'moderator' })
    const { accessToken } = await signIn(server, staff.email, staff.password)
    const cards: { id: number; payload: string }[] = []
    for (let index = 0; index < MEMBERS; index += 1) {
      const { id, email, password } = await buildMember(server.deps, { firstName: 'Amna' })
      const bearer = (await signIn(server, email, password)).accessToken
      const card = await server.client.call(myCard, {}, { bearer })
      if (!card.ok) throw new Error('no card')
      cards.push({ id, payload: card.value.payload })
    }
    const json = { 'content-type': 'application/json' }
    const bodies = (of: (card: (typeof cards)[number]) => object): string[] =>
      Array.from({ length: CALLS }, (_, call) => JSON.stringify(cards.map(of)[call % MEMBERS]))
    const toBare: Batch = { url: bare.url, headers: json, bodies: bodies(({ id }) => ({ id })) }
    const toOurs: Batch = {
      url: `${server.url}${verifyCard.path}`,
      headers: { ...json, authorization: `Bearer ${accessToken}` },
      bodies: bodies(({ payload }) => ({ payload })),
    }
    const costMs = async (batch: Batch): Promise<number> => {
      const before = process.cpuUsage()
      caller.send(batch)
      const ended = new AbortController()
      const end = (): void => ended.abort() // it printed why
      caller.once('exit', end)
      await once(caller, 'message', { signal: ended.signal })
      caller.off('exit', end)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1_000 / CALLS
    }
    const rounds: { bareMs: number; oursMs: number }[] = []
    for (let round = -2; round < ROUNDS; round += 1) {
      const bareMs = await costMs(toBare)
      const oursMs = await costMs(toOurs)
      if (round >= 0) rounds.push({ bareMs, oursMs }) // the first two compile the code
    }
    const row = (name: string, values: readonly number[]): void =>
      console.log(
        `| ${name} | ${quantile(values, 0.5).toFixed(2)} (${quantile(values, 0).toFixed(2)} to ${quantile(values, 1).toFixed(2)}) |`,
      )
    console.log(`\n## Verify against bare Fastify: ${ROUNDS} rounds of ${CALLS} calls, SQLite\n`)
    console.log('| Figure | median (least to most) |\n|---|---:|')
    row(
      'bare Fastify, processor ms a call',
      rounds.map(({ bareMs }) => bareMs),
    )
    row(
      'WLD verify, processor ms a call',
      rounds.map(({ oursMs }) => oursMs),
    )
    row(
      'calls of WLD ÷ calls of bare Fastify',
      rounds.map(({ bareMs, oursMs }) => bareMs / oursMs),
    )
  } finally {
    caller.disconnect()
    await bare.stop()
    await server.stop()
  }
}
