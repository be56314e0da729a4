import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { listDocumentViews, readDocuments } from '#shared/contract/documents.ts'
import { signPhoto } from '#shared/contract/uploads.ts'
import { addressOf } from '#tests/security/fresh-rows.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

describe.each(ENGINES)('views of identity documents on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })

  const db = () => server.deps.database.db
  async function documented() {
    const member = await person()
    const bytes = await sharp({
      create: { width: 800, height: 500, channels: 3, background: '#ffffff' },
    })
      .jpeg()
      .toBuffer()
    const add = (purpose: 'identity-front' | 'identity-back') =>
      server.deps.library.addPicture({
        purpose,
        ownerId: member.id,
        bytes,
        mediaType: 'image/jpeg',
        originalName: 'id.jpg',
      })
    const [front, back] = [await add('identity-front'), await add('identity-back')]
    await db()
      .updateTable('members')
      .set({ id_front_file: front, id_back_file: back })
      .where('id', '=', member.id)
      .execute()
    return { ...member, front, back }
  }
  const sign = async (files: string[], bearer: string): Promise<Record<string, string>> => {
    const answer = await server.client.call(signPhoto, { body: files.map(addressOf) }, { bearer })
    if (!answer.ok) throw new Error('not signed')
    return answer.value as Record<string, string> // a list of addresses returns a map
  }
  /** Measures the marks that are drawn on a white sheet. */
  const marksOn = async (address: string | undefined): Promise<number> => {
    const reply = await fetch(`${server.url}${address ?? ''}`)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    const { channels } = await sharp(Buffer.from(await reply.arrayBuffer())).stats()
    return channels[0]?.stdev ?? 0
  }

  run(
    'documents are stamped with the viewer for staff, also in small, and not for the owner',
    async () => {
      const member = await documented()
      const staff = await person('content', { firstName: 'Hawa', lastName: 'Idris' })
      const signed = await sign([member.front], staff.bearer)
      expect(await marksOn(signed[addressOf(member.front)])).toBeGreaterThan(5)
      const small = await server.client.call(
        signPhoto,
        { body: [`${addressOf(member.front)}?variant=thumb`] },
        { bearer: staff.bearer },
      )
      expect(
        await marksOn(small.ok ? (Object.values(small.value)[0] as string) : undefined),
      ).toBeGreaterThan(5) // a list of addresses returns a map
      expect(
        await marksOn((await sign([member.front], member.bearer))[addressOf(member.front)]),
      ).toBeLessThan(1)
    },
  )

  run('documents are served while the queue of uploads is full', async () => {
    const member = await documented()
    const staff = await person('content')
    const address = (await sign([member.front], staff.bearer))[addressOf(member.front)]
    const bytes = await sharp({
      create: { width: 1_200, height: 900, channels: 3, background: '#ffffff' },
    })
      .jpeg()
      .toBuffer()
    const uploads = Promise.all(
      Array.from({ length: 40 }, () =>
        server.deps.library.prepare(
          { head: bytes, read: async () => bytes, use: 'paper', documents: false },
          ['member:1'],
        ),
      ),
    )
    expect((await server.deps.library.stamp(bytes, ['WLD'], ['member:2'])).ok).toBe(true)
    expect((await fetch(`${server.url}${address ?? ''}`)).status).toBe(200)
    expect((await uploads).some(({ ok }) => !ok)).toBe(true) // one sender filled its part of the queue of pictures
  })

  run(
    'each view is logged with viewer and side; the member sees the role and not the name',
    async () => {
      const member = await documented()
      const staff = await person('admin', { firstName: 'Hawa', lastName: 'Idris' })
      await sign([member.front, member.back], staff.bearer)
      await sign([member.back], staff.bearer)
      await sign([member.front], member.bearer) // the member's own look is not logged
      const trail = await db()
        .selectFrom('audit')
        .select(['actor', 'detail'])
        .where('action', '=', 'document.viewed')
        .where('target', '=', `member:${member.id}`)
        .orderBy('seq')
        .execute()
      expect(trail.slice(0, 2)).toEqual([
        {
          actor: `member:${staff.id}`,
          detail: JSON.stringify({ documents: 2, which: 'front back', role: 'A' }),
        },
        {
          actor: `member:${staff.id}`,
          detail: JSON.stringify({ documents: 1, which: 'back', role: 'A' }),
        },
      ])
      const views = await server.client.call(listDocumentViews, {}, { bearer: member.bearer })
      expect(views).toMatchObject({
        ok: true,
        value: {
          total: 2,
          views: [
            { role: 'A', sides: ['back'] },
            { role: 'A', sides: ['front', 'back'] },
          ],
        },
      })
      expect(JSON.stringify(views)).not.toMatch(new RegExp(`Hawa|Idris|${staff.id}`))
      const others = await server.client.call(listDocumentViews, {}, { bearer: staff.bearer })
      expect(others).toMatchObject({ ok: true, value: { total: 0, views: [] } })
    },
  )

  run(
    'only administrators and content managers open documents of a member and see the views',
    async () => {
      const member = await documented()
      const staff = await person('content', { firstName: 'Hawa', lastName: 'Idris' })
      const read = (bearer: string, memberId = member.cardId) =>
        server.client.call(readDocuments, { params: { memberId } }, { bearer })
      await sign([member.front], staff.bearer)
      expect(await read(staff.bearer)).toMatchObject({
        ok: true,
        value: {
          cardId: member.cardId,
          documents: [
            { side: 'front', photoUrl: addressOf(member.front) },
            { side: 'back', photoUrl: addressOf(member.back) },
          ],
          looks: [
            { by: { cardId: staff.cardId, name: 'Hawa Idris', role: 'X' }, sides: ['front'] },
          ],
        },
      })
      expect(await read(staff.bearer, 'WLD_1')).toMatchObject({
        ok: false,
        problem: { status: 404 },
      })
      for (const role of ['moderator', 'reviewer', 'member'] as const)
        expect(await read((await person(role)).bearer)).toMatchObject({
          ok: false,
          problem: { status: 403 },
        })
    },
  )
})
