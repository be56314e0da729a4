/**
 * Pages of PDF evidence as pictures, and the text of documents (ADR 0074). The first pages and the text are made at the
 * upload, the others when they are first read. All are kept sealed, as other copies are.
 */
import type { DocumentContent } from '#shared/domain/report/report-rules.ts'
import type { Gated, Holder, WorkGate } from '../../../base/work-gate.ts'
import { readAt, type ByteSource } from '../byte-source.ts'
import type { HeldFiles, HeldCopies, Reader } from '../held-copies.ts'
import { drawPage, type PictureCopy } from '../pictures.ts'
import { DOC, PDF, type DocumentType } from '../sniff.ts'
import { DamagedFile } from '../store/file-store.ts'
import { readWord, withPdf, type PdfFault } from './ask-document.ts'
import { LimitPassed } from './document-in-process.ts'
import type { DrawnPage } from './document-messages.ts'

/** So many pages are drawn at the upload, and with one that is read later: starting the process takes as long as one. */
const PAGES_AT_ONCE = 4
/** Of a whole document; a novel has a million. */
const TEXT_MAX_CHARS = 2_000_000

export interface ReadDocument {
  readonly copies: readonly PictureCopy[]
  /** 0 where pages are not shown. */
  readonly pages: number
  /** Null where a PDF has nothing that staff must know. */
  readonly inside: readonly DocumentContent[] | null
  /** Of each page, as far as it could be read; of Word one text in all. */
  readonly texts: readonly string[]
}

/** Word before 2007 is not parsed: the names of its storages say what it holds. */
const STORAGES: Readonly<Record<string, DocumentContent>> = {
  _VBA_PROJECT: 'macros',
  Macros: 'macros',
  VBA: 'macros',
  ObjectPool: 'embedded',
}
function insideOfDoc(bytes: Buffer): DocumentContent[] {
  const found = Object.entries(STORAGES).filter(([name]) =>
    bytes.includes(Buffer.from(`${name}\0`, 'utf16le')),
  )
  return [...new Set(found.map(([, content]) => content))]
}

async function readPdf(bytes: Buffer): Promise<ReadDocument | PdfFault | 'too-complex'> {
  const copies: PictureCopy[] = []
  const texts: string[] = []
  let [pages, characters, lacksLetters] = [0, 0, false]
  try {
    const fault = await withPdf(bytes, async (pdf) => {
      pages = pdf.pages
      for (let page = 1; page <= Math.min(PAGES_AT_ONCE, pages); page += 1) {
        const drawn = await pdf.draw(page)
        if (drawn !== undefined) copies.push(...(await drawPage(drawn, page)))
      }
      for (let page = 1; page <= pages && characters < TEXT_MAX_CHARS; page += 1) {
        const read = await pdf.text(page)
        texts.push(read?.text ?? '')
        characters += read?.text.length ?? 0
        lacksLetters ||= read?.lacksLetters === true
      }
      return undefined
    })
    if (fault !== undefined) return fault
  } catch (error) {
    if (!(error instanceof LimitPassed)) throw error
    if (copies.length === 0) return 'too-complex'
  }
  if (copies.length === 0) return 'damaged'
  return { copies, pages, inside: lacksLetters ? ['letters'] : null, texts }
}

export async function readDocument(
  bytes: Buffer,
  mediaType: DocumentType,
): Promise<ReadDocument | PdfFault | 'too-complex'> {
  if (mediaType === PDF) return readPdf(bytes)
  const { inside, text } =
    mediaType === DOC ? { inside: insideOfDoc(bytes), text: '' } : await readWord(bytes)
  return { copies: [], pages: 0, inside, texts: text === '' ? [] : [text] }
}

export interface PagedFile {
  readonly id: string
  /** Null: received by a version that did not draw pages. */
  readonly pages: number | null
}

export interface PageCopies {
  /** A page as it was drawn; missing, too, where it cannot be. @throws DamagedFile */
  hold(file: PagedFile, variant: 'view' | 'thumb', page: number, reader: Reader): Promise<HeldFiles>
  /** Its pixels, which are not kept: for a copy with boxes. @throws DamagedFile */
  draw(id: string, page: number): Promise<DrawnPage | undefined>
  /** @throws DamagedFile */
  texts(id: string, mediaType: string, holder: Holder): Promise<Gated<readonly string[]>>
}

interface Ports {
  readonly gate: WorkGate
  readonly held: HeldCopies
  readonly openOriginal: (id: string) => Promise<ByteSource>
  readonly keyOf: (id: string, variant: 'view' | 'thumb', page: number) => string
  readonly textKeyOf: (id: string) => string
  readonly readSealed: (key: string) => Promise<Buffer | undefined>
  readonly keep: (id: string, copy: PictureCopy) => Promise<void>
  readonly now: () => number
  /** Keeps what was read of the whole document. */
  readonly keepRead: (
    id: string,
    read: Pick<ReadDocument, 'copies' | 'pages' | 'texts'>,
  ) => Promise<void>
}

const UNREADABLE = { copies: [], pages: 1, texts: [] } as const

/** A page that was not drawn is tried again after this: the machine may have been busy, or the program newer. */
const RETRY_AFTER_MS = 60 * 60 * 1_000
const FAILURES_MAX = 10_000

/** Pages that could not be drawn: each try may take the whole time of a process. */
function createFailures(now: () => number) {
  const until = new Map<string, number>()
  return {
    has: (id: string, page: number): boolean => (until.get(`${id}/${page}`) ?? 0) > now(),
    add(id: string, page: number): void {
      if (until.size >= FAILURES_MAX) until.clear()
      until.set(`${id}/${page}`, now() + RETRY_AFTER_MS)
    },
  }
}

function unlessDamaged(error: unknown): undefined {
  if (!(error instanceof DamagedFile)) throw error
}

export function createPageCopies(ports: Ports): PageCopies {
  const { gate, held, openOriginal, keyOf, textKeyOf, readSealed, keep, keepRead, now } = ports
  /** One process for a document at a time: readers of its pages come in crowds. */
  const underWay = new Map<string, Promise<unknown>>()
  const failures = createFailures(now)

  async function bytesOf(id: string): Promise<Buffer> {
    const original = await openOriginal(id)
    return readAt(original, 0, original.size)
  }

  /** Where the copies of the upload are lost, as after some restores. */
  async function readAgain(id: string, mediaType: DocumentType): Promise<readonly string[]> {
    const read = await readDocument(await bytesOf(id), mediaType)
    const kept = typeof read === 'string' ? UNREADABLE : read
    await keepRead(id, kept)
    return kept.texts
  }

  async function drawFrom(id: string, first: number): Promise<void> {
    let isDrawn = false
    try {
      await withPdf(await bytesOf(id), async (pdf) => {
        const last = Math.min(first + PAGES_AT_ONCE - 1, pdf.pages)
        for (let page = first; page <= last; page += 1) {
          const drawn = await pdf.draw(page)
          if (drawn === undefined) continue
          for (const copy of await drawPage(drawn, page)) await keep(id, copy)
          isDrawn ||= page === first
        }
      })
    } catch (error) {
      if (!(error instanceof LimitPassed)) throw error
    }
    if (!isDrawn) failures.add(id, first)
  }

  async function once(id: string, isMade: () => Promise<boolean>, work: () => Promise<unknown>) {
    while (underWay.has(id)) await underWay.get(id)?.catch(() => undefined)
    if (await isMade()) return
    const running = work()
    underWay.set(id, running)
    try {
      await running
    } finally {
      underWay.delete(id)
    }
  }

  return {
    async hold({ id, pages }, variant, page, reader) {
      if (page > (pages ?? 1)) return { kind: 'missing' }
      const key = keyOf(id, variant, page)
      // A copy that cannot be opened, as after a restore with another key, is made again.
      const read = () => readSealed(key).catch(unlessDamaged)
      const first = await held.hold(key, reader, read)
      if (first.kind !== 'missing' || failures.has(id, page)) return first
      const draw = () => (pages === null ? readAgain(id, PDF) : drawFrom(id, page))
      const made = await gate.pass(
        () => once(id, async () => (await read()) !== undefined, draw),
        reader.holder,
      )
      return made.ok ? held.hold(key, reader, read) : { kind: 'busy' }
    },
    async draw(id, page) {
      if (failures.has(id, page)) return undefined
      try {
        const drawn = await withPdf(await bytesOf(id), (pdf) => pdf.draw(page))
        if (drawn !== undefined && typeof drawn !== 'string') return drawn
      } catch (error) {
        if (!(error instanceof LimitPassed)) throw error
      }
      failures.add(id, page)
      return undefined
    },
    async texts(id, mediaType, holder) {
      const kept = await readSealed(textKeyOf(id)).catch(unlessDamaged)
      if (kept !== undefined) return { ok: true, value: JSON.parse(kept.toString()) as string[] } // written by `keepRead`
      return gate.pass(() => readAgain(id, mediaType as DocumentType), holder) // it is a document
    },
  }
}
