/**
 * Copies of pictures and pages with the boxes of staff painted over, for the public. They are made from the
 * original, and stored with a hash of their boxes: a copy with other boxes than those of the row is
 * never sent, whichever of two writers was last, and one that is missing is made again.
 */
import { createHash } from 'node:crypto'
import { isOnPage, type Box } from '#shared/domain/report/public-copy-rules.ts'
import type { Gated, Holder, WorkGate } from '../../base/work-gate.ts'
import type { Secrets } from '../security/secrets.ts'
import { readAt, type ByteSource } from './byte-source.ts'
import type { PageCopies } from './documents/page-copies.ts'
import type { HeldFiles, HeldCopies, Reader } from './held-copies.ts'
import { drawBoxed, pixelsOfPage, pixelsOfPicture, type Pixels } from './pictures.ts'
import { PDF } from './sniff.ts'
import { DamagedFile, openSealed, type FileStore } from './store/file-store.ts'

export const SHOWN_VARIANTS = ['shown', 'shown-thumb'] as const
export type ShownVariant = (typeof SHOWN_VARIANTS)[number]

export const NO_BOXES = '[]'
export const boxesIn = (boxes: string): Box[] => JSON.parse(boxes) as Box[] // written by the handler that checked them
/** Those of one page, as the row has them. */
const boxesOnPage = (boxes: string, page: number): Box[] =>
  boxesIn(boxes).filter((box) => isOnPage(box, page))
export const hasBoxes = (boxes: string, page?: number): boolean =>
  page === undefined ? boxes !== NO_BOXES : boxesOnPage(boxes, page).length > 0

interface BoxedFile {
  readonly id: string
  readonly media_type: string
  readonly boxes: string
}

export interface ShownCopies {
  /** Makes and stores the copies of a page; a picture is one. @throws DamagedFile */
  make(file: BoxedFile, page: number, holder: Holder): Promise<Gated<void>>
  /** For a reply: counted in the budget until it is released. @throws DamagedFile */
  hold(file: BoxedFile, variant: ShownVariant, page: number, reader: Reader): Promise<HeldFiles>
  /** Those of the pages that have boxes. */
  remove(file: BoxedFile): Promise<void>
}

interface Parts {
  readonly store: FileStore
  readonly secrets: Secrets
  readonly drawing: WorkGate
  readonly examining: WorkGate
  readonly held: HeldCopies
  readonly keyOf: (id: string, variant: ShownVariant, page: number) => string
  readonly openOriginal: (id: string) => Promise<ByteSource>
  readonly pages: Pick<PageCopies, 'draw'>
}

const variantsOf = (page: number): readonly ShownVariant[] =>
  page === 1 ? SHOWN_VARIANTS : ['shown']
const hashOf = (boxes: readonly Box[]): Buffer =>
  createHash('sha256').update(JSON.stringify(boxes)).digest()

export function createShownCopies(parts: Parts): ShownCopies {
  const { store, secrets, drawing, examining, held, keyOf, openOriginal, pages } = parts

  async function pixelsOf(
    { id, media_type: type }: BoxedFile,
    page: number,
  ): Promise<Pixels | undefined> {
    if (type === PDF) {
      const drawn = await pages.draw(id, page)
      return drawn === undefined ? undefined : pixelsOfPage(drawn)
    }
    const original = await openOriginal(id)
    return pixelsOfPicture(await readAt(original, 0, original.size))
  }

  const make: ShownCopies['make'] = (file, page, holder) =>
    (file.media_type === PDF ? examining : drawing).pass(async () => {
      const boxes = boxesOnPage(file.boxes, page)
      const pixels = await pixelsOf(file, page)
      if (pixels === undefined) return
      const copies = await drawBoxed(pixels, boxes)
      for (const variant of variantsOf(page)) {
        const key = keyOf(file.id, variant, page)
        const plain = Buffer.concat([hashOf(boxes), copies[variant]])
        await store.put(key, secrets.seal('files', plain, key))
      }
    }, holder)

  /** Undefined where there is none with these boxes. */
  async function read(key: string, hash: Buffer) {
    try {
      const plain = openSealed(secrets, key, await store.get(key))
      return plain.subarray(0, hash.length).equals(hash) ? plain.subarray(hash.length) : undefined
    } catch (error) {
      if (error instanceof DamagedFile) return undefined // it can be made again
      throw error
    }
  }

  return {
    make,
    async hold(file, variant, page, reader) {
      const key = keyOf(file.id, variant, page)
      const hash = hashOf(boxesOnPage(file.boxes, page))
      const open = () => read(key, hash)
      // Replies of the same copy share its bytes; a copy with other boxes is another one.
      const shared = `${key}/${hash.toString('hex')}`
      const first = await held.hold(shared, reader, open)
      if (first.kind !== 'missing') return first
      const made = await make(file, page, reader.holder)
      if (!made.ok) return { kind: 'busy' }
      return held.hold(shared, reader, open)
    },
    async remove({ id, boxes }) {
      for (const page of new Set(boxesIn(boxes).map((box) => box.page ?? 1)))
        for (const variant of variantsOf(page)) await store.delete(keyOf(id, variant, page))
    },
  }
}
