import type { evidenceRoutes } from '#shared/contract/evidence.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { startUpload, readUpload, cancelUpload } from './begin-upload.ts'
import { readCustody } from './custody.ts'
import { exportPackage } from './export-package.ts'
import { finishUpload } from './finish-upload.ts'
import { evidenceKeys } from './keys.ts'
import { readOriginal } from './read-original.ts'
import { sendChunk } from './send-chunk.ts'

export const evidenceHandlers: HandlersOf<typeof evidenceRoutes> = {
  'evidence.startUpload': startUpload,
  'evidence.readUpload': readUpload,
  'evidence.sendChunk': sendChunk,
  'evidence.finishUpload': finishUpload,
  'evidence.cancelUpload': cancelUpload,
  'evidence.custody': readCustody,
  'evidence.original': readOriginal,
  'evidence.package': exportPackage,
  'evidence.keys': evidenceKeys,
}
