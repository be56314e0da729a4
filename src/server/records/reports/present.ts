/** Reports in the shape of the contract. No shape contains the reporter. */
import type { Kysely } from 'kysely'
import { PUBLIC_VIEWER } from '#shared/contract/files.ts'
import type { Evidence, Report } from '#shared/contract/reports.ts'
import { readChecks } from '#shared/domain/access/checks.ts'
import { countryNameInEnglish, readCountry } from '#shared/domain/people/countries.ts'
import type { ContentWarning } from '#shared/domain/report/public-copy-rules.ts'
import { REPORT_CHECKS } from '#shared/domain/report/report-checks.ts'
import {
  withheldParts,
  type ReportWords,
  type Withholding,
} from '#shared/domain/report/report-protection.ts'
import {
  type DocumentContent,
  isUnknown,
  isVerified,
  type EvidenceType,
} from '#shared/domain/report/report-rules.ts'
import { languageOfBoth } from '#shared/domain/text/language-of.ts'
import type { Caller } from '../../http/principal/caller.ts'
import type { Schema } from '../../parts/database/schema.ts'
import type { Library } from '../../parts/files/library.ts'
import { boxesIn, hasBoxes, SHOWN_VARIANTS } from '../../parts/files/shown-copies.ts'
import { PDF } from '../../parts/files/sniff.ts'
import { categoryIn } from './categories.ts'
import { evidenceOf, type EvidenceRow } from './evidence-repository.ts'
import { isOwn, mayRead, publicInstant, seesEverything } from './policy.ts'
import { protectionOf, shownDescriptionsOf, shownOf, withholdingOf, wordsOf } from './protection.ts'
import { isPublished } from './published.ts'
import type { ReportRow } from './report-repository.ts'

/** The type of the bytes is used, not the declared one. */
export const evidenceTypeOf = (mediaType: string): EvidenceType =>
  mediaType.startsWith('image/')
    ? 'image'
    : mediaType.startsWith('video/')
      ? 'video'
      : mediaType.startsWith('audio/')
        ? 'audio'
        : 'document'

/** A voice names a person: it is public when staff release it, and not before. */
export const isHeldAtFirst = (mediaType: string): boolean => evidenceTypeOf(mediaType) === 'audio'

type State = Parameters<typeof isPublished>[0]

/**
 * The viewer for whom a picture, page, film or sound is signed: the public while the report is public, the
 * reader's session while it waits.
 */
const evidenceViewer = (report: State, { caller }: Audience): string =>
  caller === undefined || isPublished(report) ? PUBLIC_VIEWER : caller.sessionId

/** What a document of Word has besides text is for staff, who may take the original (ADR 0074). */
const documentFacts = (row: EvidenceRow, { whole }: Audience) => ({
  size: row.size_bytes,
  sha256: row.sha256,
  pages: pagesOf(row),
  ...(whole && row.inside !== null
    ? { inside: JSON.parse(row.inside) as DocumentContent[] } // written at the upload
    : {}),
})

/** A PDF that an older version received has one until it is read. */
const pagesOf = (row: EvidenceRow): number => (row.media_type === PDF ? (row.pages ?? 1) : 0)

/**
 * Of a picture, or the pages of a PDF. Others than staff get the copy with boxes. Staff get the whole picture for their session, because
 * a public address leads to the other one, and to none while the piece is held back.
 */
function pictureAddresses(
  library: Pick<Library, 'sign'>,
  row: EvidenceRow,
  report: State,
  audience: Audience,
): { readonly view: string; readonly thumb: string } {
  const isChanged = hasBoxes(row.boxes) || row.held_back === 1
  const { caller, whole } = audience
  const viewer =
    whole && isChanged && caller !== undefined ? caller.sessionId : evidenceViewer(report, audience)
  const variants = !whole && hasBoxes(row.boxes) ? SHOWN_VARIANTS : (['view', 'thumb'] as const)
  const copy = row.public_version > 1 ? row.public_version : undefined
  const [view, thumb] = variants
  return {
    view: library.sign(row.file_id, view, viewer, copy),
    thumb: library.sign(row.file_id, thumb, viewer, copy),
  }
}

const recordingAddress = (
  library: Pick<Library, 'sign'>,
  row: EvidenceRow,
  report: State,
  audience: Audience,
): string =>
  library.sign(
    row.file_id,
    'video',
    row.held_back === 1 && audience.caller !== undefined
      ? audience.caller.sessionId
      : evidenceViewer(report, audience),
  )

/** A public address needs no session and works as long as the report is public. */
export function presentEvidence(
  library: Pick<Library, 'sign'>,
  row: EvidenceRow,
  report: State,
  audience: Audience,
): Evidence {
  const type = evidenceTypeOf(row.media_type)
  const picture =
    type === 'image' || row.media_type === PDF
      ? pictureAddresses(library, row, report, audience)
      : undefined
  return {
    id: row.id,
    evidenceType: row.evidence_type,
    fileUrl:
      picture?.view ??
      (type === 'video' || type === 'audio'
        ? recordingAddress(library, row, report, audience)
        : null),
    ...(type === 'document' ? { document: documentFacts(row, audience) } : {}),
    mediaType: type === 'image' ? 'image/jpeg' : row.media_type,
    thumbnailUrl: picture?.thumb ?? null,
    ...(row.incomplete === 1 && { incomplete: true }),
    description: row.description,
    warnings: row.warnings === null ? null : (JSON.parse(row.warnings) as ContentWarning[]), // written by the route
    ...(audience.whole
      ? {
          heldBack: row.held_back === 1,
          boxes: boxesIn(row.boxes).length,
          releaseWaits: typeof row.release_id === 'string',
        }
      : {}),
    uploadedAt: row.uploaded_at,
  }
}

/**
 * The audience of a reply: staff may request the public copy. Addresses of files are signed for the
 * session in both cases.
 */
export interface Audience {
  readonly caller: Caller | undefined
  readonly whole: boolean
  /** Whether the caller asked for the public copy. */
  readonly asPublic?: boolean
}

export const audienceOf = (caller: Caller | undefined, as?: 'public'): Audience => ({
  caller,
  whole: as !== 'public' && seesEverything(caller),
  asPublic: as === 'public',
})

/** What is withheld from a reader who is not staff: who filed the report knows the names in it. */
const withheldFrom = ({ caller, asPublic = false }: Audience, row: ReportRow): Withholding =>
  !asPublic && isOwn(caller, row) ? protectionOf(row) : withholdingOf(row)

/** The texts of a report that the evidence page shows. */
export const shownWordsTo = (row: ReportRow, audience: Audience): ReportWords =>
  audience.whole ? wordsOf(row) : shownOf(row, withheldFrom(audience, row)).words

/** What staff hold back does not exist for others, not even as a number. */
const isShown = ({ held_back: heldBack }: EvidenceRow, { whole }: Audience): boolean =>
  whole || heldBack === 0
/**
 * A voice is held back from the moment it comes, so that it is no decision of staff that its reporter learns of: they read
 * that it arrived, and neither hear it nor get an address.
 */
const isOwnRecording = (
  piece: EvidenceRow,
  report: ReportRow,
  { caller, asPublic = false }: Audience,
): boolean => !asPublic && isOwn(caller, report) && isHeldAtFirst(piece.media_type)

const shownEvidence = (rows: readonly EvidenceRow[], audience: Audience): readonly EvidenceRow[] =>
  rows.filter((row) => isShown(row, audience))

/**
 * Of a witness, others than staff get no time and no hash: an office that gives each of its people a
 * document of their own would find who passed theirs on.
 */
const ofWitness = (report: ReportRow, piece: Evidence): Evidence => ({
  ...piece,
  uploadedAt: publicInstant(report, piece.uploadedAt),
  ...(report.witness === 1 &&
    piece.document !== undefined && { document: { pages: piece.document.pages } }),
})

export function presentEvidenceOf(
  library: Pick<Library, 'sign'>,
  report: ReportRow,
  rows: readonly EvidenceRow[],
  audience: Audience,
): Evidence[] {
  const shown = shownEvidence(rows, audience)
  const descriptions = audience.whole
    ? shown.map(({ description }) => description)
    : shownDescriptionsOf(report, shown, withheldFrom(audience, report))
  return shown.map((row, index) => {
    const described = { ...row, description: descriptions[index] ?? '' }
    const piece = presentEvidence(library, described, report, audience)
    return audience.whole ? piece : ofWitness(report, piece)
  })
}

const staffParts = (row: ReportRow) => ({
  witness: row.witness === 1,
  actorAccount: row.actor_account,
  verifierComment: row.verifier_comment,
  checks: readChecks(REPORT_CHECKS, row.checks),
  published: isPublished(row),
  contested: row.contested_at !== null,
  version: row.version,
  updatedAt: row.updated_at,
  protection: { ...protectionOf(row), hiddenWords: [...protectionOf(row).hiddenWords] },
})

/** What everybody is told of a report that they may not read: number, day and state. */
const presentState = (row: ReportRow): Report => ({
  id: row.id,
  type: '',
  category: null,
  description: '',
  country: '',
  countryCode: null,
  city: '',
  actor: '',
  actorName: '',
  actorDesc: '',
  victim: '',
  googleMapLink: '',
  incidentDate: null,
  status: row.status,
  verified: isVerified(row.status),
  withheld: row.contested_at === null ? ['report'] : ['report', 'contested'],
  createdAt: publicInstant(row, row.created_at),
  evidenceCount: 0,
  reportEvidences: [],
})

export function presentReportTo(
  library: Pick<Library, 'sign'>,
  row: ReportRow,
  evidence: readonly EvidenceRow[],
  audience: Audience,
): Report {
  if (!mayRead(audience.caller, row)) return presentState(row)
  const { words, withheld } = audience.whole
    ? { words: wordsOf(row), withheld: withheldParts(wordsOf(row), withholdingOf(row)) }
    : shownOf(row, withheldFrom(audience, row))
  return {
    id: row.id,
    ...words,
    // By the words that this reader gets: in which language somebody saw the form is not kept.
    writtenIn: languageOfBoth(words.description, isUnknown(words.actorDesc) ? '' : words.actorDesc),
    category: categoryIn(words.type),
    country: countryNameInEnglish(words.country),
    countryCode: readCountry(words.country) ?? null,
    incidentDate: row.incident_date,
    ...(audience.whole ? staffParts(row) : {}),
    status: row.status,
    verified: isVerified(row.status),
    withheld: [...withheld],
    createdAt: audience.whole ? row.created_at : publicInstant(row, row.created_at),
    evidenceCount: evidence.filter(
      (piece) => isShown(piece, audience) || isOwnRecording(piece, row, audience),
    ).length,
    reportEvidences: presentEvidenceOf(library, row, evidence, audience),
  }
}

export const presentReport = (
  library: Pick<Library, 'sign'>,
  row: ReportRow,
  evidence: readonly EvidenceRow[],
  caller: Caller | undefined,
): Report => presentReportTo(library, row, evidence, audienceOf(caller))

/** The report with its evidence as the transaction sees it. */
export const presentWithEvidence = async (
  db: Kysely<Schema>,
  library: Pick<Library, 'sign'>,
  row: ReportRow,
  caller: Caller | undefined,
): Promise<Report> =>
  presentReport(library, row, (await evidenceOf(db, [row.id])).get(row.id) ?? [], caller)
