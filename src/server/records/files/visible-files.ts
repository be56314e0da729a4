/**
 * Policy `visible-files`: which files a caller may see, in which copies, and as what. For all other
 * files the reply is the same as for a missing one.
 */
import type { Kysely } from 'kysely'
import { PUBLIC_VIEWER, type FileVariant } from '#shared/contract/files.ts'
import { factorStateOf, isWaiting } from '#shared/domain/access/factor-rules.ts'
import { isStaff, roleOf, isManager } from '#shared/domain/people/roles.ts'
import { isoNow } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Caller } from '../../http/principal/caller.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { pictureUse } from '../../parts/files/library.ts'
import { DOC, DOCX } from '../../parts/files/sniff.ts'
import {
  coverPictures,
  findFiles,
  findLook,
  findOwners,
  membersUnderReview,
  publicEvidence,
  scannedVoices,
  staffEvidence,
  type PaperVoice,
} from './file-reference-repository.ts'
import { isUploadField } from './policy.ts'

export interface VisibleFile {
  /** Session of the caller, or `public`. */
  readonly viewer: string
  /** Available copies; the first is the default. */
  readonly variants: readonly [FileVariant, ...FileVariant[]]
  /** The member whose identity document this is; viewing it is logged. */
  readonly documentOf?: number
  readonly side?: 'front' | 'back'
  /** The voice whose signed paper this is; viewing it is logged. */
  readonly voice?: PaperVoice
}

type FileRow = Pick<
  Awaited<ReturnType<typeof findFiles>>[number],
  'id' | 'purpose' | 'media_type' | 'owner_id' | 'attached_at'
>
type OwnerRow = Awaited<ReturnType<typeof findOwners>>[number]

function variantsOf({ purpose, media_type: mediaType }: FileRow): VisibleFile['variants'] {
  if (/^(video|audio)\//.test(mediaType)) return ['video']
  if (pictureUse(purpose) === 'portrait') return ['card', 'thumb']
  return purpose === 'event' || purpose === 'news' ? ['cover', 'view', 'thumb'] : ['view', 'thumb']
}

/** Of Word there is the original alone, which has a route of its own. */
const isWord = (mediaType: string): boolean => mediaType === DOC || mediaType === DOCX
const isDocumentOf = (owner: OwnerRow, id: string): boolean =>
  owner.id_front_file === id || owner.id_back_file === id
const isPortraitOf = (owner: OwnerRow, id: string): boolean =>
  owner.card_photo_file === id || owner.pending_photo_file === id

/**
 * Visible for the member; for administrators and content managers; for other staff while a request
 * of that person is pending.
 */
const maySeeDocuments = (caller: Caller, memberId: number, underReview: boolean): boolean =>
  memberId === caller.memberId || isManager(caller.role) || (isStaff(caller.role) && underReview)

const maySeePortrait = (caller: Caller, memberId: number): boolean =>
  memberId === caller.memberId || isStaff(caller.role)

interface Facts {
  readonly owner: OwnerRow | undefined
  /** Whether a request of the owner waits for a decision. */
  readonly underReview: boolean
  readonly isPublicEvidence: boolean
  /** Evidence that is not deleted, published or not; for staff. */
  readonly isEvidence: boolean
  readonly cover: 'published' | 'draft' | undefined
  /** Scan of the signed paper of a voice. */
  readonly isScan: boolean
}

const isOwnUpload = ({ memberId }: Caller, file: FileRow): boolean =>
  file.attached_at === null && file.owner_id === memberId && isUploadField(file.purpose)

function see(
  caller: Caller,
  file: FileRow,
  { owner, underReview, isPublicEvidence, isEvidence, cover, isScan }: Facts,
): VisibleFile | undefined {
  const variants = variantsOf(file)
  const own = { viewer: caller.sessionId, variants }
  if (isWord(file.media_type)) return undefined
  if (isPublicEvidence || cover === 'published') return { viewer: PUBLIC_VIEWER, variants }
  if (isEvidence && isStaff(caller.role)) return own
  if (isScan && isManager(caller.role)) return own
  if (isOwnUpload(caller, file) || (cover === 'draft' && isManager(caller.role))) return own
  if (owner === undefined) return undefined
  if (isPortraitOf(owner, file.id) && maySeePortrait(caller, owner.id)) return own
  if (isDocumentOf(owner, file.id) && maySeeDocuments(caller, owner.id, underReview))
    return {
      ...own,
      documentOf: owner.id,
      side: owner.id_front_file === file.id ? 'front' : 'back',
    }
  return undefined
}

/** Returns the visible ones of `ids`. */
export async function visibleFiles(
  db: Kysely<Schema>,
  caller: Caller,
  ids: readonly string[],
): Promise<ReadonlyMap<string, VisibleFile>> {
  const visible = new Map<string, VisibleFile>()
  if (ids.length === 0) return visible
  const files = await findFiles(db, ids)
  const ownerIds = [...new Set(files.flatMap(({ owner_id: id }) => id ?? []))]
  const owners = new Map(
    (ownerIds.length === 0 ? [] : await findOwners(db, ownerIds)).map((owner) => [owner.id, owner]),
  )
  const underReview =
    ownerIds.length === 0 ? new Set<number>() : await membersUnderReview(db, ownerIds)
  const [evidence, covers] = [await publicEvidence(db, ids), await coverPictures(db, ids)]
  const waiting = isStaff(caller.role) ? await staffEvidence(db, ids) : new Set<string>()
  const voices = isManager(caller.role)
    ? await scannedVoices(db, ids)
    : new Map<string, PaperVoice>()
  for (const file of files) {
    const owner = file.owner_id === null ? undefined : owners.get(file.owner_id)
    const isUnderReview = owner !== undefined && underReview.has(owner.id)
    const seen = see(caller, file, {
      owner,
      underReview: isUnderReview,
      isPublicEvidence: evidence.has(file.id),
      isEvidence: waiting.has(file.id),
      cover: covers.get(file.id),
      isScan: voices.has(file.id),
    })
    const voice = voices.get(file.id)
    if (seen !== undefined) visible.set(file.id, voice === undefined ? seen : { ...seen, voice })
  }
  return visible
}

/** Files that are public now. */
export async function isPublicFile(db: Kysely<Schema>, id: string): Promise<boolean> {
  return (
    (await publicEvidence(db, [id])).has(id) ||
    (await coverPictures(db, [id])).get(id) === 'published'
  )
}

/**
 * Whether an address that was signed for a session is still valid: a role, a pending request or a
 * publication may have ended since. The caller's own files stay visible, and so do those of the own
 * reports. A missing file is handled elsewhere.
 */
export async function isStillVisible(
  { clock, config, database: { db } }: Pick<Deps, 'clock' | 'config' | 'database'>,
  sessionId: string,
  fileId: string,
): Promise<boolean> {
  const row = await findLook(db, sessionId, fileId)
  if (row === undefined) return false
  const role = roleOf(row.viewer_role)
  const factor = factorStateOf(
    { role, hasFactor: Boolean(row.has_factor), factorAt: row.factor_at },
    config.staffFactor,
  )
  // An address that was signed before the session began to wait for its second factor.
  if (isWaiting(factor) || (row.waits_until !== null && row.waits_until <= isoNow(clock)))
    return false
  const {
    id,
    purpose,
    media_type: mediaType,
    owner_id: ownerId,
    attached_at: attachedAt,
    holder_id: holderId,
  } = row
  if (id === null || purpose === null || mediaType === null) return true
  if (
    !isWord(mediaType) &&
    (ownerId === row.viewer_id || row.own_portrait === id || Boolean(row.own_report))
  )
    return true
  const caller: Caller = { kind: 'member', memberId: row.viewer_id, role, sessionId, factor }
  // The photo of a card is the one in the member's row, whichever member the file itself belongs
  // to.
  if (pictureUse(purpose) === 'portrait' && isStaff(caller.role)) return true
  const owner = holderId === null ? undefined : { ...row, id: holderId }
  const cover =
    row.event_cover || row.news_cover
      ? 'published'
      : row.event_draft || row.news_draft
        ? 'draft'
        : undefined
  const facts = {
    owner,
    underReview: Boolean(row.under_review),
    isPublicEvidence: Boolean(row.public_evidence),
    isEvidence: Boolean(row.staff_evidence),
    cover,
    isScan: Boolean(row.scanned_voice),
  } as const
  return (
    see(
      caller,
      { id, purpose, media_type: mediaType, owner_id: ownerId, attached_at: attachedAt },
      facts,
    ) !== undefined
  )
}
