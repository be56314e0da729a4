import * as contract from '#shared/contract/uploads.ts'
import { TICKET_TTL_S } from '#shared/domain/access/code-rules.ts'
import { PHOTO_MAX_BYTES } from '#shared/domain/people/registration-rules.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse, type Refusal } from '../../base/outcome.ts'
import { memberHolder, networkHolder, type Holder } from '../../base/work-gate.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler, RequestFacts, HandlersOf } from '../../http/handlers.ts'
import { pictureUse } from '../../parts/files/library.ts'
import { originalName } from '../../parts/files/original-name.ts'
import { FAULTS } from '../../parts/files/prepare.ts'
import { hitOrigin } from '../../parts/security/throttle.ts'
import {
  isReportField,
  isUploadField,
  mayUpload,
  type Uploader,
} from '../../records/files/policy.ts'
import {
  BUSY,
  receiveFiles,
  type Admission,
  type FileRules,
} from '../../records/files/receive-files.ts'
import { signPhoto, signPhotos } from '../../records/files/sign-photos.ts'
import {
  publishForMember,
  publishForOrigin,
  publishForTicket,
  unusedBytesOf,
  uploadsOfTicket,
} from '../../records/files/upload-repository.ts'
import { fileReference } from '../../records/members/present.ts'

/**
 * Limit of a member's unused uploads: enough for a report with many documents, too little to fill a
 * disk.
 */
const UNUSED_MAX_BYTES = 300 * 1024 * 1024
/** Unused files are cleared away after half an hour. */
const UNUSED_RETRY_S = 30 * 60

const UNKNOWN_FIELD = {
  code: 'invalid',
  cause: 'unknown_field',
  message: 'This field is not known here',
} as const
const NOT_YOURS = {
  code: 'forbidden',
  cause: 'forbidden_field',
  message: 'You may not send this file',
} as const

const tooMany = (retryAfterS: number): Refusal => refuse('too-many', { retryAfterS })

async function passQuota(
  deps: Deps,
  uploader: Uploader,
  { networks }: RequestFacts,
): Promise<Refusal | undefined> {
  const { database } = deps
  if (uploader.kind === 'origin') {
    const name = `${contract.uploadFiles.id}/without-ticket`
    const hit = await hitOrigin(deps, { name, limits: [contract.ORIGIN_UPLOADS], networks })
    return hit.ok ? undefined : tooMany(hit.retryAfterS)
  }
  if (uploader.kind === 'ticket')
    return (await uploadsOfTicket(database.db, uploader.id)) < contract.TICKET_UPLOADS_MAX
      ? undefined
      : tooMany(TICKET_TTL_S)
  return (await unusedBytesOf(database.db, uploader.memberId)) < UNUSED_MAX_BYTES
    ? undefined
    : tooMany(UNUSED_RETRY_S)
}

function admit(uploader: Uploader, field: string): Admission {
  if (!isUploadField(field)) return { ok: false, fault: UNKNOWN_FIELD }
  if (!mayUpload(uploader, field)) return { ok: false, fault: NOT_YOURS }
  return isReportField(field)
    ? { ok: true, maxBytes: contract.DOCUMENT_MAX_BYTES, tooLong: FAULTS['document-too-large'] }
    : { ok: true, maxBytes: PHOTO_MAX_BYTES, tooLong: FAULTS['picture-too-large'] }
}

/** Checks and stores each file as it arrives, not yet visible. */
function rulesFor(
  { library }: Deps,
  uploader: Uploader,
  received: Map<string, string>,
  holder: Holder,
): FileRules {
  return {
    admit: (field) => admit(uploader, field),
    async take({ field, declaredName, bytes }) {
      const file = {
        head: bytes,
        read: async () => bytes,
        use: pictureUse(field),
        documents: isReportField(field),
      }
      const passed = await library.prepare(file, holder)
      if (!passed.ok) return BUSY
      if (!passed.value.ok) return passed.value.fault
      received.set(field, await library.receive(passed.value.file, originalName(declaredName)))
      return undefined
    },
  }
}

/** Files that cannot be removed now (the store may be down) are removed with the orphans. */
const removeQuietly = ({ library, log }: Deps, ids: readonly string[]): Promise<unknown> =>
  library
    .remove(ids)
    .catch((error: unknown) => log.warn({ err: error }, 'unused files stay for the clean-up'))

async function publish(
  deps: Deps,
  uploader: Uploader,
  received: ReadonlyMap<string, string>,
  facts: RequestFacts,
): Promise<Refusal | undefined> {
  const published = await facts.transact(async (transaction) => {
    facts.trace({
      target: [...received.values()].map((id) => `file:${id}`).join(' '),
      detail: { fields: [...received.keys()].join(' '), by: uploader.kind },
    })
    if (uploader.kind === 'member') {
      await publishForMember(transaction, received, uploader.memberId)
      return done([])
    }
    if (uploader.kind === 'origin') {
      await publishForOrigin(transaction, received, uploader.id)
      return done([])
    }
    const replaced = await publishForTicket(transaction, received, {
      ticketId: uploader.id,
      at: isoNow(deps.clock),
      uploadsMax: contract.TICKET_UPLOADS_MAX,
    })
    return replaced === undefined ? tooMany(TICKET_TTL_S) : done(replaced)
  })
  if (!published.ok) return published
  await removeQuietly(deps, published.value)
  return undefined
}

/**
 * All files of a call appear together under their fields, or none does: until then no caller can
 * refer to them.
 */
const uploadFiles: Handler<typeof contract.uploadFiles> = async (
  { caller: uploader, facts },
  deps,
) => {
  // Tickets are cheap: many of one network are one.
  const holder =
    uploader.kind === 'member'
      ? memberHolder(uploader.memberId)
      : networkHolder(facts.networks, `ticket:${uploader.id}`)
  const budget = deps.library.budget.shareOf(holder[0] ?? '')
  const received = new Map<string, string>()
  let published = false
  try {
    const refusal =
      (await passQuota(deps, uploader, facts)) ??
      (await receiveFiles(facts.request, budget, rulesFor(deps, uploader, received, holder))) ??
      (await publish(deps, uploader, received, facts))
    if (refusal !== undefined) return refusal
    published = true
  } finally {
    if (!published) await removeQuietly(deps, [...received.values()])
  }
  return done(Object.fromEntries([...received].map(([field, id]) => [field, fileReference(id)])))
}

export const uploadsHandlers: HandlersOf<typeof contract.uploadsRoutes> = {
  'upload.files': uploadFiles,
  'upload.signPhoto': signPhoto,
  'upload.signPhotos': signPhotos,
}
