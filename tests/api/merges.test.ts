/** Two records of one person become one, and are separated again (docs/spec/members.md, 12). */
import { inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyRetention } from '#server/jobs/retention.ts'
import { openMailValues } from '#server/parts/mail/outbox.ts'
import { cardOf } from '#server/records/cards/issue-card.ts'
import { countPeople, joinQueue } from '#server/records/events/event-repository.ts'
import { secretContext } from '#server/records/factors/factor-repository.ts'
import { findByNumber } from '#server/records/members/member-repository.ts'
import { MOVED_COLUMNS } from '#server/records/merges/move-repository.ts'
import { eraseAccount, exportAccount } from '#shared/contract/account.ts'
import { myCard, statusList, verifyCard } from '#shared/contract/card.ts'
import { checkIn } from '#shared/contract/events.ts'
import { compareMembers, mergeMembers, undoMerge } from '#shared/contract/merges.ts'
import { readRequest } from '#shared/contract/requests.ts'
import {
  listMembers,
  readMember,
  searchUser,
  updateMember,
  validatePassword,
} from '#shared/contract/users.ts'
import { MERGE_CHOICES, type MergeChoice } from '#shared/domain/access/merge-rules.ts'
import { CARD_STATE, cardStateAt } from '#shared/domain/card/status-list.ts'
import { FIELD_NAMES } from '#shared/domain/people/member-fields.ts'
import { RETENTION_DEFAULTS } from '#shared/domain/people/retention.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { buildTotp } from '#tests/builders/factor.ts'
import { buildFile } from '#tests/builders/file.ts'
import {
  buildMember,
  TEST_PASSWORD,
  type BuiltMember,
  type MemberWish,
} from '#tests/builders/member.ts'
import {
  freshAssembly,
  freshClaim,
  freshEvent,
  freshHold,
  freshPass,
  freshPledge,
  freshReport,
  freshRequest,
} from '#tests/security/fresh-rows.ts'
import { signIn, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'

const DAY_S = 86_400
const ALL: MergeChoice[] = [...MERGE_CHOICES]

describe.each(ENGINES)('merging two records on $title', ({ engine, skip }) => {
  const run = test.skipIf(skip)
  let server: ApiServer
  let admin: Person
  beforeAll(async () => {
    if (skip) return
    server = await startApiServer({ engine, env: { LIMITS_SCALE: '1000' } })
    admin = await person('admin')
  })
  afterAll(async () => {
    if (!skip) await server.stop()
  })

  interface Person extends BuiltMember {
    readonly token: string
  }
  const db = () => server.deps.database.db
  const proven = async (member: BuiltMember): Promise<string> => {
    const { accessToken: bearer } = await signIn(server, member.email, TEST_PASSWORD)
    await server.client.call(
      validatePassword,
      { body: { id: member.cardId, password: TEST_PASSWORD } },
      { bearer },
    )
    return bearer
  }
  async function person(role: Role, wish: MemberWish = {}): Promise<Person> {
    const member = await buildMember(server.deps, { ...wish, role })
    return { ...member, token: await proven(member) }
  }
  /** A member and an older self: both in Lyon and Paris, so that fields differ. */
  async function pair(younger: MemberWish = {}) {
    const stays = await buildMember(server.deps, { firstName: 'Ali', lastName: 'Hassan' })
    const ends = await buildMember(server.deps, {
      firstName: 'Aly',
      lastName: 'Hassan',
      nationalities: ['TD'],
      ...younger,
      details: {
        birth_date: '1990-04-13',
        sex: 'f',
        current_city: 'Paris',
        tribe: 'Fur',
        ...younger.details,
      },
    })
    return { stays, ends }
  }
  const row = async ({ id }: { readonly id: number }) => {
    const found = await findByNumber(db(), id)
    if (found === undefined) throw new Error(`no member ${id}`)
    return found
  }
  interface Two {
    readonly stays: BuiltMember
    readonly ends: BuiltMember
  }
  async function mergeBody({ stays, ends }: Two, take: MergeChoice[] = []) {
    return {
      stays: stays.cardId,
      ends: ends.cardId,
      take,
      reason: 'Registered twice',
      seen: { stays: (await row(stays)).updated_at, ends: (await row(ends)).updated_at },
    }
  }
  const merge = async (two: Two, take: MergeChoice[] = [], actor = admin) =>
    server.client.call(mergeMembers, { body: await mergeBody(two, take) }, { bearer: actor.token })
  async function merged(two: Two, take: MergeChoice[] = []): Promise<string> {
    const outcome = await merge(two, take)
    if (!outcome.ok) throw new Error(JSON.stringify(outcome))
    return outcome.value.id
  }
  const undo = (id: string, actor = admin) =>
    server.client.call(undoMerge, { params: { id } }, { bearer: actor.token })
  const verify = (body: { payload: string } | { cardId: string }, actor = admin) =>
    server.client.call(verifyCard, { body }, { bearer: actor.token })
  const payloadOf = async (member: BuiltMember): Promise<string> => {
    const { accessToken: bearer } = await signIn(server, member.email, TEST_PASSWORD)
    const card = await server.client.call(myCard, {}, { bearer })
    if (!card.ok) throw new Error(JSON.stringify(card))
    return card.value.payload
  }
  /** Reads the list as doors do without a network. */
  const stateInList = async (index: number) => {
    const list = await server.client.call(statusList, {}, { bearer: admin.token })
    if (!list.ok) throw new Error(JSON.stringify(list))
    const bits = inflateRawSync(Buffer.from(list.value.list, 'base64url'))
    return cardStateAt(bits, list.value.size, index)
  }
  const mailsTo = async (email: string) => {
    const rows = await db()
      .selectFrom('mails')
      .selectAll()
      .where('to_address', '=', email)
      .orderBy('created_at')
      .execute()
    return rows
      .filter(({ template }) => /^(record|request-)|^email-changed$/.test(template))
      .map((mail) => ({ template: mail.template, values: openMailValues(server.deps, mail) }))
  }

  describe('that are one person', () => {
    run(
      'moves everything, lets the reviewer choose each field, and leads from one number to the other',
      async () => {
        const { stays, ends } = await pair()
        const old = await payloadOf(ends)
        const index = (await cardOf(server.deps, db(), ends.id)).status_index
        expect(await stateInList(index)).toBe(CARD_STATE.inForce)
        const { accessToken: oldSession } = await signIn(server, ends.email, TEST_PASSWORD)
        const report = await freshReport(server.deps, ends.id)
        const claim = await freshClaim(server.deps)
        await db()
          .updateTable('claims')
          .set({ member_id: ends.id })
          .where('id', '=', claim)
          .execute()
        const pledge = await freshPledge(server.deps)
        await db()
          .updateTable('pledges')
          .set({ member_id: ends.id })
          .where('id', '=', pledge)
          .execute()
        const front = await buildFile(server.deps, {
          ownerId: ends.id,
          purpose: 'idProofFront',
          attached: true,
        })
        await db()
          .updateTable('members')
          .set({ id_front_file: front })
          .where('id', '=', ends.id)
          .execute()
        const { serial } = await freshPass(server.deps, ends.id)

        const seen = await server.client.call(
          compareMembers,
          { params: { id: stays.cardId, other: ends.cardId } },
          { bearer: admin.token },
        )
        expect(seen).toMatchObject({
          ok: true,
          value: {
            undoUntil: expect.any(String),
            sharedEvents: 0,
            records: [
              { cardId: stays.cardId, refusals: [] },
              {
                cardId: ends.cardId,
                refusals: [],
                counts: { cards: 1, passes: 1, reports: 1, claims: 1, pledges: 1 },
              },
            ],
          },
        })
        const id = await merged({ stays, ends }, [
          'currentCity',
          'tribe',
          'nationalities',
          'documents',
          'birthDate',
        ])

        expect(await row(stays)).toMatchObject({
          first_name: 'Ali',
          current_city: 'Paris',
          tribe: 'Fur',
          birth_date: '1990-04-13',
          email: stays.email,
          id_front_file: front,
        })
        const full = await server.client.call(
          readMember,
          { params: { id: ends.cardId } },
          { bearer: admin.token },
        )
        expect(full).toMatchObject({
          ok: true,
          value: {
            cardId: stays.cardId,
            nationalities: ['Chad'],
            merges: [
              { id, endedCardId: ends.cardId, mergedBy: admin.cardId, reason: 'Registered twice' },
            ],
          },
        })
        expect(await findByNumber(db(), ends.id)).toBeUndefined()
        for (const [table, column, key] of [
          ['reports', 'reporter_id', report],
          ['claims', 'member_id', claim],
          ['pledges', 'member_id', pledge],
        ] as const) {
          const found = await db()
            .selectFrom(table)
            .selectAll()
            .where('id', '=', key as never)
            .executeTakeFirstOrThrow()
          expect(found).toMatchObject({ [column]: stays.id })
        }
        expect(
          await db()
            .selectFrom('files')
            .select('owner_id')
            .where('id', '=', front)
            .executeTakeFirst(),
        ).toEqual({
          owner_id: stays.id,
        })

        // The old card and number.
        expect(await verify({ payload: old })).toMatchObject({
          ok: true,
          value: {
            verdict: 'REVOKED',
            reason: 'member-merged',
            cardId: null,
            name: null,
            mergedInto: stays.cardId,
          },
        })
        expect(await verify({ cardId: ends.cardId })).toMatchObject({
          ok: true,
          value: { verdict: 'REVOKED', reason: 'member-merged', mergedInto: stays.cardId },
        })
        expect(await verify({ payload: `${ends.cardId}|Aly Hassan|1990-04-13` })).toMatchObject({
          ok: true,
          value: { verdict: 'REVOKED', reason: 'member-merged' },
        })
        const unsigned = await verify({ payload: `${ends.cardId}|Aly Hassan|1990-04-13` })
        expect(unsigned.ok && 'mergedInto' in unsigned.value).toBe(false)
        const card = await db()
          .selectFrom('cards')
          .selectAll()
          .where('member_id', '=', stays.id)
          .execute()
        expect(card.map(({ replaced_at: at }) => at)).toEqual([expect.any(String)])
        expect(
          await db()
            .selectFrom('wallet_passes')
            .innerJoin('cards', 'status_index', 'card_index')
            .select('replaced_at')
            .where('wallet_passes.id', '=', serial)
            .executeTakeFirst(),
        ).toEqual({ replaced_at: expect.any(String) })
        expect(await stateInList(index)).toBe(CARD_STATE.revoked)
        const found = await server.client.call(
          searchUser,
          { body: { id: ends.cardId } },
          { bearer: admin.token },
        )
        expect(found).toMatchObject({ ok: true, value: { cardId: stays.cardId } })

        const listed = await server.client.call(
          listMembers,
          { query: { page: 1, size: 10, q: ends.cardId } },
          { bearer: admin.token },
        )
        expect(listed).toMatchObject({ ok: true, value: { items: [{ cardId: stays.cardId }] } })

        // Sign-in.
        expect(await server.client.call(myCard, {}, { bearer: oldSession })).toMatchObject({
          ok: false,
          problem: { status: 401 },
        })
        await expect(signIn(server, ends.email, TEST_PASSWORD)).rejects.toThrow()
        await signIn(server, stays.email, TEST_PASSWORD)

        // Mails: each address reads its own number alone.
        expect(await mailsTo(stays.email)).toEqual([
          { template: 'records-merged', values: { card: stays.cardId, until: expect.any(String) } },
        ])
        expect(await mailsTo(ends.email)).toEqual([
          { template: 'record-ended', values: { until: expect.any(String) } },
        ])

        // The audit log has names of fields and no values.
        const trail = await db()
          .selectFrom('audit')
          .selectAll()
          .where('action', '=', 'member.merged')
          .orderBy('seq', 'desc')
          .executeTakeFirstOrThrow()
        expect(trail.target).toBe(`member:${stays.id} member:${ends.id}`)
        expect(JSON.parse(trail.detail)).toEqual({
          stays: stays.cardId,
          ended: ends.cardId,
          fields: 'currentCity tribe documents birthDate nationalities',
          reason: 'Registered twice',
        })
        expect(trail.detail).not.toMatch(/Paris|Fur|1990/)
        const sealed = await db()
          .selectFrom('member_merges')
          .select('sealed')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        expect(Buffer.from(sealed.sealed, 'base64').toString('latin1')).not.toMatch(
          /Paris|Aly|test\.example/,
        )
      },
    )

    run('offers each field of a member: a new one needs nothing', async () => {
      expect(MERGE_CHOICES).toEqual(['portrait', 'documents', ...FIELD_NAMES])
      const { stays, ends } = await pair()
      const before = await row(ends)
      await merged({ stays, ends }, ALL)
      const after = await row(stays)
      const {
        id: _a,
        password_hash: _b,
        search_text: _c,
        created_at: _d,
        updated_at: _e,
        tribe_key: _f,
        ...kept
      } = before
      expect(after).toMatchObject({
        ...kept,
        ...('search_row' in kept ? { search_row: expect.any(Number) } : {}),
      })
      expect(after.search_text).toContain(String(stays.id))
    })

    run(
      'lets the address of the other record sign in, and the old one take that back',
      async () => {
        const { stays, ends } = await pair()
        await merged({ stays, ends }, ['email'])
        await signIn(server, ends.email, TEST_PASSWORD)
        await expect(signIn(server, stays.email, TEST_PASSWORD)).rejects.toThrow()
        expect((await mailsTo(stays.email)).map(({ template }) => template).sort()).toEqual([
          'email-changed',
          'record-ended',
        ])
        expect(await mailsTo(ends.email)).toEqual([
          { template: 'records-merged', values: { card: stays.cardId, until: expect.any(String) } },
        ])
      },
    )

    run(
      'keeps the better of two registrations, counts nobody twice, and gives a free place away',
      async () => {
        const { stays, ends } = await pair()
        const third = await buildMember(server.deps)
        const [both, one] = [await freshEvent(server.deps), await freshEvent(server.deps)]
        await db().updateTable('events').set({ capacity: 2 }).where('id', '=', both).execute()
        const at = server.deps.clock.now().toISOString()
        await db()
          .transaction()
          .execute(async (transaction) => {
            for (const { id } of [ends, stays, third]) await joinQueue(transaction, both, id, at)
            await transaction
              .updateTable('event_registrations')
              .set({ state: 'registered' })
              .where('event_id', '=', both)
              .where('member_id', 'in', [ends.id, stays.id])
              .execute()
            await joinQueue(transaction, one, ends.id, at)
          })
        await db()
          .insertInto('check_ins')
          .values({
            id: crypto.randomUUID(),
            event_id: one,
            member_id: ends.id,
            gate: 'A',
            at,
            recorded_at: at,
            device_id: null,
            sequence: null,
          })
          .execute()
        const id = await merged({ stays, ends })
        const counts = await countPeople(db(), [both, one])
        expect(counts(both)).toMatchObject({ registered: 2, waiting: 0, people: 2 })
        expect(counts(one)).toMatchObject({ registered: 1, came: 1, people: 1 })
        expect(
          await db()
            .selectFrom('attendees')
            .select('member_id')
            .where('event_id', '=', one)
            .execute(),
        ).toEqual([{ member_id: stays.id }])
        expect(await undo(id)).toMatchObject({ ok: true })
        const back = await countPeople(db(), [both, one])
        expect(back(both)).toMatchObject({ registered: 3, waiting: 0, people: 3 })
        expect(back(one)).toMatchObject({ registered: 1, came: 1, people: 1 })
        expect(
          await db()
            .selectFrom('attendees')
            .select('member_id')
            .where('event_id', '=', one)
            .execute(),
        ).toEqual([{ member_id: ends.id }])
      },
    )

    run('takes a check-in that a door recorded with the old card', async () => {
      const { stays, ends } = await pair()
      const event = await freshEvent(server.deps)
      const at = server.deps.clock.now().toISOString()
      await db().updateTable('events').set({ starts_at: at }).where('id', '=', event).execute()
      await merged({ stays, ends })
      const reply = await server.client.call(
        checkIn,
        {
          params: { id: event },
          body: { checkIns: [{ id: crypto.randomUUID(), cardId: ends.cardId, at, gate: 'A' }] },
        },
        { bearer: admin.token },
      )
      expect(reply).toMatchObject({ ok: true, value: { results: [{ result: 'recorded' }] } })
      expect(
        await db()
          .selectFrom('check_ins')
          .select('member_id')
          .where('event_id', '=', event)
          .execute(),
      ).toEqual([{ member_id: stays.id }])
    })

    run(
      'rejects the request of an applicant who is a member, and reopens it at the undo',
      async () => {
        const { stays, ends } = await pair({ status: 'inactive', validated: false })
        const request = await freshRequest(server.deps, ends.id)
        const id = await merged({ stays, ends }, ['phone'])
        expect(
          await server.client.call(
            readRequest,
            { params: { id: request } },
            { bearer: admin.token },
          ),
        ).toMatchObject({
          ok: true,
          value: {
            status: 'rejected',
            cardId: stays.cardId,
            approverComment: 'Registered twice',
            decidedBy: admin.cardId,
          },
        })
        // The applicant may be somebody else: the mail tells nothing of a member.
        expect(await mailsTo(ends.email)).toEqual([
          { template: 'request-rejected', values: expect.objectContaining({ comment: '' }) },
        ])
        expect(await row(stays)).toMatchObject({
          status: 'active',
          phone: ends.phone,
          phone_confirmed: 0,
        })
        expect(await undo(id)).toMatchObject({ ok: true })
        expect(
          await server.client.call(
            readRequest,
            { params: { id: request } },
            { bearer: admin.token },
          ),
        ).toMatchObject({
          ok: true,
          value: { status: 'pending', cardId: ends.cardId },
        })
        expect((await mailsTo(ends.email)).at(-1)).toMatchObject({ template: 'request-received' })
      },
    )
  })

  describe('is undone', () => {
    run('with all rows, the card, the second factor and both addresses', async () => {
      const { stays, ends } = await pair()
      const totp = await buildTotp(server.deps, ends.id)
      const index = (await cardOf(server.deps, db(), ends.id)).status_index
      const report = await freshReport(server.deps, ends.id)
      const [staysBefore, endsBefore] = [await row(stays), await row(ends)]
      const id = await merged({ stays, ends }, ALL)
      const later = await freshReport(server.deps, stays.id)
      expect(await undo(id)).toMatchObject({ ok: true, value: { cardId: ends.cardId, left: [] } })
      for (const before of [staysBefore, endsBefore])
        expect(await row(before)).toMatchObject({
          ...before,
          updated_at: expect.any(String),
          ...('search_row' in before ? { search_row: expect.any(Number) } : {}),
        })
      const authors = await db()
        .selectFrom('reports')
        .select(['id', 'reporter_id'])
        .where('id', 'in', [report, later])
        .orderBy('id')
        .execute()
      expect(authors.map(({ reporter_id: by }) => by)).toEqual([ends.id, stays.id])
      expect(
        await db()
          .selectFrom('cards')
          .select(['member_id', 'replaced_at'])
          .where('status_index', '=', index)
          .executeTakeFirst(),
      ).toEqual({ member_id: ends.id, replaced_at: null })
      expect(await verify({ cardId: ends.cardId })).toMatchObject({
        ok: true,
        value: { verdict: 'VALID', cardId: ends.cardId },
      })
      const factor = await db()
        .selectFrom('factors')
        .selectAll()
        .where('member_id', '=', ends.id)
        .executeTakeFirstOrThrow()
      expect(
        server.deps.secrets.open(
          'factors',
          Buffer.from(factor.secret_sealed ?? '', 'base64'),
          secretContext(factor.id),
        ),
      ).toEqual(totp.secret)
      expect((await mailsTo(ends.email)).at(-1)).toEqual({
        template: 'records-separated',
        values: { card: ends.cardId },
      })
      expect((await mailsTo(stays.email)).at(-1)).toEqual({
        template: 'records-separated',
        values: { card: stays.cardId },
      })
      expect(await undo(id)).toMatchObject({ ok: false, problem: { status: 404 } })
      const trail = await db()
        .selectFrom('audit')
        .selectAll()
        .where('action', '=', 'member.merge-undone')
        .orderBy('seq', 'desc')
        .executeTakeFirstOrThrow()
      expect(trail.detail).not.toMatch(/Paris|Fur|1990|test\.example/)
    })

    run('without what was changed since', async () => {
      const { stays, ends } = await pair()
      const id = await merged({ stays, ends }, ['currentCity', 'tribe'])
      await server.client.call(
        updateMember,
        { params: { id: stays.cardId }, body: { currentCity: 'Nantes' } },
        { bearer: admin.token },
      )
      expect(await undo(id)).toMatchObject({ ok: true, value: { left: ['currentCity'] } })
      expect(await row(stays)).toMatchObject({ current_city: 'Nantes', tribe: '' })
      expect(await row(ends)).toMatchObject({ current_city: 'Paris', tribe: 'Fur' })
    })

    run('unless the address belongs to somebody else by now', async () => {
      const { stays, ends } = await pair()
      const id = await merged({ stays, ends })
      await buildMember(server.deps, { email: ends.email })
      expect(await undo(id)).toMatchObject({
        ok: false,
        problem: {
          status: 409,
          fields: [{ code: 'email_taken' }],
        },
      })
      expect(await findByNumber(db(), ends.id)).toBeUndefined()
    })

    run('the later one first, where a record ended in two steps', async () => {
      const { stays, ends } = await pair()
      const last = await buildMember(server.deps)
      const first = await merged({ stays, ends })
      const second = await merged({ stays: last, ends: stays })
      expect(await verify({ cardId: ends.cardId })).toMatchObject({
        ok: true,
        value: { mergedInto: last.cardId },
      })
      expect(await undo(first)).toMatchObject({
        ok: false,
        problem: {
          status: 409,
          fields: [{ code: 'later_merge' }],
        },
      })
      expect(await undo(second)).toMatchObject({ ok: true })
      expect(await undo(first)).toMatchObject({ ok: true })
      expect(await verify({ cardId: ends.cardId })).toMatchObject({
        ok: true,
        value: { verdict: 'VALID' },
      })
    })

    run('within the period alone, after which a job deletes what was kept', async () => {
      const { stays, ends } = await pair()
      const spare = await buildFile(server.deps, {
        ownerId: ends.id,
        purpose: 'wldProfile',
        attached: true,
      })
      await db()
        .updateTable('members')
        .set({ card_photo_file: spare })
        .where('id', '=', ends.id)
        .execute()
      const id = await merged({ stays, ends })
      const held = await pair()
      const heldId = await merged(held)
      await freshHold(server.deps, `member:${held.stays.id}`)
      await applyRetention(server.deps, RETENTION_DEFAULTS)
      expect(
        await db()
          .selectFrom('files')
          .select('owner_id')
          .where('id', '=', spare)
          .executeTakeFirst(),
      ).toEqual({ owner_id: ends.id })
      server.clock.advance(30 * DAY_S + 1)
      admin = { ...admin, token: await proven(admin) }
      expect(await undo(id)).toMatchObject({ ok: false, problem: { status: 404 } })
      expect((await applyRetention(server.deps, RETENTION_DEFAULTS)).mergedMembers).toBeGreaterThan(
        0,
      )
      const rows = await db()
        .selectFrom('member_merges')
        .select(['id', 'sealed', 'reason'])
        .where('id', 'in', [id, heldId])
        .execute()
      const kept = new Map(rows.map((one) => [one.id, one]))
      expect(kept.get(id)).toEqual({ id, sealed: '', reason: '' })
      expect(kept.get(heldId)?.sealed).not.toBe('')
      expect(
        await db()
          .selectFrom('files')
          .select('attached_at')
          .where('id', '=', spare)
          .executeTakeFirst(),
      ).toEqual({ attached_at: null })
      expect(await verify({ cardId: ends.cardId })).toMatchObject({
        ok: true,
        value: { verdict: 'REVOKED', mergedInto: stays.cardId },
      })
    })

    run('never where a legal hold names the member', async () => {
      const two = await pair()
      const id = await merged(two)
      await freshHold(server.deps, `member:${two.stays.id}`)
      expect(await undo(id)).toMatchObject({ ok: false, problem: { code: 'held' } })
    })
  })

  describe('is refused', () => {
    const refused = async (two: Two, reasons: readonly string[]): Promise<void> => {
      const outcome = await merge(two)
      expect(outcome).toMatchObject({
        ok: false,
        problem: {
          status: 409,
          code: 'merge-refused',
          reasons,
        },
      })
      expect(await findByNumber(db(), two.ends.id)).toBeDefined()
    }
    run('for the own record, and without the password', async () => {
      const other = await buildMember(server.deps)
      expect(await merge({ stays: admin, ends: other })).toMatchObject({
        ok: false,
        problem: { code: 'own-account-protected' },
      })
      expect(await merge({ stays: other, ends: admin })).toMatchObject({
        ok: false,
        problem: { code: 'own-account-protected' },
      })
      const two = await pair()
      const { accessToken: bearer } = await signIn(server, admin.email, TEST_PASSWORD)
      expect(
        await server.client.call(mergeMembers, { body: await mergeBody(two) }, { bearer }),
      ).toMatchObject({
        ok: false,
        problem: { code: 'step-up-required' },
      })
    })
    run(
      'where the record that stays has a role that the caller may not touch, or the other one has any',
      async () => {
        const { ends } = await pair()
        const manager = await person('content')
        const colleague = await buildMember(server.deps, { role: 'admin' })
        const reviewer = await buildMember(server.deps, { role: 'reviewer' })
        expect(await merge({ stays: colleague, ends })).toMatchObject({
          ok: false,
          problem: { code: 'staff-protected' },
        })
        expect(await merge({ stays: reviewer, ends }, [], manager)).toMatchObject({
          ok: false,
          problem: { code: 'staff-protected' },
        })
        await refused({ stays: ends, ends: reviewer }, ['staff'])
        const moderator = await person('moderator')
        expect(await merge(await pair(), [], moderator)).toMatchObject({
          ok: false,
          problem: { status: 403 },
        })
        expect(await merge({ stays: reviewer, ends })).toMatchObject({ ok: true })
      },
    )
    run('where one is banned, or the one that stays is no member yet', async () => {
      await refused(await pair({ status: 'banned' }), ['barred'])
      const { stays, ends } = await pair({ status: 'inactive', validated: false })
      await refused({ stays: ends, ends: stays }, ['no-member'])
    })
    run('where one is held', async () => {
      const two = await pair()
      await freshHold(server.deps, `member:${two.ends.id}`)
      await refused(two, ['held'])
    })
    run('where both took part in one assembly', async () => {
      const two = await pair()
      const holder = await buildMember(server.deps)
      const event = await freshAssembly(server.deps)
      const at = server.deps.clock.now().toISOString()
      await db()
        .insertInto('check_ins')
        .values({
          id: crypto.randomUUID(),
          event_id: event,
          member_id: two.stays.id,
          gate: 'A',
          at,
          recorded_at: at,
          device_id: null,
          sequence: null,
        })
        .execute()
      await db()
        .insertInto('assembly_proxies')
        .values({
          event_id: event,
          giver_id: two.ends.id,
          holder_id: holder.id,
          created_at: at,
          paper_note: null,
          scan_file: null,
          scan_sha256: null,
          entered_by: null,
        })
        .execute()
      await refused(two, ['assembly'])
    })
    run('while evidence is being sent, or a colleague reviews the request', async () => {
      const two = await pair({ status: 'inactive', validated: false })
      const request = await freshRequest(server.deps, two.ends.id)
      const until = new Date(server.deps.clock.now().getTime() + 600_000).toISOString()
      const colleague = await buildMember(server.deps, { role: 'reviewer' })
      await db()
        .updateTable('registration_requests')
        .set({ claimed_by: colleague.id, claim_expires_at: until })
        .where('id', '=', request)
        .execute()
      await refused(two, ['claimed'])
      const other = await pair()
      await db()
        .insertInto('evidence_uploads')
        .values({
          id: crypto.randomUUID(),
          member_id: other.ends.id,
          report_id: null,
          name: 'film.mp4',
          size_bytes: 10,
          sha256: 'a'.repeat(64),
          original_sha256: null,
          original_bytes: null,
          seal: null,
          state: 'open',
          received_bytes: 0,
          finishing_id: null,
          finishing_at: null,
          fault: null,
          file_id: null,
          created_at: until,
          expires_at: until,
        })
        .execute()
      await refused(other, ['uploads'])
    })
    run('where a record was changed since it was seen', async () => {
      const two = await pair()
      const body = await mergeBody(two)
      server.clock.advance(1)
      await server.client.call(
        updateMember,
        { params: { id: two.ends.cardId }, body: { currentCity: 'Nantes' } },
        { bearer: admin.token },
      )
      expect(
        await server.client.call(mergeMembers, { body }, { bearer: admin.token }),
      ).toMatchObject({ ok: false, problem: { code: 'conflict' } })
    })
    run('for one of two reviewers who merge the same pair, also the other way round', async () => {
      const colleague = await person('content')
      for (const swapped of [false, true]) {
        const two = await pair()
        const body = await mergeBody(two)
        const other = swapped
          ? {
              ...body,
              stays: body.ends,
              ends: body.stays,
              seen: { stays: body.seen.ends, ends: body.seen.stays },
            }
          : body
        const outcomes = await Promise.all([
          server.client.call(mergeMembers, { body }, { bearer: admin.token }),
          server.client.call(mergeMembers, { body: other }, { bearer: colleague.token }),
        ])
        expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true])
        expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
          problem: {
            status: 409,
            code: 'conflict',
          },
        })
      }
    })
  })

  run('a member who edits while records are merged: one of both wins', async () => {
    const two = await pair()
    const bearer = await proven(two.ends)
    const body = await mergeBody(two)
    const [mergeOutcome, edit] = await Promise.all([
      server.client.call(mergeMembers, { body }, { bearer: admin.token }),
      server.client.call(
        updateMember,
        { params: { id: two.ends.cardId }, body: { currentCity: 'Nantes' } },
        { bearer },
      ),
    ])
    expect([mergeOutcome.ok, edit.ok].filter(Boolean)).toHaveLength(1)
  })

  run(
    'an erasure takes along what was kept, and the copy of the own data holds it until then',
    async () => {
      const { stays, ends } = await pair()
      const spare = await buildFile(server.deps, {
        ownerId: ends.id,
        purpose: 'wldProfile',
        attached: true,
      })
      await db()
        .updateTable('members')
        .set({ card_photo_file: spare })
        .where('id', '=', ends.id)
        .execute()
      const id = await merged({ stays, ends })
      const bearer = await proven(stays)
      const copy = await server.client.call(exportAccount, {}, { bearer })
      expect(copy).toMatchObject({
        ok: true,
        value: {
          mergedRecords: [
            {
              cardId: ends.cardId,
              record: { email: ends.email, currentCity: 'Paris', tribe: 'Fur' },
            },
          ],
          files: [{ id: spare }],
        },
      })
      expect(
        await server.client.call(eraseAccount, { body: { confirm: 'ERASE' } }, { bearer }),
      ).toMatchObject({ ok: true })
      expect(
        await db().selectFrom('member_merges').selectAll().where('id', '=', id).execute(),
      ).toEqual([])
      expect(
        await db()
          .selectFrom('files')
          .select(['attached_at', 'owner_id'])
          .where('id', '=', spare)
          .executeTakeFirst(),
      ).toEqual({ attached_at: null, owner_id: null })
      const retired = await db()
        .selectFrom('retired_numbers')
        .select('id')
        .where('id', 'in', [stays.id, ends.id])
        .execute()
      expect(retired).toHaveLength(2)
      const mails = await db()
        .selectFrom('mails')
        .select('id')
        .where('to_address', '=', ends.email)
        .execute()
      expect(mails).toEqual([])
      expect(await verify({ cardId: ends.cardId })).toMatchObject({
        ok: true,
        value: { verdict: 'UNKNOWN' },
      })
    },
  )

  /** Rows that end with the record or are written anew; and columns that say who acted, which stay as they were. */
  const ELSEWHERE = [
    'assemblies',
    'attendees.member_id',
    'check_ins.member_id',
    'decision_undos.decided_by',
    'decision_undos.person_id',
    'email_undos.member_id',
    'event_registrations.member_id',
    'factors.member_id',
    'known_devices.member_id',
    'member_merges.stays_id',
    'member_nationalities.member_id',
    'not_me_links.member_id',
    'recovery_codes.member_id',
    'registration_requests.member_id',
    'releases.confirmed_by',
    'releases.proposed_by',
    'reset_grants.member_id',
    'sessions.member_id',
    'entry_notices.member_id', // it is about the address of the record that ends
    'member_activities.member_id', // when either was there: `noteSeenOf`
  ]
  run('every column that refers to a member has its place in a merge', async () => {
    const found = await references(server)
    const known = [...MOVED_COLUMNS.map(([table, , column]) => `${table}.${column}`), ...ELSEWHERE]
    expect(found.filter((column) => !known.includes(column))).toEqual([])
    expect(found.length).toBeGreaterThan(15)
  })
})

/** Columns with a foreign key on members. */
async function references({ deps }: ApiServer): Promise<string[]> {
  const { db, rules } = deps.database
  const { rows } = await (
    rules.kind === 'postgres'
      ? sql<{ name: string }>`select kcu.table_name || '.' || kcu.column_name as name
        from information_schema.referential_constraints rc
        join information_schema.key_column_usage kcu on kcu.constraint_name = rc.constraint_name
        join information_schema.constraint_column_usage ccu on ccu.constraint_name = rc.constraint_name
        where ccu.table_name = 'members'`
      : sql<{
          name: string
        }>`select m.name || '.' || f."from" as name from sqlite_master m, pragma_foreign_key_list(m.name) f
        where m.type = 'table' and f."table" = 'members'`
  ).execute(db)
  return [...new Set(rows.map(({ name }) => name))].sort()
}
