/**
 * Fills an empty database with the demonstration data. Idempotent: a database with any member is
 * not changed, so a second start adds nothing. Pictures come first, then all rows in one
 * transaction: all of it is stored, or none.
 */
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { isoNow } from '../base/clock.ts'
import type { Schema } from '../parts/database/schema.ts'
import type { Deps } from '../deps/deps.ts'
import { claimSearchText } from '../records/claims/claim-repository.ts'
import { insertEvidence } from '../records/reports/evidence-repository.ts'
import { insertReport } from '../records/reports/report-repository.ts'
import { insertSealed } from '../parts/database/sealing/insert-sealed.ts'
import { reportSearchColumns } from '../records/reports/search-columns.ts'
import { contentSearchText } from '../records/search/content-search-text.ts'
import { insertMember } from '../records/members/member-repository.ts'
import { fieldColumns } from '../records/members/field-columns.ts'
import { newMember, type NewMember } from '../records/members/new-member.ts'
import { takeReference } from '../parts/security/reference.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../demo/accounts.ts'
import { type DemoClaim, demoClaims, demoEvents, demoNews, renderCover } from '../demo/content.ts'
import { renderIdDocument } from '../demo/documents.ts'
import { evidenceImage, evidencePdf } from '../demo/evidence.ts'
import { demoMembers, type DemoMember } from '../demo/people.ts'
import { renderPortrait } from '../demo/portrait/portrait.ts'
import { demoReports, type DemoEvidence, type DemoReport } from '../demo/reports.ts'
import { demoRequests } from '../demo/requests.ts'
import { inTransaction } from '../parts/database/transact.ts'

const PICTURES_AT_ONCE = 4
const HOUR_MS = 3_600_000
/** Places in `demoMembers()`: the accounts come first. */
const MODERATOR_INDEX = 2
const REVIEWER_INDEX = 3

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < items.length; at += PICTURES_AT_ONCE)
    results.push(...(await Promise.all(items.slice(at, at + PICTURES_AT_ONCE).map(work))))
  return results
}

interface Portfolio {
  readonly cardPhoto: string
  readonly idFront: string | null
  readonly idBack: string | null
}

async function portfolioOf(
  { library }: Deps,
  person: DemoMember,
  withDocuments: boolean,
): Promise<Portfolio> {
  const picture = { ownerId: person.id, mediaType: 'image/jpeg' }
  const cardPhoto = await library.addPicture({
    ...picture,
    purpose: 'card-photo',
    bytes: await renderPortrait(person.portraitSeed),
    originalName: 'portrait.jpg',
  })
  if (!withDocuments) return { cardPhoto, idFront: null, idBack: null }
  return {
    cardPhoto,
    idFront: await library.addPicture({
      ...picture,
      purpose: 'identity-front',
      bytes: await renderIdDocument(person, 'front'),
      originalName: 'front.jpg',
    }),
    idBack: await library.addPicture({
      ...picture,
      purpose: 'identity-back',
      bytes: await renderIdDocument(person, 'back'),
      originalName: 'back.jpg',
    }),
  }
}

function memberDetails(person: DemoMember, portfolio: Portfolio): NewMember['details'] {
  return {
    ...fieldColumns(person),
    connection_method: person.connectionMethod,
    language: person.language,
    newsletter: person.newsletter ? 1 : 0,
    card_photo_file: portfolio.cardPhoto,
    id_front_file: portfolio.idFront,
    id_back_file: portfolio.idBack,
  }
}

const insertPerson = (
  db: Transaction<Schema>,
  person: DemoMember,
  portfolio: Portfolio,
  passwordHash: string,
): Promise<void> =>
  insertMember(
    db,
    newMember({
      id: person.id,
      email: person.email,
      phone: person.phone,
      passwordHash,
      firstName: person.firstName,
      lastName: person.lastName,
      role: person.role,
      status: person.status,
      validated: person.validated,
      at: person.createdAt,
      details: memberDetails(person, portfolio),
    }),
    person.nationalities,
  )

async function addEvidence(
  { library }: Deps,
  item: DemoEvidence,
  ownerId: number,
): Promise<string> {
  const common = { ownerId, purpose: 'evidence' as const, originalName: item.fileName }
  return item.evidenceType === 'image'
    ? library.addPicture({
        ...common,
        bytes: await evidenceImage(item.seed, item.caption, item.kind),
        mediaType: 'image/jpeg',
      })
    : library.addDocument({
        ...common,
        bytes: evidencePdf(item.title, item.lines),
        mediaType: 'application/pdf',
      })
}

async function insertReports(
  db: Transaction<Schema>,
  reports: readonly DemoReport[],
  members: readonly DemoMember[],
  files: ReadonlyMap<DemoEvidence, string>,
): Promise<void> {
  for (const report of reports) {
    const { id } = await insertReport(db, {
      reporter_id: members[report.reporterIndex]?.id ?? null,
      type: report.type,
      description: report.description,
      country: report.country,
      city: report.city,
      actor: report.actor,
      actor_name: report.actorName,
      actor_desc: report.actorDesc,
      actor_account: report.actorAccount,
      victim: report.victim,
      google_map_link: report.googleMapLink,
      status: report.status,
      verified_at: report.status === 'verified' ? report.createdAt : null,
      verifier_comment: report.verifierComment,
      ...reportSearchColumns(report),
      created_at: report.createdAt,
      updated_at: report.createdAt,
      deleted_at: null,
      deleted_reason: null,
    })
    for (const item of report.evidence)
      await insertEvidence(db, {
        report_id: id,
        evidence_type: item.evidenceType,
        file_id: files.get(item) ?? '',
        description: item.description,
        uploaded_at: item.uploadedAt,
        deleted_at: null,
      })
  }
}

async function insertContent(
  db: Transaction<Schema>,
  deps: Deps,
  members: readonly DemoMember[],
  covers: ReadonlyMap<string, string>,
): Promise<void> {
  const at = isoNow(deps.clock)
  for (const {
    id,
    startsAt,
    endsAt,
    capacity,
    contactPerson,
    contactEmail,
    contactPhone,
    organizer,
    content,
  } of demoEvents(deps.clock.now()))
    await db
      .insertInto('events')
      .values({
        id,
        capacity,
        organizer,
        price: null,
        starts_at: startsAt,
        ends_at: endsAt,
        image_file: covers.get(`event/${id}`) ?? null,
        contact_person: contactPerson,
        contact_email: contactEmail,
        contact_phone: contactPhone,
        content: JSON.stringify(content),
        status: 'published',
        search_text: contentSearchText(content, [organizer]),
        created_at: at,
      })
      .execute()
  for (const { id, date, link, content } of demoNews)
    await db
      .insertInto('news')
      .values({
        id,
        date,
        link,
        image_file: covers.get(`news/${id}`) ?? null,
        content: JSON.stringify(content),
        status: 'published',
        search_text: contentSearchText(content),
        created_at: at,
      })
      .execute()
  for (const claim of demoClaims(deps.clock.now())) {
    const row = (id: string) => ({
      id,
      member_id: claim.memberIndex === null ? null : (members[claim.memberIndex]?.id ?? null),
      first_name: claim.firstName,
      last_name: claim.lastName,
      email: claim.email,
      phone: claim.phone,
      subject: claim.subject,
      message: claim.message,
      status: claim.status,
      note: claim.note,
      language: claim.language,
      decided_by: null,
      decided_at: null,
      created_at: claim.createdAt,
    })
    await takeReference('MSG', async (id) => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('claims')
        .values({ ...row(id), search_text: claimSearchText(row(id)) })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows !== 1n) return false
      await seedClaimEntries(db, id, claim, members)
      return true
    })
  }
}

/** What staff wrote: the interim reply, and the note of the decision. */
async function seedClaimEntries(
  db: Transaction<Schema>,
  id: string,
  { status, note, reply, createdAt }: DemoClaim,
  members: readonly { readonly id: number }[],
): Promise<void> {
  const after = (hours: number): string =>
    new Date(new Date(createdAt).getTime() + hours * HOUR_MS).toISOString()
  const author = (index: number): number | null => members[index]?.id ?? null
  const entries = [
    ...(reply === undefined
      ? []
      : [
          {
            kind: 'reply' as const,
            text: reply,
            mailed: 1 as const,
            author_id: author(MODERATOR_INDEX),
            created_at: after(5),
          },
        ]),
    ...(status === 'open'
      ? []
      : [
          {
            kind: status,
            text: note,
            mailed: status === 'resolved' ? (1 as const) : (0 as const),
            author_id: author(REVIEWER_INDEX),
            created_at: after(26),
          },
        ]),
  ]
  for (const entry of entries) await insertSealed(db, 'claim_entries', { ...entry, claim_id: id })
  const last = entries.findLast(({ mailed }) => mailed === 1)
  await db
    .updateTable('claims')
    .set({ entry_count: entries.length, replied_at: last?.created_at ?? null })
    .where('id', '=', id)
    .execute()
}

async function hashOf({ passwords }: Deps, password: string): Promise<string> {
  const hashed = await passwords.hash(password)
  if (!hashed.ok) throw new Error('Too busy to hash the password of the demonstration accounts')
  return hashed.value
}

/** Never called by a production server (see `parseConfig`). */
export async function seedDemo(deps: Deps): Promise<void> {
  const { database, library, clock } = deps
  if (
    (await database.db.selectFrom('members').select('id').limit(1).executeTakeFirst()) !== undefined
  )
    return
  process.stdout.write('Filling the empty database with demonstration data…\n')
  const now = clock.now()
  const members = demoMembers(now)
  const requests = demoRequests(now)
  const accounts = new Set<string>(DEMO_ACCOUNTS.map(({ email }) => email))
  const portfolios = await inTurn(members, (person) =>
    portfolioOf(deps, person, accounts.has(person.email)),
  )
  const applicantPortfolios = await inTurn(requests, ({ applicant }) =>
    portfolioOf(deps, applicant, true),
  )
  const reports = demoReports(now)
  const evidence = reports.flatMap((report) =>
    report.evidence.map((item) => ({ item, owner: members[report.reporterIndex]?.id ?? 0 })),
  )
  const evidenceFiles = await inTurn(evidence, ({ item, owner }) => addEvidence(deps, item, owner))
  const covers = new Map<string, string>()
  for (const { id, purpose } of [
    ...demoEvents(now).map((event) => ({ id: event.id, purpose: 'event' as const })),
    ...demoNews.map((news) => ({ id: news.id, purpose: 'news' as const })),
  ])
    covers.set(
      `${purpose}/${id}`,
      await library.addPicture({
        purpose,
        ownerId: null,
        bytes: await renderCover(id),
        mediaType: 'image/webp',
        originalName: `${id}.webp`,
      }),
    )

  const accountHash = await hashOf(deps, DEMO_PASSWORD)
  // A password that no person knows: the other members are for display, not for sign-in.
  const unknownHash = await hashOf(deps, randomUUID())
  await inTransaction(database.db, async (transaction) => {
    for (const [index, person] of members.entries())
      await insertPerson(
        transaction,
        person,
        portfolios[index]!,
        accounts.has(person.email) ? accountHash : unknownHash,
      ) // one portfolio was made for each
    for (const [index, request] of requests.entries()) {
      await insertPerson(transaction, request.applicant, applicantPortfolios[index]!, unknownHash) // one portfolio was made for each
      await transaction
        .insertInto('registration_requests')
        .values({
          id: `REQ_${request.applicant.id}`,
          member_id: request.applicant.id,
          status: request.status,
          comment: request.approverComment,
          decided_by:
            members.find(({ role, email }) => role === request.decidedBy && accounts.has(email))
              ?.id ?? null,
          decided_at: request.decidedAt,
          created_at: request.createdAt,
        })
        .execute()
    }
    await insertReports(
      transaction,
      reports,
      members,
      new Map(evidence.map(({ item }, index) => [item, evidenceFiles[index] ?? ''])),
    )
    await insertContent(transaction, deps, members, covers)
    await deps.audit.write(
      {
        actor: 'system',
        action: 'demo.filled',
        detail: { members: members.length, requests: requests.length },
      },
      transaction,
    )
  })
}
