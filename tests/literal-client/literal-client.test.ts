/** The client of docs/spec against the real server, call by call; docs/spec/clients.md holds the results. */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildFile } from '#tests/builders/file.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { startApiServer, startWindow, type ApiServer } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { lastCode } from '#tests/support/mailbox.ts'
import { jpeg } from '#tests/support/sample-files.ts'
import { literalClient, type LiteralClient, type MadeCall } from './client.ts'

const MINUTE_S = 60
const NEW_PASSWORD = 'Other-Horse22'

/** registration.md, 3: all fields, those that are fixed as well. */
const application = (email: string, photos: Readonly<Record<string, string>>) => ({
  firstName: 'Hawa',
  lastName: 'Musa',
  email,
  password: 'Long-Enough1',
  phone: '+249912345678',
  isActive: false,
  status: 'inactive',
  tribe: 'Test tribe',
  currentCountry: 'France',
  currentCity: 'Lyon',
  currentVillage: 'Bron',
  birthDate: '1990-04-12',
  birthCountry: 'Sudan',
  birthCity: 'Nyala',
  birthVillage: 'Kass',
  maritalStatus: 'Married',
  numberOfKids: 2,
  occupation: 'Engineer',
  sex: 'f',
  mothersFirstName: 'Zeinab',
  mothersLastName: 'Musa',
  approverComment: '',
  recommendedBy: 'ELDER-7',
  connectionMethod: 'email',
  nationalities: ['Sudan', 'France'],
  comments: '',
  role: 'ROLE_USER',
  idProofPhotoFront: photos['reqIdProofFront'],
  idProofPhotoBack: photos['reqIdProofBack'],
  wldCardPhoto: photos['reqProfile'],
})

type Application = ReturnType<typeof application>

/** reports.md, 2. */
const report = (userId: string, evidenceList: readonly object[] = []) => ({
  userId,
  type: 'Looting',
  description: 'A market was emptied and burned.',
  country: 'Sudan',
  city: 'Nyala',
  googleMapLink: 'https://maps.google.com/?q=12.05,24.88',
  actor: 'Militia',
  actorName: 'Not known',
  actorDesc: 'Men in uniforms without badges',
  actorAccount: 'none',
  victim: 'Traders of the market',
  status: 'not verified',
  verified: false,
  evidenceList,
})

describe.each(ENGINES)('the client of the documents, on $title', ({ engine, skip }) => {
  const run = test.skipIf(skip)
  const made: MadeCall[] = []
  let server: ApiServer
  let photo: Buffer
  let networks = 0
  beforeAll(async () => {
    if (skip) return
    server = await startApiServer({ engine })
    startWindow(server, 3_600)
    photo = await jpeg()
  })
  afterAll(async () => {
    if (!skip) await server.stop()
  })
  const newClient = (): LiteralClient =>
    literalClient(server.url, `10.80.${(networks += 1)}.1`, made)
  const signedIn = async (wish: Parameters<typeof buildMember>[1] = {}) => {
    const member = await buildMember(server.deps, wish)
    const client = newClient()
    expect(await client.login(member.email, TEST_PASSWORD)).toMatchObject({
      status: 200,
      body: { valid: true, user: { cardId: member.cardId } },
    })
    return { client, member }
  }
  const codeOf = (address: string) => lastCode(server.deps, address)
  const prove = async (client: LiteralClient, email: string): Promise<void> => {
    expect(await client.sendCode(email)).toMatchObject({ status: 200, body: { send: true } })
    expect(await client.verifyCode(email, await codeOf(email))).toMatchObject({
      status: 200,
      body: { verified: true },
    })
  }
  const applied = async (client: LiteralClient, email: string): Promise<Application> => {
    expect(await client.validateEmail(email)).toMatchObject({ status: 200, body: { valid: true } })
    await prove(client, email)
    const photos = await client.uploadForRegistration(photo)
    expect(photos).toMatchObject({
      status: 200,
      body: {
        reqIdProofFront: expect.any(String),
        reqIdProofBack: expect.any(String),
        reqProfile: expect.any(String),
      },
    })
    return application(email, photos.body as Readonly<Record<string, string>>)
  }

  run('registers, and the same call sent again has the same result', async () => {
    const client = newClient()
    const form = await applied(client, 'hawa.literal@test.example')
    const first = await client.register(form)
    expect(first).toMatchObject({ status: 200, body: { created: true } })
    expect(await client.register(form)).toEqual(first)
    expect((await client.login('hawa.literal@test.example', 'Long-Enough1')).status).toBe(401) // inactive
  })

  run('stays signed in for a day with the refresh token of the sign-in', async () => {
    const { client, member } = await signedIn()
    for (let time = 0; time < 100; time += 1) {
      server.clock.advance(14 * MINUTE_S)
      expect((await client.refresh()).status).toBe(200)
    }
    expect(
      await client.updateMember(member.cardId, { currentCountry: 'France', currentCity: 'Paris' }),
    ).toMatchObject({ status: 200, body: { currentCity: 'Paris' } })
  })

  run('changes place and photo, and sends back what it got', async () => {
    const { client, member } = await signedIn()
    const upload = await client.uploadOfStaff(photo)
    expect(upload.status).toBe(200)
    const photoUrl = String(upload.body.wldProfile)
    const change = {
      currentCountry: 'Chad',
      currentCity: 'Abéché',
      currentVillage: '',
      photoUrl,
    }
    expect(await client.updateMember(member.cardId, change)).toMatchObject({ status: 200 })
    // The same address again is no change, and neither is the whole row.
    expect(await client.updateMember(member.cardId, change)).toMatchObject({ status: 200 })
    const { user } = (await client.login(member.email, TEST_PASSWORD)).body as { user: object }
    expect(await client.updateMember(member.cardId, { ...user, photoUrl })).toMatchObject({
      status: 200,
      body: { currentCity: 'Abéché' },
    })
    expect(await client.signPhoto([photoUrl])).toMatchObject({
      status: 200,
      body: { [photoUrl]: expect.stringContaining('/api/files/') },
    })
    expect(await client.signPhotos([photoUrl])).toMatchObject({
      status: 200,
      body: { [photoUrl]: expect.any(String) },
    })
    expect(await client.signPhotos({ user: { photoUrl } })).toMatchObject({
      status: 200,
      body: { user: { photoUrl: expect.any(String) } },
    })
  })

  run('changes e-mail, phone and password after the checks of the documents', async () => {
    const { client, member } = await signedIn()
    const proven = async () =>
      expect(await client.validatePassword(TEST_PASSWORD, member.cardId)).toMatchObject({
        status: 200,
        body: { valid: true },
      })
    await proven()
    await prove(client, member.email)
    expect(await client.updateMember(member.cardId, { phone: '+249911112222' })).toMatchObject({
      status: 200,
      body: { phone: '+249911112222' },
    })
    const email = 'moved.literal@test.example'
    await prove(client, email)
    expect(await client.updateMember(member.cardId, { email })).toMatchObject({
      status: 200,
      body: { email },
    })
    expect(await client.validatePassword('Wrong-Horse99', member.cardId)).toMatchObject({
      status: 200,
      body: { valid: false },
    })
    await proven()
    expect(await client.updateMember(member.cardId, { password: NEW_PASSWORD })).toMatchObject({
      status: 200,
    })
    expect((await newClient().login(email, NEW_PASSWORD)).status).toBe(200)
  })

  run('resets the password by e-mail and by a phone number that staff confirmed', async () => {
    const member = await buildMember(server.deps)
    for (const [identifier, password] of [
      [member.email, NEW_PASSWORD],
      [member.phone, 'Third-Horse33'],
    ] as const) {
      const client = newClient()
      expect(await client.sendReset(identifier)).toMatchObject({
        status: 200,
        body: { send: true },
      })
      const reset = await client.validateReset(identifier, await codeOf(member.email))
      expect(reset).toMatchObject({
        status: 200,
        body: { verified: true, userId: expect.any(String) },
      })
      expect((await client.updatePassword(String(reset.body.userId), password)).status).toBe(200)
      expect((await client.login(identifier, password)).status).toBe(200)
    }
  })

  run('writes to the association', async () => {
    expect(
      await newClient().contact({
        firstName: 'Hawa',
        lastName: 'Musa',
        email: 'hawa@test.example',
        phoneNumber: '+33612345678',
        subject: 'help',
        message: 'I cannot sign in.',
      }),
    ).toMatchObject({ status: 200 })
  })

  run('reports, with evidence, and staff edit and delete', async () => {
    const { client: author, member } = await signedIn()
    const upload = await author.uploadEvidence(photo)
    expect(upload.status).toBe(200)
    const item = {
      evidenceType: 'image',
      fileUrl: String(upload.body.report1),
      description: 'The market at noon',
    }
    const created = await author.createReport(report(member.cardId, [item]))
    expect(created).toMatchObject({ status: 200 })
    const id = Number(created.body.id)
    const { client: staff } = await signedIn({ role: 'reviewer' })
    const { userId: _userId, evidenceList: _list, ...edited } = report(member.cardId)
    expect(
      await staff.updateReport(id, {
        ...edited,
        status: 'verified',
        verifierComment: '',
        verified: true,
      }),
    ).toMatchObject({ status: 200, body: { status: 'verified', verified: true } })
    expect(await newClient().reports()).toMatchObject({
      status: 200,
      body: expect.arrayContaining([expect.objectContaining({ id })]),
    })
    const second = await staff.uploadEvidence(photo)
    const added = await staff.createEvidence({
      reportId: id,
      evidenceType: 'image',
      fileUrl: String(second.body.report1),
      description: 'From the other side',
    })
    expect(added).toMatchObject({ status: 200 })
    expect(await newClient().evidence(id)).toMatchObject({
      status: 200,
      body: [{ description: 'The market at noon' }, { description: 'From the other side' }],
    })
    expect(await staff.deleteEvidence(Number(added.body.id))).toMatchObject({
      status: 200,
      body: { deleted: true },
    })
    expect(await staff.deleteReport(id)).toMatchObject({ status: 200, body: { deleted: true } })
    const logged = await server.deps.database.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'report.deleted')
      .where('target', '=', `report:${id}`)
      .executeTakeFirstOrThrow()
    expect(logged.detail).toContain('no reason given')
  })

  run('reviews requests by the id of the list', async () => {
    const { client: staff } = await signedIn({ role: 'moderator' })
    const requests = []
    for (const name of ['one', 'two', 'three']) {
      const client = newClient()
      const form = await applied(client, `${name}.request@test.example`)
      requests.push(String((await client.register(form)).body.id))
    }
    const [approved = '', rejected = '', deleted = ''] = requests
    expect(await staff.requests()).toMatchObject({
      status: 200,
      body: expect.arrayContaining(requests.map((id) => expect.objectContaining({ id }))),
    })
    expect(await staff.approve(approved, 'All documents are readable')).toMatchObject({
      status: 200,
      body: { status: 'approved' },
    })
    expect(await staff.reject(rejected, 'The photo is of somebody else')).toMatchObject({
      status: 200,
      body: { status: 'rejected' },
    })
    expect(await staff.deleteRequest(deleted, 'Sent twice')).toMatchObject({ status: 200 })
  })

  run('manages members', async () => {
    const { client: staff, member: self } = await signedIn({ role: 'admin' })
    const photos = (await staff.uploadOfStaff(photo)).body as Readonly<Record<string, string>>
    const fields = {
      firstName: 'Kaltuma',
      lastName: 'Adam',
      email: 'kaltuma@test.example',
      password: 'Long-Enough1',
      mothersFirstName: 'Mariam',
      mothersLastName: 'Adam',
      isActive: false,
      status: 'inactive',
      validated: true,
      connectionMethod: 'email',
      role: { id: 'ROLE_USER' },
      idProofPhotoFront: photos['idProofFront'],
      idProofPhotoBack: photos['idProofBack'],
      wldCardPhoto: photos['wldProfile'],
      // What a form sends of inputs that nobody touched.
      phone: '',
      tribe: '',
      dateOfBirth: '',
      sex: '',
      maritalStatus: '',
      currentCountry: '',
      birthCountry: '',
      numberOfKids: '',
      nationalities: '',
      occupation: '',
    }
    const created = await staff.createMember(fields)
    expect(created).toMatchObject({ status: 200, body: { birthDate: '', sex: '' } })
    const id = String(created.body.cardId)
    const list = await staff.members()
    expect(list.status).toBe(200)
    const row = (list.body as { cardId: string }[]).find(({ cardId }) => cardId === id)
    expect(row).toBeDefined()
    // The edit form sends the whole row back, the address of the photo as the list has it.
    expect(await staff.updateMember(id, { ...row, tribe: 'Test tribe' })).toMatchObject({
      status: 200,
      body: { tribe: 'Test tribe' },
    })
    expect(await staff.updateMember(id, { status: 'active', isActive: true })).toMatchObject({
      status: 200,
      body: { status: 'active', isActive: true },
    })
    expect(await staff.validatePassword(TEST_PASSWORD, self.cardId)).toMatchObject({
      body: { valid: true },
    })
    expect(
      await staff.updateMember(id, { role: { id: 'ROLE_MEMBERSHIP_REVIEWER' } }),
    ).toMatchObject({ status: 200, body: { role: { id: 'ROLE_REVIEWER' } } })
    for (const key of [{ id }, { email: 'kaltuma@test.example' }])
      expect(
        await staff.search({ id: '', email: '', phone: '', firstName: '', lastName: '', ...key }),
      ).toMatchObject({ status: 200, body: { cardId: id } })
    expect(await staff.deleteMember(id)).toMatchObject({ status: 200, body: { deleted: true } })
  })

  describe('what stays refused', () => {
    run('a member is not erased without the password: nothing brings them back', async () => {
      const { client } = await signedIn({ role: 'admin' })
      const target = await buildMember(server.deps)
      expect(await client.deleteMember(target.cardId)).toMatchObject({
        status: 403,
        body: { code: 'step-up-required' },
      })
    })
    run('nobody is found by the name alone', async () => {
      const { client } = await signedIn({ role: 'reviewer' })
      expect(await client.search({ firstName: 'Hawa', lastName: 'Musa' })).toMatchObject({
        status: 422,
      })
    })
    run('a map link is https', async () => {
      const { client, member } = await signedIn()
      expect(
        await client.createReport({
          ...report(member.cardId),
          googleMapLink: 'http://maps.google.com/?q=1,2',
        }),
      ).toMatchObject({ status: 422, body: { fields: [{ path: 'body.googleMapLink' }] } })
    })
    run('lists of people hold no papers and no names of mothers', async () => {
      const { client } = await signedIn({ role: 'admin' })
      const file = await buildFile(server.deps, { ownerId: null, purpose: 'idProofFront' })
      await buildMember(server.deps, { details: { birth_date: '', sex: '', id_front_file: file } })
      const text = JSON.stringify((await client.members()).body)
      expect(text).not.toContain('idProofPhotos')
      expect(text).not.toContain('mothersFirstName')
    })
    run('what is marked verified follows from the state', async () => {
      const { client: author, member } = await signedIn()
      const { body } = await author.createReport(report(member.cardId))
      const { client: staff } = await signedIn({ role: 'moderator' })
      const { userId: _userId, evidenceList: _list, ...edited } = report(member.cardId)
      expect(
        await staff.updateReport(Number(body.id), {
          ...edited,
          status: 'under review',
          verified: true,
          verifierComment: '',
        }),
      ).toMatchObject({ status: 200, body: { verified: false, status: 'under review' } })
    })
  })

  run('docs/spec/clients.md holds each call, with its result', async () => {
    const page = await readFile('docs/spec/clients.md', 'utf8')
    const rows = [
      ...page.matchAll(/^\| `(GET|POST|PUT|DELETE) (\/api\/\S+)` \| [^|]+ \| (\d{3}) \|/gm),
    ].map(([, method, path, status]) => `${method} ${path} ${status}`)
    const seen = new Set(made.map(({ method, path, status }) => `${method} ${path} ${status}`))
    expect(rows.filter((row) => !seen.has(row))).toEqual([])
    const written = new Set(rows.map((row) => row.slice(0, row.lastIndexOf(' '))))
    expect(
      [...seen].map((row) => row.slice(0, row.lastIndexOf(' '))).filter((row) => !written.has(row)),
    ).toEqual([])
  })
})
