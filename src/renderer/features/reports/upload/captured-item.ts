import type { Captured } from '../../../platform/evidence-upload/capture/index.ts'
import type { QueueItem } from './queue-item.ts'

/** How a sealed capture changes its line of the list: the upload begins, or continues. */
export const capturedItem = ({
  captureId,
  name,
  type,
  size,
  file,
  sealed,
  keepFault,
  uploadId,
}: Captured): Partial<QueueItem> => ({
  captureId,
  name,
  type,
  size,
  file,
  sealed,
  keepFault,
  sha256: sealed.sha256,
  original: sealed.original,
  state: 'queued',
  sent: 0,
  fileUrl: undefined,
  ...(uploadId !== undefined && { uploadId }),
})
