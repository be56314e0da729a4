/**
 * Documents are examined in a thread of their own, so that no file holds up other calls, and within
 * limits of time and memory. Each document has its own thread: it starts in a tenth of a second,
 * and the effects of a hostile file end with it. The gate of the library decides how many run at
 * once.
 */
import { Worker } from 'node:worker_threads'
import type { CleanedDocument } from './cleaned-document.ts'
import type { CopiedDocumentType } from '../sniff.ts'

export interface DocumentWork {
  readonly bytes: Uint8Array
  readonly mediaType: CopiedDocumentType
}
export interface DocumentLimits {
  readonly timeMs: number
  /** Limit of the thread's heap. */
  readonly heapMb: number
  /**
   * Limit of the bytes that lie outside of the heap: the document, its unpacked streams and the
   * copy. Node does not enforce it, so it is measured.
   */
  readonly outsideMb: number
}

/**
 * The slowest harmless document of 20 MB takes two seconds; the rest is a margin for a busy
 * machine.
 */
const LIMITS: DocumentLimits = { timeMs: 20_000, heapMb: 256, outsideMb: 512 }
/** Beside this module, in the source and in the build (`chunkFileNames` of the server's build). */
const WORKER = new URL(
  `./document-worker.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`,
  import.meta.url,
)
const MEASURED_EVERY_MS = 50
const MEGABYTE = 1024 * 1024
const TOO_INTRICATE: CleanedDocument = { ok: false, fault: 'protected' }
const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const isOutOfMemory = (error: NodeJS.ErrnoException): boolean =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY'

async function bytesOutside(worker: Worker): Promise<number> {
  try {
    return (await worker.getHeapStatistics()).external_memory
  } catch {
    return 0 // the thread has ended, which its own events tell
  }
}

export async function cleanInWorker(
  bytes: Buffer,
  mediaType: CopiedDocumentType,
  limits: DocumentLimits = LIMITS,
): Promise<CleanedDocument> {
  const worker = new Worker(WORKER, {
    name: 'document',
    workerData: { bytes, mediaType } satisfies DocumentWork,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
  })
  const { promise, resolve, reject } = Promise.withResolvers<CleanedDocument>()
  const timer = setTimeout(() => resolve(TOO_INTRICATE), limits.timeMs)
  const meter = setInterval(() => {
    void bytesOutside(worker).then((measured) => {
      if (measured > limits.outsideMb * MEGABYTE) resolve(TOO_INTRICATE)
      return undefined
    })
  }, MEASURED_EVERY_MS)
  worker.once('message', (cleaned: CleanedDocument) =>
    resolve(cleaned.ok ? { ok: true, bytes: asBuffer(cleaned.bytes) } : cleaned),
  )
  worker.once('error', (error: NodeJS.ErrnoException) =>
    isOutOfMemory(error) ? resolve(TOO_INTRICATE) : reject(error),
  )
  worker.once('exit', (code) =>
    reject(new Error(`The examination of a document ended with ${code}`)),
  )
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    clearInterval(meter)
    void worker.terminate()
  }
}
