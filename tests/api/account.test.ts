import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { purgeRequests } from '#server/features/requests/bin.ts'
import { scrubErased } from '#server/jobs/sweep.ts'
import { enqueueMail } from '#server/parts/mail/outbox.ts'
import { sendDueMails } from '#server/parts/mail/send-outbox.ts'
import { eraseAccount, exportAccount, myAccount, withdrawPhoto } from '#shared/contract/account.ts'
import { endOtherSessions, listSessions, refresh } from '#shared/contract/auth.ts'
import { myCard, verifyCard } from '#shared/contract/card.ts'
import { listClaims, sendContactMessage } from '#shared/contract/claims.ts'
import { listPledges, pledge } from '#shared/contract/donations.ts'
import { checkIn, registerForEvent } from '#shared/contract/events.ts'
import { deleteRequest } from '#shared/contract/requests.ts'
import {
  deleteMember,
  readMember,
  updateMember,
  validatePassword,
  searchUser,
} from '#shared/contract/users.ts'
import { buildEvent } from '#tests/builders/content.ts'
import { buildFile } from '#tests/builders/file.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import type { Person } from '#tests/builders/person.ts'
import { buildReport } from '#tests/builders/report.ts'
import { basic, signIn } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

describe.each(ENGINES)('the own account on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })
  let admin: Person
  // Administrators are counted, so each test starts with one.
  beforeEach(async () => {
    await server.deps.database.db
      .updateTable('members')
      .set({ role: 'ROLE_USER' })
      .where('role', '=', 'ROLE_ADMIN')
      .execute()
    admin = await person('admin')
  })

  const db = () => server.deps.database.db
  const exported = async (by: Omit<Person, 'sessionId'>): Promise<Record<string, unknown>> => {
    await prove(by)
    const answer = await server.client.call(exportAccount, {}, by)
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.value
  }
  const erase = (by: Person, confirm = 'ERASE') =>
    server.client.call(eraseAccount, { body: { confirm: confirm as 'ERASE' } }, by)
  const prove = (by: Omit<Person, 'sessionId'>) =>
    server.client.call(validatePassword, { body: { password: TEST_PASSWORD, id: by.cardId } }, by)
  const refusal = (code: string) => ({ ok: false, problem: { code } })
  const openEvent = (id: string, capacity: number | null = null): Promise<string> =>
    buildEvent(server.deps, { id, capacity })
  /** Leaves a row in every table that refers to members. */
  async function liveIn(me: Omit<Person, 'sessionId'>, mark = 'mark'): Promise<void> {
    const { client } = server
    const event = await openEvent(`event-${me.id}`)
    await client.call(registerForEvent, { params: { id: event } }, me)
    await client.call(
      checkIn,
      {
        params: { id: event },
        body: {
          checkIns: [
            {
              id: randomUUID(),
              cardId: me.cardId,
              at: server.clock.now().toISOString(),
              gate: 'North',
            },
          ],
        },
      },
      admin,
    )
    await client.call(
      pledge,
      {
        headers: {},
        body: { cause: 'education', amountUsd: 50, name: `Name ${mark}`, email: me.email },
      },
      me,
    )
    await client.call(
      sendContactMessage,
      {
        headers: {},
        body: {
          firstName: 'Amna',
          lastName: 'Idris',
          email: me.email,
          phoneNumber: '+33612345678',
          subject: 'help',
          message: `Message ${mark}`,
        },
      },
      me,
    )
    await client.call(myCard, {}, me)
    await buildReport(server.deps, { description: 'Seen by me' }, { reporter_id: me.id })
    await db()
      .insertInto('registration_requests')
      .values({
        id: `REQ_${me.id}`,
        member_id: me.id,
        status: 'approved',
        comment: 'Welcome',
        decided_by: admin.id,
        decided_at: null,
        created_at: server.clock.now().toISOString(),
      })
      .execute()
    for (const column of ['card_photo_file', 'id_front_file'] as const) {
      const file = await buildFile(server.deps, {
        ownerId: me.id,
        purpose: column === 'id_front_file' ? 'reqIdProofFront' : 'reqProfile',
        attached: true,
      })
      await db()
        .updateTable('members')
        .set({ [column]: file })
        .where('id', '=', me.id)
        .execute()
    }
  }

  describe('own data', () => {
    const read = async (by: Person) => {
      const answer = await server.client.call(myAccount, {}, by)
      if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
      return answer.value
    }

    run('own data contain every field except documents and comments of staff', async () => {
      const me = await person('member', {
        details: {
          mothers_first_name: 'Hawa',
          approver_comment: 'Known to us',
          birth_village: 'Kass',
        },
        nationalities: ['SD'],
      })
      await liveIn(me)
      const mine = await read(me)
      expect(mine).toMatchObject({
        cardId: me.cardId,
        email: me.email,
        phone: me.phone,
        mothersFirstName: 'Hawa',
        birthVillage: 'Kass',
        nationalities: ['Sudan'],
        photoPending: false,
        pendingPhotoUrl: null,
        stepUpLeftS: 0,
      })
      expect(JSON.stringify(mine)).not.toMatch(/Known to us|idProof|recommendedBy/)
      expect((await fetch(`${server.url}${mine.photoUrl ?? ''}`)).headers.get('content-type')).toBe(
        'image/jpeg',
      )
      expect((await server.client.call(myAccount, {})).ok).toBe(false)
    })

    run('own data contain the remaining time of the step-up of this session', async () => {
      const me = await person('member')
      const elsewhere = {
        ...me,
        bearer: (await signIn(server, me.email, TEST_PASSWORD)).accessToken,
      }
      await prove(me)
      expect((await read(me)).stepUpLeftS).toBeGreaterThan(290)
      expect((await read(elsewhere)).stepUpLeftS).toBe(0)
      server.clock.advance(200)
      expect((await read(me)).stepUpLeftS).toBeLessThanOrEqual(100)
      server.clock.advance(101)
      expect((await read(me)).stepUpLeftS).toBe(0)
    })

    run(
      'a pending portrait is shown beside the one on the card and can be withdrawn once',
      async () => {
        const me = await person('member')
        await liveIn(me)
        const withdraw = () => server.client.call(withdrawPhoto, {}, me)
        expect(await withdraw()).toMatchObject(refusal('not-found'))
        const file = await buildFile(server.deps, { ownerId: me.id, purpose: 'wldProfile' })
        await server.client.call(
          updateMember,
          { params: { id: me.cardId }, body: { photoUrl: `/api/files/${file}` } },
          me,
        )
        const waiting = await read(me)
        expect(waiting.photoPending).toBe(true)
        const [present, pending] = await Promise.all(
          [waiting.photoUrl, waiting.pendingPhotoUrl].map((address) =>
            fetch(`${server.url}${address ?? ''}`),
          ),
        )
        expect([present?.status, pending?.status]).toEqual([200, 200])
        expect(waiting.pendingPhotoUrl).toContain(file)
        const card = await server.client.call(myCard, {}, me)
        expect(card.ok && card.value.photoUrl).not.toContain(file)

        const answers = await Promise.all([withdraw(), withdraw()])
        expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
        expect(await read(me)).toMatchObject({
          photoPending: false,
          pendingPhotoUrl: null,
          photoUrl: expect.any(String),
        })
        expect(
          await db()
            .selectFrom('files')
            .select(['owner_id', 'attached_at'])
            .where('id', '=', file)
            .execute(),
        ).toEqual([{ owner_id: null, attached_at: null }])
      },
    )

    run('one call ends all other sessions of the member', async () => {
      const [me, other] = [await person('member'), await person('member')]
      const elsewhere = [
        await signIn(server, me.email, TEST_PASSWORD),
        await signIn(server, me.email, TEST_PASSWORD),
      ]
      const sessions = () => server.client.call(listSessions, {}, me)
      expect(await sessions()).toMatchObject({ ok: true, value: [{}, {}, {}] })
      expect(await server.client.call(endOtherSessions, {}, me)).toMatchObject({
        ok: true,
        value: { ended: 2 },
      })
      expect(await sessions()).toMatchObject({ ok: true, value: [{ current: true }] })
      for (const { accessToken, refreshToken } of elsewhere) {
        expect((await server.client.call(myCard, {}, { bearer: accessToken })).ok).toBe(false)
        expect((await server.client.call(refresh, {}, { bearer: refreshToken })).ok).toBe(false)
      }
      expect((await server.client.call(myCard, {}, me)).ok).toBe(true)
      expect((await server.client.call(myCard, {}, other)).ok).toBe(true)
      expect(await server.client.call(endOtherSessions, {}, me)).toMatchObject({
        ok: true,
        value: { ended: 0 },
      })
    })
  })

  describe('export', () => {
    run('the export requires a step-up of the last five minutes', async () => {
      const me = await person('member')
      const ask = () => server.client.call(exportAccount, {}, me)
      expect(await ask()).toMatchObject(refusal('step-up-required'))
      await prove(me)
      expect((await ask()).ok).toBe(true)
      server.clock.advance(301)
      expect(await ask()).toMatchObject(refusal('step-up-required'))
    })

    run('the export has all data of the caller and no number of another member', async () => {
      const built = await buildMember(server.deps, {
        details: { mothers_first_name: 'Hawa' },
        nationalities: ['SD'],
      })
      const session = await signIn(server, built.email, TEST_PASSWORD) // which is in the history
      const me = { ...built, ...session, bearer: session.accessToken }
      await liveIn(me)
      await server.client.call(readMember, { params: { id: me.cardId } }, admin)
      await server.client.call(searchUser, { body: { id: me.cardId, email: admin.email } }, admin)
      const other = await person('member')
      await liveIn(other)
      const mine = await exported(me)
      expect(mine).toMatchObject({
        profile: {
          cardId: me.cardId,
          email: me.email,
          mothersFirstName: 'Hawa',
          nationalities: ['Sudan'],
          idProofPhotos: [expect.anything()],
        },
        files: [
          {
            purpose: expect.any(String),
            sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
            originalName: 'test.jpg',
          },
          { mediaType: 'image/jpeg' },
        ],
        cards: [{ statusIndex: expect.any(Number), replacedAt: null }],
        registrationRequests: [{ id: `REQ_${me.id}`, status: 'approved', comment: 'Welcome' }],
        sessions: [{ current: true, endedAt: null }],
        reports: [{ description: 'Seen by me', actorName: 'Unknown' }],
        evidence: [],
        eventRegistrations: [{ event: `event-${me.id}`, state: 'registered' }],
        checkIns: [{ event: `event-${me.id}`, gate: 'North' }],
        pledges: [{ amountUsd: 50, name: 'Name mark', reference: expect.stringMatching(/^WLD-/) }],
        claims: [{ message: 'Message mark', reference: expect.stringMatching(/^MSG-/) }],
        historyIsComplete: true,
      })
      const history = mine['history'] as {
        action: string
        by: string
        about: string
        detail: object
      }[]
      expect(history).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ action: 'member.viewed', by: 'staff', about: 'you' }),
          expect.objectContaining({
            action: 'member.searched',
            by: 'staff',
            about: 'you',
            detail: {},
          }),
          expect.objectContaining({ action: 'session.opened', by: 'you' }),
          expect.objectContaining({
            action: 'claim.created',
            by: 'you',
            detail: { subject: 'help' },
          }),
        ]),
      )
      const text = JSON.stringify(mine)
      for (const leak of [
        String(admin.id),
        String(other.id),
        'password_hash',
        'argon2',
        '$argon',
        'search_text',
      ])
        expect(text).not.toContain(leak)
      expect((await exported(me))['history']).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ action: 'account.exported', by: 'you', about: 'you' }),
        ]),
      )
    })

    run('the export of staff does not name the members whose data they viewed', async () => {
      const [moderator, looked] = [await person('moderator'), await person('member')]
      await server.client.call(verifyCard, { body: { cardId: looked.cardId } }, moderator)
      const mine = await exported(moderator)
      expect(JSON.stringify(mine)).not.toContain(String(looked.id))
      expect(mine['history']).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            action: 'card.verified',
            by: 'you',
            about: 'another member',
            detail: {},
          }),
        ]),
      )
    })

    run('the export is a file download that must not be cached', async () => {
      const me = await person('member')
      await prove(me)
      const answer = await fetch(`${server.url}/api/account/export`, {
        headers: { authorization: `Bearer ${me.bearer}` },
      })
      expect(answer.headers.get('content-disposition')).toBe(
        'attachment; filename="wld-account.json"',
      )
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect((await fetch(`${server.url}/api/account/export`)).status).toBe(401)
    })
  })

  describe('erasure', () => {
    run('erasure requires a step-up and the exact confirmation word', async () => {
      const me = await person('member')
      expect(await erase(me)).toMatchObject(refusal('step-up-required'))
      await prove(me)
      expect(await erase(me, 'erase')).toMatchObject({
        ok: false,
        problem: { code: 'invalid', fields: [{ path: 'body.confirm' }] },
      })
      server.clock.advance(301)
      expect(await erase(me)).toMatchObject(refusal('step-up-required'))
      await prove(me)
      expect((await erase(me)).ok).toBe(true)
    })

    run(
      'erasure removes all personal data; the number is never reused and the log stays whole',
      async () => {
        const me = await person('member', {
          firstName: 'Unmistakable',
          email: 'Erase.Me@test.example',
          details: { language: 'fr' },
        })
        await liveIn(me, 'unmistakable')
        // Sent while signed out, with the same address in another spelling.
        await server.client.call(sendContactMessage, {
          headers: {},
          body: {
            firstName: 'Amna',
            lastName: 'Idris',
            email: 'erase.me@TEST.example',
            phoneNumber: '+33612345678',
            subject: 'help',
            message: 'Message unmistakable',
          },
        })
        await server.client.call(pledge, {
          headers: {},
          body: {
            cause: 'technology',
            amountUsd: 5,
            name: 'Unmistakable',
            email: 'erase.me@test.example',
          },
        })
        const files = await db()
          .selectFrom('files')
          .select('id')
          .where('owner_id', '=', me.id)
          .execute()
        await prove(me)
        expect(await erase(me)).toMatchObject({ ok: true, value: {} })

        expect((await server.client.call(myCard, {}, me)).ok).toBe(false)
        expect((await server.client.call(refresh, {}, { bearer: me.refreshToken })).ok).toBe(false)
        expect(
          (
            await fetch(`${server.url}/api/auth/login`, {
              headers: { authorization: basic(me.email, TEST_PASSWORD) },
            })
          ).status,
        ).toBe(401)
        expect(await erase(me)).toMatchObject(refusal('not-signed-in'))
        for (const table of [
          'sessions',
          'cards',
          'event_registrations',
          'check_ins',
          'registration_requests',
          'member_nationalities',
          'claims',
          'pledges',
        ] as const)
          expect(
            await db()
              .selectFrom(table)
              .select('member_id')
              .where('member_id', '=', me.id)
              .execute(),
            table,
          ).toEqual([])
        expect(
          await db().selectFrom('reports').select('id').where('reporter_id', '=', me.id).execute(),
        ).toEqual([])
        expect(
          await db().selectFrom('retired_numbers').select('id').where('id', '=', me.id).execute(),
        ).toEqual([{ id: me.id }])
        expect(
          await db()
            .selectFrom('files')
            .select('id')
            .where(
              'id',
              'in',
              files.map(({ id }) => id),
            )
            .where('attached_at', 'is not', null)
            .execute(),
        ).toEqual([])
        const everything = JSON.stringify([
          await db().selectFrom('members').selectAll().execute(),
          await db().selectFrom('claims').selectAll().execute(),
          await db().selectFrom('pledges').selectAll().execute(),
          await db().selectFrom('audit').selectAll().execute(),
        ])
        for (const leak of ['unmistakable', 'erase.me@'])
          expect(everything.toLowerCase().includes(leak), leak).toBe(false)
        // The pledges themselves stay, because they are records of money.
        expect(
          (await db().selectFrom('pledges').select('amount_usd').execute()).map(
            ({ amount_usd: usd }) => usd,
          ),
        ).toEqual(expect.arrayContaining([50, 5]))

        const waiting = await db()
          .selectFrom('mails')
          .select(['template', 'language'])
          .where('to_address', '=', me.email)
          .where('sent_at', 'is', null)
          .execute()
        expect(waiting).toEqual([{ template: 'account-erased', language: 'fr' }])
        expect(await server.deps.audit.firstBrokenRow()).toBeUndefined()
        const trace = await db()
          .selectFrom('audit')
          .select(['actor', 'target'])
          .where('action', '=', 'account.erased')
          .orderBy('seq', 'desc')
          .executeTakeFirst()
        expect(trace).toEqual({ actor: `member:${me.id}`, target: `member:${me.id}` })
        // Staff find no message of the erased member.
        const found = await server.client.call(listClaims, { query: { q: 'unmistakable' } }, admin)
        const pledges = await server.client.call(
          listPledges,
          { query: { q: 'unmistakable' } },
          admin,
        )
        expect([found.ok && found.value, pledges.ok && pledges.value]).toEqual([[], []])
      },
    )

    /** Files of the data directory that contain the text, in upper or lower case. */
    const filesWith = (text: string): string[] =>
      readdirSync(server.dataDir, { recursive: true, withFileTypes: true })
        .filter(
          (entry) =>
            entry.isFile() &&
            readFileSync(join(entry.parentPath, entry.name))
              .toString('latin1')
              .toLowerCase()
              .includes(text),
        )
        .map(({ name }) => name)

    test.skipIf(skip || engine !== 'sqlite')(
      'erasure by the member, by an administrator or with the request leaves no text on the disk',
      async () => {
        const { client, deps } = server
        const contact = (email: string, message: string) =>
          client.call(sendContactMessage, {
            headers: {},
            body: {
              firstName: 'Amna',
              lastName: 'Idris',
              email,
              phoneNumber: '+33612345678',
              subject: 'help',
              message,
            },
          })
        /**
         * Each word begins with two letters that an index may share with the previous word, and ends with letters of
         * its own.
         */
        async function leaver(mark: string) {
          const words = {
            name: `zq${mark}name`,
            email: `zj${mark}@test.example`,
            phone: `+24991777${mark.charCodeAt(1)}${mark.charCodeAt(2)}`,
            message: `zv${mark}message`,
          }
          const built = await person('member', {
            firstName: words.name,
            email: words.email,
            phone: words.phone,
          })
          await liveIn(built, words.message)
          await contact(words.email, `Signed out: ${words.message}`)
          await sendDueMails(deps)
          await contact(words.email, `Waits: ${words.message}`)
          await enqueueMail(deps, db(), {
            to: words.email,
            language: 'en',
            template: 'password-changed',
            values: { at: '2026-01-01T00:00:00.000Z' },
          })
          return {
            ...built,
            texts: Object.values(words).map((word) => word.slice(2).toLowerCase()),
          }
        }
        const [self, byStaff, applicant, staying] = [
          await leaver('wkself'),
          await leaver('wvstaff'),
          await leaver('wrrequest'),
          await leaver('wpstays'),
        ]
        await db()
          .updateTable('registration_requests')
          .set({ status: 'pending' })
          .where('member_id', '=', applicant.id)
          .execute()
        await db()
          .updateTable('members')
          .set({ validated: 0, status: 'inactive' })
          .where('id', '=', applicant.id)
          .execute()
        for (const { texts } of [self, byStaff, applicant])
          for (const text of texts) expect(filesWith(text), text).not.toEqual([])
        // A full database page is split and leaves a copy of its rows behind.
        await db()
          .updateTable('members')
          .set({ occupation: 'long '.repeat(300) })
          .execute()
        await prove(self)
        expect((await erase(self)).ok).toBe(true)
        await prove(admin)
        expect(
          (await client.call(deleteMember, { params: { id: byStaff.cardId } }, admin)).ok,
        ).toBe(true)
        await sendDueMails({ ...deps, mail: { send: async () => undefined } }) // the farewell mails leave by SMTP
        expect(
          (
            await client.call(
              deleteRequest,
              { params: { id: `REQ_${applicant.id}` }, body: { approverComment: 'Sent twice' } },
              admin,
            )
          ).ok,
        ).toBe(true)
        // Data in the bin is sealed; after the period of the bin it is erased too.
        await db()
          .updateTable('deleted_requests')
          .set({ deleted_at: '2020-01-01T00:00:00.000Z' })
          .execute()
        expect(await purgeRequests(deps)).toBe(1)
        await scrubErased(deps)
        for (const { texts } of [self, byStaff, applicant])
          for (const text of texts) expect(filesWith(text), text).toEqual([])
        for (const text of staying.texts) expect(filesWith(text), text).not.toEqual([])
        expect(await db().selectFrom('scrubs').select('wanted_at').executeTakeFirst()).toEqual({
          wanted_at: null,
        })
        const [secure, temporary] = [
          await sql<{ secure_delete: number }>`pragma secure_delete`.execute(db()),
          await sql<{ temp_store: number }>`pragma temp_store`.execute(db()),
        ]
        expect([secure.rows, temporary.rows]).toEqual([[{ secure_delete: 1 }], [{ temp_store: 2 }]])
      },
    )

    run('erasure gives the place at an event to the next member on the list', async () => {
      const event = await openEvent(`full-${randomUUID().slice(0, 8)}`, 1)
      const [me, next] = [await person('member'), await person('member')]
      for (const one of [me, next])
        await server.client.call(registerForEvent, { params: { id: event } }, one)
      await prove(me)
      await erase(me)
      expect(
        await db()
          .selectFrom('event_registrations')
          .select(['member_id', 'state'])
          .where('event_id', '=', event)
          .execute(),
      ).toEqual([{ member_id: next.id, state: 'registered' }])
    })

    run('the last administrator is not erased, nor both of two at once', async () => {
      await prove(admin)
      expect(await erase(admin)).toMatchObject(refusal('last-administrator'))
      const second = await person('admin')
      await prove(second)
      const answers = await Promise.all([erase(admin), erase(second)])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(answers.find(({ ok }) => !ok)).toMatchObject(refusal('last-administrator'))
      expect(
        await db()
          .selectFrom('members')
          .select('id')
          .where('role', '=', 'ROLE_ADMIN')
          .where('status', '=', 'active')
          .execute(),
      ).toHaveLength(1)
    })

    run('concurrent erasures from two sessions succeed once', async () => {
      const me = await person('member')
      const elsewhere = {
        ...me,
        bearer: (await signIn(server, me.email, TEST_PASSWORD)).accessToken,
      }
      await prove(me)
      await prove(elsewhere)
      const answers = await Promise.all([erase(me), erase(elsewhere), erase(me)])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      for (const answer of answers.filter(({ ok }) => !ok))
        expect(answer.ok ? 0 : answer.problem?.status).toBeLessThan(500)
    })
  })
})
