import { hashFile } from './hash-file.ts'

export type HashMessage =
  | { readonly kind: 'share'; readonly share: number }
  | { readonly kind: 'hash'; readonly hash: string }
  | { readonly kind: 'unreadable' }

// Browser only: Vite turns this form of `new Worker` into a chunk on our own origin (CSP: worker-src 'self').
const spawn = (): Worker =>
  new Worker(new URL('./hash-worker.ts', import.meta.url), {
    type: 'module',
    name: 'evidence-hash',
  })

function countIn(
  worker: Worker,
  file: Blob,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error) // an abort gives an Error
    signal.addEventListener('abort', stop, { once: true })
    worker.addEventListener('message', ({ data }: MessageEvent<HashMessage>) => {
      if (data.kind === 'share') onShare(data.share)
      else if (data.kind === 'hash') resolve(data.hash)
      else reject(new DOMException('The file cannot be read', 'NotReadableError'))
    })
    worker.addEventListener('error', () => reject(new Error('no worker')))
    worker.postMessage(file)
  })
}

/** Without a worker the page computes the hash itself. */
export async function hashInWorker(
  file: Blob,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted()
  let worker: Worker | undefined
  try {
    worker = spawn()
    return await countIn(worker, file, onShare, signal)
  } catch (error) {
    if (signal.aborted || error instanceof DOMException) throw error
    return await hashFile(file, onShare, signal)
  } finally {
    worker?.terminate()
  }
}
