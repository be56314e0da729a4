import { beforeAll, describe, expect } from 'vitest'
import { openMailValues } from '#server/parts/mail/outbox.ts'
import { settlePortrait } from '#server/records/portraits/portrait-repository.ts'
import { withdrawPhoto } from '#shared/contract/account.ts'
import { decidePortrait, listPortraits } from '#shared/contract/portraits.ts'
import { readMember, updateMember } from '#shared/contract/users.ts'
import { buildFile } from '#tests/builders/file.ts'
import type { MemberWish } from '#tests/builders/member.ts'
import { addressOf } from '#tests/security/fresh-rows.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

describe.each(ENGINES)('new portraits on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })
  let reviewer: string
  let admin: string
  const db = () => server.deps.database.db
  beforeAll(async () => {
    reviewer = (await person('reviewer')).bearer
    admin = (await person('admin')).bearer
  })

  async function waiting(wish: MemberWish = {}) {
    const member = await person(wish.role, wish)
    const old = await buildFile(server.deps, {
      ownerId: member.id,
      purpose: 'card-photo',
      attached: true,
    })
    await db()
      .updateTable('members')
      .set({ card_photo_file: old })
      .where('id', '=', member.id)
      .execute()
    return { ...member, old, fresh: await send(member) }
  }
  async function send({ id, cardId, bearer }: { id: number; cardId: string; bearer: string }) {
    const fresh = await buildFile(server.deps, { ownerId: id, purpose: 'wldProfile' })
    const answer = await server.client.call(
      updateMember,
      { params: { id: cardId }, body: { wldCardPhoto: addressOf(fresh) } },
      { bearer },
    )
    expect(answer).toMatchObject({ ok: true, value: { photoPending: true } })
    return fresh
  }
  const decide = (
    cardId: string,
    portrait: string,
    status: 'approved' | 'rejected',
    comment = '',
    bearer = reviewer,
  ) =>
    server.client.call(
      decidePortrait,
      { params: { memberId: cardId }, body: { status, portrait: addressOf(portrait), comment } },
      { bearer },
    )
  const rowOf = (id: number) =>
    db()
      .selectFrom('members')
      .select(['card_photo_file', 'pending_photo_file'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const mailOf = async (email: string) => {
    const mail = await db()
      .selectFrom('mails')
      .selectAll()
      .where('to_address', '=', email)
      .executeTakeFirstOrThrow()
    return {
      template: mail.template,
      language: mail.language,
      values: openMailValues(server.deps, mail),
    }
  }

  run('a pending portrait is listed with the old one, both readable', async () => {
    const member = await waiting({ firstName: 'Amna' })
    const list = await server.client.call(
      listPortraits,
      { query: { page: 1, size: 100 } },
      { bearer: reviewer },
    )
    if (!list.ok || Array.isArray(list.value)) throw new Error('no page')
    const item = list.value.items.find(({ cardId }) => cardId === member.cardId)
    expect(item).toMatchObject({ firstName: 'Amna', portrait: addressOf(member.fresh), own: false })
    for (const url of [item?.newPhotoUrl, item?.oldPhotoUrl])
      expect((await fetch(`${server.url}${url ?? ''}`)).status).toBe(200)
    expect(item?.newPhotoUrl).toContain(member.fresh)
    expect(item?.oldPhotoUrl).toContain(member.old)
  })

  run('approval replaces the portrait, releases the old one and sends a mail', async () => {
    const member = await waiting({ details: { language: 'fr' } })
    expect(await decide(member.cardId, member.fresh, 'approved')).toMatchObject({
      ok: true,
      value: { status: 'approved' },
    })
    expect(await rowOf(member.id)).toEqual({
      card_photo_file: member.fresh,
      pending_photo_file: null,
    })
    expect(
      await db()
        .selectFrom('files')
        .select('attached_at')
        .where('id', '=', member.old)
        .executeTakeFirstOrThrow(),
    ).toEqual({ attached_at: null })
    expect(await mailOf(member.email)).toMatchObject({
      template: 'portrait-approved',
      language: 'fr',
    })
    expect(
      await server.client.call(readMember, { params: { id: member.cardId } }, { bearer: admin }),
    ).toMatchObject({
      ok: true,
      value: { wldCardPhoto: { photoUrl: addressOf(member.fresh) }, photoPending: false },
    })
    const trail = await db()
      .selectFrom('audit')
      .select('detail')
      .where('target', '=', `member:${member.id}`)
      .where('action', '=', 'portrait.decided')
      .execute()
    expect(trail.map(({ detail }) => JSON.parse(detail))).toEqual([
      { status: 'approved', withComment: false },
    ])
  })

  run('rejection keeps the old portrait and mails the reason', async () => {
    const member = await waiting({ details: { language: 'ar' } })
    expect((await decide(member.cardId, member.fresh, 'rejected', 'الوجه غير واضح')).ok).toBe(true)
    expect(await rowOf(member.id)).toEqual({
      card_photo_file: member.old,
      pending_photo_file: null,
    })
    expect(await mailOf(member.email)).toMatchObject({
      template: 'portrait-rejected',
      language: 'ar',
      values: { comment: 'الوجه غير واضح' },
    })
  })

  run(
    'a decision on a replaced, withdrawn or decided portrait gets a conflict with 409',
    async () => {
      const member = await waiting()
      const newer = await send(member)
      expect(await decide(member.cardId, member.fresh, 'approved')).toMatchObject({
        ok: false,
        problem: { status: 409, code: 'conflict' },
      })
      const answers = await Promise.all([
        decide(member.cardId, newer, 'approved'),
        decide(member.cardId, newer, 'rejected'),
      ])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      const other = await waiting()
      await server.client.call(withdrawPhoto, {}, { bearer: other.bearer })
      expect(await decide(other.cardId, other.fresh, 'approved')).toMatchObject({
        ok: false,
        problem: { status: 409 },
      })
      expect(await rowOf(other.id)).toMatchObject({ card_photo_file: other.old })
    },
  )

  run(
    'a decision fails if the card got another photo since; else that photo would stay attached',
    async () => {
      const member = await waiting()
      const other = await buildFile(server.deps, {
        ownerId: member.id,
        purpose: 'card-photo',
        attached: true,
      })
      await db()
        .updateTable('members')
        .set({ card_photo_file: other })
        .where('id', '=', member.id)
        .execute()
      const settle = (present: string | null) =>
        settlePortrait(db(), {
          memberId: member.id,
          portrait: member.fresh,
          present,
          approves: true,
          at: server.clock.now().toISOString(),
        })
      expect(await settle(member.old)).toBe(false)
      expect(await settle(null)).toBe(false)
      expect(await rowOf(member.id)).toEqual({
        card_photo_file: other,
        pending_photo_file: member.fresh,
      })
      expect(await decide(member.cardId, member.fresh, 'approved')).toMatchObject({ ok: true })
      expect(
        await db()
          .selectFrom('files')
          .select('attached_at')
          .where('id', '=', other)
          .executeTakeFirstOrThrow(),
      ).toEqual({ attached_at: null })
    },
  )

  run('staff cannot decide own portraits; members cannot decide any', async () => {
    const [own, member] = [await waiting({ role: 'reviewer' }), await waiting()]
    expect(await decide(own.cardId, own.fresh, 'approved', '', own.bearer)).toMatchObject({
      ok: false,
      problem: { status: 403, code: 'own-account-protected' },
    })
    expect(await decide(own.cardId, own.fresh, 'approved', '', member.bearer)).toMatchObject({
      ok: false,
      problem: { status: 403, code: 'forbidden' },
    })
    expect(
      await server.client.call(listPortraits, { query: {} }, { bearer: member.bearer }),
    ).toMatchObject({ ok: false, problem: { status: 403 } })
    expect(await decide('WLD_1', own.fresh, 'approved')).toMatchObject({
      ok: false,
      problem: { status: 404 },
    })
  })
})
