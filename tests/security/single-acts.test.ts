/** What a session of staff does without the password (ADR 0080), as whoever found it open would use it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createReport, deleteEvidence, deleteReport } from '#shared/contract/reports.ts'
import { deleteRequest } from '#shared/contract/requests.ts'
import { deleteMember, updateMember } from '#shared/contract/users.ts'
import { buildApplicant } from '#tests/builders/applicant.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { reportBody } from '#tests/builders/report.ts'
import {
  confirmPassword,
  signIn,
  startApiServer,
  startWindow,
  type ApiServer,
} from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'

const PASSWORD_WANTED = { ok: false, problem: { status: 403, code: 'step-up-required' } }

describe.each(ENGINES)('single acts of staff, on $title', ({ engine, skip }) => {
  const run = test.skipIf(skip)
  let server: ApiServer
  beforeAll(async () => {
    if (!skip) server = await startApiServer({ engine })
  })
  afterAll(async () => {
    if (!skip) await server.stop()
  })
  const staff = async (role: 'admin' | 'content' | 'moderator' = 'admin') => {
    const member = await buildMember(server.deps, { role })
    const { accessToken: bearer } = await signIn(server, member.email, TEST_PASSWORD)
    return { member, bearer }
  }
  const setState = async (
    bearer: string,
    body: object,
    role: 'member' | 'moderator' | 'admin' = 'member',
    status: 'active' | 'inactive' = 'active',
  ) => {
    const { cardId: id } = await buildMember(server.deps, { role, status })
    return server.client.call(updateMember, { params: { id }, body }, { bearer })
  }
  const newReport = async () => {
    const author = await staff('moderator')
    const created = await server.client.call(
      createReport,
      { body: reportBody() },
      { bearer: author.bearer },
    )
    if (!created.ok) throw new Error(JSON.stringify(created.problem))
    return Number(created.value.id)
  }
  const removeReport = async (bearer: string) =>
    server.client.call(
      deleteReport,
      { params: { id: await newReport() }, query: {}, body: null },
      { bearer },
    )

  run('ten of all kinds together in an hour, then the password', async () => {
    startWindow(server, 3_600)
    const { member, bearer } = await staff()
    const applicant = await buildApplicant(server)
    const request = await applicant.apply()
    if (!request.ok) throw new Error(JSON.stringify(request.problem))
    expect(
      await server.client.call(
        deleteRequest,
        { params: { id: request.value.id }, body: null },
        { bearer },
      ),
    ).toMatchObject({ ok: true })
    for (let act = 1; act < 5; act += 1)
      expect(await removeReport(bearer)).toMatchObject({ ok: true })
    for (let act = 5; act < 10; act += 1)
      expect(await setState(bearer, { status: 'banned' })).toMatchObject({ ok: true })
    expect(await setState(bearer, { status: 'banned' })).toMatchObject(PASSWORD_WANTED)
    expect(await removeReport(bearer)).toMatchObject(PASSWORD_WANTED)
    expect(
      await server.client.call(deleteEvidence, { params: { id: 1 }, body: null }, { bearer }),
    ).toMatchObject(PASSWORD_WANTED)
    // Counted for the account: another session of it has none left, and another account has its own.
    const again = (await signIn(server, member.email, TEST_PASSWORD)).accessToken
    expect(await setState(again, { status: 'banned' })).toMatchObject(PASSWORD_WANTED)
    expect(await setState((await staff()).bearer, { status: 'banned' })).toMatchObject({ ok: true })
    await confirmPassword(server, again)
    for (let act = 0; act < 12; act += 1)
      expect(await setState(again, { status: 'banned' })).toMatchObject({ ok: true })
    // The count lies in the database, where a restart leaves it.
    const counted = await server.deps.database.db
      .selectFrom('throttles')
      .select('hits')
      .where('bucket', '=', `single-acts/${member.id}`)
      .executeTakeFirst()
    expect(Number(counted?.hits)).toBeGreaterThan(10)
  })

  run('an hour later there are ten again', async () => {
    startWindow(server, 3_600)
    const { member } = await staff()
    const use = async () => {
      const { accessToken } = await signIn(server, member.email, TEST_PASSWORD)
      const results = []
      for (let act = 0; act < 11; act += 1)
        results.push((await setState(accessToken, { status: 'banned' })).ok)
      return results.filter(Boolean).length
    }
    expect(await use()).toBe(10)
    startWindow(server, 3_600)
    expect(await use()).toBe(10)
  })

  run('never with an administrator as target, nor where it opens an account of staff', async () => {
    const { bearer } = await staff()
    for (const status of ['banned', 'blocked', 'inactive'])
      expect(await setState(bearer, { status }, 'admin')).toMatchObject(PASSWORD_WANTED)
    expect(await setState(bearer, { status: 'active' }, 'moderator', 'inactive')).toMatchObject(
      PASSWORD_WANTED,
    )
    expect(await setState(bearer, { status: 'banned' }, 'moderator')).toMatchObject({ ok: true })
  })

  run('a state alone: with it nothing else that wants the password', async () => {
    const { bearer } = await staff()
    expect(await setState(bearer, { status: 'banned', isActive: false })).toMatchObject({
      ok: true,
    })
    for (const body of [
      { status: 'banned', role: 'ROLE_MODERATOR' },
      { status: 'banned', email: 'other.single@test.example' },
      { status: 'banned', firstName: 'Hawa' },
      { role: 'ROLE_MODERATOR' },
      { password: 'Long-Enough1' },
    ])
      expect(await setState(bearer, body)).toMatchObject(PASSWORD_WANTED)
  })

  run('an erasure is no single act', async () => {
    const { bearer } = await staff()
    const { cardId: id } = await buildMember(server.deps)
    expect(await server.client.call(deleteMember, { params: { id } }, { bearer })).toMatchObject(
      PASSWORD_WANTED,
    )
  })
})
