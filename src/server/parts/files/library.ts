/**
 * The library of uploaded files: the original is kept sealed with its SHA-256 and never handed out; copies for viewing
 * are made at once and sealed as well. Addresses are signed for one viewer, one copy and 20 minutes.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { routeAddress } from '#shared/contract/base/client.ts'
import { FILE_VARIANTS, PUBLIC_VIEWER, readFile, type FileVariant } from '#shared/contract/files.ts'
import { SIGNED_ADDRESS_TTL_S } from '#shared/domain/access/session-rules.ts'
import { isoNow, type Clock } from '../../base/clock.ts'
import {
  createByteBudget,
  createWorkGate,
  type Gated,
  type Holder,
  type SharedBudget,
  type WorkGate,
} from '../../base/work-gate.ts'
import type { Database } from '../database/engine.ts'
import type { FileTable } from '../database/schema.ts'
import type { Secrets } from '../security/secrets.ts'
import { sourceOf, type ByteSource } from './byte-source.ts'
import { readSheet } from './documents/ask-document.ts'
import type { ReadSheet, SheetLimits } from './documents/document-messages.ts'
import { createPageCopies, type PageCopies, type PagedFile } from './documents/page-copies.ts'
import {
  deleteFileRow,
  discardFiles,
  insertFile,
  publishFile,
  RECEIVING,
  setPages,
} from './file-repository.ts'
import { withPatches, type Patches } from './film/patches.ts'
import { createHeldCopies, type HeldFiles, type HeldCopies, type Reader } from './held-copies.ts'
import { createPartStore, joinParts, partsOf, removeParts, type PartStore } from './parts.ts'
import { drawCover, type PictureCopy, type PictureUse } from './pictures.ts'
import { prepareFile, type FileFault, type Prepared, type PreparedFile } from './prepare.ts'
import { createShownCopies, type ShownCopies } from './shown-copies.ts'
import { sniff } from './sniff.ts'
import { openSealed, type FileStore } from './store/file-store.ts'
import { drawWatermark } from './watermark.ts'

/**
 * Decoding a picture takes up to 160 MB and a whole core for a second, and a document its own process
 * for up to 20 seconds. So each kind has a queue, and pictures never wait for documents (ADR 0064).
 */
const DRAWN_AT_ONCE = 2
const EXAMINED_AT_ONCE = 2
/** What waits here takes little memory, or counts in the budget of uploads. */
const PREPARING_QUEUE = { queueMax: 300, holderMax: 30 }
/** A gate of its own: a member who uploads a lot must not keep reviewers from the documents. */
const STAMPED_AT_ONCE = 2
const STAMPING_QUEUE_MAX = 30
/** Assembling a long upload keeps a core and the store busy for seconds. */
const JOINED_AT_ONCE = 2
const JOINING_QUEUE_MAX = 30
const RECEIVED_AT_ONCE_MAX_BYTES = 256 * 1024 * 1024
const SENT_AT_ONCE_MAX_BYTES = 256 * 1024 * 1024
/**
 * Expiry of public addresses (2100-01-01). They need no real end: each request checks whether the
 * file is still public, and any caller can get a new address at any time.
 */
const NO_END_S = 4_102_444_800

const PORTRAIT_PURPOSES: readonly string[] = ['card-photo', 'reqProfile', 'wldProfile']

/** A portrait is cropped to the card; other pictures are shown whole. */
export const pictureUse = (purpose: string): PictureUse =>
  PORTRAIT_PURPOSES.includes(purpose) ? 'portrait' : 'paper'

export interface NewFile {
  readonly purpose:
    | 'card-photo'
    | 'identity-front'
    | 'identity-back'
    | 'evidence'
    | 'event'
    | 'news'
  readonly ownerId: number | null
  readonly bytes: Buffer
  readonly originalName: string
}

/** A film or sound whose parts are already stored. */
interface NewRecording {
  readonly mediaType: string
  readonly sizeBytes: number
  readonly sha256: string
  readonly patches: Patches
  readonly isIncomplete: boolean
}

interface SignedAddress {
  readonly id: string
  readonly variant: FileVariant
  readonly viewer: string
  readonly expires: number
  readonly signature: string
}

interface FileToPrepare {
  /** Its beginning, which tells pictures from documents. */
  readonly head: Buffer
  /** The whole file, when its turn has come; or why there is none. */
  readonly read: () => Promise<Buffer | FileFault>
  readonly use: PictureUse
  /** Whether PDF and Office documents are accepted. */
  readonly documents: boolean
}

export interface Library {
  /**
   * Stores a picture that is in use from the start, with its copies; returns its id. Throws when it
   * cannot be decoded.
   */
  addPicture(picture: NewFile): Promise<string>
  /** Stores a document that is in use from the start. */
  addDocument(document: NewFile & { readonly purpose: 'evidence' }): Promise<string>
  /** As these two, of a file that was prepared before: its copies are drawn once for many rows. */
  addPrepared(file: PreparedFile, row: Omit<NewFile, 'bytes'>): Promise<string>
  /** Detects the type, checks the file and makes its copies, for a few files at a time. */
  prepare(file: FileToPrepare, holder: Holder): Promise<Gated<Prepared>>
  /** The rows of a workbook, which is not stored. */
  readSheet(bytes: Buffer, limits: SheetLimits, holder: Holder): Promise<Gated<ReadSheet>>
  /** The picture with words drawn across it. */
  stamp(picture: Buffer, lines: readonly string[], holder: Holder): Promise<Gated<Buffer>>
  /** Stores a prepared file that no caller can name until it is published; returns its id. */
  receive(file: PreparedFile, originalName: string): Promise<string>
  /** As `receive`; the parts become the file's own when it is published. */
  receiveRecording(recording: NewRecording, originalName: string): Promise<string>
  /** Removes bytes and rows of unreferenced files; referenced files are not touched. */
  remove(ids: readonly string[]): Promise<number>
  /** Memory for uploads under way. */
  readonly budget: SharedBudget
  /** Memory for files that are being sent. */
  readonly replies: SharedBudget
  /** Parts of uploads and films. */
  readonly parts: PartStore
  /** Work that reads a whole upload waits here. */
  readonly joining: WorkGate
  /**
   * Relative address that shows `variant` of the file to the holder of session `viewer`, or to the
   * public.
   * @param copy a number that makes another address of it, for caches
   */
  sign(id: string, variant: FileVariant, viewer: string, copy?: number): string
  isSigned(address: SignedAddress): boolean
  /** Copies of evidence with boxes painted over. */
  readonly shown: ShownCopies
  readVariant(id: string, variant: FileVariant): Promise<Buffer | undefined>
  /** As `readVariant`, for a reply: counted in the budget until it is released. */
  holdVariant(id: string, variant: FileVariant, reader: Reader): Promise<HeldFiles>
  /** Pages of PDF, and the text of documents. */
  readonly pages: PageCopies
  /**
   * As `holdVariant`, for the copy that stands with an event or an article. It is made when it is
   * first read: an upload does not say yet that it becomes a cover.
   * @throws DamagedFile
   */
  holdCover(id: string, reader: Reader): Promise<HeldFiles>
  /** A film or sound as it is played, without metadata. */
  openRecording(id: string): Promise<ByteSource | undefined>
  /**
   * The file as it was received. For staff only; the caller must log it.
   * @throws DamagedFile, also while it is read
   */
  openOriginal(id: string): Promise<ByteSource>
}

export const originalKey = (id: string): string => `original/${id.slice(0, 2)}/${id}`
const viewKey = (id: string, name: string): string => `view/${id.slice(0, 2)}/${id}-${name}`
/** The first page of a document lies where the copy of a picture does. */
const variantKey = (id: string, variant: FileVariant, page = 1): string =>
  viewKey(id, page === 1 ? variant : `${variant}-${page}`)
const textKey = (id: string): string => viewKey(id, 'text')

/** Copies of whole documents that older versions made: nobody gets them any more. */
const OLD_DOCUMENTS = ['file', 'document']
const PAGE_VARIANTS = ['view', 'shown'] as const
/** Every key under which the store may hold bytes of a file that is not in parts. */
export const storeKeysOf = ({ id, pages }: PagedFile): readonly string[] => [
  originalKey(id),
  textKey(id),
  ...FILE_VARIANTS.map((variant) => variantKey(id, variant)),
  ...Array.from({ length: Math.max(0, (pages ?? 0) - 1) }, (_, index) =>
    PAGE_VARIANTS.map((variant) => variantKey(id, variant, index + 2)),
  ).flat(),
]

const addressText = ({ id, variant, viewer, expires }: Omit<SignedAddress, 'signature'>): string =>
  [id, variant, viewer, expires].join('\n')

const createAddresses = (secrets: Secrets, clock: Clock): Pick<Library, 'sign' | 'isSigned'> => ({
  sign(id, variant, viewer, copy) {
    const nowS = Math.floor(clock.now().getTime() / 1_000)
    const expires = viewer === PUBLIC_VIEWER ? NO_END_S : nowS + SIGNED_ADDRESS_TTL_S
    const signature = secrets.mac('signed-address', addressText({ id, variant, viewer, expires }))
    return routeAddress(readFile, {
      params: { id },
      query: { variant, viewer, ...(copy !== undefined && { copy }), expires, signature },
    })
  },
  isSigned: ({ signature, ...address }) =>
    address.expires * 1_000 > clock.now().getTime() &&
    secrets.macMatches('signed-address', addressText(address), signature),
})

/** For files that the product itself brings. Throws when the file cannot be decoded. */
export async function prepareKnown(
  bytes: Buffer,
  purpose: NewFile['purpose'],
  documents: boolean,
): Promise<PreparedFile> {
  const prepared = await prepareFile(bytes, pictureUse(purpose), {
    isEvidence: documents,
    documents,
  })
  if (!prepared.ok) throw new Error(`Not a file to keep: ${prepared.fault.cause}`)
  return prepared.file
}

/** The row comes first: the store never has bytes without a row, also after a crash. */
async function insertReceiving(
  database: Database,
  clock: Clock,
  row: Pick<
    Insertable<FileTable>,
    'media_type' | 'size_bytes' | 'sha256' | 'original_name' | 'pages' | 'inside' | 'incomplete'
  >,
): Promise<string> {
  const id = randomUUID()
  await insertFile(database.db, {
    ...row,
    id,
    purpose: RECEIVING,
    owner_id: null,
    ticket_id: null,
    attached_at: null,
    created_at: isoNow(clock),
  })
  return id
}

async function removeFiles(
  { db }: Database,
  { store, parts, clock }: { store: FileStore; parts: PartStore; clock: Clock },
  ids: readonly string[],
): Promise<number> {
  const free = await discardFiles(db, ids)
  for (const file of free) {
    const { id } = file
    for (const key of storeKeysOf(file)) await store.delete(key)
    for (const name of OLD_DOCUMENTS) await store.delete(viewKey(id, name))
    await removeParts(db, parts, { fileId: id })
    await deleteFileRow(db, id, isoNow(clock))
  }
  return free.length
}

async function openParts(
  { db }: Database,
  parts: PartStore,
  fileId: string,
): Promise<ByteSource | undefined> {
  const rows = await partsOf(db, { fileId })
  return rows.length === 0 ? undefined : joinParts(parts, rows)
}

const recordingsIn =
  (
    database: Database,
    parts: PartStore,
    readSealed: CoverPorts['readSealed'],
  ): Library['openRecording'] =>
  async (id) => {
    const recording = await openParts(database, parts, id)
    const patches = await readSealed(variantKey(id, 'video'))
    if (recording === undefined || patches === undefined) return undefined
    return withPatches(recording, JSON.parse(patches.toString()) as Patches) // sealed here in this shape
  }

/** Pictures and documents have queues of their own, so that slow documents hold no picture up. */
const preparingIn =
  (drawing: WorkGate, examining: WorkGate): Library['prepare'] =>
  async ({ head, read, use, documents }, holder) => {
    const isPicture = (await sniff(head)).kind === 'picture'
    const gate = isPicture ? drawing : examining
    return gate.pass(async () => {
      const bytes = await read()
      if (!Buffer.isBuffer(bytes)) return { ok: false, fault: bytes }
      // A document that begins like a picture is none here: it would take a turn of pictures.
      return prepareFile(bytes, use, { isEvidence: documents, documents: documents && !isPicture })
    }, holder)
  }

interface CoverPorts {
  readonly drawing: WorkGate
  readonly held: HeldCopies
  readonly readSealed: (key: string) => Promise<Buffer | undefined>
  readonly putSealed: (key: string, plain: Buffer) => Promise<void>
}

/** The cover of an event is drawn for its first reader. */
const createCovers =
  ({ drawing, held, readSealed, putSealed }: CoverPorts): Library['holdCover'] =>
  async (id, reader) => {
    const key = variantKey(id, 'cover')
    const first = await held.hold(key, reader, () => readSealed(key))
    if (first.kind !== 'missing') return first
    const made = await drawing.pass(async () => {
      const view = await readSealed(variantKey(id, 'view'))
      return view === undefined ? undefined : drawCover(view)
    }, reader.holder)
    if (!made.ok) return { kind: 'busy' }
    return held.hold(key, reader, async () => {
      const cover = made.value
      // A store that is full still has the picture: it is sent, and made again for the next caller.
      if (cover !== undefined) await putSealed(key, cover).catch(() => undefined)
      return cover
    })
  }

export function createLibrary(
  database: Database,
  store: FileStore,
  secrets: Secrets,
  clock: Clock,
): Library {
  const drawing = createWorkGate({ atOnce: DRAWN_AT_ONCE, ...PREPARING_QUEUE })
  const examining = createWorkGate({ atOnce: EXAMINED_AT_ONCE, ...PREPARING_QUEUE })
  const stamping = createWorkGate({ atOnce: STAMPED_AT_ONCE, queueMax: STAMPING_QUEUE_MAX })
  const parts = createPartStore(store, secrets)
  const held = createHeldCopies()
  const putSealed = (key: string, plain: Buffer): Promise<void> =>
    store.put(key, secrets.seal('files', plain, key))

  const keep = (id: string, { variant, page, bytes }: PictureCopy): Promise<void> =>
    putSealed(variantKey(id, variant, page), bytes)
  const keepTexts = (id: string, texts: readonly string[]): Promise<void> =>
    putSealed(textKey(id), Buffer.from(JSON.stringify(texts)))

  async function receive(
    { original, mediaType, copies, document }: PreparedFile,
    originalName: string,
  ): Promise<string> {
    const sha256 = createHash('sha256').update(original).digest('hex')
    const id = await insertReceiving(database, clock, {
      media_type: mediaType,
      size_bytes: original.length,
      sha256,
      original_name: originalName,
      ...(document !== undefined && {
        pages: document.pages,
        inside: document.inside === null ? null : JSON.stringify(document.inside),
      }),
    })
    for (const copy of copies) await keep(id, copy)
    if (document !== undefined) await keepTexts(id, document.texts)
    await putSealed(originalKey(id), original)
    return id
  }

  async function add({ bytes, ...row }: NewFile, documents: boolean): Promise<string> {
    return addPrepared(await prepareKnown(bytes, row.purpose, documents), row)
  }

  async function addPrepared(
    file: PreparedFile,
    { purpose, ownerId, originalName }: Omit<NewFile, 'bytes'>,
  ): Promise<string> {
    const id = await receive(file, originalName)
    await publishFile(database.db, id, {
      purpose,
      owner_id: ownerId,
      ticket_id: null,
      attached_at: isoNow(clock),
    })
    return id
  }

  async function readSealed(key: string): Promise<Buffer | undefined> {
    const sealed = await store.get(key)
    return sealed === undefined ? undefined : openSealed(secrets, key, sealed)
  }

  async function openOriginal(id: string): Promise<ByteSource> {
    const key = originalKey(id)
    return (
      (await openParts(database, parts, id)) ??
      sourceOf(openSealed(secrets, key, await store.get(key)))
    )
  }

  const ports = { held, keyOf: variantKey, openOriginal }
  const pages = createPageCopies({
    ...ports,
    gate: examining,
    textKeyOf: textKey,
    readSealed,
    keep,
    now: () => clock.now().getTime(),
    async keepRead(id, read) {
      await setPages(database.db, id, read.pages)
      for (const copy of read.copies) await keep(id, copy)
      await keepTexts(id, read.texts)
    },
  })

  return {
    addPicture: (picture) => add(picture, false),
    addDocument: (document) => add(document, true),
    addPrepared,
    prepare: preparingIn(drawing, examining),
    readSheet: (bytes, limits, holder) => examining.pass(() => readSheet(bytes, limits), holder),
    stamp: (picture, lines, holder) => stamping.pass(() => drawWatermark(picture, lines), holder),
    receive,
    async receiveRecording({ mediaType, sizeBytes, sha256, patches, isIncomplete }, originalName) {
      const id = await insertReceiving(database, clock, {
        media_type: mediaType,
        size_bytes: sizeBytes,
        sha256,
        original_name: originalName,
        incomplete: isIncomplete ? 1 : 0,
      })
      await putSealed(variantKey(id, 'video'), Buffer.from(JSON.stringify(patches)))
      return id
    },
    remove: (ids) => removeFiles(database, { store, parts, clock }, ids),
    budget: createByteBudget(RECEIVED_AT_ONCE_MAX_BYTES),
    replies: createByteBudget(SENT_AT_ONCE_MAX_BYTES),
    parts,
    joining: createWorkGate({ atOnce: JOINED_AT_ONCE, queueMax: JOINING_QUEUE_MAX }),
    ...createAddresses(secrets, clock),
    shown: createShownCopies({ ...ports, store, secrets, drawing, examining, pages }),
    pages,
    readVariant: (id, variant) => readSealed(variantKey(id, variant)),
    holdVariant(id, variant, reader) {
      const key = variantKey(id, variant)
      return held.hold(key, reader, () => readSealed(key))
    },
    holdCover: createCovers({ drawing, held, readSealed, putSealed }),
    openRecording: recordingsIn(database, parts, readSealed),
    openOriginal,
  }
}
