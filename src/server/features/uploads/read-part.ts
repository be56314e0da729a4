/** Steps through a multipart stream. What is wrong with the stream is an answer, not an exception. */
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { ByteBudget } from '../../files/work-gate.ts'

export type NextPart =
  | { readonly kind: 'part'; readonly part: Multipart }
  | { readonly kind: 'end' | 'too-many-parts' | 'broken' }

const LIMIT_ERRORS = ['FST_FILES_LIMIT', 'FST_PARTS_LIMIT', 'FST_FIELDS_LIMIT']

export async function nextPart(parts: AsyncIterator<Multipart>): Promise<NextPart> {
  try {
    const next = await parts.next()
    return next.done === true ? { kind: 'end' } : { kind: 'part', part: next.value }
  } catch (error) {
    const { code } = error as { code?: string } // the parser's own errors carry one
    return { kind: LIMIT_ERRORS.includes(code ?? '') ? 'too-many-parts' : 'broken' }
  }
}

export type ReadPart =
  /** The bytes are counted in the budget until they are given back. */
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  /** Read to its end and thrown away. */
  | { readonly kind: 'too-long' }
  /** Given up half-way: the call cannot go on. */
  | { readonly kind: 'too-much' | 'no-room' | 'broken' }

/** @param keepMaxBytes most bytes of this file; 0 reads it to its end without keeping any */
export async function readPart(
  { file }: MultipartFile,
  keepMaxBytes: number,
  budget: ByteBudget,
  room: { left: number },
): Promise<ReadPart> {
  let chunks: Buffer[] = []
  let held = 0
  let keeps = keepMaxBytes > 0
  const letGo = (): void => {
    budget.giveBack(held)
    chunks = []
    held = 0
    keeps = false
  }
  try {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      // the parser emits buffers
      room.left -= chunk.length
      if (room.left < 0) {
        letGo()
        return { kind: 'too-much' }
      }
      if (held + chunk.length > keepMaxBytes) letGo()
      if (!keeps) continue
      if (!budget.take(chunk.length)) {
        letGo()
        return { kind: 'no-room' }
      }
      held += chunk.length
      chunks.push(chunk)
    }
  } catch {
    letGo()
    return { kind: 'broken' } // the sender went away, or the stream ended inside a part
  }
  if (keeps && !file.truncated) return { kind: 'bytes', bytes: Buffer.concat(chunks) }
  letGo()
  return { kind: 'too-long' }
}
