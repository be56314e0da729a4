import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { isoNow } from '#server/base/clock.ts'
import type { Deps } from '#server/deps/deps.ts'
import { mergeRecords } from '#server/features/merges/carry-out.ts'
import { holdReportDecision } from '#server/features/reports/decision/undo-decision.ts'
import { putInBin } from '#server/features/requests/bin.ts'
import { holdRequestDecision } from '#server/features/requests/decision/undo-decision.ts'
import { refreshPass } from '#server/features/wallet/pass-state.ts'
import { fileReport, type Trail } from '#server/features/witness-reports/file-report.ts'
import { makeDeviceToken } from '#server/http/principal/device.ts'
import { hashed, passToken } from '#server/http/principal/wallet-pass.ts'
import { transact } from '#server/parts/database/transact.ts'
import { enqueueMail } from '#server/parts/mail/outbox.ts'
import { columnsOf } from '#server/records/assembly/assembly-repository.ts'
import { cardOf } from '#server/records/cards/issue-card.ts'
import { propose } from '#server/records/consents/propose.ts'
import { findByNumber } from '#server/records/members/member-repository.ts'
import { findPublicCopy } from '#server/records/public-copies/public-copy-repository.ts'
import { findRelease, insertRelease } from '#server/records/releases/release-repository.ts'
import { insertEvidence } from '#server/records/reports/evidence-repository.ts'
import { changeReport, lockReport } from '#server/records/reports/report-repository.ts'
import {
  findRequest,
  lockPerson,
  updateApplicant,
  updateDecision,
} from '#server/records/requests/request-repository.ts'
import { makeNotMeLink } from '#server/records/sessions/not-me.ts'
import { makeToken } from '#server/records/subscriptions/token.ts'
import { addPass, addPhone, updatePass } from '#server/records/wallet/wallet-repository.ts'
import { createReport } from '#shared/contract/reports.ts'
import { buildEvent } from '#tests/builders/content.ts'
/**
 * Rows that one call may use up. Each is made for one call, so that the cells of the matrix do not affect each other.
 */
import { readSetting, writeSetting } from '#server/records/settings/settings-repository.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import type { ReportStatus } from '#shared/domain/report/report-rules.ts'
import { buildMember } from '#tests/builders/member.ts'
import { buildReport, reportBody } from '#tests/builders/report.ts'

const DAY_MS = 86_400_000

const now = ({ clock }: Deps): string => clock.now().toISOString()
export const later = ({ clock }: Deps, days: number): string =>
  new Date(clock.now().getTime() + days * DAY_MS).toISOString()
export const freshId = (prefix: string): string => `${prefix}-${randomBytes(6).toString('hex')}`

/** The row of an uploaded file, without stored bytes. */
export async function freshFile(
  deps: Deps,
  ownerId: number | null,
  purpose: string,
  attached = false,
): Promise<string> {
  const id = randomUUID()
  await deps.database.db
    .insertInto('files')
    .values({
      id,
      purpose,
      owner_id: ownerId,
      ticket_id: null,
      attached_at: attached ? now(deps) : null,
      media_type: 'image/jpeg',
      size_bytes: 1,
      sha256: '0'.repeat(64),
      original_name: 'photo.jpg',
      created_at: now(deps),
    })
    .execute()
  return id
}
export const addressOf = (fileId: string): string => `/api/files/${fileId}`

export async function freshRequest(deps: Deps, memberId?: number): Promise<string> {
  const id = memberId ?? (await buildMember(deps, { status: 'inactive' })).id
  const requestId = `REQ_${id}`
  await deps.database.db
    .insertInto('registration_requests')
    .values({
      id: requestId,
      member_id: id,
      status: 'pending',
      comment: '',
      decided_by: null,
      decided_at: null,
      created_at: now(deps),
    })
    .execute()
  return requestId
}

/** A member who was asked whether to stay and did not come back, with the period that says so. */
export async function freshIdleMember(deps: Deps): Promise<number> {
  const { id } = await buildMember(deps)
  const { db } = deps.database
  const long = later(deps, -4 * 365)
  await db.updateTable('members').set({ created_at: long }).where('id', '=', id).execute()
  await db.deleteFrom('sessions').where('member_id', '=', id).execute()
  await db
    .insertInto('member_activities')
    .values({ member_id: id, warned_at: later(deps, -40) })
    .execute()
  const { revision, value } = await readSetting(db, 'idle')
  if (value.days === null)
    await writeSetting(db, 'idle', {
      value: { days: 730 },
      revision,
      by: null,
      at: now(deps),
    })
  return id
}

/** A request that this member approved a moment ago, with the mail that waits. */
export async function freshDecision(deps: Deps, by: number): Promise<string> {
  const requestId = await freshRequest(deps)
  const at = now(deps)
  await deps.database.db.transaction().execute(async (transaction) => {
    const before = await findRequest(transaction, requestId)
    if (before === undefined) throw new Error('the request was not made')
    const person = await lockPerson(transaction, before.id)
    if (person === undefined) throw new Error('the applicant was not made')
    const decision = {
      approves: true,
      comment: 'Seen',
      checks: 'name',
      documentsEndAt: null,
      by,
      at,
    }
    await updateDecision(transaction, requestId, decision)
    await updateApplicant(transaction, person.id, decision, ['inactive', 'active'])
    const mail = {
      to: person.email,
      language: person.language,
      template: 'request-approved',
      values: { name: person.first_name, comment: '', link: '' },
    } as const
    const mailId = await enqueueMail(deps, transaction, mail, later(deps, 1))
    await holdRequestDecision(transaction, {
      before,
      person,
      decision,
      mailId,
      expiresAt: later(deps, 1),
    })
  })
  return requestId
}

/** A report that this member verified a moment ago. */
export async function freshReportDecision(deps: Deps, by: number): Promise<number> {
  const id = await freshReport(deps, null)
  await deps.database.db.transaction().execute(async (transaction) => {
    const before = await lockReport(transaction, id)
    const after = await changeReport(transaction, id, {
      status: 'verified',
      version: (before?.version ?? 0) + 1,
    })
    if (before === undefined || after === undefined) throw new Error('the report was not made')
    await holdReportDecision(transaction, deps.clock, { before, after, by })
  })
  return id
}

/** A request in the bin, with its applicant. */
export async function freshDeletedRequest(deps: Deps): Promise<string> {
  const id = await freshRequest(deps)
  const { db } = deps.database
  await db
    .updateTable('members')
    .set({ validated: 0 })
    .where('id', '=', Number(id.slice('REQ_'.length)))
    .execute()
  await db.transaction().execute(async (transaction) => {
    const request = await transaction
      .deleteFrom('registration_requests')
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const member = await transaction
      .selectFrom('members')
      .selectAll()
      .where('id', '=', request.member_id)
      .executeTakeFirstOrThrow()
    await putInBin(deps, transaction, {
      request,
      member,
      withPerson: true,
      by: member.id,
      reason: 'twice',
    })
  })
  return id
}

export const freshEvent = (
  deps: Deps,
  status: 'published' | 'draft' = 'published',
): Promise<string> => buildEvent(deps, { status })

/** What a call that makes an event an assembly sends. */
export const ASSEMBLY_RULES = {
  memberBy: null,
  roles: ['admin', 'content', 'moderator', 'reviewer', 'member'] as Role[],
  quorum: { kind: 'share' as const, value: 25 },
  proxiesPerHolder: 2,
}
export async function freshAssembly(deps: Deps): Promise<string> {
  const id = await freshEvent(deps)
  await deps.database.db
    .insertInto('assemblies')
    .values({
      event_id: id,
      ...columnsOf(ASSEMBLY_RULES),
      agenda: JSON.stringify([{ fr: 'Rapport moral', ar: '', majority: null, result: null }]),
      version: 1,
    })
    .execute()
  return id
}

/** A voice that is given, whatever the rules of the assembly say. @param scan the file of its signed paper */
export async function freshProxy(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  eventId: string,
  {
    giver,
    holder,
    scan,
  }: { readonly giver: number; readonly holder: number; readonly scan?: string },
): Promise<void> {
  await database.db
    .insertInto('assembly_proxies')
    .values({
      event_id: eventId,
      giver_id: giver,
      holder_id: holder,
      created_at: isoNow(clock),
      ...(scan !== undefined && { paper_note: 'Folder 2', scan_file: scan }),
    })
    .execute()
}

export interface FreshDevice {
  readonly id: string
  readonly eventId: string
  readonly token: string
}
/** An enrolled device, valid for eight hours, for an event of its own unless one is given. */
export async function freshDevice(
  deps: Deps,
  enrolledBy: number,
  { eventId, name = 'North door' }: { readonly eventId?: string; readonly name?: string } = {},
): Promise<FreshDevice> {
  const [id, event, { token, hash }] = [
    randomUUID(),
    eventId ?? (await freshEvent(deps)),
    makeDeviceToken(),
  ]
  await deps.database.db
    .insertInto('kiosk_devices')
    .values({
      id,
      name,
      event_id: event,
      enrolled_by: enrolledBy,
      token_hash: hash,
      enrolled_at: now(deps),
      expires_at: later(deps, 1 / 3),
      last_seen_at: null,
      app_version: '',
      revoked_at: null,
      revoked_by: null,
      ended_at: null,
    })
    .execute()
  return { id, eventId: event, token }
}

export async function freshClaim(
  deps: Deps,
  status: 'open' | 'resolved' = 'open',
  objection: { readonly kind?: 'reply'; readonly report_id?: number } = {},
): Promise<string> {
  const id = freshId('MSG')
  await deps.database.db
    .insertInto('claims')
    .values({
      id,
      member_id: null,
      first_name: 'Amna',
      last_name: 'Idris',
      email: 'sender@test.example',
      phone: '+33612345678',
      subject: 'query',
      message: 'When?',
      ...objection,
      due_at: objection.kind === undefined ? null : now(deps),
      status,
      note: '',
      decided_by: null,
      decided_at: null,
      created_at: now(deps),
    })
    .execute()
  return id
}

export async function freshPledge(deps: Deps): Promise<string> {
  const id = randomUUID()
  await deps.database.db
    .insertInto('pledges')
    .values({
      id,
      reference: freshId('WLD'),
      cause: 'education',
      amount_usd: 50,
      method: 'bank',
      status: 'pledged',
      name: '',
      email: '',
      member_id: null,
      note: '',
      decided_by: null,
      decided_at: null,
      created_at: now(deps),
    })
    .execute()
  return id
}

export const freshReport = (
  deps: Deps,
  authorId: number | null,
  status: ReportStatus = 'not verified',
): Promise<number> => buildReport(deps, {}, { reporter_id: authorId, status })

export async function freshEvidence(deps: Deps, fileId?: string): Promise<number> {
  const row = {
    report_id: await freshReport(deps, null),
    file_id: fileId ?? (await freshFile(deps, null, 'report', true)),
    evidence_type: 'image' as const,
    description: 'Seen',
    uploaded_at: now(deps),
    deleted_at: null,
  }
  return (await insertEvidence(deps.database.db, row)).id
}

/** A release that waits for a second member of staff; asked for by `by`, else by somebody new. */
export async function freshRelease(
  deps: Deps,
  by?: number,
): Promise<{ readonly evidenceId: number; readonly release: string }> {
  const { db } = deps.database
  const evidenceId = await freshEvidence(deps)
  const copy = await findPublicCopy(db, evidenceId)
  await insertRelease(db, {
    kind: 'evidence',
    target: evidenceId,
    report_id: copy?.report_id ?? 0,
    change: JSON.stringify({
      version: 1,
      heldBack: false,
      warnings: null,
      boxes: [],
      reason: 'Seen',
    }),
    proposed_by: by ?? (await buildMember(deps, { role: 'reviewer' })).id,
    proposed_at: now(deps),
    due_at: null,
  })
  return { evidenceId, release: (await findRelease(db, 'evidence', evidenceId))?.id ?? '' }
}

/** A new report of a witness, with the receipt that opens it. */
export async function freshWitness(
  deps: Deps,
): Promise<{ readonly reportId: number; readonly bearer: string }> {
  const { evidenceList: _none, ...content } = createReport.request.body.parse(reportBody())
  const trail: Trail = {
    trace: () => undefined,
    transact: (command) => transact(deps.database.db, command),
  }
  const filed = await fileReport(deps, { ...content, key: randomUUID() }, trail, ['test'])
  if (!filed.ok) throw new Error(filed.code)
  return { reportId: filed.value.reportId, bearer: filed.value.receipt }
}

/** A pass of Apple Wallet of a new member, with the token that is in it. */
export async function freshPass(
  deps: Deps,
  memberId?: number,
): Promise<{ readonly serial: string; readonly bearer: string }> {
  const { db } = deps.database
  const card = await cardOf(deps, db, memberId ?? (await buildMember(deps)).id)
  const pass = await addPass(db, { cardIndex: card.status_index, kind: 'apple', at: now(deps) })
  const bearer = passToken(deps, pass.id)
  await updatePass(db, pass.id, { token_hash: hashed(bearer) })
  await refreshPass(deps, db, pass)
  return { serial: pass.id, bearer }
}

/** The identifier of a new phone that is told of changes of the pass. */
export async function freshPhone(deps: Deps, serial: string): Promise<string> {
  const device = randomBytes(16).toString('hex')
  await addPhone(deps.database.db, {
    serial,
    deviceHash: hashed(device),
    pushToken: randomBytes(32).toString('hex'),
    at: now(deps),
  })
  return device
}

/** A new upload in parts. Its hash and size are those of `content`; with `complete`, all parts are stored. */
export async function freshUpload(
  deps: Deps,
  memberId: number | undefined,
  content: Buffer = Buffer.from('x'),
  complete = false,
  reportId: number | null = null,
): Promise<string> {
  const [id, partId, hash] = [
    randomUUID(),
    randomUUID(),
    createHash('sha256').update(content).digest('hex'),
  ]
  await deps.database.db
    .insertInto('evidence_uploads')
    .values({
      id,
      member_id: reportId === null ? (memberId ?? 1) : 0,
      report_id: reportId,
      name: 'seen.jpg',
      size_bytes: content.length,
      sha256: hash,
      state: 'open',
      received_bytes: complete ? content.length : 0,
      finishing_id: null,
      finishing_at: null,
      fault: null,
      file_id: null,
      created_at: now(deps),
      expires_at: later(deps, 1),
    })
    .execute()
  if (!complete) return id
  await deps.database.db
    .insertInto('file_parts')
    .values({
      id: partId,
      upload_id: id,
      file_id: null,
      number: 0,
      size_bytes: content.length,
      sha256: hash,
      stored_at: now(deps),
    })
    .execute()
  await deps.library.parts.put(partId, content)
  return id
}

/** A proposal of a member to export the list, with a target of its own, so that many are open at once. */
export const freshConsent = (deps: Deps, proposerId: number): Promise<string> =>
  deps.database.db.transaction().execute((transaction) =>
    propose(
      deps,
      transaction,
      { kind: 'member-export', target: `member:${freshId('proposal')}`, reason: 'Annual report' },
      {
        caller: { memberId: proposerId },
        facts: { trace: () => undefined },
      },
    ),
  )

/** Another record, made part of that of the member. */
export async function freshMerge(deps: Deps, staysId: number): Promise<string> {
  const { id: endsId } = await buildMember(deps, { status: 'inactive' })
  return deps.database.db.transaction().execute(async (transaction) => {
    const stays = await findByNumber(transaction, staysId)
    const ends = await findByNumber(transaction, endsId)
    if (stays === undefined || ends === undefined) throw new Error('No such member')
    const merging = { take: [], reason: 'Registered twice', by: staysId, at: now(deps) }
    return (await mergeRecords(deps, transaction, { stays, ends }, merging)).id
  })
}

export async function freshAlert(deps: Deps, memberId: number): Promise<string> {
  const id = randomUUID()
  await deps.database.db
    .insertInto('alerts')
    .values({
      id,
      kind: 'many-looks',
      member_id: memberId,
      count: 120,
      at: now(deps),
      seen_at: null,
      seen_by: null,
    })
    .execute()
  return id
}

export async function freshHold(deps: Deps, target?: string): Promise<string> {
  const id = randomUUID()
  await deps.database.db
    .insertInto('legal_holds')
    .values({
      id,
      target: target ?? `report:${await freshReport(deps, null)}`,
      reason: 'Court of Lyon, 26/1',
      placed_at: now(deps),
      lifted_at: null,
      lifted_reason: null,
    })
    .execute()
  return id
}

export async function freshInvitation(deps: Deps): Promise<string> {
  const id = randomUUID()
  await deps.database.db
    .insertInto('invitation_codes')
    .values({
      id,
      code: freshId('INV').toUpperCase(),
      label: 'Assembly',
      uses: 0,
      uses_max: null,
      expires_at: null,
      revoked_at: null,
      created_by: null,
      created_at: now(deps),
    })
    .execute()
  return id
}

/** The token of a change of e-mail that can still be undone. */
export async function freshUndo(deps: Deps): Promise<string> {
  const { id, email } = await buildMember(deps)
  const token = randomBytes(32).toString('base64url')
  await deps.database.db
    .insertInto('email_undos')
    .values({
      token_hash: createHash('sha256').update(token).digest('base64url'),
      member_id: id,
      old_email: `old.${email}`,
      expires_at: later(deps, 1),
      used_at: null,
    })
    .execute()
  return token
}

/** The token of a link "this was not me". */
export async function freshNotMe(deps: Deps): Promise<string> {
  const { id } = await buildMember(deps)
  const link = await makeNotMeLink(deps, deps.database.db, id)
  return new URL(link).hash.slice(1)
}

/** A subscription and the tokens of its mails. */
export async function freshSubscription(
  deps: Deps,
  state: 'pending' | 'confirmed',
): Promise<{ readonly confirm: string; readonly end: string }> {
  const id = randomUUID()
  const email = `${id}@test.example`
  await deps.database.db
    .insertInto('subscriptions')
    .values({
      id,
      email,
      email_key: email,
      topic: 'newsletter',
      language: 'en',
      state,
      created_at: now(deps),
      confirmed_at: state === 'confirmed' ? now(deps) : null,
      ended_at: null,
    })
    .execute()
  return {
    confirm: makeToken(deps.secrets, { use: 'confirm', of: 'subscription', id }),
    end: makeToken(deps.secrets, { use: 'end', of: 'subscription', id }),
  }
}

/** A mail that a restore holds. */
export async function freshHeldMail(deps: Deps): Promise<string> {
  const id = await freshFailedMail(deps)
  await deps.database.db
    .updateTable('mails')
    .set({ failed_at: null, last_error: '', held_at: deps.clock.now().toISOString() })
    .where('id', '=', id)
    .execute()
  return id
}

/** A mail that failed for good and can be sent again. */
export async function freshFailedMail(deps: Deps): Promise<string> {
  const to = `mail.${randomUUID()}@test.example`
  await enqueueMail(deps, deps.database.db, {
    to,
    language: 'en',
    template: 'password-changed',
    values: { at: deps.clock.now().toISOString() },
  })
  const { id } = await deps.database.db
    .updateTable('mails')
    .set({ failed_at: deps.clock.now().toISOString(), last_error: 'EENVELOPE 550' })
    .where('to_address', '=', to)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
