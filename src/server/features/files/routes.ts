import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import * as contract from '#shared/contract/files.ts'
import { MEGABYTE } from '#shared/domain/units.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import { networkHolder } from '../../base/work-gate.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { hasVersion } from '../../http/if-none-match.ts'
import { isLiveDevice } from '../../http/principal/device.ts'
import { afterReply, closeWhenStalled } from '../../http/reply-end.ts'
import type { ByteSource } from '../../parts/files/byte-source.ts'
import { pictureUse } from '../../parts/files/library.ts'
import { hasBoxes, type ShownVariant } from '../../parts/files/shown-copies.ts'
import { endingOf, PDF } from '../../parts/files/sniff.ts'
import { isStamped, stampLook } from '../../records/documents/stamp-look.ts'
import { recordStaffView } from '../../records/evidence/record-view.ts'
import { findFiles } from '../../records/files/file-reference-repository.ts'
import { isPublicFile, isStillVisible } from '../../records/files/visible-files.ts'

/** One range of a `Range` header (RFC 9110): as video players and document viewers send it. */
type ByteRange =
  | { readonly kind: 'whole' }
  | {
      readonly kind: 'part'
      readonly start: number
      /** Last byte, included. */ readonly end: number
    }
  | { readonly kind: 'unsatisfiable' }

/** Several ranges, other units and malformed headers are ignored, as the standard allows: the response is the whole file. */
export function readRange(header: string | undefined, size: number): ByteRange {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  const [, first = '', last = ''] = match ?? []
  if (match === null || (first === '' && last === '')) return { kind: 'whole' }
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0
      ? { kind: 'unsatisfiable' }
      : { kind: 'part', start: size - length, end: size - 1 }
  }
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)]
  if (last !== '' && Number(last) < start) return { kind: 'whole' }
  return start >= size ? { kind: 'unsatisfiable' } : { kind: 'part', start, end }
}

/**
 * Browsers cache a portrait as long as clients keep its address; public files are cached for a
 * shorter time.
 */
const PORTRAIT_CACHE_S = 900
const PUBLIC_CACHE_S = 60
const BUSY_RETRY_S = 2
/** Parts of a film or sound that a reply holds: the one it reads, the one it shows, the one on its way. */
const RECORDING_HELD_BYTES = 3 * MEGABYTE
const BUSY = refuse('busy', { retryAfterS: BUSY_RETRY_S })

/** Identity documents and signed papers must not stay in the cache of a shared computer. */
const cacheRule = (isPublic: boolean, purpose: string): string =>
  isPublic
    ? `private, max-age=${PUBLIC_CACHE_S}`
    : pictureUse(purpose) === 'portrait'
      ? `private, max-age=${PORTRAIT_CACHE_S}`
      : 'no-store'

/** The server sets the file name, because the sender's file name may reveal the sender. */
function describe(reply: FastifyReply, variant: contract.FileVariant, mediaType: string): void {
  void reply.header('content-security-policy', 'sandbox')
  if (variant === 'video')
    void reply
      .type(mediaType)
      .header(
        'content-disposition',
        `inline; filename="${mediaType.startsWith('video/') ? 'film' : 'recording'}.${endingOf(mediaType)}"`,
      )
  else if (variant === 'cover')
    void reply.type('image/webp').header('content-disposition', 'inline; filename="photo.webp"')
  else void reply.type('image/jpeg').header('content-disposition', 'inline; filename="photo.jpg"')
}

/**
 * A request for a part with `If-Range` gets the whole file, because files have no validator to
 * compare (RFC 9110, 13.1.5).
 */
const rangeOf = ({
  headers,
}: {
  readonly headers: {
    readonly range?: string | undefined
    readonly 'if-range'?: string | undefined
  }
}): string | undefined => (headers['if-range'] === undefined ? headers.range : undefined)

function sendRange(reply: FastifyReply, bytes: Buffer, header: string | undefined): Buffer {
  void reply.header('accept-ranges', 'bytes')
  const range = readRange(header, bytes.length)
  if (range.kind === 'whole') return bytes
  if (range.kind === 'unsatisfiable') {
    void reply.code(416).header('content-range', `bytes */${bytes.length}`)
    return Buffer.alloc(0)
  }
  void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes.length}`)
  return bytes.subarray(range.start, range.end + 1)
}

/** A film or sound is streamed, and players request its parts. */
function sendRecording(
  reply: FastifyReply,
  recording: ByteSource,
  header: string | undefined,
): Readable | Buffer {
  void reply.header('accept-ranges', 'bytes')
  const range = readRange(header, recording.size)
  if (range.kind === 'unsatisfiable') {
    void reply.code(416).header('content-range', `bytes */${recording.size}`)
    return Buffer.alloc(0)
  }
  const [start, end] = range.kind === 'whole' ? [0, recording.size] : [range.start, range.end + 1]
  if (range.kind === 'part')
    void reply.code(206).header('content-range', `bytes ${start}-${range.end}/${recording.size}`)
  void reply.header('content-length', end - start)
  return Readable.from(recording.read(start, end))
}

type Input = Parameters<Handler<typeof contract.readFile>>[0]
type FileRow = Awaited<ReturnType<typeof findFiles>>[number]

async function readRecording(
  { facts, headers, params, query }: Input,
  { library }: Deps,
  { media_type: mediaType, purpose }: FileRow,
) {
  const recording = await library.openRecording(params.id)
  if (recording === undefined) return refuse('not-found')
  const budget = library.replies.shareOf(facts.network)
  if (!budget.take(RECORDING_HELD_BYTES)) return BUSY
  afterReply(facts, () => budget.giveBack(RECORDING_HELD_BYTES))
  closeWhenStalled(facts)
  describe(facts.reply, 'video', mediaType)
  void facts.reply.header(
    'cache-control',
    cacheRule(query.viewer === contract.PUBLIC_VIEWER, purpose),
  )
  return done(sendRecording(facts.reply, recording, rangeOf({ headers })))
}

/** A device gets only portraits, cropped to the card. */
const isLiveViewer = async (
  deps: Deps,
  {
    id,
    viewer,
    variant,
  }: { readonly id: string; readonly viewer: string; readonly variant: contract.FileVariant },
): Promise<boolean> =>
  (await isStillVisible(deps, viewer, id)) ||
  (variant === 'card' && (await isLiveDevice(deps.database.db, viewer, isoNow(deps.clock))))

/** Whether the address is still valid. */
const isInForce = (
  deps: Deps,
  address: { readonly id: string; readonly viewer: string; readonly variant: contract.FileVariant },
): Promise<boolean> =>
  address.viewer === contract.PUBLIC_VIEWER
    ? isPublicFile(deps.database.db, address.id)
    : isLiveViewer(deps, address)

const WITH_BOXES: Partial<Record<contract.FileVariant, ShownVariant>> = {
  view: 'shown',
  thumb: 'shown-thumb',
}
const WITHOUT_BOXES = { shown: 'view', 'shown-thumb': 'thumb' } as const

/**
 * The copy that an address leads to. Where staff painted boxes, the public gets no other, also by
 * addresses from before.
 */
function copyFor(
  variant: contract.FileVariant,
  isPublic: boolean,
  { boxes }: FileRow,
  page: number,
): contract.FileVariant {
  if (!hasBoxes(boxes, page))
    return variant === 'shown' || variant === 'shown-thumb' ? WITHOUT_BOXES[variant] : variant
  return isPublic ? (WITH_BOXES[variant] ?? variant) : variant
}

/** A picture or a page, which is held in memory while it is sent. */
async function readCopy(input: Input, deps: Deps, file: FileRow) {
  const { params, query, facts } = input
  const { library } = deps
  const isPublic = query.viewer === contract.PUBLIC_VIEWER
  const isPaged = file.media_type === PDF
  const page = isPaged ? query.page : 1 // another one would ask past the boxes of a picture
  const copy = copyFor(query.variant, isPublic, file, page)
  const holder = networkHolder(facts.networks)
  const hold = () => {
    const reader = { budget: library.replies.shareOf(facts.network), holder }
    if (copy === 'cover') return library.holdCover(params.id, reader)
    return copy === 'shown' || copy === 'shown-thumb'
      ? library.shown.hold(file, copy, page, reader)
      : isPaged && (copy === 'view' || copy === 'thumb')
        ? library.pages.hold(file, copy, page, reader)
        : library.holdVariant(params.id, copy, reader)
  }
  const held = await hold()
  if (held.kind === 'busy') return BUSY
  if (held.kind !== 'held') return refuse('not-found')
  afterReply(facts, () => held.letGo())
  const { bytes } = held
  // The stamped picture is about as long as the original that is counted in its place.
  const shown =
    !isPublic && isStamped(file.purpose)
      ? await stampLook(deps, bytes, { ownerId: file.owner_id, sessionId: query.viewer })
      : ({ ok: true, bytes } as const)
  if (!shown.ok) return shown.code === 'busy' ? BUSY : refuse(shown.code)
  closeWhenStalled(facts)
  describe(facts.reply, query.variant, file.media_type)
  void facts.reply.header('cache-control', cacheRule(isPublic, file.purpose))
  return done(isPublic ? sendRange(facts.reply, bytes, rangeOf(input)) : shown.bytes)
}

/**
 * A private address is valid for 20 minutes, at most as long as the session or device that it was
 * signed for and the right of its holder to see the file. A public address is valid as long as the
 * file is public.
 */
const readFile: Handler<typeof contract.readFile> = async (input, deps) => {
  const { params, query, facts } = input
  const { library, database } = deps
  const address = { id: params.id, ...query }
  if (!library.isSigned(address) || !(await isInForce(deps, address)))
    return refuse('address-expired')
  const [file] = await findFiles(database.db, [params.id])
  if (file === undefined) return refuse('not-found')
  // Of a film parts are read, and of a document pages: only the first look by an address is noted. A request for a part
  // of another file gets the whole file.
  if (query.viewer !== contract.PUBLIC_VIEWER)
    await recordStaffView(deps, {
      file,
      sessionId: query.viewer,
      variant: query.variant,
      inParts:
        file.media_type === PDF || (query.variant === 'video' && rangeOf(input) !== undefined),
      expires: query.expires,
      requestId: facts.requestId,
    })
  if (query.variant === 'video') return readRecording(input, deps, file)
  if (query.variant !== 'cover') return readCopy(input, deps, file)
  const etag = `"${file.id}"`
  void facts.reply.header('etag', etag)
  if (!hasVersion(input.headers['if-none-match'], etag)) return readCopy(input, deps, file)
  void facts.reply
    .code(304)
    .header('cache-control', cacheRule(query.viewer === contract.PUBLIC_VIEWER, file.purpose))
  return done(Buffer.alloc(0))
}

export const filesHandlers: HandlersOf<typeof contract.filesRoutes> = {
  'file.read': readFile,
}
