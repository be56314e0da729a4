/**
 * Uploads one file of evidence over any network: in parts, with waits after a loss, and continuing
 * where it stopped. The rules are in `next-step.ts`; this file connects them with network, clock
 * and file.
 */
import type { EvidenceUpload } from '#shared/contract/evidence.ts'
import { EVIDENCE_PICTURE_MAX_BYTES } from '#shared/contract/uploads.ts'
import { CallFailure } from '../calls/call-failure.ts'
import { NotShrunk } from './capture/not-shrunk.ts'
import { following } from './following.ts'
import {
  isServerFault,
  nextStep,
  NO_TRIES,
  type UploadStepResult,
  type UploadStep,
  type Tries,
} from './next-step.ts'
import type {
  EvidenceUploadJob,
  StatedOriginal,
  UploadEnvironment,
  UploadWish,
} from './upload-job.ts'

class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** A connection without any byte for this long counts as lost, whatever the system reports. */
export const SILENCE_MS = 120_000

interface Running {
  /** Of the file that is sent: the chosen one, or what it was shrunk to. */
  wish: UploadWish
  original: StatedOriginal | undefined
  readonly environment: UploadEnvironment
  readonly given: AbortController
  /** Aborted by a pause as well; created again when the upload continues. */
  turn: AbortController
  resumed: { readonly promise: Promise<void>; readonly go: () => void } | undefined
  /** Whether a cancellation also removes the data on the server. */
  removes: boolean
  sent: number
  id: string | undefined
  chunkBytes: number
}

async function perform(
  running: Running,
  step: UploadStep,
  sha256: string,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<EvidenceUpload> {
  const {
    wish: { file, type, sealed },
    original,
    environment: { api },
  } = running
  switch (step.kind) {
    case 'open':
      return api.open(
        {
          name: file.name,
          type,
          size: file.size,
          sha256,
          ...(original && { originalSha256: original.sha256, originalSize: original.size }),
          ...(sealed && { seal: sealed.seal }),
        },
        signal,
      )
    case 'ask':
      return api.ask(step.id, signal)
    case 'finish':
      return api.finish(step.id, signal)
    case 'send': {
      const bytes = await file
        .slice(step.offset, step.offset + running.chunkBytes)
        .arrayBuffer()
        .catch(() => {
          throw new Unreadable()
        })
      return api.send(step.id, step.offset, new Uint8Array(bytes), onSent, signal)
    }
  }
}

async function attempt(
  running: Running,
  step: UploadStep,
  sha256: string,
): Promise<UploadStepResult> {
  const {
    wish: { file, onProgress },
    turn,
  } = running
  const { signal, abort, end } = following(turn.signal)
  let isSilent = false
  const watch = (): ReturnType<typeof setTimeout> =>
    setTimeout(() => {
      isSilent = true
      abort()
    }, SILENCE_MS)
  let timer = watch()
  const onSent = (bytes: number): void => {
    clearTimeout(timer)
    timer = watch()
    if (step.kind === 'send' && !signal.aborted)
      onProgress({ kind: 'sending', sent: step.offset + bytes, total: file.size })
  }
  try {
    const upload = await perform(running, step, sha256, signal, onSent)
    running.id = upload.id
    running.sent = upload.offset
    running.chunkBytes = upload.chunkBytes
    return { kind: 'went', upload }
  } catch (error) {
    if (isSilent && !turn.signal.aborted)
      return {
        kind: 'failed',
        failure: new CallFailure({ ok: false, problem: undefined, cause: 'offline' }),
      }
    if (error instanceof CallFailure) return { kind: 'failed', failure: error }
    throw error
  } finally {
    clearTimeout(timer)
    end()
  }
}

/** Stored as soon as the server has given a number, and whenever that number changes. */
async function keep(
  { wish: { file, type, handle, onProgress }, environment: { keeper } }: Running,
  { id, expiresAt }: EvidenceUpload,
  sha256: string,
): Promise<void> {
  onProgress({ kind: 'begun', id, sha256 })
  await keeper?.store.keep({
    id,
    cardId: keeper.cardId,
    name: file.name,
    type,
    size: file.size,
    sha256,
    expiresAt,
    handle,
  })
}

async function whilePaused(running: Running): Promise<void> {
  const {
    wish: { onProgress, file },
    sent,
    resumed,
    given,
  } = running
  if (resumed !== undefined) {
    onProgress({ kind: 'paused', sent, total: file.size })
    await resumed.promise
  }
  if (running.turn.signal.aborted && !given.signal.aborted) running.turn = new AbortController()
}

function tell({ wish: { onProgress, file }, sent }: Running, step: UploadStep): void {
  onProgress(
    step.kind === 'finish' ? { kind: 'finishing' } : { kind: 'sending', sent, total: file.size },
  )
}

type Ended = Awaited<EvidenceUploadJob['ended']>

async function sendAll(running: Running, first: UploadStep, sha256: string): Promise<Ended> {
  const {
    wish: { file, onProgress },
    environment: { wait, random },
    given,
  } = running
  let step = first
  let tries: Tries = NO_TRIES
  for (;;) {
    await whilePaused(running)
    given.signal.throwIfAborted()
    tell(running, step)
    const outcome = await attempt(running, step, sha256)
    given.signal.throwIfAborted()
    if (running.turn.signal.aborted) {
      // Paused in the middle: whether the part arrived, only the server knows.
      if (outcome.kind === 'failed') {
        step = step.kind === 'send' ? { kind: 'ask', id: step.id } : step
        continue
      }
    }
    if (outcome.kind === 'went' && step.kind === 'open') await keep(running, outcome.upload, sha256)
    const next = nextStep(step, outcome, tries, random())
    if (next.kind === 'done') return next
    if (next.kind === 'failed') return { kind: 'failed', cause: 'refused', failure: next.failure }
    if (next.kind === 'wait') {
      onProgress({ kind: 'waiting', sent: running.sent, total: file.size, retryInMs: next.ms })
      const either = following(given.signal, running.turn.signal)
      await wait(next.ms, either.signal).catch(() => undefined) // a pause or the end is asked for at the top
      either.end()
    }
    ;({ step, tries } = next)
  }
}

/**
 * The same file, started by an earlier page that ended without notice: a closed tab, a crashed
 * browser.
 */
async function known(
  { wish: { file }, environment: { keeper, isInUse } }: Running,
  sha256: string,
): Promise<string | undefined> {
  const all = (await keeper?.store.list(keeper.cardId)) ?? []
  return all.find(
    (upload) => upload.sha256 === sha256 && upload.size === file.size && !isInUse(upload.id),
  )?.id
}

async function hashed({
  wish: { file, onProgress },
  environment: { hash },
  given,
}: Running): Promise<string> {
  if (!(file instanceof Blob)) throw new Unreadable() // only a sealed file is no Blob, and its hash is known
  return hash(file, (share) => onProgress({ kind: 'hashing', share }), given.signal).catch(
    (error: unknown) => {
      given.signal.throwIfAborted()
      throw error instanceof DOMException ? new Unreadable() : error
    },
  )
}

/** The hash of the original first: it cannot be computed from the reduced file. */
async function shrinkFile(
  running: Running,
  shrink: NonNullable<UploadWish['shrink']>,
): Promise<void> {
  const { wish, given } = running
  if (!(wish.file instanceof File)) throw new Unreadable()
  const original = { sha256: await hashed(running), size: wish.file.size }
  const file = await shrink(wish.file)
  given.signal.throwIfAborted()
  // The server makes what it takes smaller itself.
  if (file === undefined && wish.file.size <= EVIDENCE_PICTURE_MAX_BYTES) return
  if (file === undefined) throw new NotShrunk()
  running.original = original
  running.wish = { ...wish, file, type: file.type }
  wish.onProgress({ kind: 'shrunk', original })
}

/** Whether the file is not the one that an earlier page, or an earlier try, began with. */
function isOther({ wish: { file, earlier }, original }: Running, sha256: string): boolean {
  if (earlier === undefined) return false
  return earlier.original === undefined
    ? earlier.sha256 !== sha256 || earlier.size !== file.size
    : earlier.original.sha256 !== original?.sha256
}

async function run(running: Running): Promise<Ended> {
  const {
    wish: { onProgress, earlier, shrink, sealed },
  } = running
  running.original = sealed?.original
  if (shrink !== undefined) await shrinkFile(running, shrink)
  const sha256 = sealed?.sha256 ?? (await hashed(running))
  if (isOther(running, sha256)) return { kind: 'failed', cause: 'other-file' }
  // If shrinking gives other bytes than before, the upload starts again, because the announced hash
  // belongs to the earlier parts.
  const id = (earlier?.sha256 === sha256 ? earlier.id : undefined) ?? (await known(running, sha256))
  if (id === undefined) return sendAll(running, { kind: 'open' }, sha256)
  running.id = id
  onProgress({ kind: 'begun', id, sha256 })
  return sendAll(running, { kind: 'ask', id }, sha256)
}

/**
 * The stored upload is kept where it can be resumed later: the session ended, the server fails, or
 * the quota of the day is used up.
 */
export const staysKept = (ended: Ended): boolean =>
  ended.kind === 'failed' &&
  (ended.cause !== 'refused' ||
    ended.failure.problem === undefined ||
    isServerFault(ended.failure) ||
    ['not-signed-in', 'session-ended', 'too-many'].includes(ended.failure.messageKey))

async function settle(running: Running): Promise<Ended> {
  const {
    wish: { onProgress, earlier },
    environment: { api, keeper },
    given,
  } = running
  let ended: Ended
  try {
    ended = await run(running)
  } catch (error) {
    if (given.signal.aborted) ended = { kind: 'cancelled' }
    else if (error instanceof Unreadable) ended = { kind: 'failed', cause: 'unreadable-file' }
    else if (error instanceof NotShrunk) ended = { kind: 'failed', cause: 'not-shrunk' }
    else
      ended = {
        kind: 'failed',
        cause: 'refused',
        failure: new CallFailure({ ok: false, problem: undefined, cause: 'unreadable' }),
      }
  }
  const ids = [...new Set([running.id, earlier?.id])].filter((id) => id !== undefined)
  const isLeft = ended.kind === 'cancelled' && !running.removes
  if (ended.kind === 'cancelled' && running.removes)
    await Promise.all(ids.map((id) => api.cancel(id).catch(() => undefined))) // the server removes it after a day anyway
  if (!isLeft && !staysKept(ended) && keeper !== undefined)
    await Promise.all(ids.map((id) => keeper.store.forget(id)))
  onProgress(ended)
  return ended
}

/** The job of `wish`. Each has one end, told as the last progress and by `ended`. */
export function startEvidenceUpload(
  wish: UploadWish,
  environment: UploadEnvironment,
): EvidenceUploadJob {
  const running: Running = {
    wish,
    original: undefined,
    environment,
    given: new AbortController(),
    turn: new AbortController(),
    resumed: undefined,
    removes: true,
    sent: 0,
    id: wish.earlier?.id,
    chunkBytes: 0,
  }
  const resume = (): void => {
    running.resumed?.go()
    running.resumed = undefined
  }
  const end = (removes: boolean): void => {
    running.removes = removes
    running.given.abort()
    running.turn.abort()
    resume()
  }
  return {
    // Not at once: a sealed file needs no hash, and the caller must have its job before the first progress.
    ended: Promise.resolve().then(() => settle(running)),
    pause() {
      if (running.resumed !== undefined) return
      let go: () => void = () => undefined
      const promise = new Promise<void>((resolve) => {
        go = resolve
      })
      running.resumed = { promise, go }
      running.turn.abort()
    },
    resume,
    cancel: () => end(true),
    stop: () => end(false),
  }
}
