/**
 * Takes the files of a request one after the other, so that no more than one of them is in memory. A file that is
 * refused is read to its end all the same: the reply then names every fault of the call at once.
 */
import type { FastifyRequest } from 'fastify'
import type { ProblemField } from '#shared/contract/problem.ts'
import { UPLOAD_FILES_MAX, UPLOAD_MAX_BYTES } from '#shared/contract/uploads.ts'
import type { FileFault } from '../../files/prepare.ts'
import type { ByteBudget } from '../../files/work-gate.ts'
import { refuse, type Refusal } from '../../http/outcome.ts'
import { nextPart, readPart } from './read-part.ts'

/** Boundaries and part headers around the files. */
const ENVELOPE_MAX_BYTES = 64 * 1024
const BUSY_RETRY_S = 5
const FIELD_SHOWN_CHARS = 60

export type Fault = Pick<FileFault, 'cause' | 'message'> & {
  readonly code: FileFault['code'] | 'forbidden' | 'busy'
}

export type Admission =
  | { readonly ok: true; readonly maxBytes: number; readonly tooLong: Fault }
  | { readonly ok: false; readonly fault: Fault }

export interface FileRules {
  /** Most bytes of a file in this field, or why the caller may not send it. */
  admit(field: string): Admission
  /** Takes one complete file; answers why it is refused. */
  take(file: {
    readonly field: string
    readonly declaredName: string | undefined
    readonly bytes: Buffer
  }): Promise<Fault | undefined>
}

const invalid = (cause: string, message: string): Fault => ({ code: 'invalid', cause, message })
const NO_FILE = invalid('no_file', 'Send at least one file')
const NOT_A_FILE = invalid('not_a_file', 'Send a file in this field, not a text')
const TWICE = invalid('duplicate_field', 'Send one file in each field')
const TOO_MANY = invalid('too_many_files', `Send ${UPLOAD_FILES_MAX} files at once, no more`)
const TOO_MUCH: Fault = {
  code: 'too-large',
  cause: 'too_large',
  message: `All files together may have ${UPLOAD_MAX_BYTES / 1024 / 1024} MB at most`,
}
export const BUSY: Fault = {
  code: 'busy',
  cause: 'busy',
  message: 'Too many files are being read at the moment',
}

/** One reply has one status: the gravest cause, in this order. Each field keeps its own. */
const GRAVITY: readonly Fault['code'][] = [
  'busy',
  'forbidden',
  'too-large',
  'wrong-type',
  'invalid',
]
const WHOLE_CALL = ''

function refusalOf(faults: ReadonlyMap<string, Fault>): Refusal | undefined {
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
  const faults = new Map<string, Fault>()
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
): Promise<Fault | undefined> {
  try {
    return await rules.take({ field, declaredName, bytes })
  } finally {
    budget.giveBack(bytes.length)
  }
}

/** Answers the refusal that names every fault, or undefined when all files were taken. */
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
    // What still comes is read and forgotten, so that the sender gets to read our answer.
    request.raw.unpipe()
    request.raw.resume()
  }
}
