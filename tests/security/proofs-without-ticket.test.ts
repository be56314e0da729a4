/**
 * What a proof opens that is bound to network and program instead of a ticket (ADR 0080), seen by
 * neighbours behind one address, by people with an address of their own, and by whoever comes later.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeOrphans } from '#server/parts/files/remove-orphans.ts'
import { ORIGIN_UPLOADS, ORIGIN_UPLOADS_KEPT_S } from '#shared/contract/uploads.ts'
import { ORIGIN_PROOF_TTL_S } from '#shared/domain/access/code-rules.ts'
import { formOf, newAddress } from '#tests/builders/applicant.ts'
import { buildMember, TEST_PASSWORD, type BuiltMember } from '#tests/builders/member.ts'
import {
  basic,
  confirmPassword,
  signIn,
  startApiServer,
  startWindow,
  type ApiServer,
} from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { lastCode, mailsTo } from '#tests/support/mailbox.ts'
import { jpeg } from '#tests/support/sample-files.ts'

type Photos = Parameters<typeof formOf>[1]
const ELSEWHERE: Photos = {
  idProofPhotoFront: `/api/files/${randomUUID()}`,
  idProofPhotoBack: `/api/files/${randomUUID()}`,
  wldCardPhoto: `/api/files/${randomUUID()}`,
}

describe.each(ENGINES)('a proof without a ticket, on $title', ({ engine, skip }) => {
  const run = test.skipIf(skip)
  let server: ApiServer
  let photo: Buffer
  let networks = 0
  beforeAll(async () => {
    if (skip) return
    server = await startApiServer({ engine })
    photo = await jpeg()
  })
  afterAll(async () => {
    if (!skip) await server.stop()
  })

  /** Somebody who calls from a network with a program. */
  const caller = (network = `10.90.${(networks += 1)}.1`, program = 'Browser 1') => {
    const send = async (method: string, path: string, body?: object, bearer?: string) => {
      const isForm = body instanceof FormData
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: {
          'x-forwarded-for': network,
          'user-agent': program,
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      })
      // oxlint-disable-next-line typescript/no-explicit-any -- read as the test expects it
      return { status: response.status, body: (await response.json()) as any }
    }
    const uploadAs = (...fields: string[]) => {
      const form = new FormData()
      for (const field of fields) form.append(field, new Blob([new Uint8Array(photo)]), 'a.jpg')
      return send('POST', '/api/upload/files', form)
    }
    return {
      network,
      async prove(email: string, more: object = {}): Promise<string> {
        await send('POST', '/api/user/email/send', { email })
        const code = await lastCode(server.deps, email)
        const { body } = await send('POST', '/api/user/email/verify', { email, code, ...more })
        expect(body).toMatchObject({ verified: true })
        return String(body.ticket)
      },
      uploadAs,
      async upload(): Promise<Photos> {
        const { status, body } = await uploadAs('reqIdProofFront', 'reqIdProofBack', 'reqProfile')
        expect(status).toBe(200)
        return {
          idProofPhotoFront: body.reqIdProofFront,
          idProofPhotoBack: body.reqIdProofBack,
          wldCardPhoto: body.reqProfile,
        }
      },
      register: (email: string, photos: Photos, wish: object = {}) =>
        send('POST', '/api/user/register/create', formOf(email, photos, wish)),
      change: (member: BuiltMember, change: object, bearer: string) =>
        send('PUT', `/api/user/update/${member.cardId}`, change, bearer),
    }
  }
  const notSignedIn = { status: 401, body: { code: 'not-signed-in' } }
  const notProven = {
    status: 422,
    body: { fields: [{ path: 'body.email', code: 'not_proven' }] },
  }

  describe('a registration', () => {
    run('without a proof nothing is uploaded or created', async () => {
      const nobody = caller()
      expect(await nobody.uploadAs('reqProfile')).toMatchObject(notSignedIn)
      expect(await nobody.register(newAddress(), ELSEWHERE)).toMatchObject(notSignedIn)
    })

    run.each([
      ['another network', () => caller()],
      [
        'another program behind the same address',
        (network: string) => caller(network, 'Browser 2'),
      ],
    ])('the proof opens nothing to %s', async (_, other) => {
      const applicant = caller()
      const email = newAddress()
      await applicant.prove(email)
      const photos = await applicant.upload()
      const stranger = other(applicant.network)
      expect(await stranger.uploadAs('reqProfile')).toMatchObject(notSignedIn)
      expect(await stranger.register(email, photos)).toMatchObject(notSignedIn)
      expect(await applicant.register(email, photos)).toMatchObject({ status: 200 })
    })

    run('who proves an own address registers nobody else', async () => {
      const attacker = caller()
      await attacker.prove(newAddress())
      const photos = await attacker.upload()
      const refused = await attacker.register(newAddress(), photos)
      expect(refused).toMatchObject(notProven)
    })

    run(
      'a neighbour registers nobody whose page carries a ticket, and cannot see them',
      async () => {
        const victim = caller()
        const email = newAddress()
        await victim.prove(email, { carriesTicket: true })
        const neighbour = caller(victim.network)
        expect(await neighbour.register(email, ELSEWHERE)).toMatchObject(notSignedIn)
        await neighbour.prove(newAddress())
        const photos = await neighbour.upload()
        const known = await neighbour.register(email, photos)
        const unknown = await neighbour.register(newAddress(), photos)
        expect(known).toMatchObject(notProven)
        expect({ ...known.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
      },
    )

    run('photos from elsewhere are not attached', async () => {
      const owner = caller()
      await owner.prove(newAddress())
      const photos = await owner.upload()
      const thief = caller()
      const email = newAddress()
      await thief.prove(email)
      expect(await thief.register(email, photos)).toMatchObject({
        status: 422,
        body: { message: 'Failed to upload photos' },
      })
    })

    run('the proof works once', async () => {
      const applicant = caller()
      const email = newAddress()
      await applicant.prove(email)
      const photos = await applicant.upload()
      expect(await applicant.register(email, photos, { phone: '' })).toMatchObject({ status: 200 })
      const again = await applicant.upload()
      expect(await applicant.register(email, again, { phone: '' })).toMatchObject(notSignedIn)
    })

    run('the proof ends after half an hour', async () => {
      const applicant = caller()
      const email = newAddress()
      await applicant.prove(email)
      const photos = await applicant.upload()
      server.clock.advance(ORIGIN_PROOF_TTL_S + 1)
      expect(await applicant.uploadAs('reqProfile')).toMatchObject(notSignedIn)
      expect(await applicant.register(email, photos)).toMatchObject(notSignedIn)
    })

    run(
      'a registered address gets the same reply, and its holder alone reads the code',
      async () => {
        const member = await buildMember(server.deps)
        const holder = caller()
        await holder.prove(member.email)
        const photos = await holder.upload()
        expect((await mailsTo(server.deps, member.email)).map(({ template }) => template)).toEqual([
          'already-registered-code',
        ])
        expect(await holder.register(member.email, photos)).toMatchObject({
          status: 409,
          body: { message: 'User already exists' },
        })
      },
    )

    run(
      'only the three photos are taken, a dozen times an hour, and kept for an hour',
      async () => {
        startWindow(server, ORIGIN_UPLOADS.windowS)
        const applicant = caller()
        await applicant.prove(newAddress())
        for (const field of ['wldProfile', 'idProofFront', 'report1', 'paper'])
          expect(await applicant.uploadAs(field)).toMatchObject({ status: 403 })
        const { id } = { id: String((await applicant.uploadAs('reqProfile')).body.reqProfile) }
        for (let time = 5; time < ORIGIN_UPLOADS.max; time += 1)
          expect((await applicant.uploadAs('reqProfile')).status).toBe(200)
        expect((await applicant.uploadAs('reqProfile')).status).toBe(429)
        const other = caller()
        await other.prove(newAddress())
        expect((await other.uploadAs('reqProfile')).status).toBe(200)
        const isKept = async () => {
          await removeOrphans(server.deps)
          const rows = await server.deps.database.db
            .selectFrom('files')
            .select('id')
            .where('id', '=', id.slice('/api/files/'.length))
            .execute()
          return rows.length === 1
        }
        server.clock.advance(ORIGIN_UPLOADS_KEPT_S - 60)
        expect(await isKept()).toBe(true)
        server.clock.advance(61)
        expect(await isKept()).toBe(false)
      },
    )
  })

  describe('a change of e-mail or phone', () => {
    const signedIn = async () => {
      const member = await buildMember(server.deps)
      const { accessToken } = await signIn(server, member.email, TEST_PASSWORD)
      await confirmPassword(server, accessToken)
      return { member, bearer: accessToken }
    }
    const codeRequired = { status: 403, body: { code: 'code-required' } }

    run('takes the proof of the very address, from the same place', async () => {
      const { member, bearer } = await signedIn()
      const here = caller()
      const email = newAddress()
      await here.prove(email)
      for (const other of [caller(), caller(here.network, 'Browser 2')])
        expect(await other.change(member, { email }, bearer)).toMatchObject(codeRequired)
      expect(await here.change(member, { email: newAddress() }, bearer)).toMatchObject(codeRequired)
      expect(await here.change(member, { phone: '+249911113333' }, bearer)).toMatchObject(
        codeRequired,
      )
      expect(await here.change(member, { email }, bearer)).toMatchObject({
        status: 200,
        body: { email },
      })
    })

    run('works once, and not for a registration afterwards', async () => {
      const { member, bearer } = await signedIn()
      const here = caller()
      const photos = await (await here.prove(newAddress()), here.upload())
      const email = newAddress()
      await here.prove(email)
      expect(await here.change(member, { email }, bearer)).toMatchObject({ status: 200 })
      const { accessToken } = await signIn(server, email, TEST_PASSWORD)
      await confirmPassword(server, accessToken)
      expect(await here.change(member, { email: member.email }, accessToken)).toMatchObject(
        codeRequired,
      )
      expect(await here.register(email, photos)).toMatchObject(notProven)
    })

    run('takes no proof of a page that carries its session or ticket', async () => {
      const { member, bearer } = await signedIn()
      const here = caller()
      const email = newAddress()
      await here.prove(email, { carriesTicket: true })
      expect(await here.change(member, { email }, bearer)).toMatchObject(codeRequired)
    })

    run('ends after half an hour', async () => {
      const { member, bearer } = await signedIn()
      const here = caller()
      const email = newAddress()
      await here.prove(email)
      server.clock.advance(ORIGIN_PROOF_TTL_S + 1)
      const later = (await signIn(server, member.email, TEST_PASSWORD)).accessToken
      await confirmPassword(server, later)
      expect(await here.change(member, { email }, later)).toMatchObject(codeRequired)
      expect(bearer).not.toBe(later)
    })

    run('needs the password as well', async () => {
      const member = await buildMember(server.deps)
      const { accessToken } = await signIn(server, member.email, TEST_PASSWORD)
      const here = caller()
      const email = newAddress()
      await here.prove(email)
      expect(await here.change(member, { email }, accessToken)).toMatchObject({
        status: 403,
        body: { code: 'step-up-required' },
      })
    })
  })

  describe('a refresh token that stays', () => {
    const renew = async (token: string) => {
      const response = await fetch(`${server.url}/api/auth/refresh`, {
        headers: {
          authorization: `Bearer ${token}`,
          'x-forwarded-for': `10.91.${(networks += 1)}.1`,
        },
      })
      return { status: response.status, body: (await response.json()) as { refreshToken?: string } }
    }
    const enter = async (member: BuiltMember, headers: Readonly<Record<string, string>> = {}) => {
      const response = await fetch(`${server.url}/api/auth/login`, {
        headers: { authorization: basic(member.email, TEST_PASSWORD), ...headers },
      })
      return (await response.json()) as { accessToken: string; refreshToken: string }
    }

    run('is given where the sign-in asks for no rotation, and to nobody else', async () => {
      const member = await buildMember(server.deps)
      const staying = await enter(member)
      server.clock.advance(60)
      expect(await renew(staying.refreshToken)).toMatchObject({
        status: 200,
        body: { refreshToken: staying.refreshToken },
      })
      const rotating = await enter(member, { 'refresh-rotation': 'every-use' })
      const successor = (await renew(rotating.refreshToken)).body.refreshToken
      expect(successor).not.toBe(rotating.refreshToken)
      server.clock.advance(60)
      // A copy of a rotating token is still found out, and takes its session with it.
      expect((await renew(rotating.refreshToken)).status).toBe(401)
      expect((await renew(successor ?? '')).status).toBe(401)
      expect((await renew(staying.refreshToken)).status).toBe(200)
    })

    run('ends with the sign-out, and 30 days after the sign-in', async () => {
      const member = await buildMember(server.deps)
      const one = await enter(member)
      await fetch(`${server.url}/api/auth/logout`, {
        method: 'POST',
        headers: { authorization: `Bearer ${one.accessToken}` },
      })
      expect((await renew(one.refreshToken)).status).toBe(401)
      const { refreshToken } = await enter(member)
      for (let day = 0; day < 29; day += 1) {
        server.clock.advance(86_400)
        expect((await renew(refreshToken)).status).toBe(200)
      }
      server.clock.advance(86_401)
      expect((await renew(refreshToken)).status).toBe(401)
    })

    run('of staff, ends after half an hour without use and after a working day', async () => {
      const reviewer = await buildMember(server.deps, { role: 'reviewer' })
      const { refreshToken } = await enter(reviewer)
      for (let time = 0; time < 51; time += 1) {
        server.clock.advance(14 * 60)
        expect((await renew(refreshToken)).status).toBe(200)
      }
      server.clock.advance(14 * 60)
      expect((await renew(refreshToken)).status).toBe(401)
    })
  })
})
