/** Two server processes on one PostgreSQL: a change by one of them applies to the next call of the other. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SESSION_KEPT_MS } from '#server/parts/security/session-rows.ts'
import { endOtherSessions, listSessions, login, refresh } from '#shared/contract/auth.ts'
import type { ApiClient } from '#shared/contract/base/client.ts'
import { cardKeys, myCard, verifyCard } from '#shared/contract/card.ts'
import { sendContactMessage } from '#shared/contract/claims.ts'
import { pledge } from '#shared/contract/donations.ts'
import { sendEmailCode, verifyEmailCode } from '#shared/contract/email-code.ts'
import { checkIn, registerForEvent } from '#shared/contract/events.ts'
import {
  sendResetCode,
  setNewPassword,
  validateResetCode,
} from '#shared/contract/password-reset.ts'
import { createRegistration } from '#shared/contract/registration.ts'
import { createReport } from '#shared/contract/reports.ts'
import { decideRequest } from '#shared/contract/requests.ts'
import { updateMember, validatePassword, searchUser } from '#shared/contract/users.ts'
import { CODE_MAX_TRIES } from '#shared/domain/access/code-rules.ts'
import { REFRESH_GRACE_S } from '#shared/domain/access/session-rules.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { REPORTS_PER_DAY } from '#shared/domain/report/report-rules.ts'
import {
  formOf,
  newAddress,
  newPhone,
  uploadPhotos,
  type RegistrationForm,
} from '#tests/builders/applicant.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { reportBody } from '#tests/builders/report.ts'
import { freshEvent, freshRequest } from '#tests/security/fresh-rows.ts'
import { basic, type ApiServer } from '#tests/support/api-server.ts'
import { hasPostgres } from '#tests/support/engines.ts'
import { lastCode, otherCode } from '#tests/support/mailbox.ts'
import { startTwoServers, type Person, type TwoServers } from './two-servers.ts'

const title = hasPostgres
  ? 'two servers on one PostgreSQL'
  : 'two servers on one PostgreSQL (skipped: no server at 127.0.0.1:5432)'

describe(title, () => {
  const run = test.skipIf(!hasPostgres)
  let servers: TwoServers
  let first: ApiServer
  beforeAll(async () => {
    if (!hasPostgres) return
    servers = await startTwoServers()
    first = servers.first
  })
  afterAll(async () => {
    if (hasPostgres) expect(await servers.stop(), 'the second one leaves cleanly').toBe(0)
  })

  const visitor = (): ReturnType<TwoServers['visitor']> => servers.visitor()
  const person = (role?: Role): Promise<Person> => servers.person(role)
  const as = ({ bearer }: Person) => ({ bearer })
  const prove = (client: ApiClient, who: Person) =>
    client.call(validatePassword, { body: { password: TEST_PASSWORD, id: who.cardId } }, as(who))

  describe('codes', () => {
    run('a code sent by one server is accepted once, by the other', async () => {
      const { here, there } = visitor()
      for (const [sender, checker] of [
        [here, there],
        [there, here],
      ] as const) {
        const email = newAddress()
        expect(await sender.call(sendEmailCode, { headers: {}, body: { email } })).toMatchObject({
          ok: true,
          value: { send: true },
        })
        const body = { email, code: await lastCode(first.deps, email) }
        expect(await checker.call(verifyEmailCode, { body })).toMatchObject({
          ok: true,
          value: { verified: true, ticket: expect.any(String) },
        })
        expect(await sender.call(verifyEmailCode, { body })).toMatchObject({
          ok: true,
          value: { verified: false, reason: 'invalid' },
        })
      }
    })

    run('concurrent tries on both servers share one limit', async () => {
      const { here, there } = visitor()
      const email = newAddress()
      await here.call(sendEmailCode, { headers: {}, body: { email } })
      const right = await lastCode(first.deps, email)
      const wrong = { email, code: otherCode(right) }
      const answers = await Promise.all(
        Array.from({ length: CODE_MAX_TRIES * 2 }, (_, index) =>
          (index % 2 === 0 ? here : there).call(verifyEmailCode, { body: wrong }),
        ),
      )
      const reasons = answers.map((answer) =>
        answer.ok ? answer.value.reason : answer.problem?.code,
      )
      expect(reasons.filter((reason) => reason === 'invalid')).toHaveLength(CODE_MAX_TRIES)
      expect(reasons.filter((reason) => reason === 'too-many-tries')).toHaveLength(CODE_MAX_TRIES)
      for (const client of [here, there])
        expect(await client.call(verifyEmailCode, { body: { email, code: right } })).toMatchObject({
          ok: true,
          value: { verified: false, reason: 'too-many-tries' },
        })
    })

    run('a grant of one server is accepted once on both', async () => {
      const { here, there } = visitor()
      const member = await buildMember(first.deps)
      await there.call(sendResetCode, { headers: { identifier: member.email } })
      const checked = await here.call(validateResetCode, {
        headers: { identifier: member.email, code: await lastCode(first.deps, member.email) },
      })
      const userId = checked.ok ? (checked.value.userId ?? '') : ''
      const answers = await Promise.all(
        [here, there, here, there].map((client) =>
          client.call(setNewPassword, { params: { userId }, body: { password: 'Another-Horse2' } }),
        ),
      )
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(
        answers.filter((answer) => !answer.ok && answer.problem?.code === 'not-found'),
      ).toHaveLength(3)
    })
  })

  run('wrong passwords on both servers share one limit', async () => {
    const { here, there } = visitor()
    const { max, windowS } = login.limits.find(({ per }) => per === 'identifier') ?? {
      max: 0,
      windowS: 1,
    }
    const tryAll = async () => {
      const { email } = await buildMember(first.deps)
      const attempt = (client: ApiClient, password: string) =>
        client.call(login, { headers: { authorization: basic(email, password) } })
      const wrong = []
      for (let tries = 0; tries < max; tries += 1)
        wrong.push(await attempt(tries % 2 === 0 ? here : there, 'Wrong-Pass1!'))
      return {
        wrong,
        right: [await attempt(here, TEST_PASSWORD), await attempt(there, TEST_PASSWORD)],
      }
    }
    // Quotas count in fixed windows, and the test cannot move the clock of the other process. A run that crosses the
    // end of a window is repeated.
    const windowNow = (): number => Math.floor(Date.now() / 1_000 / windowS)
    const begun = windowNow()
    const once = await tryAll()
    const { wrong, right } = windowNow() === begun ? once : await tryAll()
    for (const answer of wrong)
      expect(answer).toMatchObject({ problem: { code: 'invalid-credentials' } })
    for (const answer of right)
      expect(answer).toMatchObject({
        problem: { code: 'too-many' },
        retryAfterS: expect.any(Number),
      })
  })

  describe('sessions', () => {
    const renew = (client: ApiClient, bearer: string) => client.call(refresh, {}, { bearer })

    run('a token of one server is valid on the other; both share signing keys', async () => {
      const { here, there } = visitor()
      const { email } = await buildMember(first.deps)
      const signedIn = await there.call(login, {
        headers: { authorization: basic(email, TEST_PASSWORD) },
      })
      if (!signedIn.ok) throw new Error('not signed in')
      expect(
        await here.call(listSessions, {}, { bearer: signedIn.value.accessToken }),
      ).toMatchObject({ ok: true })
      const card = await here.call(myCard, {}, { bearer: signedIn.value.accessToken })
      const payload = card.ok ? card.value.payload : ''
      expect(
        await there.call(verifyCard, { body: { payload } }, as(await person('reviewer'))),
      ).toMatchObject({ ok: true, value: { verdict: 'VALID' } })
      const [ours, theirs] = [await here.call(cardKeys, {}), await there.call(cardKeys, {})]
      expect(ours.ok && theirs.ok && theirs.value).toEqual(ours.ok && ours.value)
    })

    run(
      'concurrent refreshes of one token on both servers return the same new refresh token',
      async () => {
        const { here, there } = visitor()
        const { refreshToken } = await person()
        const successors = async (bearer: string): Promise<(string | undefined)[]> =>
          (
            await Promise.all([here, there, here, there].map((client) => renew(client, bearer)))
          ).map((answer) => (answer.ok ? answer.value.refreshToken : answer.problem?.code))
        const [next, ...others] = await successors(refreshToken)
        expect(next).toMatch(/^[\w-]{40,}$/)
        expect(others).toEqual([next, next, next])
        expect(await renew(there, refreshToken)).toMatchObject({
          ok: true,
          value: { refreshToken: next },
        })
        expect(await renew(here, next ?? '')).toMatchObject({ ok: true })
      },
    )

    run(
      'a step-up on one server permits the calls of the other; so does a proven new address',
      async () => {
        const { here, there } = visitor()
        const administrator = await person('admin')
        const member = await buildMember(first.deps)
        const promote = (client: ApiClient) =>
          client.call(
            updateMember,
            { params: { id: member.cardId }, body: { role: 'ROLE_REVIEWER' } },
            as(administrator),
          )
        expect(await promote(there)).toMatchObject({ problem: { code: 'step-up-required' } })
        expect(await prove(here, administrator)).toMatchObject({ ok: true, value: { valid: true } })
        expect(await promote(there)).toMatchObject({
          ok: true,
          value: { role: { id: 'ROLE_REVIEWER' } },
        })

        const email = newAddress()
        const move = (client: ApiClient) =>
          client.call(
            updateMember,
            { params: { id: administrator.cardId }, body: { email } },
            as(administrator),
          )
        expect(await move(here)).toMatchObject({ problem: { code: 'code-required' } })
        await there.call(sendEmailCode, { headers: {}, body: { email } }, as(administrator))
        expect(
          await there.call(
            verifyEmailCode,
            { body: { email, code: await lastCode(first.deps, email) } },
            as(administrator),
          ),
        ).toMatchObject({ ok: true, value: { verified: true } })
        expect(await move(here)).toMatchObject({ ok: true, value: { email } })
      },
    )

    run(
      'a ban on one server applies on the other: changes, refresh, sign-in and card at once, reads within a second',
      async () => {
        const { here, there } = visitor()
        const [administrator, member, reviewer] = [
          await person('admin'),
          await person(),
          await person('reviewer'),
        ]
        expect(await there.call(listSessions, {}, as(member))).toMatchObject({ ok: true })
        const card = await there.call(myCard, {}, as(member))
        await prove(here, administrator)
        expect(
          await here.call(
            updateMember,
            { params: { id: member.cardId }, body: { status: 'banned' } },
            as(administrator),
          ),
        ).toMatchObject({ ok: true })
        const refused = { problem: { code: 'not-signed-in' } }
        expect(await there.call(endOtherSessions, {}, as(member))).toMatchObject(refused)
        expect(await renew(there, member.refreshToken)).toMatchObject({
          problem: { code: 'session-ended' },
        })
        expect(
          await there.call(login, {
            headers: { authorization: basic(member.email, TEST_PASSWORD) },
          }),
        ).toMatchObject({ problem: { code: 'invalid-credentials' } })
        expect(
          await there.call(
            verifyCard,
            { body: { payload: card.ok ? card.value.payload : '' } },
            as(reviewer),
          ),
        ).toMatchObject({ ok: true, value: { verdict: 'REVOKED' } })
        await new Promise((resolve) => setTimeout(resolve, SESSION_KEPT_MS))
        expect(await there.call(listSessions, {}, as(member))).toMatchObject(refused)
      },
    )
  })

  run('a quota of a minute that one server used up ends on the other within a second', async () => {
    const { here, there } = visitor()
    const reviewer = await person('reviewer')
    const call = (client: ApiClient) =>
      client.call(verifyCard, { body: { payload: 'no card' } }, as(reviewer))
    const { max } = verifyCard.limits[0]
    // Both servers have the clock of this machine: begin early enough in a minute.
    while (new Date().getSeconds() > 30) await new Promise((resolve) => setTimeout(resolve, 500))
    let used = 0
    while (used < max + 1) {
      await call(here)
      used += 1
    }
    expect(await call(here)).toMatchObject({ problem: { code: 'too-many' } })
    let asked = 0
    await expect
      .poll(
        () => {
          asked += 1
          return call(there)
        },
        { timeout: 10_000, interval: 200 },
      )
      .toMatchObject({ problem: { code: 'too-many' } })
    expect(asked).toBeLessThan(max)
  })

  describe('races', () => {
    run('concurrent registrations of one address make one member', async () => {
      const { here, there } = visitor()
      const email = newAddress()
      const tickets: string[] = []
      for (const client of [here, there]) {
        await client.call(sendEmailCode, { headers: {}, body: { email } })
        const verified = await client.call(verifyEmailCode, {
          body: { email, code: await lastCode(first.deps, email) },
        })
        if (verified.ok && verified.value.ticket !== undefined) tickets.push(verified.value.ticket)
      }
      expect(tickets).toHaveLength(2)
      const forms = await Promise.all(
        tickets.map(async (ticket) => ({
          ticket,
          form: formOf(email, await uploadPhotos(first.deps, ticket), { phone: newPhone() }),
        })),
      )
      const answers = await Promise.all(
        forms.flatMap(({ ticket, form }) =>
          [here, there].map((client) =>
            client.call(
              createRegistration,
              { headers: {}, body: form as RegistrationForm },
              { bearer: ticket },
            ),
          ),
        ), // the builder's form is the shape of the call
      )
      // The same form sent to both servers makes one registration; both may return its id.
      expect(new Set(answers.flatMap((answer) => (answer.ok ? [answer.value.id] : []))).size).toBe(
        1,
      )
      for (const answer of answers)
        if (!answer.ok)
          expect(['user-exists', 'not-signed-in', 'invalid']).toContain(answer.problem?.code)
      const { db } = first.deps.database
      const members = await db
        .selectFrom('members')
        .select('id')
        .where('email_key', '=', email)
        .execute()
      expect(members).toHaveLength(1)
      expect(
        await db
          .selectFrom('registration_requests')
          .select('id')
          .where('member_id', '=', members[0]?.id ?? 0)
          .execute(),
      ).toHaveLength(1)
    })

    run('one of four concurrent decisions on a request succeeds', async () => {
      const { here, there } = visitor()
      const [id, reviewer] = [await freshRequest(first.deps), await person('reviewer')]
      const decide = (client: ApiClient, status: 'approved' | 'rejected') =>
        client.call(
          decideRequest,
          { params: { id }, body: { status, approverComment: 'Seen' } },
          as(reviewer),
        )
      const answers = await Promise.all([
        decide(here, 'approved'),
        decide(there, 'rejected'),
        decide(here, 'rejected'),
        decide(there, 'approved'),
      ])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(
        answers.filter((answer) => !answer.ok && answer.problem?.code === 'already-decided'),
      ).toHaveLength(3)
    })

    run(
      'one member gets the last place of an event; a check-in sent to both counts once',
      async () => {
        const { here, there } = visitor()
        const eventId = await freshEvent(first.deps)
        const { db } = first.deps.database
        await db.updateTable('events').set({ capacity: 1 }).where('id', '=', eventId).execute()
        const people = await Promise.all(Array.from({ length: 10 }, () => person()))
        const answers = await Promise.all(
          people.map((who, index) =>
            (index % 2 === 0 ? here : there).call(
              registerForEvent,
              { params: { id: eventId } },
              as(who),
            ),
          ),
        )
        const states = answers.map((answer) =>
          answer.ok ? answer.value.registration : answer.problem?.code,
        )
        expect(states.filter((state) => state === 'waiting')).toHaveLength(9)
        expect(states.filter((state) => state === 'registered')).toHaveLength(1)
        const [gate, guest] = [await person('moderator'), people[0]]
        const body = {
          checkIns: [
            {
              id: randomUUID(),
              cardId: guest?.cardId ?? '',
              at: new Date().toISOString(),
              gate: 'North',
            },
          ],
        }
        const passages = await Promise.all(
          [here, there, here, there].map((client) =>
            client.call(checkIn, { params: { id: eventId }, body }, as(gate)),
          ),
        )
        const results = passages.map((answer) =>
          answer.ok ? answer.value.results[0]?.result : answer.problem?.code,
        )
        expect([...results].sort()).toEqual(['known', 'known', 'known', 'recorded'])
        expect(
          await db.selectFrom('check_ins').select('id').where('event_id', '=', eventId).execute(),
        ).toHaveLength(1)
      },
    )

    run('reports on both servers share one limit of a day', async () => {
      const { here, there } = visitor()
      const author = await person()
      const answers = await Promise.all(
        Array.from({ length: REPORTS_PER_DAY * 2 }, (_, index) =>
          (index % 2 === 0 ? here : there).call(createReport, { body: reportBody() }, as(author)),
        ),
      )
      expect(answers.filter(({ ok }) => ok)).toHaveLength(REPORTS_PER_DAY)
      expect(
        answers.filter((answer) => !answer.ok && answer.problem?.code === 'too-many'),
      ).toHaveLength(REPORTS_PER_DAY)
    })

    run('of two administrators who demote each other, one stays', async () => {
      const { here, there } = visitor()
      const { db } = first.deps.database
      await db
        .updateTable('members')
        .set({ role: 'ROLE_USER' })
        .where('role', '=', 'ROLE_ADMIN')
        .execute()
      const [one, other] = [await person('admin'), await person('admin')]
      await prove(here, one)
      await prove(there, other)
      const dismiss = (client: ApiClient, actor: Person, target: Person) =>
        client.call(
          updateMember,
          { params: { id: target.cardId }, body: { role: 'ROLE_USER' } },
          as(actor),
        )
      const answers = await Promise.all([dismiss(here, one, other), dismiss(there, other, one)])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(
        await db
          .selectFrom('members')
          .select('id')
          .where('role', '=', 'ROLE_ADMIN')
          .where('status', '=', 'active')
          .execute(),
      ).toHaveLength(1)
    })
  })

  run(
    'the audit chain is whole after 200 concurrent writes of both servers and has every one',
    async () => {
      const { deps } = first
      const staff = await Promise.all(Array.from({ length: 10 }, () => person('moderator')))
      const eventId = await freshEvent(deps)
      const countRows = async (): Promise<number> =>
        (await deps.database.db.selectFrom('audit_head').select('seq').executeTakeFirstOrThrow())
          .seq
      const before = await countRows()
      const write = (index: number) => {
        const who = staff[index % staff.length]
        const { here, there } = visitor()
        const client = index % 2 === 0 ? here : there
        const signedIn = { bearer: who?.bearer ?? '' }
        switch (Math.floor(index / 2) % 5) {
          case 0:
            return client.call(verifyCard, { body: { cardId: who?.cardId ?? '' } }, signedIn)
          case 1:
            return client.call(searchUser, { body: { id: who?.cardId ?? '' } }, signedIn)
          case 2:
            return client.call(pledge, { headers: {}, body: { cause: 'education', amountUsd: 10 } })
          case 3:
            return client.call(sendContactMessage, {
              headers: {},
              body: {
                firstName: 'Amna',
                lastName: 'Idris',
                email: newAddress(),
                phoneNumber: newPhone(),
                subject: 'query',
                message: 'When?',
              },
            })
          default:
            return client.call(registerForEvent, { params: { id: eventId } }, signedIn)
        }
      }
      // 40 at a time keep every connection of both busy. Each write waits for the lock of the log. On a machine that gives
      // the servers a tenth of a core, some wait longer for it than a call may, and are refused: they come again, as clients do.
      const lane = async (start: number): Promise<void> => {
        for (let index = start; index < 200; index += 40)
          for (;;) {
            const answer = await write(index)
            if (answer.ok) break
            expect(answer).toMatchObject({
              problem: { status: 503, code: 'unavailable', part: 'database' },
              retryAfterS: expect.any(Number),
            })
          }
      }
      await Promise.all(Array.from({ length: 40 }, (_, index) => lane(index)))
      // A refused write left no row, and one that was acknowledged left one.
      expect((await countRows()) - before).toBe(200)
      expect(await deps.audit.firstBrokenRow()).toBeUndefined()
    },
  )

  // Last, because it moves the clock of one server.
  run('a refresh token reused after the grace period ends the session on both', async () => {
    const { here, there } = visitor()
    const { refreshToken, bearer } = await person()
    const renewed = await there.call(refresh, {}, { bearer: refreshToken })
    const next = renewed.ok ? renewed.value.refreshToken : ''
    first.clock.advance(REFRESH_GRACE_S + 1)
    expect(await here.call(refresh, {}, { bearer: refreshToken })).toMatchObject({
      problem: { code: 'session-ended' },
    })
    expect(await there.call(refresh, {}, { bearer: next })).toMatchObject({
      problem: { code: 'session-ended' },
    })
    expect(await there.call(listSessions, {}, { bearer })).toMatchObject({
      problem: { code: 'not-signed-in' },
    })
  })
})
