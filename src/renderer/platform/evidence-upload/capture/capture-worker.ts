/** Hashes and seals a captured file in a worker, so that the page stays responsive. */
import { createCaptureStore } from './capture-store.ts'
import { keepFile } from './keep-file.ts'
import type { CaptureMessage, CaptureOrder } from './keep-in-worker.ts'

const post = (message: CaptureMessage): void => self.postMessage(message)

self.addEventListener('message', ({ data: { file, keep } }: MessageEvent<CaptureOrder>) => {
  const store = createCaptureStore(indexedDB, () => Date.now())
  keepFile(file, { keep, store }, (share) => post({ kind: 'share', share })).then(
    (kept) => post({ kind: 'kept', kept }),
    () => post({ kind: 'unreadable' }),
  )
})
