import sharp from 'sharp'
import { beforeAll, describe, expect } from 'vitest'
import { logout } from '#shared/contract/auth.ts'
import { createReport } from '#shared/contract/reports.ts'
import { signPhoto, signPhotos } from '#shared/contract/uploads.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { buildEvent, buildNews } from '#tests/builders/content.ts'
import type { MemberWish } from '#tests/builders/member.ts'
import { reportBody } from '#tests/builders/report.ts'
import { RULE_ENGINES } from '#tests/support/engines.ts'
import { jpeg } from '#tests/support/sample-files.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import { fileIdOf, uploadOne } from '#tests/support/uploads.ts'

describe.each(RULE_ENGINES)('signing on $title', ({ engine, skip }) => {
  const {
    server,
    run,
    person: enter,
  } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '1000' } })
  let bytes: Buffer
  beforeAll(async () => {
    bytes = await jpeg(700, 500)
  })

  const signedIn = async (wish: MemberWish = {}) => {
    const one = await enter(wish.role, wish)
    return { ...one, accessToken: one.bearer }
  }
  const staff = (role: Role) => signedIn({ role })

  /** A member with portrait and documents; with `pending`, the member has an undecided request. */
  async function person({ pending = false, ...wish }: MemberWish & { pending?: boolean } = {}) {
    const member = await signedIn(wish)
    const add = (purpose: 'card-photo' | 'identity-front' | 'identity-back') =>
      server.deps.library.addPicture({
        purpose,
        ownerId: member.id,
        bytes,
        originalName: 'x.jpg',
      })
    const [card, front, back] = [
      await add('card-photo'),
      await add('identity-front'),
      await add('identity-back'),
    ]
    const { db } = server.deps.database
    await db
      .updateTable('members')
      .set({ card_photo_file: card, id_front_file: front, id_back_file: back })
      .where('id', '=', member.id)
      .execute()
    if (pending)
      await db
        .insertInto('registration_requests')
        .values({
          id: `REQ_${member.id}`,
          member_id: member.id,
          status: 'pending',
          comment: '',
          decided_by: null,
          decided_at: null,
          created_at: server.deps.clock.now().toISOString(),
        })
        .execute()
    return {
      ...member,
      card: `/api/files/${card}`,
      front: `/api/files/${front}`,
      back: `/api/files/${back}`,
    }
  }
  async function sign(bearer: string, urls: string[]): Promise<Record<string, string>> {
    const answer = await server.client.call(signPhoto, { body: urls }, { bearer })
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    return answer.value as Record<string, string>
  }
  /** Reads to the end, because a half-read reply keeps its connection busy, and a stopping server waits for it. */
  async function read(address: string | undefined, headers: Record<string, string> = {}) {
    const answer = await fetch(`${server.url}${address ?? '/api/files/none'}`, { headers })
    return new Response(await answer.arrayBuffer(), {
      status: answer.status,
      headers: answer.headers,
    })
  }
  const looksAt = (memberId: number) =>
    server.deps.database.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'document.viewed')
      .where('target', '=', `member:${memberId}`)
      .execute()

  run('a member gets signed addresses of own photo and documents', async () => {
    const { accessToken, card, front, back } = await person()
    const signed = await sign(accessToken, [card, front, back])
    expect(Object.keys(signed)).toEqual([card, front, back])
    const sizes = await Promise.all(
      [card, front].map(async (url) => {
        const answer = await read(signed[url])
        expect(answer.status).toBe(200)
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          'content-type': 'image/jpeg',
          'x-content-type-options': 'nosniff',
          'content-security-policy': 'sandbox',
          'cache-control': url === card ? 'private, max-age=900' : 'no-store',
        })
        const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
        return [width, height]
      }),
    )
    expect(sizes).toEqual([
      [480, 600],
      [700, 500],
    ])
  })

  run('a member gets no signed addresses of files of others', async () => {
    const [owner, stranger] = [await person(), await person()]
    expect(
      await sign(stranger.accessToken, [owner.card, owner.front, owner.back, stranger.card]),
    ).toEqual({ [stranger.card]: expect.any(String) })
    expect(await looksAt(owner.id)).toEqual([])
  })

  run(
    'all staff see portraits; moderators and reviewers see documents of pending requests only',
    async () => {
      const [member, applicant] = [
        await person(),
        await person({ pending: true, status: 'active' }),
      ]
      for (const role of ['admin', 'content', 'moderator', 'reviewer'] as const) {
        const { accessToken } = await staff(role)
        const seen = Object.keys(
          await sign(accessToken, [
            member.card,
            member.front,
            applicant.card,
            applicant.front,
            applicant.back,
          ]),
        )
        expect({ role, seen }).toEqual({
          role,
          seen:
            role === 'admin' || role === 'content'
              ? [member.card, member.front, applicant.card, applicant.front, applicant.back]
              : [member.card, applicant.card, applicant.front, applicant.back],
        })
      }
      await server.deps.database.db
        .updateTable('registration_requests')
        .set({ status: 'approved' })
        .where('member_id', '=', applicant.id)
        .execute()
      expect(
        Object.keys(
          await sign((await staff('reviewer')).accessToken, [applicant.card, applicant.front]),
        ),
      ).toEqual([applicant.card])
    },
  )

  run('a view of documents is logged once a call with the viewer', async () => {
    const [member, { accessToken, id }] = [await person(), await staff('admin')]
    await sign(accessToken, [member.front, member.back, member.card])
    expect(await looksAt(member.id)).toMatchObject([
      {
        actor: `member:${id}`,
        detail: JSON.stringify({ documents: 2, which: 'front back', role: 'A' }),
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ])
    await sign(accessToken, [member.card])
    expect(await looksAt(member.id)).toHaveLength(1)
  })

  run('a file that no member record refers to is not signed', async () => {
    const member = await person()
    await server.deps.database.db
      .updateTable('members')
      .set({ id_front_file: null })
      .where('id', '=', member.id)
      .execute()
    expect(await sign((await staff('admin')).accessToken, [member.front])).toEqual({})
    expect(await sign(member.accessToken, [member.front])).toEqual({})
  })

  run('a new upload is signed for its owner only', async () => {
    const [owner, admin] = [await signedIn(), await staff('admin')]
    const url = await uploadOne(server, owner.accessToken, 'report', bytes)
    expect(await sign(admin.accessToken, [url])).toEqual({})
    expect((await read((await sign(owner.accessToken, [url]))[url])).status).toBe(200)
  })

  run('signed addresses are renewed, foreign ones are left out', async () => {
    const { accessToken, card } = await person()
    const { [card]: first = '' } = await sign(accessToken, [card])
    server.clock.advance(60)
    const absolute = `${server.deps.config.publicUrl}${card}`
    const thumb = first.replace('variant=card', 'variant=thumb')
    const foreign = [
      'https://evil.example' + card,
      'https://evil.example/x.jpg',
      `${card}/../x`,
      card.toUpperCase(),
      'blob:http://localhost/1',
      'javascript:alert(1)',
      '',
      `/api/files/${crypto.randomUUID()}`,
      `//evil.example${card}`,
    ]
    const signed = await sign(accessToken, [first, absolute, thumb, ...foreign])
    expect(Object.keys(signed)).toEqual([first, absolute, thumb])
    expect(signed[first]).not.toBe(first)
    expect(signed[thumb]).toContain('variant=thumb')
    for (const address of Object.values(signed)) expect((await read(address)).status).toBe(200)
  })

  run('the response has the shape of the request body', async () => {
    const { accessToken, card, front, back } = await person()
    const ask = async (body: unknown) => {
      const answer = await fetch(`${server.url}/api/upload/signephotos`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: answer.status, body: (await answer.json()) as { user?: unknown } }
    }
    const signed = (url: string) => expect.stringMatching(new RegExp(`^${url}\\?.*signature=`))
    expect((await ask([card, front])).body).toEqual({
      [card]: signed(card),
      [front]: signed(front),
    })
    expect((await ask({ user: [card, 'https://evil.example/x', back] })).body).toEqual({
      user: [signed(card), signed(back)],
    })
    expect(
      (
        await ask({
          user: {
            wldCardPhoto: { photoUrl: card },
            idProofPhotos: [{ photoUrl: front }, { photoUrl: back }],
            photo: card,
            other: 'x',
            nothing: null,
            list: [front],
          },
        })
      ).body,
    ).toEqual({
      user: {
        wldCardPhoto: { photoUrl: signed(card) },
        idProofPhotos: [{ photoUrl: signed(front) }, { photoUrl: signed(back) }],
        photo: signed(card),
        list: [signed(front)],
      },
    })
    expect(
      (
        await ask({
          user: {
            id: 'WLD_1',
            numberOfKids: 3,
            role: { id: 'ROLE_USER' },
            isActive: true,
            __proto__: 1,
          },
        })
      ).body,
    ).toEqual({ user: {} })
    expect((await ask({ user: [] })).body).toEqual({ user: [] })
    expect((await ask([])).body).toEqual({})
    const askNested = async (levels: number) => {
      const answer = await fetch(`${server.url}/api/upload/signephotos`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: `{"user":${'['.repeat(levels)}"${card}"${']'.repeat(levels)}}`,
      })
      return { status: answer.status, body: await answer.json() }
    }
    expect((await askNested(30)).body).toEqual({ user: expect.anything() })
    expect((await askNested(5_000)).status).toBe(422)
    for (const wrong of [
      {},
      { user: 7 },
      'x',
      7,
      null,
      [7],
      Array.from({ length: 201 }, () => card),
    ])
      expect((await ask(wrong)).status).toBe(422)
    expect(
      (
        await ask({
          user: Object.fromEntries(
            Array.from({ length: 300 }, (_, index) => [
              `f${index}`,
              `/api/files/${crypto.randomUUID()}`,
            ]),
          ),
        })
      ).status,
    ).toBe(422)
  })

  run('both routes return the same, and require a session', async () => {
    const { accessToken, card } = await person()
    expect(
      await server.client.call(signPhotos, { body: [card] }, { bearer: accessToken }),
    ).toMatchObject({ ok: true, value: { [card]: expect.any(String) } })
    expect(await server.client.call(signPhoto, { body: [card] })).toMatchObject({
      ok: false,
      problem: { status: 401 },
    })
  })

  run('a signed address ends with its time, the session or a ban', async () => {
    const late = await person()
    const { [late.card]: old } = await sign(late.accessToken, [late.card])
    server.clock.advance(20 * 60 + 1)
    expect((await read(old)).status).toBe(403)
    const leaver = await person()
    const { [leaver.card]: left } = await sign(leaver.accessToken, [leaver.card])
    expect((await read(left)).status).toBe(200)
    await server.client.call(logout, {}, { bearer: leaver.accessToken })
    expect((await read(left)).status).toBe(403)
    const banned = await person()
    const { [banned.card]: lost } = await sign(banned.accessToken, [banned.card])
    await server.deps.database.db
      .updateTable('members')
      .set({ status: 'banned' })
      .where('id', '=', banned.id)
      .execute()
    expect((await read(lost)).status).toBe(403)
  })

  run(
    'a signed address ends with the right to see the file: lost role, decided request',
    async () => {
      const { db } = server.deps.database
      const [member, applicant] = [await person(), await person({ pending: true })]
      const [editor, reviewer] = [await staff('content'), await staff('reviewer')]
      const cover = await server.deps.library.addPicture({
        purpose: 'event',
        ownerId: null,
        bytes,
        originalName: 'c.jpg',
      })
      await buildEvent(server.deps, { id: 'secret', image_file: cover, status: 'draft' })
      const urls = [member.card, member.front, `/api/files/${cover}`]
      const seen = await sign(editor.accessToken, urls)
      const { [applicant.front]: document, [applicant.card]: face } = await sign(
        reviewer.accessToken,
        [applicant.front, applicant.card],
      )
      const { [member.front]: own } = await sign(member.accessToken, [member.front])
      const status = async (address: string | undefined) => (await read(address)).status
      for (const address of [...urls.map((url) => seen[url]), document, face])
        expect(await status(address)).toBe(200)
      await db
        .updateTable('members')
        .set({ role: 'ROLE_USER' })
        .where('id', '=', editor.id)
        .execute()
      for (const url of urls)
        expect({ url, status: await status(seen[url]) }).toEqual({ url, status: 403 })
      await db
        .updateTable('registration_requests')
        .set({ status: 'approved' })
        .where('member_id', '=', applicant.id)
        .execute()
      expect([await status(document), await status(face), await status(own)]).toEqual([
        403, 200, 200,
      ])
      await db
        .updateTable('events')
        .set({ status: 'published' })
        .where('id', '=', 'secret')
        .execute()
      expect(await status(seen[urls[2] ?? ''])).toBe(200)
    },
  )

  run(
    'the author of a held report sees its evidence, also that added by staff; others do not',
    async () => {
      const { db } = server.deps.database
      const [author, stranger, editor] = [
        await signedIn(),
        await signedIn(),
        await staff('moderator'),
      ]
      const url = await uploadOne(server, editor.accessToken, 'report', bytes)
      const created = await server.client.call(
        createReport,
        {
          body: reportBody({
            evidenceList: [{ evidenceType: 'image', fileUrl: url, description: 'x' }],
          }),
        },
        { bearer: editor.accessToken },
      )
      if (!created.ok) throw new Error(JSON.stringify(created))
      await db
        .updateTable('reports')
        .set({
          held_at: server.deps.clock.now().toISOString(),
          status: 'not verified',
          reporter_id: author.id,
        })
        .where('id', '=', created.value.id)
        .execute()
      const colleague = await staff('reviewer')
      const { [url]: waiting = '' } = await sign(colleague.accessToken, [url])
      const status = async (of: string) =>
        (await read(server.deps.library.sign(fileIdOf(url), 'view', of))).status
      const sessionOf = async (id: number) =>
        (
          await db
            .selectFrom('sessions')
            .select('id')
            .where('member_id', '=', id)
            .executeTakeFirstOrThrow()
        ).id
      expect((await read(waiting)).status).toBe(200)
      expect([
        await status(await sessionOf(author.id)),
        await status(await sessionOf(stranger.id)),
      ]).toEqual([200, 403])
      await db
        .updateTable('members')
        .set({ role: 'ROLE_USER' })
        .where('id', '=', colleague.id)
        .execute()
      expect((await read(waiting)).status).toBe(403)
    },
  )

  run('a changed signed address is rejected', async () => {
    const [owner, admin] = [await person(), await person({ role: 'admin' })]
    const { [owner.card]: own = '', [owner.front]: document = '' } = await sign(owner.accessToken, [
      owner.card,
      owner.front,
    ])
    const { [owner.card]: theirs = '' } = await sign(admin.accessToken, [owner.card])
    const part = (address: string, name: string) =>
      new URLSearchParams(address.split('?')[1]).get(name) ?? ''
    for (const bent of [
      own.replace('variant=card', 'variant=thumb'),
      own.replace('variant=card', 'variant=view'),
      own.replace(fileIdOf(owner.card), fileIdOf(owner.front)),
      own.replace(part(own, 'viewer'), part(theirs, 'viewer')),
      own.replace(/viewer=[^&]+/, 'viewer=public'),
      document.replace(/expires=\d+/, 'expires=4102444800'),
      document.replace(/signature=[^&]+/, `signature=${'A'.repeat(43)}`),
      `/api/files/${fileIdOf(owner.front)}`,
    ])
      expect([403, 422]).toContain((await read(bent)).status)
  })

  run(
    'pictures of published events and news are public; those of drafts are for their editors',
    async () => {
      const { db } = server.deps.database
      const cover = await server.deps.library.addPicture({
        purpose: 'event',
        ownerId: null,
        bytes,
        originalName: 'c.jpg',
      })
      const news = await server.deps.library.addPicture({
        purpose: 'news',
        ownerId: null,
        bytes,
        originalName: 'c.jpg',
      })
      await buildEvent(server.deps, { id: 'picnic', image_file: cover, status: 'draft' })
      await buildNews(server.deps, { id: 'hello', image_file: news })
      const [member, editor] = [await signedIn(), await staff('content')]
      const urls = [`/api/files/${cover}`, `/api/files/${news}`]
      expect(Object.keys(await sign(member.accessToken, urls))).toEqual([urls[1]])
      const draft = await sign(editor.accessToken, urls)
      expect(Object.keys(draft)).toEqual(urls)
      expect((await read(draft[urls[0] ?? ''])).status).toBe(200)
      expect((await read(server.deps.library.sign(cover, 'view', 'public'))).status).toBe(403)
      await db
        .updateTable('events')
        .set({ status: 'published' })
        .where('id', '=', 'picnic')
        .execute()
      expect((await read(server.deps.library.sign(cover, 'view', 'public'))).status).toBe(200)
    },
  )

  run('a private file is not served as public, even with a valid signature', async () => {
    const owner = await person()
    const upload = await uploadOne(server, owner.accessToken, 'report', bytes)
    for (const url of [owner.card, owner.front, upload])
      for (const variant of ['card', 'view', 'thumb'] as const)
        expect(
          (await read(server.deps.library.sign(fileIdOf(url), variant, 'public'))).status,
        ).toBe(403)
  })

  run('evidence is signed as public while its report is public', async () => {
    const [author, reader] = [await signedIn(), await signedIn()]
    const url = await uploadOne(server, author.accessToken, 'report', bytes)
    const created = await server.client.call(
      createReport,
      {
        body: reportBody({
          evidenceList: [{ evidenceType: 'image', fileUrl: url, description: 'x' }],
        }),
      },
      { bearer: author.accessToken },
    )
    if (!created.ok) throw new Error(JSON.stringify(created))
    const { [url]: address } = await sign(reader.accessToken, [url])
    expect(address).toContain('viewer=public')
    await server.deps.database.db
      .updateTable('reports')
      .set({ deleted_at: 'x' })
      .where('id', '=', created.value.id)
      .execute()
    expect((await read(address)).status).toBe(403)
    for (const bearer of [
      author.accessToken,
      reader.accessToken,
      (await staff('admin')).accessToken,
    ])
      expect(await sign(bearer, [url])).toEqual({})
  })
})
