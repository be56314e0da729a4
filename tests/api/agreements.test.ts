import { describe, expect } from 'vitest'
import { sendEntryNotices } from '#server/jobs/entry-notices.ts'
import { findByNumber } from '#server/records/members/member-repository.ts'
import { insertMerge } from '#server/records/merges/merge-repository.ts'
import { openMerge, sealMerge, type MergeState } from '#server/records/merges/merge-state.ts'
import { makeToken } from '#server/records/subscriptions/token.ts'
import { exportAccount } from '#shared/contract/account.ts'
import { giveAgreement, withdrawAgreement } from '#shared/contract/agreements.ts'
import { mergeMembers } from '#shared/contract/merges.ts'
import { endSubscription } from '#shared/contract/subscriptions.ts'
import {
  createMember,
  listMembers,
  updateMember,
  validatePassword,
} from '#shared/contract/users.ts'
import { AGREEMENT_VERSIONS } from '#shared/domain/agreements.ts'
import { buildApplicant, formOf, newAddress } from '#tests/builders/applicant.ts'
import { buildFile } from '#tests/builders/file.ts'
import { TEST_PASSWORD } from '#tests/builders/member.ts'
import type { Person } from '#tests/builders/person.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

describe.each(ENGINES)('agreements on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })
  const db = () => server.deps.database.db
  const rowsOf = (memberId: number) =>
    db()
      .selectFrom('agreements')
      .select(['kind', 'version', 'source', 'language', 'withdrawn_at'])
      .where('member_id', '=', memberId)
      .orderBy('kind')
      .execute()

  async function applied(wish: object) {
    const applicant = await buildApplicant(server)
    const reply = await applicant.apply(wish)
    if (!reply.ok) throw new Error(JSON.stringify(reply.problem))
    return Number(reply.value.id.slice('REQ_'.length))
  }

  run('a registration keeps each box that was ticked, in its wording and language', async () => {
    const id = await applied({
      termsAccepted: true,
      tribeConsent: true,
      newsletter: true,
      language: 'ar',
    })
    expect(await rowsOf(id)).toEqual(
      (['newsletter', 'terms', 'tribe'] as const).map((kind) => ({
        kind,
        version: AGREEMENT_VERSIONS[kind],
        source: 'self',
        language: 'ar',
        withdrawn_at: null,
      })),
    )
  })

  run('without the box of the tribe no tribe is stored, even where one was sent', async () => {
    const id = await applied({ termsAccepted: true, tribeConsent: false, tribe: 'Zaghawa' })
    expect(await findByNumber(db(), id)).toMatchObject({ tribe: '', tribe_key: '' })
    expect((await rowsOf(id)).map(({ kind }) => kind)).toEqual(['terms'])
  })

  run('a client that sends no box registers, and the member is asked later', async () => {
    const id = await applied({})
    expect(await findByNumber(db(), id)).toMatchObject({ tribe: 'Test tribe' })
    expect((await rowsOf(id)).map(({ kind, source }) => [kind, source])).toEqual([
      ['terms', 'unknown'],
      ['tribe', 'unknown'],
    ])
  })

  run('a tribe stays required for a client that says nothing about the agreement', async () => {
    const applicant = await buildApplicant(server)
    expect(await applicant.apply({ tribe: '' })).toMatchObject({
      ok: false,
      problem: { fields: [{ path: 'body.tribe' }] },
    })
  })

  run('a withdrawn tribe is gone from row, search and merges, and staff are told', async () => {
    const admin = await person('admin')
    const me = await person('member', {
      details: { tribe: 'Withdrawn people', birth_date: '1990-04-12', sex: 'f' },
    })
    const found = async () => {
      const list = await server.client.call(
        listMembers,
        { query: { page: 1, tribe: 'withdrawn people' } },
        admin,
      )
      if (!list.ok || Array.isArray(list.value)) throw new Error('no page')
      return list.value.items.length
    }
    const before = await findByNumber(db(), me.id)
    if (before === undefined) throw new Error('no row')
    const state = {
      ended: { ...before, id: 1 },
      changes: [{ field: 'tribe', before: { tribe: 'a' }, after: { tribe: 'Withdrawn people' } }],
    } as unknown as MergeState // the parts that hold a tribe
    const merge = { id: 'merge-1', sealed: '' }
    await db()
      .transaction()
      .execute((transaction) =>
        insertMerge(transaction, {
          id: merge.id,
          ended_id: 1,
          stays_id: me.id,
          sealed: sealMerge(server.deps, merge.id, state),
          merged_at: server.clock.now().toISOString(),
          merged_by: admin.id,
          reason: 'same',
        }),
      )
    const version = AGREEMENT_VERSIONS.tribe
    expect(
      await server.client.call(
        giveAgreement,
        { body: { kind: 'tribe', version, language: 'fr' } },
        me,
      ),
    ).toMatchObject({ ok: true, value: { asked: ['terms'], hasTribe: true } })
    expect(await found()).toBe(1)

    expect(
      await server.client.call(withdrawAgreement, { params: { kind: 'tribe' } }, me),
    ).toMatchObject({ ok: true, value: { hasTribe: false, asked: ['terms'] } })
    expect(await found()).toBe(0)
    expect(await findByNumber(db(), me.id)).toMatchObject({ tribe: '', tribe_key: '' })
    const kept = await db()
      .selectFrom('member_merges')
      .selectAll()
      .where('id', '=', merge.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(openMerge(server.deps, kept))).not.toContain('Withdrawn people')
    const told = (await mailsTo(server.deps, admin.email)).filter(
      ({ template }) => template === 'tribe-withdrawn',
    )
    expect(told).toHaveLength(1)
    // Called again it changes nothing and tells nobody.
    await server.client.call(withdrawAgreement, { params: { kind: 'tribe' } }, me)
    expect(
      (await mailsTo(server.deps, admin.email)).filter(
        ({ template }) => template === 'tribe-withdrawn',
      ),
    ).toHaveLength(1)

    // Staff cannot enter it again; the member can.
    expect(
      await server.client.call(
        updateMember,
        { params: { id: me.cardId }, body: { tribe: 'Withdrawn people' } },
        admin,
      ),
    ).toMatchObject({ ok: false, problem: { fields: [{ code: 'agreement_withdrawn' }] } })
    expect(
      await server.client.call(
        giveAgreement,
        { body: { kind: 'tribe', version, language: 'fr', tribe: 'Fur' } },
        me,
      ),
    ).toMatchObject({ ok: true, value: { hasTribe: true } })
  })

  describe('a merge brings no withdrawn tribe back', () => {
    const version = AGREEMENT_VERSIONS.tribe
    const give = (me: Person) =>
      server.client.call(giveAgreement, { body: { kind: 'tribe', version, language: 'fr' } }, me)
    const withdraw = (me: Person) =>
      server.client.call(withdrawAgreement, { params: { kind: 'tribe' } }, me)
    const rowOf = async ({ id }: Person) => {
      const row = await findByNumber(db(), id)
      if (row === undefined) throw new Error('no row')
      return row
    }
    const two = async () => {
      const wish = { details: { tribe: 'Withdrawn people' } }
      return { stays: await person('member', wish), ends: await person('member', wish) }
    }
    const merge = async (stays: Person, ends: Person) => {
      const admin = await person('admin', { proven: true })
      const seen = { stays: (await rowOf(stays)).updated_at, ends: (await rowOf(ends)).updated_at }
      const body = { take: ['tribe' as const], reason: 'Registered twice', seen }
      const numbers = { stays: stays.cardId, ends: ends.cardId }
      const made = await server.client.call(mergeMembers, { body: { ...body, ...numbers } }, admin)
      if (!made.ok) throw new Error(JSON.stringify(made))
      const kept = await db()
        .selectFrom('member_merges')
        .selectAll()
        .where('id', '=', made.value.id)
        .executeTakeFirstOrThrow()
      return {
        row: await rowOf(stays),
        kept: JSON.stringify(openMerge(server.deps, kept)),
      }
    }

    for (const who of ['stays', 'ends'] as const)
      run(`where the one that ${who} withdrew it`, async () => {
        const pair = await two()
        await give(pair[who])
        await withdraw(pair[who])
        const { row, kept } = await merge(pair.stays, pair.ends)
        expect(row).toMatchObject({ tribe: '', tribe_key: '' })
        expect(kept).not.toContain('Withdrawn people')
      })

    run('but keeps the one that was agreed to with the other record', async () => {
      const { stays, ends } = await two()
      await withdraw(stays)
      await give(ends)
      expect((await merge(stays, ends)).row).toMatchObject({ tribe: 'Withdrawn people' })
    })
  })

  describe('whoever ends the newsletter has withdrawn the agreement to it', () => {
    const subscriber = async () => {
      const me = await person('member')
      const change = { params: { id: me.cardId }, body: { newsletter: true } }
      await server.client.call(updateMember, change, me)
      await server.client.call(updateMember, change, me) // a second time writes no second agreement
      return me
    }
    const isWithdrawn = async (me: Person) =>
      (await rowsOf(me.id)).every(({ withdrawn_at: at }) => at !== null)

    run('in the profile', async () => {
      const me = await subscriber()
      // Whoever switched them on has agreed: both pages say the same.
      const rows = await rowsOf(me.id)
      expect(rows).toHaveLength(1)
      expect(rows).toMatchObject([{ kind: 'newsletter', source: 'self', withdrawn_at: null }])
      const change = { params: { id: me.cardId }, body: { newsletter: false } }
      expect(await server.client.call(updateMember, change, me)).toMatchObject({ ok: true })
      expect(await isWithdrawn(me)).toBe(true)
    })

    run('by the link of a mail', async () => {
      const me = await subscriber()
      const of = { use: 'end', of: 'member', id: String(me.id) } as const
      const token = makeToken(server.deps.secrets, of)
      expect(await server.client.call(endSubscription, { body: { token } })).toMatchObject({
        ok: true,
        value: { state: 'ended' },
      })
      expect(await isWithdrawn(me)).toBe(true)
    })
  })

  run('the own export holds what was agreed and withdrawn', async () => {
    const me = await person('member')
    const version = AGREEMENT_VERSIONS.terms
    await server.client.call(
      giveAgreement,
      { body: { kind: 'terms', version, language: 'en' } },
      me,
    )
    await server.client.call(
      validatePassword,
      { body: { password: TEST_PASSWORD, id: me.cardId } },
      me,
    )
    const copy = await server.client.call(exportAccount, {}, me)
    expect(copy).toMatchObject({
      ok: true,
      value: { agreements: [{ kind: 'terms', version, source: 'self', withdrawnAt: null }] },
    })
  })

  run('an agreement to a wording that is not shown any more is refused', async () => {
    const me = await person('member')
    expect(
      await server.client.call(
        giveAgreement,
        { body: { kind: 'terms', version: '2020-01-01', language: 'en' } },
        me,
      ),
    ).toMatchObject({ ok: false, problem: { code: 'conflict' } })
    expect(await rowsOf(me.id)).toEqual([])
  })

  run('a member whom staff entered gets a mail, and is asked in spite of the paper', async () => {
    const admin = await person('admin')
    const email = newAddress()
    const photo = async (purpose: string) =>
      `/api/files/${await buildFile(server.deps, { ownerId: admin.id, purpose })}`
    const created = await server.client.call(
      createMember,
      {
        body: {
          ...formOf(email, {
            idProofPhotoFront: await photo('idProofFront'),
            idProofPhotoBack: await photo('idProofBack'),
            wldCardPhoto: await photo('wldProfile'),
          }),
          agreementPaper: 'Form of 12 March, folder 4',
        } as never, // the form of the specification has words where the type has lists
      },
      admin,
    )
    if (!created.ok) throw new Error(JSON.stringify(created.problem))
    const member = await db()
      .selectFrom('members')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect((await rowsOf(member.id)).map(({ kind, source }) => [kind, source])).toEqual([
      ['terms', 'staff'],
      ['tribe', 'staff'],
    ])
    await sendEntryNotices(server.deps)
    expect((await mailsTo(server.deps, email)).map(({ template }) => template)).toContain(
      'entered-by-staff',
    )
  })
})
