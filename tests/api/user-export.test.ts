import { describe, expect } from 'vitest'
import { readMember, updateMember } from '#shared/contract/users.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { parseCsv } from '#shared/domain/text/csv-parse.ts'
import { buildMember } from '#tests/builders/member.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

describe.each(ENGINES)('export of members on $title', ({ engine, skip }) => {
  const {
    server,
    run,
    person: enter,
  } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })
  const person = (role: Role, proven = true) => enter(role, { proven })
  const get = (token: string, query: Record<string, string> = {}) =>
    fetch(`${server.url}/api/user/export?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${token}` },
    })
  async function table(answer: Response): Promise<Record<string, string>[]> {
    const parsed = parseCsv(
      new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer()),
      { rowsMax: 10_000, columnsMax: 50 },
    )
    if (!parsed.ok) throw new Error(parsed.fault)
    const [head, ...rows] = parsed.rows
    return rows.map(({ cells }) =>
      Object.fromEntries((head?.cells ?? []).map((column, index) => [column, cells[index] ?? ''])),
    )
  }

  run('the export has the filtered list without formulas or private data', async () => {
    const admin = await person('admin')
    const details = {
      tribe: 'Export tribe',
      occupation: '=HYPERLINK("http://evil.example")',
      current_city: '@SUM(1)',
      mothers_first_name: 'Verysecret',
      comments: 'Verysecret',
      approver_comment: 'Verysecret',
      recommended_by: 'Verysecret',
    }
    const amna = await buildMember(server.deps, {
      firstName: 'آمنة',
      lastName: 'N"Diaye, x',
      details,
    })
    await buildMember(server.deps, { status: 'banned', details: { tribe: 'Èxport tribe' } })
    await buildMember(server.deps, { details: { tribe: 'Other' } })
    const answer = await get(admin.bearer, { tribe: 'export tribe' })
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="members.csv"',
      'cache-control': 'no-store',
      'x-truncated': 'false',
    })
    const text = await answer.clone().arrayBuffer()
    expect([...new Uint8Array(text).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(new TextDecoder().decode(text)).not.toMatch(
      /Verysecret|mothers|password|idProof|comment/i,
    )
    const rows = await table(answer)
    expect(rows).toHaveLength(2)
    expect(rows.find(({ cardId }) => cardId === amna.cardId)).toMatchObject({
      firstName: 'آمنة',
      lastName: 'N"Diaye, x',
      occupation: `'=HYPERLINK("http://evil.example")`,
      currentCity: "'@SUM(1)",
      phone: `'${amna.phone}`,
      role: 'ROLE_USER',
      status: 'active',
      nationalities: 'France; Sudan',
      currentCountry: 'France',
    })
    expect(
      await table(await get(admin.bearer, { tribe: 'export tribe', status: 'banned' })),
    ).toHaveLength(1)
    const trail = await server.deps.database.db
      .selectFrom('audit')
      .select(['actor', 'detail'])
      .where('action', '=', 'member.exported')
      .orderBy('seq')
      .execute()
    expect(trail).toEqual([
      { actor: `member:${admin.id}`, detail: '{"rows":2,"filters":"tribe"}' },
      { actor: `member:${admin.id}`, detail: '{"rows":1,"filters":"tribe status"}' },
    ])
  })

  run('a list longer than one batch is complete, each member once', async () => {
    const admin = await person('admin')
    const { db } = server.deps.database
    const model = await db
      .selectFrom('members')
      .selectAll()
      .where('id', '=', admin.id)
      .executeTakeFirstOrThrow()
    const many = Array.from({ length: 1_203 }, (_, index) => ({
      ...model,
      id: 60_000_000 + index,
      email: `e${index}`,
      email_key: `e${index}@many.example`,
      phone: '',
      role: 'ROLE_USER' as const,
      tribe: 'many',
    }))
    for (let at = 0; at < many.length; at += 100)
      await db
        .insertInto('members')
        .values(many.slice(at, at + 100))
        .execute()
    const ids = (await table(await get(admin.bearer, { tribe: 'many' }))).map(
      ({ cardId }) => cardId,
    )
    expect(ids).toHaveLength(1_203)
    expect(new Set(ids).size).toBe(1_203)
    await db.deleteFrom('members').where('email_key', 'like', '%@many.example').execute()
  })

  run('only administrators with a step-up export members', async () => {
    for (const role of ['content', 'moderator', 'reviewer', 'member'] as const)
      expect((await get((await person(role)).bearer)).status).toBe(403)
    const refused = await get((await person('admin', false)).bearer)
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      403,
      'step-up-required',
    ])
    expect((await fetch(`${server.url}/api/user/export`)).status).toBe(401)
    const admin = await person('admin')
    expect((await get(admin.bearer, { country: 'Atlantis' })).status).toBe(422)
  })

  run('a change by another caller is not overwritten', async () => {
    const [admin, member] = [await person('admin'), await buildMember(server.deps)]
    const read = async () => {
      const answer = await server.client.call(readMember, { params: { id: member.cardId } }, admin)
      if (!answer.ok) throw new Error('not read')
      return answer.value
    }
    const seen = (await read()).updatedAt
    const update = (body: object) =>
      server.client.call(updateMember, { params: { id: member.cardId }, body }, admin)
    server.clock.advance(1)
    expect(await update({ tribe: 'First', ifUpdatedAt: seen })).toMatchObject({ ok: true })
    expect(await update({ tribe: 'Second', occupation: 'Lost', ifUpdatedAt: seen })).toMatchObject({
      ok: false,
      problem: { code: 'conflict', status: 409 },
    })
    const now = await read()
    expect(now).toMatchObject({ tribe: 'First', occupation: 'Engineer' })
    expect(await update({ tribe: 'Second', ifUpdatedAt: now.updatedAt })).toMatchObject({
      ok: true,
    })
    expect(await update({ ifUpdatedAt: now.updatedAt })).toMatchObject({
      ok: false,
      problem: { code: 'invalid' },
    })
  })
})
