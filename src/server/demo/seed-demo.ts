/**
 * Fills an empty database with the demonstration data. Idempotent: a database with any member is
 * not changed, so a second start adds nothing. Pictures come first, then all rows in one
 * transaction: all of it is stored, or none.
 */
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { AGREEMENT_VERSIONS } from '#shared/domain/agreements.ts'
import { type Association, BLANK_ASSOCIATION } from '#shared/domain/association.ts'
import { PLEDGE_PREFIX } from '#shared/domain/donations.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { ROLES } from '#shared/domain/people/roles.ts'
import { parisDay } from '#shared/domain/receipts/paris-day.ts'
import { namesSomebody, OPEN } from '#shared/domain/report/report-protection.ts'
import { DAY_MS, HOUR_MS } from '#shared/domain/units.ts'
import type { Deps } from '../deps/deps.ts'
import { addContents, storeCovers } from '../features/settings/first-contents.ts'
import type { Schema } from '../parts/database/schema.ts'
import { inTransaction } from '../parts/database/transact.ts'
import { prepareKnown, type NewFile } from '../parts/files/library.ts'
import type { PreparedFile } from '../parts/files/prepare.ts'
import { takeReference } from '../parts/security/reference.ts'
import { agreementRows, insertAgreements } from '../records/agreements/agreement-repository.ts'
import { columnsOf, writeAssembly } from '../records/assembly/assembly-repository.ts'
import { insertClaim } from '../records/claims/claim-repository.ts'
import { moveClaim } from '../records/claims/claim-thread-repository.ts'
import { decidePledge, insertPledge } from '../records/donations/pledge-repository.ts'
import { insertEvent } from '../records/events/event-repository.ts'
import { insertMember } from '../records/members/member-repository.ts'
import { newMember } from '../records/members/new-member.ts'
import { insertEvidence } from '../records/reports/evidence-repository.ts'
import { wordsOf } from '../records/reports/protection.ts'
import { isPublished } from '../records/reports/published.ts'
import { insertReport } from '../records/reports/report-repository.ts'
import { reportSearchColumns } from '../records/reports/search-columns.ts'
import { contentSearchText } from '../records/search/content-search-text.ts'
import { writeSetting } from '../records/settings/settings-repository.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './accounts.ts'
import {
  readDemo,
  readPicture,
  type DemoClaim,
  type DemoDonation,
  type DemoPerson,
  type DemoReport,
  type DemoRequest,
} from './data.ts'
import { identityFront } from './identity-document.ts'

const PICTURES_AT_ONCE = 4
/** Addresses that nobody has: the doctor and the settings say that they are examples. */
const DEMO_ASSOCIATION: Association = {
  ...BLANK_ASSOCIATION,
  name: 'WLD',
  legalForm: 'Association loi 1901',
  seat: '[12 rue de l’Exemple, 69000 Lyon]',
  email: 'contact@wld.example',
  director: '[Nom, Prénom]',
  facebook: 'https://www.facebook.com/',
  x: 'https://x.com/',
  instagram: 'https://www.instagram.com/',
  tiktok: 'https://www.tiktok.com/',
}
/** Who wants to try an assembly on the first day still has time to give a proxy, and the doors are open already. */
const HOURS_TO_ASSEMBLY = 6
const HOURS_OF_ASSEMBLY = 4
/** No contact person: one text stands in three languages, and "Association office" was English on two of them. */
const CONTACT = {
  contact_person: '',
  contact_email: 'events@demo.example',
  contact_phone: '+33199009000',
}
const ADMINISTRATOR = 10_000_001
const MODERATOR = 10_000_003
const REVIEWER = 10_000_004

/** Instants before the start, and hours after one of them, as ISO 8601. */
type Instant = (daysAgo: number, hoursLater?: number) => string
const instantsBefore =
  (now: Date): Instant =>
  (daysAgo, hoursLater = 0) =>
    new Date(
      Math.min(now.getTime(), now.getTime() - daysAgo * DAY_MS + hoursLater * HOUR_MS),
    ).toISOString()

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < items.length; at += PICTURES_AT_ONCE)
    results.push(...(await Promise.all(items.slice(at, at + PICTURES_AT_ONCE).map(work))))
  return results
}

type Purpose = NewFile['purpose']
/** Many demo members share a face: each picture of resources/demo is drawn once. */
function demoFiles() {
  const prepared = new Map<string, Promise<PreparedFile>>()
  return (name: string, purpose: Purpose): Promise<PreparedFile> => {
    const key = `${purpose} ${name}`
    const file =
      prepared.get(key) ??
      readPicture(name).then((bytes) => prepareKnown(bytes, purpose, purpose === 'evidence'))
    prepared.set(key, file)
    return file
  }
}
type DemoFiles = ReturnType<typeof demoFiles>

async function storePictures({ library }: Deps, files: DemoFiles, person: DemoPerson) {
  const face = `faces/${person.face}.webp`
  const store = (purpose: Purpose, file: PreparedFile): Promise<string> =>
    library.addPrepared(file, { ownerId: person.id, purpose, originalName: `${purpose}.webp` })
  const front = async (document: NonNullable<DemoPerson['document']>): Promise<PreparedFile> =>
    prepareKnown(
      await identityFront(person, document, await readPicture(face)),
      'identity-front',
      false,
    )
  return {
    card_photo_file: await store('card-photo', await files(face, 'card-photo')),
    ...(person.document === undefined
      ? {}
      : {
          id_front_file: await store('identity-front', await front(person.document)),
          id_back_file: await store(
            'identity-back',
            await files('document/back.webp', 'identity-back'),
          ),
        }),
  }
}

/** Their ids in the library, in the order of the report's evidence. */
const storeEvidence = (
  { library }: Deps,
  files: DemoFiles,
  { evidence, reporter }: DemoReport,
): Promise<string[]> =>
  inTurn(evidence, async ({ file }) =>
    library.addPrepared(await files(`evidence/${file}`, 'evidence'), {
      ownerId: reporter,
      purpose: 'evidence',
      originalName: file,
    }),
  )

type Pictures = Awaited<ReturnType<typeof storePictures>>

async function insertPerson(
  db: Transaction<Schema>,
  person: DemoPerson,
  pictures: Pictures | undefined,
  passwordHash: string,
  instant: Instant,
): Promise<void> {
  const at = instant(person.daysAgo)
  const details = { ...person.details, ...pictures }
  const member = newMember({ ...person, passwordHash, at, details })
  await insertMember(db, member, person.nationalities)
  if (member.newsletter === 0) return
  // Who gets news has agreed to them: the profile says the same as the settings.
  const { id: memberId, language } = member
  const given = { memberId, language, at, termsVersion: AGREEMENT_VERSIONS.terms }
  await insertAgreements(db, agreementRows({ ...given, kinds: ['newsletter'], source: 'self' }))
}

const insertRequest = (
  db: Transaction<Schema>,
  { applicant, status, comment, daysAgo, decidedBy, decidedAfterHours }: DemoRequest,
  instant: Instant,
) =>
  db
    .insertInto('registration_requests')
    .values({
      id: `REQ_${applicant.id}`,
      member_id: applicant.id,
      status,
      comment,
      decided_by: decidedBy,
      decided_at: decidedAfterHours === null ? null : instant(daysAgo, decidedAfterHours),
      created_at: instant(daysAgo),
    })
    .execute()

async function insertDemoReport(
  db: Transaction<Schema>,
  { reporter, words, daysAgo, evidence }: DemoReport,
  files: readonly string[],
  instant: Instant,
): Promise<void> {
  const at = instant(daysAgo)
  const { id } = await insertReport(db, {
    ...words,
    reporter_id: reporter,
    verified_at: words.status === 'verified' ? at : null,
    ...reportSearchColumns(wordsOf(words), {
      protection: {
        ...OPEN,
        unverified: words.status !== 'verified' && namesSomebody(wordsOf(words)),
      },
      published: isPublished({ held_at: null, contested_at: null, status: words.status }),
    }),
    created_at: at,
    updated_at: at,
    deleted_at: null,
    deleted_reason: null,
  })
  for (const [index, { file, description, hoursLater }] of evidence.entries())
    await insertEvidence(db, {
      report_id: id,
      evidence_type: file.endsWith('.pdf') ? 'document' : 'image',
      file_id: files[index] ?? '',
      description,
      uploaded_at: instant(daysAgo, hoursLater),
      deleted_at: null,
    })
}

async function insertDemoClaim(
  db: Transaction<Schema>,
  { claim, daysAgo, status, note, reply }: DemoClaim,
  instant: Instant,
): Promise<void> {
  const id = await takeReference('MSG', (free) =>
    insertClaim(db, { ...claim, id: free, created_at: instant(daysAgo) }),
  )
  if (reply !== null) {
    const entry = { kind: 'reply', text: reply, mailed: 1, author_id: MODERATOR } as const
    await moveClaim(db, id, { status: ['open'] }, {}, { ...entry, created_at: instant(daysAgo, 5) })
  }
  if (status === 'open') return
  const mailed = status === 'resolved' ? 1 : 0
  const entry = { kind: status, text: note, mailed, author_id: REVIEWER } as const
  const created = { ...entry, created_at: instant(daysAgo, 26) }
  await moveClaim(db, id, { status: ['open'] }, { status, note }, created)
}

async function insertDonation(
  db: Transaction<Schema>,
  donation: DemoDonation,
  donor: DemoPerson | undefined,
  instant: Instant,
): Promise<void> {
  const { daysAgo, decidedAfterDays, status, receivedCents, note } = donation
  const id = randomUUID()
  const created_at = instant(daysAgo)
  await takeReference(PLEDGE_PREFIX, (reference) =>
    insertPledge(db, {
      id,
      reference,
      cause: donation.cause,
      amount_usd: donation.amountUsd,
      method: donation.method,
      name: donor === undefined ? (donation.name ?? '') : fullName(donor),
      email: donor?.email ?? donation.email ?? '',
      member_id: donation.member,
      created_at,
    }),
  )
  if (decidedAfterDays === null) return
  const decided_at = instant(daysAgo - decidedAfterDays)
  const received = receivedCents !== null
  await decidePledge(db, id, 'pledged', {
    status,
    note,
    received_on: received ? parisDay(new Date(decided_at)) : null,
    received_cents: receivedCents,
    received_currency: received ? 'USD' : null,
    counted_cents: receivedCents,
    decided_by: ADMINISTRATOR,
    decided_at,
  })
}

/** The event of the association that lies ahead is weeks away: nobody could be checked in, and it has no votes. */
async function insertAssembly(db: Transaction<Schema>, { clock }: Deps): Promise<void> {
  const id = 'assembly-to-try'
  const { assembly: content } = readDemo()
  const now = clock.now().getTime()
  const startsAt = Math.ceil(now / HOUR_MS + HOURS_TO_ASSEMBLY) * HOUR_MS
  await insertEvent(db, {
    id,
    ...CONTACT,
    capacity: 500,
    price: null,
    organizer: 'WLD',
    starts_at: new Date(startsAt).toISOString(),
    ends_at: new Date(startsAt + HOURS_OF_ASSEMBLY * HOUR_MS).toISOString(),
    image_file: null,
    content: JSON.stringify(content),
    status: 'published',
    search_text: contentSearchText(content, ['WLD']),
    version: 1,
    created_at: new Date(now).toISOString(),
  })
  const quorum = { kind: 'share', value: 10 } as const
  const rules = { memberBy: null, roles: ROLES, quorum, proxiesPerHolder: 2 }
  await writeAssembly(db, { event_id: id, ...columnsOf(rules), version: 1 })
}

async function hashOf({ passwords }: Deps, password: string): Promise<string> {
  const hashed = await passwords.hash(password)
  if (!hashed.ok) throw new Error('Too busy to hash the password of the demonstration accounts')
  return hashed.value
}

export async function seedDemo(deps: Deps): Promise<void> {
  const { database, clock } = deps
  if (
    (await database.db.selectFrom('members').select('id').limit(1).executeTakeFirst()) !== undefined
  )
    return
  process.stdout.write('Filling the empty database with demonstration data…\n')
  const { members, requests, reports, claims, donations } = readDemo()
  const instant = instantsBefore(clock.now())
  const people = [...members, ...requests.map(({ applicant }) => applicant)]
  const files = demoFiles()
  const pictures = await inTurn(people, (person) => storePictures(deps, files, person))
  const evidence = await inTurn(reports, (report) => storeEvidence(deps, files, report))
  const covers = await storeCovers(deps)

  const accounts = new Set<string>(DEMO_ACCOUNTS.map(({ email }) => email))
  const accountHash = await hashOf(deps, DEMO_PASSWORD)
  // A password that no person knows: the other members are for display, not for sign-in.
  const unknownHash = await hashOf(deps, randomUUID())
  await inTransaction(database.db, async (transaction) => {
    await writeSetting(transaction, 'association', {
      value: DEMO_ASSOCIATION,
      revision: 0,
      by: null,
      at: clock.now().toISOString(),
    })
    for (const [index, person] of people.entries())
      await insertPerson(
        transaction,
        person,
        pictures[index],
        accounts.has(person.email) ? accountHash : unknownHash,
        instant,
      )
    for (const request of requests) await insertRequest(transaction, request, instant)
    for (const [index, report] of reports.entries())
      await insertDemoReport(transaction, report, evidence[index] ?? [], instant)
    await addContents(transaction, deps, covers, {
      status: 'published',
      ...CONTACT,
    })
    await insertAssembly(transaction, deps)
    for (const claim of claims) await insertDemoClaim(transaction, claim, instant)
    for (const donation of donations)
      await insertDonation(
        transaction,
        donation,
        members.find(({ id }) => id === donation.member),
        instant,
      )
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
