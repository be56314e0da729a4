import { DOCUMENT_SIDES } from '#shared/contract/documents.ts'
import { FILE_VARIANTS, type FileVariant } from '#shared/contract/files.ts'
import * as contract from '#shared/contract/uploads.ts'
import { TICKET_TTL_S } from '#shared/domain/access/code-rules.ts'
import { PHOTO_MAX_BYTES } from '#shared/domain/people/registration-rules.ts'
import { letterOf } from '#shared/domain/people/roles.ts'
import { memberActor } from '../../audit/audit-log.ts'
import { isoNow } from '../../clock.ts'
import type { Deps } from '../../deps.ts'
import { pictureUse } from '../../files/library.ts'
import { originalName } from '../../files/original-name.ts'
import { FAULTS } from '../../files/prepare.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handler, RequestFacts, HandlersOf } from '../../http/handlers.ts'
import { done, refuse, type Refusal } from '../../outcome.ts'
import { visibleFiles, type VisibleFile } from '../files/visible-files.ts'
import { fileReference } from '../users/present.ts'
import { isReportField, isUploadField, mayUpload, type Uploader } from './policy.ts'
import { BUSY, receiveFiles, type Admission, type FileRules } from './receive-files.ts'
import {
  publishForMember,
  publishForTicket,
  unusedBytesOf,
  uploadsOfTicket,
} from './upload-repository.ts'

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

async function passQuota({ database }: Deps, uploader: Uploader): Promise<Refusal | undefined> {
  if (uploader.kind === 'ticket')
    return (await uploadsOfTicket(database.db, uploader.ticket.id)) < contract.TICKET_UPLOADS_MAX
      ? undefined
      : tooMany(TICKET_TTL_S)
  return (await unusedBytesOf(database.db, uploader.caller.memberId)) < UNUSED_MAX_BYTES
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
function rulesFor({ library }: Deps, uploader: Uploader, received: Map<string, string>): FileRules {
  return {
    admit: (field) => admit(uploader, field),
    async take({ field, declaredName, bytes }) {
      const passed = await library.prepare(bytes, pictureUse(field), isReportField(field))
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
      await publishForMember(transaction, received, uploader.caller.memberId)
      return done([])
    }
    const replaced = await publishForTicket(transaction, received, {
      ticketId: uploader.ticket.id,
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
  { caller, ticket, facts },
  deps,
) => {
  const uploader: Uploader | undefined =
    caller !== undefined
      ? { kind: 'member', caller }
      : ticket === undefined
        ? undefined
        : { kind: 'ticket', ticket }
  if (uploader === undefined) return refuse('not-signed-in')
  const budget = deps.library.budget.shareOf(
    uploader.kind === 'member'
      ? `member:${uploader.caller.memberId}`
      : `ticket:${uploader.ticket.id}`,
  )
  const received = new Map<string, string>()
  let published = false
  try {
    const refusal =
      (await passQuota(deps, uploader)) ??
      (await receiveFiles(facts.request, budget, rulesFor(deps, uploader, received))) ??
      (await publish(deps, uploader, received, facts))
    if (refusal !== undefined) return refusal
    published = true
  } finally {
    if (!published) await removeQuietly(deps, [...received.values()])
  }
  return done(Object.fromEntries([...received].map(([field, id]) => [field, fileReference(id)])))
}

/**
 * Finds addresses of our files in a client's value, and builds the same shape with other values in
 * their place.
 */
interface FileAddress {
  readonly id: string
  /** The copy that a signed address names. */
  readonly variant: FileVariant | undefined
}

/** A person with lists of pictures has depth two; a greater depth is an attack on the stack. */
const DEPTH_MAX = 4
const ADDRESS =
  /^\/api\/files\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:\?(.{0,1000}))?$/

/** Relative, or on our own origin; signed or not. Undefined for anything else. */
function readAddress(text: string, publicUrl: string): FileAddress | undefined {
  const match = ADDRESS.exec(text.startsWith(`${publicUrl}/`) ? text.slice(publicUrl.length) : text)
  if (match?.[1] === undefined) return undefined
  const named = new URLSearchParams(match[2] ?? '').get('variant')
  return { id: match[1], variant: FILE_VARIANTS.find((variant) => variant === named) }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value]
  if (depth >= DEPTH_MAX || typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1))
}

/**
 * The same lists and fields with each text replaced; texts that `replace` does not know are left
 * out.
 */
function replaceTexts(
  value: unknown,
  replace: (text: string) => string | undefined,
  depth = 0,
): unknown {
  if (typeof value === 'string') return replace(value)
  if (depth >= DEPTH_MAX) return undefined
  if (Array.isArray(value))
    return value
      .map((inner) => replaceTexts(inner, replace, depth + 1))
      .filter((inner) => inner !== undefined)
  if (!isObject(value)) return undefined
  const kept = Object.entries(value).flatMap(([field, inner]) => {
    const replaced = replaceTexts(inner, replace, depth + 1)
    return replaced === undefined ? [] : [[field, replaced] as const]
  })
  return kept.length === 0 && depth > 0 ? undefined : Object.fromEntries(kept)
}

const FILES_AT_ONCE_MAX = 200

/** One audit row for each person whose documents are viewed. */
async function recordLooks(
  { audit }: Deps,
  caller: Caller,
  requestId: string,
  files: Iterable<VisibleFile>,
): Promise<void> {
  const looks = new Map<number, Set<string>>()
  for (const { documentOf, side } of files)
    if (documentOf !== undefined && side !== undefined)
      looks.set(documentOf, (looks.get(documentOf) ?? new Set()).add(side))
  for (const [memberId, sides] of looks)
    await audit.write({
      actor: memberActor(caller.memberId),
      action: 'document.viewed',
      target: memberActor(memberId),
      detail: {
        documents: sides.size,
        which: DOCUMENT_SIDES.filter((side) => sides.has(side)).join(' '),
        role: letterOf(caller.role),
      },
      requestId,
    })
}

type Input = Parameters<Handler<typeof contract.signPhoto>>[0]

/** For a plain list the reply is a map, for `{user: …}` its own shape. */
async function answer({ body, caller, facts }: Input, deps: Deps) {
  const { library, database, config } = deps
  const given = Array.isArray(body) ? body : body.user
  const addresses = new Map<string, FileAddress>()
  for (const text of textsIn(given)) {
    const address = readAddress(text, config.publicUrl)
    if (address !== undefined) addresses.set(text, address)
  }
  const ids = [...new Set([...addresses.values()].map(({ id }) => id))]
  if (ids.length > FILES_AT_ONCE_MAX)
    return refuse('invalid', {
      fields: [
        { path: 'body', code: 'too_big', message: `At most ${FILES_AT_ONCE_MAX} files at once` },
      ],
    })
  const visible = await visibleFiles(database.db, caller, ids)
  await recordLooks(deps, caller, facts.requestId, visible.values())
  const sign = (text: string): string | undefined => {
    const address = addresses.get(text)
    const file = address === undefined ? undefined : visible.get(address.id)
    if (address === undefined || file === undefined) return undefined
    const variant = file.variants.find((held) => held === address.variant) ?? file.variants[0]
    return library.sign(address.id, variant, file.viewer)
  }
  if (!Array.isArray(body)) return done({ user: replaceTexts(given, sign) })
  return done(
    Object.fromEntries(
      [...addresses.keys()].flatMap((text) => {
        const signed = sign(text)
        return signed === undefined ? [] : [[text, signed]]
      }),
    ),
  )
}

const signPhoto: Handler<typeof contract.signPhoto> = answer
const signPhotos: Handler<typeof contract.signPhotos> = answer

export const uploadsHandlers: HandlersOf<typeof contract.uploadsRoutes> = {
  'upload.files': uploadFiles,
  'upload.signPhoto': signPhoto,
  'upload.signPhotos': signPhotos,
}
