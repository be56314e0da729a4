import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { endSeenDocuments } from '#server/jobs/seen-documents.ts'
import { removeOrphans } from '#server/parts/files/remove-orphans.ts'
import { listDocumentViews, readDocuments } from '#shared/contract/documents.ts'
import { decideRequest, readRequest, undoRequest } from '#shared/contract/requests.ts'
import { signPhoto } from '#shared/contract/uploads.ts'
import { UNDO_S } from '#shared/domain/access/undo-rules.ts'
import { REQUEST_CHECKS } from '#shared/domain/people/registration-rules.ts'
import { addressOf, freshRequest } from '#tests/security/fresh-rows.ts'
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

  describe('documents that the reviewer saw', () => {
    async function applicant() {
      const member = await documented()
      await db()
        .updateTable('members')
        .set({ status: 'inactive', validated: 0 })
        .where('id', '=', member.id)
        .execute()
      await db()
        .updateTable('files')
        .set({ attached_at: server.clock.now().toISOString() })
        .where('id', 'in', [member.front, member.back])
        .execute()
      return { ...member, requestId: await freshRequest(server.deps, member.id) }
    }
    type Applicant = Awaited<ReturnType<typeof applicant>>
    const decide = (
      { requestId }: Applicant,
      { bearer }: { readonly bearer: string },
      wish: object = {},
    ) =>
      server.client.call(
        decideRequest,
        {
          params: { id: requestId },
          body: { status: 'approved', checks: [...REQUEST_CHECKS], documentsSeen: true, ...wish },
        },
        { bearer },
      )
    const look = ({ front, back }: Applicant, { bearer }: { readonly bearer: string }) =>
      sign([front, back], bearer)
    const documentsOf = async ({ id }: Applicant) => {
      const row = await db()
        .selectFrom('members')
        .select(['id_front_file', 'id_back_file'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return [row.id_front_file, row.id_back_file].filter((file) => file !== null)
    }
    const deletions = ({ id }: Applicant) =>
      db()
        .selectFrom('audit')
        .select(['actor', 'detail'])
        .where('action', '=', 'document.deleted')
        .where('target', '=', `member:${id}`)
        .execute()

    run('are deleted once the approval cannot be undone, and the history says so', async () => {
      const [reviewer, candidate] = [await person('reviewer'), await applicant()]
      await look(candidate, reviewer)
      expect(await decide(candidate, reviewer, { undoable: true })).toMatchObject({ ok: true })
      await endSeenDocuments(server.deps)
      expect(await documentsOf(candidate)).toHaveLength(2)
      server.clock.advance(UNDO_S)
      await endSeenDocuments(server.deps)
      expect(await documentsOf(candidate)).toEqual([])
      await endSeenDocuments(server.deps)
      expect(await deletions(candidate)).toEqual([
        {
          actor: 'system',
          detail: JSON.stringify({ request: candidate.requestId, documents: 2 }),
        },
      ])
      const read = await server.client.call(
        readRequest,
        { params: { id: candidate.requestId } },
        { bearer: reviewer.bearer },
      )
      expect(read.ok && read.value.log.filter(({ documentsSeen }) => documentsSeen)).toMatchObject([
        { action: 'request.decided', by: { cardId: reviewer.cardId } },
      ])
      server.clock.advance(3_600)
      await removeOrphans(server.deps)
      const files = db().selectFrom('files').select('id')
      expect(await files.where('id', 'in', [candidate.front, candidate.back]).execute()).toEqual([])
      const erased = db().selectFrom('erased_files').select('id')
      expect(
        await erased.where('id', 'in', [candidate.front, candidate.back]).execute(),
      ).toHaveLength(2)
    })

    run('come back with an undone approval', async () => {
      const [reviewer, candidate] = [await person('reviewer'), await applicant()]
      await look(candidate, reviewer)
      await decide(candidate, reviewer, { undoable: true })
      const undone = await server.client.call(
        undoRequest,
        { params: { id: candidate.requestId } },
        { bearer: reviewer.bearer },
      )
      expect(undone).toMatchObject({ ok: true })
      server.clock.advance(UNDO_S)
      await endSeenDocuments(server.deps)
      expect(await documentsOf(candidate)).toHaveLength(2)
    })

    run('are not deleted by a colleague who never looked at them', async () => {
      const [reviewer, other] = [await person('reviewer'), await person('reviewer')]
      const candidate = await applicant()
      await look(candidate, other)
      expect(await decide(candidate, reviewer)).toMatchObject({
        ok: false,
        problem: { code: 'conflict', fields: [{ code: 'documents_not_seen' }] },
      })
      expect(await decide(candidate, other)).toMatchObject({ ok: true })
    })

    run.for([
      ['a check is not ticked', { checks: REQUEST_CHECKS.slice(1) }],
      ['the request is rejected', { status: 'rejected', approverComment: 'Not readable' }],
    ] as const)('are not deleted where %s', async ([, wish]) => {
      const [reviewer, candidate] = [await person('reviewer'), await applicant()]
      await look(candidate, reviewer)
      expect(await decide(candidate, reviewer, wish)).toMatchObject({
        ok: false,
        problem: { fields: [{ path: 'body.documentsSeen' }] },
      })
    })

    run(
      'stay as long as a legal hold names the candidate, and when staff replaced them',
      async () => {
        const [reviewer, candidate] = [await person('reviewer'), await applicant()]
        await look(candidate, reviewer)
        await db()
          .insertInto('legal_holds')
          .values({
            id: crypto.randomUUID(),
            target: `member:${candidate.id}`,
            reason: 'Court',
            placed_at: server.clock.now().toISOString(),
          })
          .execute()
        expect(await decide(candidate, reviewer)).toMatchObject({ ok: true })
        await endSeenDocuments(server.deps)
        expect(await documentsOf(candidate)).toHaveLength(2)
        const at = server.clock.now().toISOString()
        await db()
          .updateTable('legal_holds')
          .set({ lifted_at: at })
          .where('target', '=', `member:${candidate.id}`)
          .execute()
        server.clock.advance(60)
        await db()
          .updateTable('files')
          .set({ attached_at: server.clock.now().toISOString() })
          .where('id', '=', candidate.back)
          .execute()
        await endSeenDocuments(server.deps)
        expect(await documentsOf(candidate)).toEqual([candidate.back])
      },
    )

    run('stay for their period where the decision does not name them', async () => {
      const [reviewer, candidate] = [await person('reviewer'), await applicant()]
      expect(await decide(candidate, reviewer, { documentsSeen: false })).toMatchObject({
        ok: true,
      })
      await endSeenDocuments(server.deps)
      expect(await documentsOf(candidate)).toHaveLength(2)
    })
  })
})
