import { createCaptureStore } from './capture-store.ts'
import { keepFile, type KeepWish, type KeptFile } from './keep-file.ts'

export interface CaptureOrder {
  readonly file: Blob
  readonly keep: KeepWish | undefined
}
export type CaptureMessage =
  | { readonly kind: 'share'; readonly share: number }
  | { readonly kind: 'kept'; readonly kept: KeptFile }
  | { readonly kind: 'unreadable' }

// Browser only: Vite turns this form of `new Worker` into a chunk on our own origin (CSP: worker-src 'self').
const spawn = (): Worker =>
  new Worker(new URL('./capture-worker.ts', import.meta.url), {
    type: 'module',
    name: 'evidence-capture',
  })

function keepIn(
  worker: Worker,
  order: CaptureOrder,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<KeptFile> {
  return new Promise<KeptFile>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }) // an abort gives an Error
    worker.addEventListener('message', ({ data }: MessageEvent<CaptureMessage>) => {
      if (data.kind === 'share') onShare(data.share)
      else if (data.kind === 'kept') resolve(data.kept)
      else reject(new DOMException('The file cannot be read', 'NotReadableError'))
    })
    worker.addEventListener('error', () => reject(new Error('no worker')))
    worker.postMessage(order)
  })
}

/** Without a worker the page does it itself. */
export async function keepInWorker(
  order: CaptureOrder,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<KeptFile> {
  signal.throwIfAborted()
  let worker: Worker | undefined
  try {
    worker = spawn()
    return await keepIn(worker, order, onShare, signal)
  } catch (error) {
    if (signal.aborted || error instanceof DOMException) throw error
    const store = createCaptureStore(indexedDB, () => Date.now())
    return await keepFile(order.file, { keep: order.keep, store }, onShare)
  } finally {
    worker?.terminate()
  }
}
