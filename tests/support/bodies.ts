import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { openSession } from '#server/features/auth/open-session.ts'
import { pendingContext } from '#server/features/factors/enrol.ts'
import { signPassAddress } from '#server/features/wallet/pass-address.ts'
import { createLibrary } from '#server/parts/files/library.ts'
import { makeChallenge } from '#server/parts/security/proof-of-work.ts'
import { newTotpSecret, stepAt, totpCode } from '#server/parts/security/totp.ts'
import { putChallenge } from '#server/records/factors/factor-repository.ts'
import { findByNumber } from '#server/records/members/member-repository.ts'
import { issueGrant } from '#server/records/sessions/grant-repository.ts'
import {
  readSetting,
  type SettingName,
  writeSetting,
} from '#server/records/settings/settings-repository.ts'
import type { RouteId } from '#shared/contract/routes.ts'
import { createWitnessReport } from '#shared/contract/witness-reports.ts'
import { SIGNED_ADDRESS_TTL_S } from '#shared/domain/access/session-rules.ts'
import { AGREEMENT_VERSIONS } from '#shared/domain/agreements.ts'
import { BLANK_ASSOCIATION } from '#shared/domain/association.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { RETENTION_DEFAULTS } from '#shared/domain/people/retention.ts'
import { roleId } from '#shared/domain/people/roles.ts'
import { formOf, newAddress, newPhone, uploadPhotos } from '#tests/builders/applicant.ts'
import { buildNews, eventWords, inThreeLanguages, newsWords } from '#tests/builders/content.ts'
/**
 * A well-formed call of each route, which succeeds for a permitted caller. A route that is missing here does not
 * compile, and fails the suites of `tests/security` by name.
 */
import type { BuiltTotp } from '#tests/builders/factor.ts'
import { buildFile } from '#tests/builders/file.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import {
  freshDonation,
  freshReceipt,
  RECEIPT_SETTINGS,
  turnReceiptsOn,
} from '#tests/builders/receipt.ts'
import { reportBody } from '#tests/builders/report.ts'
import {
  castPlayer,
  giveFactor,
  proveFactorAgain,
  provePassword,
  type Player,
} from '#tests/security/cast.ts'
import {
  addressOf,
  freshAlert,
  ASSEMBLY_RULES,
  freshAssembly,
  freshClaim,
  freshConsent,
  freshDecision,
  freshDeletedRequest,
  freshDevice,
  freshEvent,
  freshEvidence,
  freshFailedMail,
  freshHeldMail,
  freshFile,
  freshHold,
  freshMerge,
  freshId,
  freshInvitation,
  freshNotMe,
  freshPass,
  freshPhone,
  freshPledge,
  freshReport,
  freshRelease,
  freshReportDecision,
  freshIdleMember,
  freshRequest,
  freshSubscription,
  freshUndo,
  freshUpload,
  freshWitness,
  later,
} from '#tests/security/fresh-rows.ts'
import { basic, type ApiServer } from './api-server.ts'
import { softPasskey } from './authenticator.ts'
import { GRANTED } from './matrix.ts'
import { jpeg, pdf } from './sample-files.ts'
import { multipartBody } from './uploads.ts'
import { WALLET_PASS_TYPE } from './wallet-certificates.ts'

export interface Scene {
  readonly server: ApiServer
  readonly player: Player
  /** The target of the call; another member where the target does not matter. */
  readonly targetId: number
  readonly deed?: string | undefined
}

/** A reply to a report that the target filed. */
const freshObjection = async ({ server: { deps }, targetId }: Scene): Promise<string> =>
  freshClaim(deps, 'open', { kind: 'reply', report_id: await freshReport(deps, targetId) })

export interface Sample {
  readonly headers?: Readonly<Record<string, string>>
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: unknown
  /** Bytes of a request that is not JSON. */
  readonly raw?: { readonly body: Buffer; readonly type: string }
  /** Part of a reply that identifies the target. */
  readonly mark?: string
}

type Maker = (scene: Scene) => Sample | Promise<Sample>

const anywhere = (): string => addressOf(randomUUID())
const uploadOf = ({ server, player }: Scene, content?: Buffer, complete?: boolean) =>
  freshUpload(server.deps, player.member?.id, content, complete, player.reportId)

const ownFile = async ({ server, player }: Scene, purpose: string): Promise<string> =>
  player.member === undefined
    ? anywhere()
    : addressOf(await freshFile(server.deps, player.member.id, purpose))

async function registration({ server, player: { kind, bearer, email } }: Scene): Promise<Sample> {
  const photos =
    kind === 'ticket' && bearer !== undefined
      ? await uploadPhotos(server.deps, bearer)
      : { idProofPhotoFront: anywhere(), idProofPhotoBack: anywhere(), wldCardPhoto: anywhere() }
  return { headers: {}, body: formOf(email ?? newAddress(), photos) }
}

async function newMember(scene: Scene): Promise<Sample> {
  const photos = {
    idProofPhotoFront: await ownFile(scene, 'idProofFront'),
    idProofPhotoBack: await ownFile(scene, 'idProofBack'),
    wldCardPhoto: await ownFile(scene, 'wldProfile'),
  }
  return {
    body: {
      ...formOf(newAddress(), photos),
      role: { id: roleId(GRANTED[scene.deed ?? ''] ?? 'member') },
    },
  }
}

const CHANGES: Readonly<Record<string, () => object>> = {
  location: () => ({ currentCountry: 'France', currentCity: 'Paris', currentVillage: 'Paris' }),
  name: () => ({ firstName: 'Amina' }),
  ban: () => ({ status: 'banned', isActive: false }),
  'ban-without-password': () => ({ status: 'banned', isActive: false }),
  email: () => ({ email: newAddress() }),
  'email-without-password': () => ({ email: newAddress() }),
  'to-moderator': () => ({ role: { id: 'ROLE_MODERATOR' } }),
  'to-administrator': () => ({ role: { id: 'ROLE_ADMIN' } }),
  'to-reviewer-without-password': () => ({ role: { id: 'ROLE_REVIEWER' } }),
}

async function update({ server, player, targetId, deed = 'location' }: Scene): Promise<Sample> {
  if (!deed.endsWith('without-password')) await provePassword(server.deps, player)
  return { params: { id: cardId(targetId) }, body: CHANGES[deed]?.() }
}

/** Attaches a picture to the target, as portrait or document. */
async function pictureOf({
  server: { deps },
  targetId,
  deed = 'portrait',
}: Scene): Promise<string> {
  const id = await freshFile(
    deps,
    targetId,
    deed === 'portrait' ? 'wldProfile' : 'idProofFront',
    true,
  )
  await deps.database.db
    .updateTable('members')
    .set(deed === 'portrait' ? { card_photo_file: id } : { id_front_file: id })
    .where('id', '=', targetId)
    .execute()
  await deps.database.db
    .deleteFrom('registration_requests')
    .where('member_id', '=', targetId)
    .execute()
  if (deed === 'document-under-review') await freshRequest(deps, targetId)
  return id
}

const smallPicture = jpeg(40, 50)
const upload = async ({ player }: Scene): Promise<Sample> => ({
  raw: multipartBody([
    { field: player.kind === 'ticket' ? 'reqProfile' : 'wldProfile', bytes: await smallPicture },
  ]),
})

const portraits = new WeakMap<object, Promise<string>>()
/** Attaches one picture with real bytes to the card of one member, for a whole suite. */
async function hangPortrait(deps: ApiServer['deps']): Promise<string> {
  const { id: ownerId } = await buildMember(deps)
  const id = await buildFile(deps, { ownerId, purpose: 'wldProfile', attached: true })
  await deps.database.db
    .updateTable('members')
    .set({ card_photo_file: id })
    .where('id', '=', ownerId)
    .execute()
  return id
}

function portraitOn({ deps }: ApiServer): Promise<string> {
  const id = portraits.get(deps) ?? hangPortrait(deps)
  portraits.set(deps, id)
  return id
}

async function fileAddress({ server, deed = 'as-signed' }: Scene): Promise<Sample> {
  const { deps } = server
  const viewer = await castPlayer(deps, deed === 'session-over' ? 'signed-out' : 'admin')
  const id = await portraitOn(server)
  const earlier = {
    now: () => new Date(deps.clock.now().getTime() - (SIGNED_ADDRESS_TTL_S + 1) * 1_000),
  }
  const { library } =
    deed === 'too-old'
      ? { library: createLibrary(deps.database, deps.files, deps.secrets, earlier) }
      : deps
  const query = Object.fromEntries(
    new URL(library.sign(id, 'card', viewer.sessionId ?? ''), 'http://x').searchParams,
  )
  if (deed === 'other-copy') query['variant'] = 'thumb'
  if (deed === 'other-session') query['viewer'] = (await castPlayer(deps, 'admin')).sessionId ?? ''
  return { params: { id }, query }
}

async function passAddress({ server, deed = 'as-signed' }: Scene): Promise<Sample> {
  const { deps } = server
  const viewer = await castPlayer(deps, deed === 'session-over' ? 'signed-out' : 'member')
  const { serial } = await freshPass(deps, viewer.member?.id)
  const earlier = { now: () => new Date(deps.clock.now().getTime() - 121_000) }
  const parts = { secrets: deps.secrets, clock: deed === 'too-old' ? earlier : deps.clock }
  const address = signPassAddress(parts, { serial, viewer: viewer.sessionId ?? '' })
  const query = Object.fromEntries(new URL(address, 'http://x').searchParams)
  if (deed === 'other-session') query['viewer'] = (await castPlayer(deps, 'admin')).sessionId ?? ''
  return {
    params: { serial: deed === 'other-copy' ? (await freshPass(deps)).serial : serial },
    query,
  }
}

/** A call of a phone, with the token of its pass as Wallet sends it. */
const passOf = ({ player }: Scene): Sample => ({
  headers: player.serial === undefined ? {} : { authorization: `ApplePass ${player.bearer}` },
  params: {
    device: randomBytes(16).toString('hex'),
    passType: WALLET_PASS_TYPE,
    serial: player.serial ?? randomUUID(),
  },
})

const event = (deps: Scene['server']['deps'], id: string) => ({
  id,
  content: inThreeLanguages(eventWords()),
  startsAt: later(deps, 1),
  endsAt: later(deps, 2),
  status: 'published',
})
const news = (id: string) => ({
  id,
  date: '2026-05-03',
  status: 'published',
  content: inThreeLanguages(newsWords()),
})

/** For routes that require the password first: proves it, unless the deed says otherwise. */
const withPassword =
  (make: Maker): Maker =>
  async (scene) => {
    if (scene.deed !== 'without-password') await provePassword(scene.server.deps, scene.player)
    return make(scene)
  }

/** For routes about the own second factor: gives one to the caller, and proves all of it unless the deed says otherwise. */
const withFactor =
  (make: (scene: Scene, totp: BuiltTotp) => Sample): Maker =>
  async (scene) => {
    const { deps } = scene.server
    const totp = await giveFactor(deps, scene.player)
    if (scene.deed !== 'without-password') {
      await provePassword(deps, scene.player)
      await proveFactorAgain(deps, scene.player)
    }
    return make(scene, totp)
  }

const asSession = ({ player }: Scene): string => player.sessionId ?? randomUUID()

async function finishPasskey(scene: Scene): Promise<Sample> {
  const { deps } = scene.server
  const challenge = randomBytes(32).toString('base64url')
  if (scene.player.sessionId !== undefined)
    await putChallenge(deps.database.db, {
      session_id: asSession(scene),
      purpose: 'enrol-passkey',
      challenge,
      expires_at: later(deps, 1),
    })
  const passkey = softPasskey(deps.config.publicUrl).create({ challenge })
  return { body: { name: 'My phone', passkey } }
}

async function finishTotp(scene: Scene): Promise<Sample> {
  const { deps } = scene.server
  const secret = newTotpSecret()
  if (scene.player.sessionId !== undefined)
    await putChallenge(deps.database.db, {
      session_id: asSession(scene),
      purpose: 'enrol-totp',
      challenge: deps.secrets
        .seal('factors', secret, pendingContext(asSession(scene)))
        .toString('base64'),
      expires_at: later(deps, 1),
    })
  return { body: { name: 'My phone', code: totpCode(secret, stepAt(deps.clock.now())) } }
}

const revisionOf = async ({ server }: Scene, name: SettingName): Promise<number> =>
  (await readSetting(server.deps.database.db, name)).revision

/** The event of a device, unless the deed says otherwise; a new event for members. */
const eventOf = async ({ server, player: { eventId }, deed }: Scene): Promise<string> =>
  (deed === 'other-event' ? undefined : eventId) ?? (await freshEvent(server.deps))

const messagesOf = async ({ deps }: ApiServer, reportId = 0): Promise<number> =>
  (
    await deps.database.db
      .selectFrom('witness_reports')
      .select('entry_count')
      .where('report_id', '=', reportId)
      .executeTakeFirst()
  )?.entry_count ?? 0

/** An upload of the witness that no report uses yet. */
async function finishedUpload({ deps }: ApiServer, reportId: number | undefined): Promise<string> {
  if (reportId === undefined) return anywhere()
  const [id, fileId] = [
    await freshUpload(deps, undefined, undefined, true, reportId),
    await freshFile(deps, null, 'report'),
  ]
  await deps.database.db
    .updateTable('evidence_uploads')
    .set({ state: 'finished', file_id: fileId })
    .where('id', '=', id)
    .execute()
  return addressOf(fileId)
}

const SAMPLES: Readonly<Record<RouteId, Maker>> = {
  'auth.login': async ({ server }) => ({
    headers: {
      authorization: basic((await buildMember(server.deps)).email, TEST_PASSWORD),
      'connection-method': 'email',
    },
  }),
  'auth.refresh': () => ({}),
  'auth.logout': () => ({}),
  'auth.sessions': () => ({}),
  'auth.endSession': async ({ server, targetId }) => ({
    params: { id: (await openSession(server.deps, targetId, 'another device')).sessionId },
  }),
  'auth.notMe': async ({ server }) => ({ body: { token: await freshNotMe(server.deps) } }),
  'factors.list': () => ({}),
  'factors.beginPasskey': withPassword(() => ({})),
  'factors.finishPasskey': withPassword(finishPasskey),
  'factors.beginTotp': withPassword(() => ({})),
  'factors.finishTotp': withPassword(finishTotp),
  'factors.renewRecoveryCodes': withFactor(() => ({})),
  'factors.delete': withFactor((_scene, { id }) => ({ params: { id } })),
  'factors.beginProof': withFactor(() => ({ body: { purpose: 'step-up' } })),
  'factors.finishProof': withFactor((_scene, totp) => ({
    body: { method: 'totp', purpose: 'step-up', code: totp.code() },
  })),
  'email.validate': () => ({ body: { email: 'amna@example.org' } }),
  'email.send': () => ({ headers: {}, body: { email: newAddress(), language: 'ar' } }),
  'email.verify': () => ({ body: { email: newAddress(), code: '123456' } }),
  'registration.create': registration,
  'password.reset': () => ({ headers: { identifier: newAddress(), 'connection-method': 'email' } }),
  'password.validate': () => ({
    headers: { identifier: newAddress(), 'connection-method': 'email', code: '123456' },
  }),
  'password.update': async ({ server: { deps } }) => ({
    params: { userId: await issueGrant(deps, deps.database.db, (await buildMember(deps)).id) },
    body: { password: 'Another-Horse2' },
  }),
  'user.search': ({ targetId }) => ({ body: { id: cardId(targetId), email: '', phone: '' } }),
  'user.list': () => ({ query: { page: 1, size: 10, q: 'amna', sort: 'name' } }),
  'user.export': async ({ server, player, deed }) => {
    if (deed === 'with-password') await provePassword(server.deps, player)
    return { query: { q: 'nobody-of-this-name' } }
  },
  'user.import': async ({ server, player, deed }) => {
    if (deed === 'with-password') await provePassword(server.deps, player)
    const text = `firstName,lastName,email,birthDate,sex\r\nHawa,Musa,${newAddress()},1990-04-12,f\r\n`
    return {
      query: { dryRun: 'false' },
      raw: multipartBody([{ field: 'file', bytes: Buffer.from(text), name: 'members.csv' }]),
    }
  },
  'user.read': ({ targetId }) => ({ params: { id: cardId(targetId) } }),
  'user.update': update,
  'user.delete': async ({ server, player, targetId, deed }) => {
    if (deed !== 'delete-without-password') await provePassword(server.deps, player)
    return { params: { id: cardId(targetId) } }
  },
  'user.create': newMember,
  'user.validatePassword': ({ targetId }) => ({
    body: { password: TEST_PASSWORD, id: cardId(targetId) },
  }),
  'merge.compare': async ({ server, targetId }) => ({
    params: { id: cardId(targetId), other: (await buildMember(server.deps)).cardId },
  }),
  'merge.carryOut': withPassword(async ({ server: { deps }, targetId }) => {
    const { id } = await buildMember(deps)
    const changedAt = async (number: number) =>
      (await findByNumber(deps.database.db, number))?.updated_at ?? ''
    return {
      body: {
        stays: cardId(targetId),
        ends: cardId(id),
        take: ['currentCity'],
        reason: 'Registered twice',
        seen: { stays: await changedAt(targetId), ends: await changedAt(id) },
      },
    }
  }),
  'merge.undo': withPassword(async ({ server, targetId }) => ({
    params: { id: await freshMerge(server.deps, targetId) },
  })),
  'email.undo': async ({ server }) => ({ body: { token: await freshUndo(server.deps) } }),
  'request.list': () => ({ query: { page: 1, size: 10, status: 'pending', from: '2026-01-01' } }),
  'request.read': async ({ server }) => ({ params: { id: await freshRequest(server.deps) } }),
  'request.decide': async ({ server }) => ({
    params: { id: await freshRequest(server.deps) },
    body: { status: 'approved', validated: true, isActive: true, approverComment: 'Seen' },
  }),
  'request.undo': async ({ server, player, targetId }) => ({
    params: { id: await freshDecision(server.deps, player.member?.id ?? targetId) },
  }),
  'request.holders': () => ({}),
  'request.delete': withPassword(async ({ server }) => ({
    params: { id: await freshRequest(server.deps) },
    body: { approverComment: 'Twice' },
  })),
  'request.deleted': () => ({ query: { page: 1 } }),
  'request.restore': async ({ server }) => ({
    params: { id: await freshDeletedRequest(server.deps) },
  }),
  'request.claim': async ({ server }) => ({
    params: { id: await freshRequest(server.deps) },
    body: { takeOver: false },
  }),
  'request.release': async ({ server }) => ({ params: { id: await freshRequest(server.deps) } }),
  'request.next': () => ({ body: { direction: 'forward' } }),
  'user.idle': () => ({ query: { page: 1, size: 10 } }),
  'user.keepIdle': async ({ server: { deps } }) => ({
    params: { id: cardId(await freshIdleMember(deps)) },
  }),
  'portrait.list': () => ({ query: { page: 1, size: 10 } }),
  'portrait.decide': async ({ server: { deps } }) => {
    const { id } = await buildMember(deps)
    const file = await freshFile(deps, id, 'wldProfile', true)
    await deps.database.db
      .updateTable('members')
      .set({ pending_photo_file: file })
      .where('id', '=', id)
      .execute()
    return {
      params: { memberId: cardId(id) },
      body: { status: 'approved', portrait: addressOf(file), comment: '' },
    }
  },
  'document.read': ({ targetId }) => ({ params: { memberId: cardId(targetId) } }),
  'account.documentViews': () => ({}),
  'card.me': () => ({}),
  'card.reissue': async ({ server, player, targetId, deed }) => {
    if (deed === 'with-password') await provePassword(server.deps, player)
    return { params: { id: cardId(targetId) }, body: { reason: 'lost' } }
  },
  'card.keys': () => ({}),
  'card.verify': async (scene) => ({
    body: { cardId: cardId(scene.targetId), eventId: await eventOf(scene) },
  }),
  'card.statusList': () => ({ headers: { 'if-none-match': '"none"' } }),
  'wallet.standing': () => ({}),
  'wallet.addToApple': () => ({ body: { agreed: true } }),
  'wallet.addToGoogle': () => ({ body: { agreed: true } }),
  'wallet.withdraw': () => ({}),
  'wallet.readApplePass': passAddress,
  'wallet.registerPhone': (scene) => ({
    ...passOf(scene),
    body: { pushToken: randomBytes(32).toString('hex') },
  }),
  'wallet.unregisterPhone': passOf,
  'wallet.changedPasses': async ({ server: { deps } }) => ({
    params: {
      device: await freshPhone(deps, (await freshPass(deps)).serial),
      passType: WALLET_PASS_TYPE,
    },
  }),
  'wallet.presentPass': passOf,
  'wallet.phoneLog': () => ({ body: { logs: ['fault'] } }),
  'event.list': () => ({}),
  'event.read': async ({ server }) => ({ params: { id: await freshEvent(server.deps) } }),
  'event.create': ({ server }) => ({ body: event(server.deps, freshId('event')) }),
  'event.update': async ({ server }) => {
    const id = await freshEvent(server.deps)
    return { params: { id }, body: event(server.deps, id) }
  },
  'event.callOff': async ({ server }) => ({
    params: { id: await freshEvent(server.deps) },
    body: { reason: 'The hall is closed.' },
  }),
  'event.delete': async ({ server }) => ({
    params: { id: await freshEvent(server.deps, 'draft') },
  }),
  'event.register': async ({ server }) => ({ params: { id: await freshEvent(server.deps) } }),
  'event.cancel': async ({ server }) => ({ params: { id: await freshEvent(server.deps) } }),
  'event.checkIn': async (scene) => ({
    params: { id: await eventOf(scene) },
    body: {
      checkIns: [
        {
          id: randomUUID(),
          cardId: cardId(scene.targetId),
          at: scene.server.deps.clock.now().toISOString(),
          gate: 'North',
          sequence: 1,
          deviceId: randomUUID(),
        },
      ],
    },
  }),
  'event.undoCheckIn': async ({ server }) => ({
    params: { id: await freshEvent(server.deps) },
    body: { checkInId: randomUUID() },
  }),
  'event.counts': async (scene) => ({ params: { id: await eventOf(scene) } }),
  'event.attendance': async ({ server }) => ({ params: { id: await freshEvent(server.deps) } }),
  'event.attendanceCsv': withPassword(async ({ server }) => ({
    params: { id: await freshEvent(server.deps) },
  })),
  'assembly.read': async ({ server }) => ({ params: { id: await freshAssembly(server.deps) } }),
  'assembly.save': async ({ server }) => ({
    params: { id: await freshEvent(server.deps) },
    body: ASSEMBLY_RULES,
  }),
  'assembly.saveAgenda': async ({ server }) => ({
    params: { id: await freshAssembly(server.deps) },
    body: { items: [{ fr: 'Rapport financier', majority: 'simple' }], version: 1 },
  }),
  'assembly.convene': withPassword(async ({ server }) => ({
    params: { id: await freshAssembly(server.deps) },
    body: { late: true, version: 1 },
  })),
  'assembly.readMinutes': async ({ server }) => ({
    params: { id: await freshAssembly(server.deps) },
  }),
  'assembly.remove': async ({ server }) => ({ params: { id: await freshAssembly(server.deps) } }),
  'assembly.ownVoice': async ({ server }) => ({ params: { id: await freshAssembly(server.deps) } }),
  'assembly.give': async ({ server }) => ({
    params: { id: await freshAssembly(server.deps) },
    body: { holder: (await buildMember(server.deps)).cardId },
  }),
  'assembly.takeBack': async ({ server }) => ({ params: { id: await freshAssembly(server.deps) } }),
  'assembly.papers': async ({ server }) => ({ params: { id: await freshAssembly(server.deps) } }),
  'assembly.enterPaper': async (scene) => ({
    params: { id: await freshAssembly(scene.server.deps) },
    body: {
      giver: (await buildMember(scene.server.deps)).cardId,
      holder: (await buildMember(scene.server.deps)).cardId,
      note: 'Folder 2',
      scan: await ownFile(scene, 'paper'),
    },
  }),
  'assembly.withdrawPaper': async ({ server }) => ({
    params: { id: await freshAssembly(server.deps) },
    body: { giver: (await buildMember(server.deps)).cardId },
  }),
  'assembly.counts': async ({ server }) => ({ params: { id: await freshAssembly(server.deps) } }),
  'assembly.signatures': withPassword(async ({ server }) => ({
    params: { id: await freshAssembly(server.deps) },
  })),
  'assembly.minutes': withPassword(async ({ server }) => ({
    params: { id: await freshAssembly(server.deps) },
  })),
  'kiosk.enrol': async ({ server }) => ({
    body: { eventId: await freshEvent(server.deps), name: 'North door', hours: 8 },
  }),
  'kiosk.list': () => ({}),
  'kiosk.revoke': async ({ server, targetId }) => ({
    params: { id: (await freshDevice(server.deps, targetId)).id },
  }),
  'kiosk.me': () => ({ headers: { 'x-app-version': '1.2.3' } }),
  'kiosk.end': () => ({}),
  'news.list': () => ({}),
  'news.read': async ({ server }) => ({ params: { id: await buildNews(server.deps) } }),
  'news.create': () => ({ body: news(freshId('news')) }),
  'news.update': async ({ server }) => {
    const id = await buildNews(server.deps)
    return { params: { id }, body: news(id) }
  },
  'news.delete': async ({ server }) => ({ params: { id: await buildNews(server.deps) } }),
  'site.about': () => ({}),
  'site.privacy': () => ({}),
  'site.search': () => ({ query: { q: 'assembly', language: 'en', size: 5 } }),
  'subscription.create': () => ({
    headers: {},
    body: { email: newAddress(), topic: 'newsletter', language: 'fr' },
  }),
  'subscription.confirm': async ({ server }) => ({
    body: { token: (await freshSubscription(server.deps, 'pending')).confirm },
  }),
  'subscription.end': async ({ server }) => ({
    body: { token: (await freshSubscription(server.deps, 'confirmed')).end },
  }),
  'subscription.oneClick': async ({ server }) => ({
    query: { token: (await freshSubscription(server.deps, 'confirmed')).end },
    raw: {
      body: Buffer.from('List-Unsubscribe=One-Click'),
      type: 'application/x-www-form-urlencoded',
    },
  }),
  'contact.send': () => ({
    headers: {},
    body: {
      firstName: 'Amna',
      lastName: 'Idris',
      email: newAddress(),
      phoneNumber: newPhone(),
      subject: 'query',
      message: 'When?',
    },
  }),
  'objection.send': () => ({
    headers: {},
    body: {
      reportId: 1,
      kind: 'reply',
      firstName: 'Amna',
      lastName: 'Idris',
      email: newAddress(),
      message: 'I was not there.',
      goodFaith: true,
    },
  }),
  'report.replies': async ({ server }) => ({
    params: { id: await freshReport(server.deps, null) },
  }),
  'objection.contest': async (scene) => ({
    params: { id: await freshObjection(scene) },
    body: { contested: true },
  }),
  'objection.show': async (scene) => ({
    params: { id: await freshObjection(scene) },
    body: { shown: true },
  }),
  'claim.list': () => ({ query: { page: 1, size: 10, status: 'open', subject: 'query' } }),
  'claim.read': async ({ server }) => ({ params: { id: await freshClaim(server.deps) } }),
  'claim.reply': async (scene) => ({
    params: { id: await freshObjection(scene) },
    body: { text: 'On 3 May in Paris.', resolves: false, version: 0 },
  }),
  'claim.reopen': async ({ server }) => ({
    params: { id: await freshClaim(server.deps, 'resolved') },
    body: { note: '', version: 0 },
  }),
  'claim.update': async (scene) => ({
    params: { id: await freshObjection(scene) },
    body: { status: 'resolved', note: 'Answered' },
  }),
  'donation.summary': () => ({}),
  'donation.pledge': () => ({
    headers: {},
    body: { cause: 'education', amountUsd: 50, method: 'bank', name: 'Amna', email: newAddress() },
  }),
  'donation.list': () => ({ query: { page: 1, size: 10, status: 'pledged' } }),
  'donation.update': async ({ server }) => ({
    params: { id: await freshPledge(server.deps) },
    body: { status: 'confirmed', note: '' },
  }),
  'donation.reopen': async ({ server: { deps } }) => {
    const id = await freshPledge(deps)
    await deps.database.db
      .updateTable('pledges')
      .set({ status: 'confirmed' })
      .where('id', '=', id)
      .execute()
    return { params: { id }, body: { status: 'confirmed', reason: 'By mistake' } }
  },
  'donation.totals': () => ({}),
  'donation.csv': withPassword(() => ({ query: { status: 'confirmed' } })),
  'donation.receipts': () => ({ query: { page: 1, size: 10, year: '' } }),
  'donation.receiptRead': withPassword(async ({ server }) => ({
    params: { id: await freshReceipt(server.deps) },
  })),
  'donation.receiptIssue': withPassword(async ({ server }) => {
    await turnReceiptsOn(server.deps)
    return {
      body: {
        pledgeId: await freshDonation(server.deps),
        donor: 'Amna Idris',
        address: '3 rue Basse\n69000 Lyon',
      },
    }
  }),
  'donation.receiptCancel': withPassword(async ({ server }) => ({
    params: { id: await freshReceipt(server.deps) },
    body: { reason: 'Wrong address' },
  })),
  'donation.receiptsCsv': withPassword(() => ({ query: { year: 2026 } })),
  'mail.queue': () => ({}),
  'mail.settle-held': async ({ server }) => {
    await freshHeldMail(server.deps)
    return { body: { act: 'discard' } }
  },
  'mail.again': async ({ server }) => ({ params: { id: await freshFailedMail(server.deps) } }),
  'settings.read': () => ({}),
  'settings.reports': withPassword(async (scene) => ({
    body: { revision: await revisionOf(scene, 'reports'), mode: 'immediate', withholdNames: true },
  })),
  'settings.payment': withPassword(async (scene) => ({
    body: { revision: await revisionOf(scene, 'payment'), accounts: [] },
  })),
  'settings.retention': withPassword(async (scene) => ({
    body: { revision: await revisionOf(scene, 'retention'), days: RETENTION_DEFAULTS },
  })),
  'settings.retentionPreview': () => ({}),
  'settings.retentionApprove': withPassword(async ({ server }) => {
    const long = new Date(server.clock.now().getTime() - 30 * 86_400_000).toISOString()
    await server.deps.database.db.updateTable('retention_guards').set({ seen_at: long }).execute()
    return { body: { reason: 'clock-ahead' } }
  }),
  'settings.idle': withPassword(async (scene) => ({
    body: { revision: await revisionOf(scene, 'idle'), days: 730 },
  })),
  'settings.invitations': withPassword(async (scene) => ({
    body: { revision: await revisionOf(scene, 'invitations'), required: false },
  })),
  // The currency stays: with donations it cannot be changed.
  'settings.association': withPassword(async (scene) => {
    const { value, revision } = await readSetting(scene.server.deps.database.db, 'association')
    const { currency } = value
    return { body: { ...BLANK_ASSOCIATION, currency, revision, name: 'WLD' } }
  }),
  'settings.goLive': withPassword(async (scene) => ({
    body: { revision: await revisionOf(scene, 'goLive'), confirmed: ['register'] },
  })),
  'settings.receipts': withPassword(async (scene) => {
    await turnReceiptsOn(scene.server.deps)
    return { body: { ...RECEIPT_SETTINGS, revision: await revisionOf(scene, 'receipts') } }
  }),
  'settings.adoption': withPassword(async (scene) => ({
    body: { revision: await revisionOf(scene, 'adoption'), adoptedOn: '2026-12-01', version: '1' },
  })),
  'settings.announce': withPassword(async ({ server }) => {
    const { db } = server.deps.database
    // No two announcements of one version.
    await db.deleteFrom('settings').where('name', 'in', ['adoption', 'announcement']).execute()
    const value = { adoptedOn: '2026-12-01', version: '1' }
    const at = server.clock.now().toISOString()
    await writeSetting(db, 'adoption', { value, revision: 0, by: null, at })
    return { body: { revision: 1, changes: { fr: 'Article 10.' } } }
  }),
  'settings.contentsRead': () => ({}),
  'settings.contents': async ({ server }) => {
    await server.deps.database.db.deleteFrom('settings').where('name', '=', 'contents').execute()
    return { body: { add: false } }
  },
  'hold.list': () => ({}),
  'hold.place': withPassword(async ({ server }) => ({
    body: {
      kind: 'member',
      number: (await buildMember(server.deps)).cardId,
      reason: 'Court of Lyon, 26/1',
    },
  })),
  'hold.lift': withPassword(async ({ server }) => ({
    params: { id: await freshHold(server.deps) },
    body: { reason: 'Court of Lyon, 26/2' },
  })),
  'invitation.list': () => ({}),
  'settings.consents': withPassword(async (scene) => ({
    body: { revision: await revisionOf(scene, 'consents'), required: false },
  })),
  'settings.witness': withPassword(async (scene) => ({
    body: { revision: await revisionOf(scene, 'witness'), open: true },
  })),
  'witness.info': () => ({}),
  'witness.create': async ({ server: { deps } }) => {
    const challenge = await makeChallenge(deps, createWitnessReport, 1)
    const solution = await solveChallenge({ challenge, deriveKey })
    const { evidenceList: _none, ...content } = reportBody()
    return {
      headers: {
        'x-proof-of-work': Buffer.from(JSON.stringify({ challenge, solution })).toString('base64'),
      },
      body: { ...content, key: randomUUID() },
    }
  },
  'witness.read': () => ({}),
  'witness.write': async ({ server, player }) => ({
    body: { text: 'It was on a Friday', seen: await messagesOf(server, player.reportId) },
  }),
  'witness.addEvidence': async ({ server, player }) => ({
    body: { fileUrl: await finishedUpload(server, player.reportId), description: 'Seen' },
  }),
  'witness.withdraw': () => ({}),
  'witness.dialogue': async ({ server }) => ({
    params: { id: (await freshWitness(server.deps)).reportId },
  }),
  'witness.ask': async ({ server }) => ({
    params: { id: (await freshWitness(server.deps)).reportId },
    body: { text: 'What day was it?', version: 0, unread: 0 },
  }),
  'witness.seen': async ({ server }) => ({
    params: { id: (await freshWitness(server.deps)).reportId },
    body: { unread: 0 },
  }),
  'alert.list': () => ({}),
  'alert.dismiss': async ({ server, targetId }) => ({
    params: { id: await freshAlert(server.deps, targetId) },
  }),
  'consent.list': () => ({}),
  'consent.proposeExport': withPassword(() => ({ body: { reason: 'Annual report' } })),
  'consent.proposeFactorReset': withPassword(({ targetId }) => ({
    params: { id: cardId(targetId) },
    body: { reason: 'The phone is lost' },
  })),
  'consent.confirm': withPassword(async ({ server, targetId }) => ({
    params: { id: await freshConsent(server.deps, targetId) },
  })),
  'consent.refuse': async ({ server, targetId }) => ({
    params: { id: await freshConsent(server.deps, targetId) },
  }),
  'invitation.create': withPassword(() => ({ body: { label: 'Assembly', usesMax: 2 } })),
  'invitation.revoke': withPassword(async ({ server }) => ({
    params: { id: await freshInvitation(server.deps) },
    body: { reason: '' },
  })),
  'report.hide': async ({ server }) => ({ params: { id: await freshReport(server.deps, null) } }),
  'report.publish': async ({ server }) => ({
    params: { id: await freshReport(server.deps, null) },
  }),
  'audit.state': () => ({}),
  'audit.check': () => ({}),
  'audit.csv': withPassword(() => ({ query: { action: 'member' } })),
  'audit.lines': withPassword(() => ({ query: { action: 'member' } })),
  'auth.endOtherSessions': () => ({}),
  'account.me': () => ({}),
  'agreement.list': () => ({}),
  'agreement.give': () => ({
    body: { kind: 'terms', version: AGREEMENT_VERSIONS.terms, language: 'en' },
  }),
  'agreement.withdraw': () => ({ params: { kind: 'newsletter' } }),
  'account.withdrawPhoto': async ({ server: { deps }, player: { member } }) => {
    if (member !== undefined)
      await deps.database.db
        .updateTable('members')
        .set({ pending_photo_file: await freshFile(deps, member.id, 'wldProfile', true) })
        .where('id', '=', member.id)
        .execute()
    return {}
  },
  'account.export': async ({ server, player, deed }) => {
    if (deed === 'with-password') await provePassword(server.deps, player)
    return {}
  },
  'account.erase': async ({ server, player, deed }) => {
    if (deed === 'with-password') await provePassword(server.deps, player)
    return { body: { confirm: 'ERASE' } }
  },
  'audit.list': () => ({ query: { page: 1, size: 10, action: 'member', from: '2026-01-01' } }),
  'upload.files': upload,
  'upload.signPhoto': async (scene) => {
    const id = await pictureOf(scene)
    return { body: [addressOf(id)], mark: id }
  },
  'upload.signPhotos': async (scene) => {
    const id = await pictureOf(scene)
    return { body: { user: { photo: addressOf(id) } }, mark: id }
  },
  'report.read': async ({ server }) => ({ params: { id: await freshReport(server.deps, null) } }),
  'report.deleted': () => ({ query: { page: 1 } }),
  'report.restore': async ({ server: { deps } }) => {
    const id = await freshReport(deps, null)
    await deps.database.db
      .updateTable('reports')
      .set({ deleted_at: deps.clock.now().toISOString(), deleted_reason: 'twice' })
      .where('id', '=', id)
      .execute()
    return { params: { id } }
  },
  'report.export': withPassword(() => ({ query: { format: 'json', status: 'verified' } })),
  'report.statistics': () => ({}),
  'report.rules': () => ({}),
  'report.mine': () => ({ query: { page: 1, size: 10 } }),
  'report.list': () => ({ query: { page: 1, size: 10, type: 'violence', from: '2026-01-01' } }),
  'report.evidence': async ({ server }) => ({
    params: { id: await freshReport(server.deps, null) },
  }),
  'report.create': async (scene) => ({
    body: reportBody({
      evidenceList: [
        { evidenceType: 'image', fileUrl: await ownFile(scene, 'report'), description: 'Seen' },
      ],
    }),
  }),
  // Of a witness: to publish it needs the password.
  'report.update': withPassword(async ({ server }) => ({
    params: { id: (await freshWitness(server.deps)).reportId },
    body: { ...reportBody(), status: 'verified', verified: true, verifierComment: 'Seen' },
  })),
  'report.claim': async ({ server }) => ({
    params: { id: await freshReport(server.deps, null) },
    body: { takeOver: false },
  }),
  'report.release': async ({ server }) => ({
    params: { id: await freshReport(server.deps, null) },
  }),
  'report.holders': () => ({}),
  'report.undo': async ({ server, player, targetId }) => ({
    params: { id: await freshReportDecision(server.deps, player.member?.id ?? targetId) },
  }),
  'report.delete': withPassword(async ({ server }) => ({
    params: { id: await freshReport(server.deps, null) },
    query: { reason: 'twice' },
  })),
  'evidence.create': async (scene) => ({
    body: {
      reportId: await freshReport(
        scene.server.deps,
        scene.targetId,
        scene.deed === 'under review' ? 'under review' : 'not verified',
      ),
      evidenceType: 'image',
      fileUrl: await ownFile(scene, 'report'),
      description: 'Seen',
    },
  }),
  'evidence.startUpload': () => ({
    body: { name: 'market.mp4', size: 3_000_000, type: 'video/mp4', sha256: 'a'.repeat(64) },
  }),
  'evidence.readUpload': async (scene) => ({
    params: { id: await uploadOf(scene) },
  }),
  'evidence.sendChunk': async (scene) => {
    const body = Buffer.from('one part')
    return {
      params: { id: await uploadOf(scene, body) },
      query: { offset: 0 },
      headers: {
        'content-digest': `sha-256=:${createHash('sha256').update(body).digest('base64')}:`,
      },
      raw: { body, type: 'application/octet-stream' },
    }
  },
  'evidence.finishUpload': async (scene) => ({
    params: {
      id: await uploadOf(scene, await smallPicture, true),
    },
  }),
  'evidence.cancelUpload': async (scene) => ({
    params: { id: await uploadOf(scene) },
  }),
  'evidence.custody': async ({ server }) => ({ params: { id: await freshEvidence(server.deps) } }),
  'evidence.original': withPassword(async ({ server }) => ({
    params: {
      id: await freshEvidence(
        server.deps,
        await buildFile(server.deps, { ownerId: null, purpose: 'report', attached: true }),
      ),
    },
  })),
  'evidence.text': async ({ server }) => ({
    params: {
      id: await freshEvidence(
        server.deps,
        await server.deps.library.addDocument({
          purpose: 'evidence',
          ownerId: null,
          bytes: pdf(),
          originalName: 'a.pdf',
        }),
      ),
    },
  }),
  'evidence.package': withPassword(async ({ server }) => ({
    params: { reportId: await freshReport(server.deps, null) },
  })),
  'evidence.keys': () => ({}),
  'evidence.readPublicCopy': async ({ server }) => ({
    params: { id: await freshEvidence(server.deps) },
  }),
  'evidence.changePublicCopy': withPassword(async ({ server: { deps }, deed = '' }) => {
    const id = await freshEvidence(deps)
    const evidence = { version: 1, warnings: ['injury'], boxes: [], reason: 'Names a child' }
    // What shows more than before needs the password; what shows less does not.
    const shows = deed.endsWith('-password')
    if (shows)
      await deps.database.db
        .updateTable('report_evidence')
        .set({ held_back: 1 })
        .where('id', '=', id)
        .execute()
    return { params: { id }, body: { ...evidence, heldBack: !shows } }
  }),
  'evidence.confirmPublicCopy': withPassword(async ({ server, player, targetId }) => {
    const { evidenceId, release } = await freshRelease(
      server.deps,
      player.member?.id === targetId ? undefined : targetId,
    )
    return { params: { id: evidenceId }, body: { release } }
  }),
  'evidence.stopPublicCopy': async ({ server, targetId }) => ({
    params: { id: (await freshRelease(server.deps, targetId)).evidenceId },
  }),
  'evidence.restore': async ({ server: { deps } }) => {
    const id = await freshEvidence(deps)
    await deps.database.db
      .updateTable('report_evidence')
      .set({ deleted_at: deps.clock.now().toISOString() })
      .where('id', '=', id)
      .execute()
    return { params: { id } }
  },
  'evidence.delete': withPassword(async ({ server }) => ({
    params: { id: await freshEvidence(server.deps) },
    body: { reason: 'twice' },
  })),
  'evidence.deleted': () => ({ query: { page: 1 } }),
  'file.read': fileAddress,
  'stats.overview': () => ({}),
  'stats.waiting': () => ({}),
  'health.process': () => ({}),
  'health.ready': () => ({}),
}

/** Routes that use up the credentials of the caller. */
const SPENDS_CALLER: readonly string[] = [
  'auth.logout',
  'account.erase',
  'registration.create',
  'kiosk.end',
  'factors.beginProof',
  'factors.finishProof',
  'witness.withdraw',
]
export const spendsCaller = (routeId: string): boolean => SPENDS_CALLER.includes(routeId)

export async function sampleFor(routeId: string, scene: Scene): Promise<Sample> {
  const make = new Map<string, Maker>(Object.entries(SAMPLES)).get(routeId)
  if (make === undefined)
    throw new Error(`tests/support/bodies.ts has no sample of ${routeId}: add a well-formed call`)
  return make(scene)
}
