/**
 * Copies of pictures with the boxes of staff painted over, for the public. They are made from the
 * original, and stored with a hash of their boxes: a copy with other boxes than those of the row is
 * never sent, whichever of two writers was last, and one that is missing is made again.
 */
import { createHash } from 'node:crypto'
import type { Box } from '#shared/domain/report/public-copy-rules.ts'
import type { Secrets } from '../security/secrets.ts'
import type { Gated, Holder, WorkGate } from '../../base/work-gate.ts'
import { readAt, type ByteSource } from './byte-source.ts'
import type { Held, HeldCopies, Reader } from './held-copies.ts'
import { drawBoxed } from './pictures.ts'
import { DamagedFile, openSealed, type FileStore } from './store/file-store.ts'

export const SHOWN_VARIANTS = ['shown', 'shown-thumb'] as const
export type ShownVariant = (typeof SHOWN_VARIANTS)[number]

export const NO_BOXES = '[]'
export const hasBoxes = (boxes: string): boolean => boxes !== NO_BOXES
export const boxesIn = (boxes: string): Box[] => JSON.parse(boxes) as Box[] // written by the handler that checked them

export interface ShownCopies {
  /** Makes and stores the copies. @throws DamagedFile */
  make(id: string, boxes: string, holder: Holder): Promise<Gated<void>>
  /** For a reply: counted in the budget until it is released. @throws DamagedFile */
  hold(id: string, variant: ShownVariant, boxes: string, reader: Reader): Promise<Held>
  remove(id: string): Promise<void>
}

interface Parts {
  readonly store: FileStore
  readonly secrets: Secrets
  readonly gate: WorkGate
  readonly held: HeldCopies
  readonly keyOf: (id: string, variant: ShownVariant) => string
  readonly openOriginal: (id: string) => Promise<ByteSource>
}

const hashOf = (boxes: string): Buffer => createHash('sha256').update(boxes).digest()

export function createShownCopies(parts: Parts): ShownCopies {
  const { store, secrets, gate, held, keyOf, openOriginal } = parts

  const make = (id: string, boxes: string, holder: Holder): Promise<Gated<void>> =>
    gate.pass(async () => {
      const original = await openOriginal(id)
      const copies = await drawBoxed(await readAt(original, 0, original.size), boxesIn(boxes))
      for (const variant of SHOWN_VARIANTS) {
        const key = keyOf(id, variant)
        const plain = Buffer.concat([hashOf(boxes), copies[variant]])
        await store.put(key, secrets.seal('files', plain, key))
      }
    }, holder)

  /** Undefined where there is none with these boxes. */
  async function read(id: string, variant: ShownVariant, boxes: string) {
    const key = keyOf(id, variant)
    const hash = hashOf(boxes)
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
    async hold(id, variant, boxes, reader) {
      // Replies of the same copy share its bytes; a copy with other boxes is another one.
      const key = `${keyOf(id, variant)}/${hashOf(boxes).toString('hex')}`
      const first = await held.hold(key, reader, () => read(id, variant, boxes))
      if (first.kind !== 'missing') return first
      const made = await make(id, boxes, reader.holder)
      if (!made.ok) return { kind: 'busy' }
      return held.hold(key, reader, () => read(id, variant, boxes))
    },
    async remove(id) {
      for (const variant of SHOWN_VARIANTS) await store.delete(keyOf(id, variant))
    },
  }
}
