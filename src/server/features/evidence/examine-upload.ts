/**
 * Checks a complete upload: whether it matches its announcement, and whether the file is accepted.
 */
import { DOCUMENT_MAX_BYTES } from '#shared/contract/uploads.ts'
import type { Deps } from '../../deps.ts'
import { readAt, sha256Of, type ByteSource } from '../../files/byte-source.ts'
import { DamagedFile } from '../../files/file-store.ts'
import { examineFilm, filmType } from '../../files/film.ts'
import { joinParts, partsOf } from '../../files/parts.ts'
import { FAULTS, type FileFault } from '../../files/prepare.ts'
import { sniff } from '../../files/sniff.ts'
import type { UploadRow } from './upload-repository.ts'
import { filmTooLarge, NOT_EVIDENCE } from './upload-rules.ts'

/** Bytes at the start of a file that are enough to detect its type. */
const HEAD_BYTES = 64 * 1024

export type Examined =
  /**
   * No caller can name the file yet. A film keeps the parts of its upload; those of other files are
   * removed.
   */
  | { readonly kind: 'received'; readonly fileId: string; readonly isFilm: boolean }
  | { readonly kind: 'refused'; readonly fault: FileFault }
  | { readonly kind: 'busy' }

const refused = (fault: FileFault): Examined => ({ kind: 'refused', fault })
const OTHER_HASH: FileFault = {
  code: 'invalid',
  cause: 'hash_mismatch',
  message: 'The file that arrived has another SHA-256 than was announced: send it again',
}
const damaged = (message: string): FileFault => ({
  code: 'invalid',
  cause: 'damaged_file',
  message,
})
const OTHER_SIZE = damaged(
  'The file that arrived has another size than was announced: send it again',
)
const LOST_PART = damaged('A part of the file that arrived was lost here: send it again')

async function examineLong(deps: Deps, row: UploadRow, source: ByteSource): Promise<Examined> {
  if ((await sha256Of(source)) !== row.sha256) return refused(OTHER_HASH)
  const head = await readAt(source, 0, HEAD_BYTES)
  if (filmType(head) === undefined) {
    const { kind } = await sniff(head)
    if (kind === 'other') return refused(NOT_EVIDENCE)
    return refused(FAULTS[kind === 'picture' ? 'picture-too-large' : 'document-too-large'])
  }
  if (source.size > deps.config.evidenceVideoMaxBytes)
    return refused(filmTooLarge(deps.config.evidenceVideoMaxBytes))
  const film = await examineFilm(source)
  if (!film.ok) {
    if (film.fault === 'not-evidence') return refused(NOT_EVIDENCE)
    return refused(FAULTS[film.fault === 'protected' ? 'protected-film' : film.fault])
  }
  const { mediaType, patches } = film
  const received = { mediaType, sizeBytes: source.size, sha256: row.sha256, patches }
  const fileId = await deps.library.receiveFilm(received, row.name)
  return { kind: 'received', fileId, isFilm: true }
}

/** Pictures and documents are handled as every other upload. */
async function examineShort(
  { library }: Deps,
  row: UploadRow,
  source: ByteSource,
): Promise<Examined> {
  if (!library.budget.take(source.size)) return { kind: 'busy' }
  try {
    const bytes = Buffer.alloc(source.size)
    if ((await sha256Of(source, bytes)) !== row.sha256) return refused(OTHER_HASH)
    const passed = await library.prepare(bytes, 'paper', true)
    if (!passed.ok) return { kind: 'busy' }
    if (!passed.value.ok) {
      const { fault } = passed.value
      return refused(fault.message === FAULTS['not-evidence'].message ? NOT_EVIDENCE : fault)
    }
    return {
      kind: 'received',
      fileId: await library.receive(passed.value.file, row.name),
      isFilm: false,
    }
  } finally {
    library.budget.giveBack(source.size)
  }
}

async function examine(deps: Deps, row: UploadRow): Promise<Examined> {
  const parts = await partsOf(deps.database.db, { uploadId: row.id })
  const source = joinParts(deps.library.parts, parts)
  if (source.size !== row.size_bytes) return refused(OTHER_SIZE)
  const isFilm = filmType(await readAt(source, 0, 12)) !== undefined
  const isLong = isFilm || source.size > DOCUMENT_MAX_BYTES
  return isLong ? examineLong(deps, row, source) : examineShort(deps, row, source)
}

export async function examineUpload(deps: Deps, row: UploadRow): Promise<Examined> {
  try {
    return await examine(deps, row)
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error
    deps.log.error({ err: error, upload: row.id }, 'a part of an upload cannot be read')
    return refused(LOST_PART) // as an open upload it would fail at each try
  }
}
