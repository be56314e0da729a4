/** Data is deleted after its period and kept before it, and the log keeps its proof. */
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { presentSettings } from '#server/features/settings/present.ts'
import { applyRetention, runRetention } from '#server/jobs/retention.ts'
import { removeOrphans } from '#server/parts/files/remove-orphans.ts'
import { countDue } from '#server/records/settings/retention-repository.ts'
import {
  approveRetention,
  changeRetentionSettings,
  previewRetention,
  readSettings,
} from '#shared/contract/settings.ts'
import { validatePassword } from '#shared/contract/users.ts'
import { askWitness, markSeen, writeToStaff } from '#shared/contract/witness-reports.ts'
import { REFRESH_TOKEN_TTL_S } from '#shared/domain/access/session-rules.ts'
import { RETENTION_DEFAULTS } from '#shared/domain/people/retention.ts'
import { RETENTION, type HoldReason } from '#shared/domain/people/retention.ts'
import { buildFile } from '#tests/builders/file.ts'
import { buildMember, TEST_PASSWORD, type MemberWish } from '#tests/builders/member.ts'
import { buildPerson } from '#tests/builders/person.ts'
import {
  freshAssembly,
  freshClaim,
  freshPledge,
  freshProxy,
  freshReport,
  freshWitness,
} from '#tests/security/fresh-rows.ts'
import { signIn, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'

const DAY_S = 86_400

test('no retention period of sessions is shorter than the life of a refresh token', () => {
  expect(RETENTION.sessions.min * DAY_S).toBeGreaterThanOrEqual(REFRESH_TOKEN_TTL_S)
})

describe.each(ENGINES)('retention on $title', ({ engine, skip }) => {
  const run = test.skipIf(skip)
  const servers: ApiServer[] = []
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop()
  })
  async function start(): Promise<ApiServer> {
    const server = await startApiServer({ engine, env: { LIMITS_SCALE: '100' } })
    servers.push(server)
    return server
  }
  const db = (server: ApiServer) => server.deps.database.db
  /** Simulates a server that ran all the time. */
  async function runDaily(server: ApiServer) {
    await db(server)
      .updateTable('retention_guards')
      .set({ seen_at: server.clock.now().toISOString() })
      .execute()
    return runRetention(server.deps)
  }

  /** A person with documents and a request, in the state after the decision. */
  async function person(
    server: ApiServer,
    request: { readonly status: 'pending' | 'approved' | 'rejected' } | undefined,
    wish: MemberWish = {},
  ) {
    const { deps } = server
    const member = await buildMember(deps, {
      ...wish,
      status: request?.status === 'approved' || request === undefined ? 'active' : 'inactive',
    })
    const [front, back] = [
      await buildFile(deps, { ownerId: member.id, purpose: 'idProofFront', attached: true }),
      await buildFile(deps, { ownerId: member.id, purpose: 'idProofBack', attached: true }),
    ]
    const at = deps.clock.now().toISOString()
    await db(server)
      .updateTable('members')
      .set({
        id_front_file: front,
        id_back_file: back,
        validated: request?.status === 'approved' || request === undefined ? 1 : 0,
      })
      .where('id', '=', member.id)
      .execute()
    if (request !== undefined)
      await db(server)
        .insertInto('registration_requests')
        .values({
          id: `REQ_${member.id}`,
          member_id: member.id,
          status: request.status,
          comment: '',
          decided_by: null,
          decided_at: request.status === 'pending' ? null : at,
          created_at: at,
        })
        .execute()
    return { ...member, front, back }
  }
  const rowOf = (server: ApiServer, id: number) =>
    db(server).selectFrom('members').selectAll().where('id', '=', id).executeTakeFirst()
  const isKept = async (server: ApiServer, id: string) =>
    (await server.deps.library.readVariant(id, 'thumb')) !== undefined

  run(
    'identity documents are erased after their period; those of pending requests and new ones stay',
    async () => {
      const server = await start()
      const [approved, pending, entered] = [
        await person(server, { status: 'approved' }),
        await person(server, { status: 'pending' }),
        await person(server, undefined),
      ]
      server.clock.advance(29 * DAY_S)
      const fresh = await person(server, { status: 'approved' })
      const renewed = await buildFile(server.deps, {
        ownerId: entered.id,
        purpose: 'idProofFront',
        attached: true,
      })
      await db(server)
        .updateTable('members')
        .set({ id_front_file: renewed })
        .where('id', '=', entered.id)
        .execute()
      server.clock.advance(2 * DAY_S)
      expect(await runDaily(server)).toMatchObject({ identityDocuments: 1, rejectedRequests: 0 })
      expect(await rowOf(server, approved.id)).toMatchObject({
        id_front_file: null,
        id_back_file: null,
        status: 'active',
      })
      for (const { id } of [pending, fresh, entered])
        expect((await rowOf(server, id))?.id_front_file).toEqual(expect.any(String))
      await removeOrphans(server.deps)
      for (const id of [approved.front, approved.back]) expect(await isKept(server, id)).toBe(false)
      for (const id of [pending.front, fresh.back, renewed])
        expect(await isKept(server, id)).toBe(true)
    },
  )

  run(
    'old rejected applicants, messages and sessions are erased; members and open messages stay',
    async () => {
      const server = await start()
      const [rejected, member] = [
        await person(server, { status: 'rejected' }),
        await person(server, { status: 'rejected' }),
      ]
      await db(server)
        .updateTable('members')
        .set({ validated: 1, status: 'active' })
        .where('id', '=', member.id)
        .execute() // approved later
      const [open, resolved] = [await freshClaim(server.deps), await freshClaim(server.deps)]
      await db(server)
        .updateTable('claims')
        .set({ status: 'resolved', decided_at: server.deps.clock.now().toISOString() })
        .where('id', '=', resolved)
        .execute()
      await signIn(server, (await buildMember(server.deps)).email, TEST_PASSWORD)
      server.clock.advance(366 * DAY_S)
      await signIn(server, (await buildMember(server.deps)).email, TEST_PASSWORD)
      expect(await runDaily(server)).toMatchObject({
        rejectedRequests: 2,
        contactMessages: 1,
        sessions: 1,
      })
      expect(await rowOf(server, rejected.id)).toBeUndefined()
      expect(
        await db(server)
          .selectFrom('retired_numbers')
          .select('id')
          .where('id', '=', rejected.id)
          .execute(),
      ).toHaveLength(1)
      expect((await rowOf(server, member.id))?.status).toBe('active')
      expect(await db(server).selectFrom('registration_requests').select('id').execute()).toEqual(
        [],
      )
      expect(
        (await db(server).selectFrom('claims').select('id').execute()).map(({ id }) => id),
      ).toEqual([open])
      expect(await db(server).selectFrom('sessions').select('id').execute()).toHaveLength(1)
    },
  )

  run(
    'scans of papers are erased a year after the assembly; the voice keeps the hash, and holds keep scans',
    async () => {
      const server = await start()
      const members = [await buildMember(server.deps), await buildMember(server.deps)]
      const [giver, holder] = members.map(({ id }) => id) as [number, number]
      const assembly = async (endsAt: Date, scanned = true) => {
        const event = await freshAssembly(server.deps)
        const ends = endsAt.toISOString()
        await db(server)
          .updateTable('events')
          .set({ starts_at: ends, ends_at: ends })
          .where('id', '=', event)
          .execute()
        const scan = await buildFile(server.deps, {
          ownerId: null,
          purpose: 'paper',
          attached: true,
        })
        await freshProxy(server.deps, event, { giver, holder, ...(scanned && { scan }) })
        return { event, scan }
      }
      const voiceAt = ({ event }: { readonly event: string }) =>
        db(server)
          .selectFrom('assembly_proxies')
          .select(['paper_note', 'scan_file', 'scan_sha256'])
          .where('event_id', '=', event)
          .executeTakeFirst()
      const now = server.clock.now().getTime()
      const [old, online, young] = [
        await assembly(new Date(now)),
        await assembly(new Date(now), false),
        await assembly(new Date(now + 2 * DAY_S * 1_000)),
      ]
      const removed = () => applyRetention(server.deps, RETENTION_DEFAULTS)
      const { sha256 } = await db(server)
        .selectFrom('files')
        .select('sha256')
        .where('id', '=', old.scan)
        .executeTakeFirstOrThrow()
      server.clock.advance(364 * DAY_S)
      expect(await removed()).toMatchObject({ paperScans: 0 })
      server.clock.advance(2 * DAY_S)
      for (const target of [`member:${giver}`, `member:${holder}`, `request:REQ_${holder}`]) {
        await db(server)
          .insertInto('legal_holds')
          .values({
            id: target,
            target,
            reason: 'Court',
            placed_at: server.clock.now().toISOString(),
            lifted_at: null,
            lifted_reason: null,
          })
          .execute()
        expect(await removed()).toMatchObject({ paperScans: 0 })
        await db(server).deleteFrom('legal_holds').execute()
      }
      const due = await countDue(db(server), server.clock, RETENTION_DEFAULTS)
      expect(due.paperScans).toBe(1)
      expect(await removed()).toMatchObject({ paperScans: 1 })
      await removeOrphans(server.deps)
      expect(await voiceAt(old)).toEqual({
        paper_note: 'Folder 2',
        scan_file: null,
        scan_sha256: sha256,
      })
      expect(await voiceAt(online)).toMatchObject({ paper_note: null, scan_sha256: null })
      expect(await voiceAt(young)).toMatchObject({ scan_file: young.scan, scan_sha256: null })
      expect([await isKept(server, old.scan), await isKept(server, young.scan)]).toEqual([
        false,
        true,
      ])
    },
  )

  run('periods that were saved before scans had one keep their values', async () => {
    const server = await start()
    const { paperScans: _, ...before } = { ...RETENTION_DEFAULTS, sessions: 40 }
    await db(server)
      .insertInto('settings')
      .values({
        name: 'retention',
        value: JSON.stringify({ days: before }),
        revision: 1,
        updated_at: server.clock.now().toISOString(),
        updated_by: null,
      })
      .execute()
    expect((await presentSettings(server.deps)).retention.days).toEqual({
      ...before,
      paperScans: 365,
    })
  })

  run('a rejected person who was banned or blocked is not erased', async () => {
    const server = await start()
    const [banned, blocked, rejected] = [
      await person(server, { status: 'rejected' }),
      await person(server, { status: 'rejected' }),
      await person(server, { status: 'rejected' }),
    ]
    await db(server)
      .updateTable('members')
      .set({ status: 'banned' })
      .where('id', '=', banned.id)
      .execute()
    await db(server)
      .updateTable('members')
      .set({ status: 'blocked' })
      .where('id', '=', blocked.id)
      .execute()
    server.clock.advance(181 * DAY_S)
    expect(await runDaily(server)).toMatchObject({ rejectedRequests: 1 })
    expect(await rowOf(server, rejected.id)).toBeUndefined()
    expect((await rowOf(server, banned.id))?.status).toBe('banned')
    expect((await rowOf(server, blocked.id))?.status).toBe('blocked')
  })

  run(
    'people whose request nobody decided are erased after its period; held, banned and newer ones stay',
    async () => {
      const server = await start()
      const [old, held, banned] = [
        await person(server, { status: 'pending' }),
        await person(server, { status: 'pending' }),
        await person(server, { status: 'pending' }),
      ]
      for (const [id, status] of [
        [old.id, 'inactive'],
        [held.id, 'inactive'],
        [banned.id, 'banned'],
      ] as const)
        await db(server).updateTable('members').set({ status }).where('id', '=', id).execute()
      await db(server)
        .insertInto('legal_holds')
        .values({
          id: 'held',
          target: `request:REQ_${held.id}`,
          reason: 'Court',
          placed_at: server.clock.now().toISOString(),
          lifted_at: null,
          lifted_reason: null,
        })
        .execute()
      server.clock.advance(364 * DAY_S)
      const fresh = await person(server, { status: 'pending' })
      expect(await runDaily(server)).toMatchObject({ undecidedRequests: 0 })
      server.clock.advance(2 * DAY_S)
      const due = await countDue(db(server), server.clock, RETENTION_DEFAULTS)
      expect(due.undecidedRequests).toBe(1)
      expect(await runDaily(server)).toMatchObject({ undecidedRequests: 1 })
      expect(await rowOf(server, old.id)).toBeUndefined()
      for (const { id } of [held, banned, fresh]) expect(await rowOf(server, id)).toBeDefined()
      await removeOrphans(server.deps)
      expect(await isKept(server, old.front)).toBe(false)
    },
  )

  run('rejected reports go to the bin after their period; others and held ones stay', async () => {
    const server = await start()
    const add = async (status: 'rejected' | 'verified' | 'not verified') => {
      const id = await freshReport(server.deps, null)
      const at = server.clock.now().toISOString()
      await db(server)
        .updateTable('reports')
        .set({ status, updated_at: at })
        .where('id', '=', id)
        .execute()
      return id
    }
    const [old, held, verified, waiting] = [
      await add('rejected'),
      await add('rejected'),
      await add('verified'),
      await add('not verified'),
    ]
    await db(server)
      .insertInto('legal_holds')
      .values({
        id: 'held',
        target: `report:${held}`,
        reason: 'Court',
        placed_at: server.clock.now().toISOString(),
        lifted_at: null,
        lifted_reason: null,
      })
      .execute()
    server.clock.advance(364 * DAY_S)
    const fresh = await add('rejected')
    expect(await runDaily(server)).toMatchObject({ rejectedReports: 0 })
    server.clock.advance(2 * DAY_S)
    const due = await countDue(db(server), server.clock, RETENTION_DEFAULTS)
    expect(due.rejectedReports).toBe(1)
    expect(await runDaily(server)).toMatchObject({ rejectedReports: 1 })
    const kept = await db(server)
      .selectFrom('reports')
      .select('id')
      .where('deleted_at', 'is', null)
      .execute()
    expect(kept.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([
      held,
      verified,
      waiting,
      fresh,
    ])
    expect(
      await db(server)
        .selectFrom('reports')
        .select(['deleted_at', 'deleted_by', 'deleted_reason'])
        .where('id', '=', old)
        .executeTakeFirst(),
    ).toEqual({
      deleted_at: expect.any(String),
      deleted_by: null,
      deleted_reason: 'Rejected, and its period is over',
    })
    expect(
      await db(server)
        .selectFrom('audit')
        .select('target')
        .where('action', '=', 'report.deleted')
        .execute(),
    ).toEqual([{ target: `report:${old}` }])
    server.clock.advance(DAY_S + 1)
    expect(await runDaily(server)).toMatchObject({ rejectedReports: 0 })
  })

  run('a rejected report whose witness writes to staff is not due', async () => {
    const server = await start()
    const { reportId, bearer } = await freshWitness(server.deps)
    const params = { id: reportId }
    await db(server)
      .updateTable('reports')
      .set({ status: 'rejected', updated_at: server.clock.now().toISOString() })
      .execute()
    const due = async () =>
      (await countDue(db(server), server.clock, RETENTION_DEFAULTS)).rejectedReports
    server.clock.advance(366 * DAY_S)
    expect(await due()).toBe(1)
    const body = { text: 'I have a film of it now', seen: 0 }
    expect(await server.client.call(writeToStaff, { body }, { bearer })).toMatchObject({ ok: true })
    expect(await runDaily(server)).toMatchObject({ rejectedReports: 0 })
    // However long it takes until somebody reads it; what was read is due a period after it was written.
    server.clock.advance(366 * DAY_S)
    expect(await due()).toBe(0)
    const { bearer: reader } = await buildPerson(server.deps, { role: 'reviewer' })
    const seen = { params, body: { unread: 1 } }
    expect(await server.client.call(markSeen, seen, { bearer: reader })).toMatchObject({ ok: true })
    expect(await due()).toBe(1)
    const question = { text: 'Please send it', version: 1, unread: 0 }
    expect(
      await server.client.call(askWitness, { params, body: question }, { bearer: reader }),
    ).toMatchObject({ ok: true })
    expect(await due()).toBe(0)
  })

  run('a report that staff verify while the run is under way stays', async () => {
    const server = await start()
    const [first, second] = [
      await freshReport(server.deps, null),
      await freshReport(server.deps, null),
    ]
    await db(server)
      .updateTable('reports')
      .set({ status: 'rejected', updated_at: server.clock.now().toISOString() })
      .execute()
    server.clock.advance(366 * DAY_S)
    const { audit } = server.deps
    const removed = await applyRetention(
      {
        ...server.deps,
        audit: {
          ...audit,
          // Both were read as due by the time the first one is deleted.
          write: async (entry, transaction) => {
            if (entry.target === `report:${first}`)
              await transaction
                ?.updateTable('reports')
                .set({ status: 'verified' })
                .where('id', '=', second)
                .execute()
            return audit.write(entry, transaction)
          },
        },
      },
      RETENTION_DEFAULTS,
    )
    expect(removed).toMatchObject({ rejectedReports: 1 })
    expect(
      await db(server).selectFrom('reports').select('id').where('deleted_at', 'is', null).execute(),
    ).toEqual([{ id: second }])
  })

  run('donors lose the name ten years after the end of the year, and the sum stays', async () => {
    const server = await start()
    const donor = await buildMember(server.deps)
    const held = await buildMember(server.deps)
    const year = Number(server.clock.now().toISOString().slice(0, 4))
    async function gift(receivedOn: string, memberId: number) {
      const id = await freshPledge(server.deps)
      await db(server)
        .updateTable('pledges')
        .set({
          status: 'confirmed',
          received_on: receivedOn,
          name: 'Amna',
          email: 'amna@test.example',
          search_text: 'amna',
          note: 'from Amna',
          member_id: memberId,
        })
        .where('id', '=', id)
        .execute()
      return id
    }
    const of = (id: string) =>
      db(server)
        .selectFrom('pledges')
        .select(['name', 'email', 'search_text', 'note', 'member_id', 'amount_usd', 'received_on'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    await db(server)
      .insertInto('legal_holds')
      .values({
        id: randomUUID(),
        target: `member:${held.id}`,
        reason: 'Court',
        placed_at: server.clock.now().toISOString(),
      })
      .execute()
    const day = `${year - 11}-12-31`
    const [old, young, kept] = [
      await gift(day, donor.id),
      await gift(`${year - 9}-01-01`, donor.id),
      await gift(day, held.id),
    ]
    expect(await countDue(db(server), server.clock, RETENTION_DEFAULTS)).toMatchObject({
      donations: 1,
    })
    expect(await applyRetention(server.deps, RETENTION_DEFAULTS)).toMatchObject({ donations: 1 })
    expect(await of(old)).toEqual({
      name: '',
      email: '',
      search_text: '',
      note: '',
      member_id: null,
      amount_usd: 50,
      received_on: day,
    })
    expect(await of(young)).toMatchObject({ name: 'Amna', member_id: donor.id })
    expect(await of(kept)).toMatchObject({ name: 'Amna', member_id: held.id })
  })

  run(
    'who promised what never arrived loses the name after months, open or cancelled',
    async () => {
      const server = await start()
      const donor = await buildMember(server.deps)
      const daysAgo = (days: number) =>
        new Date(server.clock.now().getTime() - days * DAY_S * 1_000).toISOString()
      async function promise(status: 'pledged' | 'cancelled' | 'confirmed', days: number) {
        const id = await freshPledge(server.deps)
        await db(server)
          .updateTable('pledges')
          .set({ status, name: 'Amna', member_id: donor.id, created_at: daysAgo(days) })
          .set({ received_on: status === 'confirmed' ? daysAgo(days).slice(0, 10) : null })
          .where('id', '=', id)
          .execute()
        return id
      }
      const gone = [await promise('pledged', 181), await promise('cancelled', 181)]
      const stay = [await promise('pledged', 179), await promise('confirmed', 181)]
      expect(await countDue(db(server), server.clock, RETENTION_DEFAULTS)).toMatchObject({
        donations: 0,
        unpaidPledges: 2,
      })
      expect(await applyRetention(server.deps, RETENTION_DEFAULTS)).toMatchObject({
        donations: 0,
        unpaidPledges: 2,
      })
      const named = await db(server)
        .selectFrom('pledges')
        .select('id')
        .where('name', '=', 'Amna')
        .execute()
      expect(named.map(({ id }) => id).sort()).toEqual(stay.sort())
      expect(
        await db(server)
          .selectFrom('pledges')
          .select(['amount_usd', 'member_id'])
          .where('id', 'in', gone)
          .execute(),
      ).toEqual([
        { amount_usd: 50, member_id: null },
        { amount_usd: 50, member_id: null },
      ])
    },
  )

  run('a trimmed log records its new start and still verifies', async () => {
    const server = await start()
    for (let row = 0; row < 20; row += 1)
      await server.deps.audit.write({ actor: 'system', action: 'thing.made' })
    server.clock.advance(1_826 * DAY_S)
    for (let row = 0; row < 5; row += 1)
      await server.deps.audit.write({ actor: 'system', action: 'thing.made' })
    expect(await runDaily(server)).toMatchObject({ audit: 20 })
    const rows = await db(server).selectFrom('audit').selectAll().orderBy('seq').execute()
    expect(rows.map(({ seq, action }) => `${seq} ${action}`)).toEqual([
      '21 thing.made',
      '22 thing.made',
      '23 thing.made',
      '24 thing.made',
      '25 thing.made',
      '26 audit.trimmed',
      '27 retention.done',
    ])
    expect(JSON.parse(rows.at(-1)?.detail ?? '')).toEqual({
      identityDocuments: 0,
      rejectedRequests: 0,
      undecidedRequests: 0,
      rejectedReports: 0,
      contactMessages: 0,
      paperScans: 0,
      mergedMembers: 0,
      donations: 0,
      unpaidPledges: 0,
      audit: 20,
      sessions: 0,
    })
    expect(await server.deps.audit.firstBrokenRow()).toBeUndefined()
    await db(server)
      .updateTable('audit_head')
      .set({ base_seq: 21, base_hash: rows[0]?.hash ?? '' })
      .execute()
    await db(server).deleteFrom('audit').where('seq', '=', 21).execute()
    expect(await server.deps.audit.firstBrokenRow()).toBe(22)
  })

  run('retention runs daily, on one server, and again after a crash', async () => {
    const server = await start()
    expect(await runDaily(server)).toBeUndefined() // the first daily run is one day after the installation
    server.clock.advance(DAY_S + 1)
    const both = await Promise.all([runDaily(server), runDaily(server)])
    expect(both.filter((done) => done !== undefined)).toHaveLength(1)
    expect(
      await db(server)
        .selectFrom('audit')
        .select('seq')
        .where('action', '=', 'retention.done')
        .execute(),
    ).toHaveLength(1)
    server.clock.advance(3_600)
    expect(await runDaily(server)).toBeUndefined()
    await db(server)
      .updateTable('job_turns')
      .set({ done_at: null })
      .where('name', '=', 'retention')
      .execute()
    expect(await runDaily(server)).toBeUndefined()
    server.clock.advance(3_601)
    expect(await runDaily(server)).toBeDefined()
  })

  run(
    'the configured periods are applied, and the preview counts what they would erase',
    async () => {
      const server = await start()
      const admin = await buildMember(server.deps, { role: 'admin' })
      await person(server, { status: 'approved' })
      server.clock.advance(20 * DAY_S)
      const { accessToken: bearer } = await signIn(server, admin.email, TEST_PASSWORD)
      await server.client.call(
        validatePassword,
        { body: { id: admin.cardId, password: TEST_PASSWORD } },
        { bearer },
      )
      const due = async () => {
        const answer = await server.client.call(previewRetention, {}, { bearer })
        return answer.ok ? answer.value.due : undefined
      }
      expect(await due()).toEqual({
        identityDocuments: 0,
        rejectedRequests: 0,
        undecidedRequests: 0,
        rejectedReports: 0,
        contactMessages: 0,
        paperScans: 0,
        mergedMembers: 0,
        donations: 0,
        unpaidPledges: 0,
        audit: 0,
        sessions: 0,
      })
      const days = { ...RETENTION_DEFAULTS, identityDocuments: 14 }
      const changed = await server.client.call(
        changeRetentionSettings,
        { body: { revision: 0, days } },
        { bearer },
      )
      expect(changed).toMatchObject({
        ok: true,
        value: { retention: { days, revision: 1, updatedBy: admin.cardId } },
      })
      expect(await due()).toMatchObject({ identityDocuments: 1 })
      const [row] = await db(server)
        .selectFrom('audit')
        .select('detail')
        .where('action', '=', 'settings.changed')
        .execute()
      expect(JSON.parse(row?.detail ?? '')).toEqual({ identityDocuments: '30 → 14' })
      expect(await runDaily(server)).toMatchObject({ identityDocuments: 1 })
      expect(await due()).toMatchObject({ identityDocuments: 0 })
      const now = await server.client.call(readSettings, {}, { bearer })
      expect(now).toMatchObject({
        ok: true,
        value: {
          retention: {
            automatic: false,
            nextRunAt: null,
            lastRun: { removed: { identityDocuments: 1 } },
          },
        },
      })
      const tooShort = await server.client.call(
        changeRetentionSettings,
        { body: { revision: 1, days: { ...days, audit: 100 } } },
        { bearer },
      )
      expect(tooShort).toMatchObject({
        ok: false,
        problem: { code: 'invalid', fields: [{ path: 'body.days.audit' }] },
      })
    },
  )

  run(
    'with a clock five years ahead nothing is erased; it resumes when the clock is right',
    async () => {
      const server = await start()
      for (let row = 0; row < 20; row += 1)
        await server.deps.audit.write({ actor: 'system', action: 'thing.made' })
      const { id } = await person(server, { status: 'approved' })
      server.clock.advance(5 * 365 * DAY_S)
      for (let look = 0; look < 3; look += 1)
        expect(await runRetention(server.deps)).toBeUndefined()
      expect((await rowOf(server, id))?.id_front_file).toEqual(expect.any(String))
      expect(
        server.logLines.filter(
          (text) => text.includes('waits for an administrator') && text.includes('clock-ahead'),
        ),
      ).toHaveLength(3)
      server.clock.advance(-5 * 365 * DAY_S + DAY_S + 1)
      expect(await runRetention(server.deps)).toMatchObject({ identityDocuments: 0, audit: 0 })
      server.clock.advance(-3 * DAY_S)
      expect(await runRetention(server.deps)).toBeUndefined()
      expect(server.logLines.some((text) => text.includes('clock-behind'))).toBe(true)
    },
  )

  run(
    'a run that would erase far more than the last waits for one approval of an administrator',
    async () => {
      const server = await start()
      const [admin, gone] = [
        await buildMember(server.deps, { role: 'admin' }),
        await person(server, { status: 'approved' }),
      ]
      server.clock.advance(91 * DAY_S)
      const { accessToken: bearer } = await signIn(server, admin.email, TEST_PASSWORD)
      const allow = (reason: HoldReason) =>
        server.client.call(approveRetention, { body: { reason } }, { bearer })
      expect(await allow('clock-ahead')).toMatchObject({
        ok: false,
        problem: { code: 'step-up-required' },
      })
      await server.client.call(
        validatePassword,
        { body: { id: admin.cardId, password: TEST_PASSWORD } },
        { bearer },
      )
      expect(await allow('many')).toMatchObject({ ok: false, problem: { code: 'conflict' } })
      const held = await presentSettings({
        ...server.deps,
        config: { ...server.deps.config, environment: 'production' },
      })
      expect(held.retention.hold).toMatchObject({
        reason: 'clock-ahead',
        due: { identityDocuments: 1 },
      })
      expect((await allow('clock-ahead')).ok).toBe(true)
      const [row] = await db(server)
        .selectFrom('audit')
        .select(['actor', 'detail'])
        .where('action', '=', 'retention.approved')
        .execute()
      expect(row?.actor).toBe(`member:${admin.id}`)
      expect(JSON.parse(row?.detail ?? '')).toMatchObject({
        reason: 'clock-ahead',
        identityDocuments: 1,
      })
      expect(await runRetention(server.deps)).toMatchObject({ identityDocuments: 1 })
      expect((await rowOf(server, gone.id))?.id_front_file).toBeNull()

      const at = server.clock.now().toISOString()
      for (let message = 0; message < 51; message += 1)
        await db(server)
          .updateTable('claims')
          .set({ status: 'resolved', decided_at: at })
          .where('id', '=', await freshClaim(server.deps))
          .execute()
      server.clock.advance(366 * DAY_S)
      expect(await runDaily(server)).toBeUndefined()
      const { accessToken: later } = await signIn(server, admin.email, TEST_PASSWORD)
      await server.client.call(
        validatePassword,
        { body: { id: admin.cardId, password: TEST_PASSWORD } },
        { bearer: later },
      )
      expect(
        (
          await server.client.call(
            approveRetention,
            { body: { reason: 'many' } },
            { bearer: later },
          )
        ).ok,
      ).toBe(true)
      expect(await runDaily(server)).toMatchObject({ contactMessages: 51 })
      expect(
        await db(server).selectFrom('retention_guards').select('approved_at').execute(),
      ).toEqual([{ approved_at: null }])
    },
  )
})
