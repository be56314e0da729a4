/** Uploads of evidence for the pages, connected to this browser, this session and this server. */
import { platform } from '@platform'
import { hashInWorker } from './hash/hash-in-worker.ts'
import { createUploadKeeper, type FileReference } from './keeper.ts'
import { createUploadCalls, uploadCalls } from './upload-calls.ts'
import { startEvidenceUpload } from './upload-evidence.ts'
import type { EvidenceUploadJob, UploadEnvironment, UploadWish } from './upload-job.ts'

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      window.clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = window.setTimeout(done, ms)
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}

const store = () => createUploadKeeper({ indexedDB, now: () => Date.now() })

/** As for the card: only where the session itself stays on this device. */
function keeperOf(): UploadEnvironment['keeper'] {
  const user = platform.presumedUser()
  if (user === undefined || user === 'nobody' || platform.keptCard?.keeps(user.cardId) !== true)
    return undefined
  return { store: store(), cardId: user.cardId }
}

const inUse = new Map<EvidenceUploadJob, string>()

/**
 * Begins an upload, or continues it with `earlier`; the last progress has the address for the
 * report.
 */
export function uploadEvidence(wish: UploadWish): EvidenceUploadJob {
  let id = wish.earlier?.id
  const isInUse = (other: string): boolean => [...inUse.values()].includes(other)
  const mark = (): void => void (id !== undefined && inUse.set(job, id))
  const job: EvidenceUploadJob = startEvidenceUpload(
    {
      ...wish,
      onProgress: (progress) => {
        if (progress.kind === 'begun') {
          ;({ id } = progress)
          mark()
        }
        wish.onProgress(progress)
      },
    },
    {
      api: uploadCalls,
      hash: hashInWorker,
      keeper: keeperOf(),
      isInUse,
      wait,
      random: Math.random,
    },
  )
  mark()
  void job.ended.then(() => inUse.delete(job))
  return job
}

/** An upload by receipt: nothing of it is kept on this device, so a reload begins again. */
export const uploadAsWitness = (wish: UploadWish, receipt: string): EvidenceUploadJob =>
  startEvidenceUpload(wish, {
    api: createUploadCalls(receipt),
    hash: hashInWorker,
    keeper: undefined,
    isInUse: () => false,
    wait,
    random: Math.random,
  })

/** References to files of earlier pages, by the number of their uploads. */
export async function keptReferences(): Promise<ReadonlyMap<string, FileReference>> {
  const keeper = keeperOf()
  const kept = keeper === undefined ? [] : await keeper.store.list(keeper.cardId)
  return new Map(
    kept.flatMap(({ id, handle }) => (handle === undefined ? [] : [[id, handle] as const])),
  )
}

/**
 * The file without a new choice; undefined where the user has to choose it. Call it from a click:
 * the browser may ask for permission.
 */
export async function fileOfReference(reference: FileReference): Promise<File | undefined> {
  try {
    const granted =
      (await reference.queryPermission?.({ mode: 'read' })) === 'granted' ||
      (await reference.requestPermission?.({ mode: 'read' })) === 'granted'
    return granted ? await reference.getFile() : undefined
  } catch {
    return undefined // moved or deleted
  }
}

/** Cancels an upload of an earlier page. */
export async function discardUpload(id: string): Promise<void> {
  await uploadCalls.cancel(id).catch(() => undefined) // the server removes it after a day anyway
  await keeperOf()?.store.forget(id)
}
