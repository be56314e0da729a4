import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { PUBLIC_VIEWER, readFile as route, type FileVariant } from '#shared/contract/files.ts'
import { isoNow } from '../../clock.ts'
import type { Deps } from '../../deps.ts'
import type { ByteSource } from '../../files/byte-source.ts'
import { DOCUMENT_ENDINGS } from '../../files/documents.ts'
import { QUICKTIME } from '../../files/film.ts'
import { pictureUse } from '../../files/library.ts'
import { isLiveDevice } from '../../http/device.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse, type Refusal } from '../../http/outcome.ts'
import { afterReply, closeWhenStalled } from '../../http/reply-end.ts'
import { recordStaffLook } from '../evidence/record-look.ts'
import { isIdentityDocument, stampLook } from '../documents/stamp-look.ts'
import { readRange } from './byte-range.ts'
import { findFiles } from './file-queries.ts'
import { isPublicFile, isStillVisible } from './visible-files.ts'

/** A browser keeps a portrait as long as clients keep its address; what is public is asked for again sooner. */
const PORTRAIT_CACHE_S = 900
const PUBLIC_CACHE_S = 60
const BUSY_RETRY_S = 2
/** A document is opened as a whole for every part of it, 5 ms a megabyte: so many megabytes one network may have opened. */
const OPENED_MEGABYTES = { max: 500, windowS: 60 }
const MEGABYTE = 1024 * 1024
/** Parts of a film that a reply holds: the one it reads, the one it shows, the one on its way. */
const FILM_HELD_BYTES = 3 * MEGABYTE
const BUSY = refuse('busy', { retryAfterS: BUSY_RETRY_S })

/** Documents of people are not left in the cache of a shared computer. */
const cacheRule = (isPublic: boolean, purpose: string): string =>
  isPublic
    ? `private, max-age=${PUBLIC_CACHE_S}`
    : pictureUse(purpose) === 'portrait'
      ? `private, max-age=${PORTRAIT_CACHE_S}`
      : 'no-store'

/** The name is ours: the one that the file had at home may tell who sent it. */
function describe(reply: FastifyReply, variant: FileVariant, mediaType: string): void {
  void reply.header('content-security-policy', 'sandbox')
  if (variant === 'video')
    void reply
      .type(mediaType)
      .header(
        'content-disposition',
        `inline; filename="film.${mediaType === QUICKTIME ? 'mov' : 'mp4'}"`,
      )
  else if (variant !== 'file')
    void reply.type('image/jpeg').header('content-disposition', 'inline; filename="photo.jpg"')
  // Never shown by the browser itself: a document may hold scripts, and its viewer runs in our origin.
  else
    void reply
      .type(mediaType)
      .header(
        'content-disposition',
        `attachment; filename="document.${DOCUMENT_ENDINGS[mediaType] ?? 'bin'}"`,
      )
}

/** Whoever asks for a part of a certain version gets the whole: files here have none to compare (RFC 9110, 13.1.5). */
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

/** A film is sent bit by bit, and players ask for its parts. */
function sendFilm(
  reply: FastifyReply,
  film: ByteSource,
  header: string | undefined,
): Readable | Buffer {
  void reply.header('accept-ranges', 'bytes')
  const range = readRange(header, film.size)
  if (range.kind === 'unsatisfiable') {
    void reply.code(416).header('content-range', `bytes */${film.size}`)
    return Buffer.alloc(0)
  }
  const [start, end] = range.kind === 'whole' ? [0, film.size] : [range.start, range.end + 1]
  if (range.kind === 'part')
    void reply.code(206).header('content-range', `bytes ${start}-${range.end}/${film.size}`)
  void reply.header('content-length', end - start)
  return Readable.from(film.read(start, end))
}

async function readFilm(
  { facts, headers, params, query }: Parameters<Handler<typeof route>>[0],
  { library }: Deps,
  { media_type: mediaType, purpose }: { readonly media_type: string; readonly purpose: string },
) {
  const film = await library.openFilm(params.id)
  if (film === undefined) return refuse('not-found')
  const budget = library.replies.shareOf(facts.network)
  if (!budget.take(FILM_HELD_BYTES)) return BUSY
  afterReply(facts, () => budget.giveBack(FILM_HELD_BYTES))
  closeWhenStalled(facts)
  describe(facts.reply, 'video', mediaType)
  void facts.reply.header('cache-control', cacheRule(query.viewer === PUBLIC_VIEWER, purpose))
  return done(sendFilm(facts.reply, film, rangeOf({ headers })))
}

/** A device at the door sees portraits, cut to the card, and nothing else. */
const isLiveViewer = async (
  { database: { db }, clock }: Deps,
  {
    id,
    viewer,
    variant,
  }: { readonly id: string; readonly viewer: string; readonly variant: FileVariant },
): Promise<boolean> =>
  (await isStillVisible(db, viewer, id)) ||
  (variant === 'card' && (await isLiveDevice(db, viewer, isoNow(clock))))

async function documentQuota(
  { throttle, secrets }: Deps,
  network: string,
  sizeBytes: number,
): Promise<Refusal | undefined> {
  const hit = await throttle.hit(
    `${route.id}/opened/${secrets.mac('lookup', network)}`,
    OPENED_MEGABYTES.max,
    OPENED_MEGABYTES.windowS,
    Math.ceil(sizeBytes / MEGABYTE),
  )
  return hit.ok ? undefined : refuse('too-many', { retryAfterS: hit.retryAfterS })
}

/**
 * A private address dies with its 20 minutes or with the session or device that it was signed for, whichever comes first, and with
 * the right of its holder to see the file; a public one with what made the file public.
 */
export const readFile: Handler<typeof route> = async (input, deps) => {
  const { params, query, facts } = input
  const { library, database } = deps
  if (!library.isSigned({ id: params.id, ...query })) return refuse('address-expired')
  const isPublic = query.viewer === PUBLIC_VIEWER
  if (
    isPublic
      ? !(await isPublicFile(database.db, params.id))
      : !(await isLiveViewer(deps, { id: params.id, ...query }))
  )
    return refuse('address-expired')
  const [file] = await findFiles(database.db, [params.id])
  const usedUp =
    file !== undefined && query.variant === 'file'
      ? await documentQuota(deps, facts.network, file.size_bytes)
      : undefined
  if (usedUp !== undefined) return usedUp
  // Only films are sent in parts to a session: of anything else a part asked for is the whole, and a look.
  if (file !== undefined && !isPublic)
    await recordStaffLook(deps, {
      file,
      sessionId: query.viewer,
      variant: query.variant,
      inParts: query.variant === 'video' && rangeOf(input) !== undefined,
      expires: query.expires,
      requestId: facts.requestId,
    })
  if (file !== undefined && query.variant === 'video') return readFilm(input, deps, file)
  const held =
    file === undefined
      ? undefined
      : await library.holdVariant(params.id, query.variant, library.replies.shareOf(facts.network))
  if (held?.kind === 'busy') return BUSY
  if (file === undefined || held?.kind !== 'held') return refuse('not-found')
  afterReply(facts, () => held.letGo())
  const { bytes } = held
  // The stamped picture is about as long as the one that is held in its place.
  const shown =
    !isPublic && isIdentityDocument(file.purpose)
      ? await stampLook(deps, bytes, { ownerId: file.owner_id, sessionId: query.viewer })
      : ({ ok: true, bytes } as const)
  if (!shown.ok) return shown.code === 'busy' ? BUSY : refuse(shown.code)
  closeWhenStalled(facts)
  describe(facts.reply, query.variant, file.media_type)
  void facts.reply.header('cache-control', cacheRule(isPublic, file.purpose))
  return done(isPublic ? sendRange(facts.reply, bytes, rangeOf(input)) : shown.bytes)
}
