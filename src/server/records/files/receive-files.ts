import type { Multipart, MultipartFile } from '@fastify/multipart'
/**
 * Takes the files of a request one after the other, so that no more than one of them is in memory.
 * A refused file is read to its end as well, so that the reply names every fault of the call at
 * once.
 */
import type { FastifyRequest } from 'fastify'
import type { ProblemField } from '#shared/contract/base/problem.ts'
import { UPLOAD_FILES_MAX, UPLOAD_MAX_BYTES } from '#shared/contract/uploads.ts'
import { refuse, type Refusal } from '../../base/outcome.ts'
import type { ByteBudget } from '../../base/work-gate.ts'
import type { FileFault } from '../../parts/files/prepare.ts'

/** Steps through a multipart stream. A fault of the stream is a returned value, not an exception. */
type NextPart =
  | { readonly kind: 'part'; readonly part: Multipart }
  | { readonly kind: 'end' | 'too-many-parts' | 'broken' }

const LIMIT_ERRORS = ['FST_FILES_LIMIT', 'FST_PARTS_LIMIT', 'FST_FIELDS_LIMIT']

async function nextPart(parts: AsyncIterator<Multipart>): Promise<NextPart> {
  try {
    const next = await parts.next()
    return next.done === true ? { kind: 'end' } : { kind: 'part', part: next.value }
  } catch (error) {
    const { code } = error as { code?: string } // the parser's own errors carry one
    return { kind: LIMIT_ERRORS.includes(code ?? '') ? 'too-many-parts' : 'broken' }
  }
}

type ReadPart =
  /** The bytes count in the budget until they are released. */
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  /** Read to its end and dropped. */
  | { readonly kind: 'too-long' }
  /** Aborted: the call cannot continue. */
  | { readonly kind: 'too-much' | 'no-room' | 'broken' }

/** @param keepMaxBytes most bytes of this file; 0 reads it to its end without keeping any */
async function readPart(
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
    return { kind: 'broken' } // the sender closed the connection, or the stream ended inside a part
  }
  if (keeps && !file.truncated) return { kind: 'bytes', bytes: Buffer.concat(chunks) }
  letGo()
  return { kind: 'too-long' }
}

/** Boundaries and part headers around the files. */
const ENVELOPE_MAX_BYTES = 64 * 1024
const BUSY_RETRY_S = 5
const FIELD_SHOWN_CHARS = 60

export type ReceiveFault = Pick<FileFault, 'cause' | 'message'> & {
  readonly code: FileFault['code'] | 'forbidden' | 'busy'
}

export type Admission =
  | { readonly ok: true; readonly maxBytes: number; readonly tooLong: ReceiveFault }
  | { readonly ok: false; readonly fault: ReceiveFault }

export interface FileRules {
  /** Most bytes of a file in this field, or the reason why the caller may not send it. */
  admit(field: string): Admission
  /** Takes one complete file; returns the reason when it is rejected. */
  take(file: {
    readonly field: string
    readonly declaredName: string | undefined
    readonly bytes: Buffer
  }): Promise<ReceiveFault | undefined>
}

const invalid = (cause: string, message: string): ReceiveFault => ({
  code: 'invalid',
  cause,
  message,
})
const NO_FILE = invalid('no_file', 'Send at least one file')
const NOT_A_FILE = invalid('not_a_file', 'Send a file in this field, not a text')
const TWICE = invalid('duplicate_field', 'Send one file in each field')
const TOO_MANY = invalid('too_many_files', `Send ${UPLOAD_FILES_MAX} files at once, no more`)
const TOO_MUCH: ReceiveFault = {
  code: 'too-large',
  cause: 'too_large',
  message: `All files together may have ${UPLOAD_MAX_BYTES / 1024 / 1024} MB at most`,
}
export const BUSY: ReceiveFault = {
  code: 'busy',
  cause: 'busy',
  message: 'Too many files are being read at the moment',
}

/** One reply has one status: the gravest cause, in this order. Each field keeps its own. */
const GRAVITY: readonly ReceiveFault['code'][] = [
  'busy',
  'forbidden',
  'too-large',
  'wrong-type',
  'invalid',
]
const WHOLE_CALL = ''

function refusalOf(faults: ReadonlyMap<string, ReceiveFault>): Refusal | undefined {
  const code = GRAVITY.find((grave) => [...faults.values()].some((fault) => fault.code === grave))
  if (code === undefined) return undefined
  const fields = [...faults].map(([field, { cause, message }]): ProblemField => ({
    path: field === WHOLE_CALL ? 'body' : `body.${field.slice(0, FIELD_SHOWN_CHARS)}`,
    code: cause,
    message,
  }))
  return refuse(code, { fields, ...(code === 'busy' ? { retryAfterS: BUSY_RETRY_S } : {}) })
}

async function takeAll(
  request: FastifyRequest,
  budget: ByteBudget,
  rules: FileRules,
): Promise<Refusal | undefined> {
  const faults = new Map<string, ReceiveFault>()
  const seen = new Set<string>()
  const room = { left: UPLOAD_MAX_BYTES }
  const parts = request.parts()[Symbol.asyncIterator]()
  for (;;) {
    const next = await nextPart(parts)
    if (next.kind === 'broken') return refuse('bad-request')
    if (next.kind === 'too-many-parts') faults.set(WHOLE_CALL, TOO_MANY)
    if (next.kind !== 'part') break
    const { part } = next
    const field = (part.fieldname as string | undefined) ?? WHOLE_CALL // a part may come without a name, whatever the parser's types say
    if (part.type === 'field') {
      faults.set(field, NOT_A_FILE)
      continue
    }
    const admission = admit(field, seen, rules)
    const read = await readPart(part, admission.ok ? admission.maxBytes : 0, budget, room)
    if (read.kind === 'broken') return refuse('bad-request')
    if (read.kind === 'no-room') return refusalOf(new Map([[field, BUSY]]))
    if (read.kind === 'too-much') return refusalOf(new Map([[field, TOO_MUCH]]))
    seen.add(field)
    const fault = !admission.ok
      ? admission.fault
      : read.kind === 'bytes'
        ? await take(part.filename, field, read.bytes, budget, rules)
        : admission.tooLong
    if (fault !== undefined) faults.set(field, fault)
  }
  if (seen.size === 0 && faults.size === 0) faults.set(WHOLE_CALL, NO_FILE)
  return refusalOf(faults)
}

function admit(field: string, seen: ReadonlySet<string>, rules: FileRules): Admission {
  if (seen.size >= UPLOAD_FILES_MAX) return { ok: false, fault: TOO_MANY }
  return seen.has(field) ? { ok: false, fault: TWICE } : rules.admit(field)
}

async function take(
  declaredName: string | undefined,
  field: string,
  bytes: Buffer,
  budget: ByteBudget,
  rules: FileRules,
): Promise<ReceiveFault | undefined> {
  try {
    return await rules.take({ field, declaredName, bytes })
  } finally {
    budget.giveBack(bytes.length)
  }
}

/** Returns the refusal that names every fault, or undefined when all files were accepted. */
export async function receiveFiles(
  request: FastifyRequest,
  budget: ByteBudget,
  rules: FileRules,
): Promise<Refusal | undefined> {
  if (!request.isMultipart()) return refuse('wrong-type')
  try {
    if (Number(request.headers['content-length'] ?? 0) > UPLOAD_MAX_BYTES + ENVELOPE_MAX_BYTES)
      return refusalOf(new Map([[WHOLE_CALL, TOO_MUCH]]))
    return await takeAll(request, budget, rules)
  } finally {
    // The rest of the body is read and dropped, so that the sender can read the response.
    request.raw.unpipe()
    request.raw.resume()
  }
}
