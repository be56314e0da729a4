/** Hashes in a worker, so that the page stays responsive. */
import { hashFile } from './hash-file.ts'
import type { HashMessage } from './hash-in-worker.ts'

const post = (message: HashMessage): void => self.postMessage(message)

self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  hashFile(data, (share) => post({ kind: 'share', share }), new AbortController().signal).then(
    (hash) => post({ kind: 'hash', hash }),
    () => post({ kind: 'unreadable' }),
  )
})
