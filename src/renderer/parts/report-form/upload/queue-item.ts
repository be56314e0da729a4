/** One file of the list: its state, the part of it that is kept over a reload, and how the upload changes it. */
import type { EvidenceType } from '#shared/domain/report/report-rules.ts'
import type { CallFailure } from '../../../platform/calls/call-failure.ts'
import type { KeepFault } from '../../../platform/evidence-upload/capture/keep-file.ts'
import type { SentFile } from '../../../platform/evidence-upload/capture/stored-file.ts'
import type { FileReference } from '../../../platform/evidence-upload/keeper.ts'
import { staysKept } from '../../../platform/evidence-upload/upload-evidence.ts'
import type {
  EvidenceProgress,
  SealedFile,
  StatedOriginal,
} from '../../../platform/evidence-upload/upload-job.ts'

type ItemState =
  /** Taken with the camera: it is hashed, sealed and kept on this device. */
  | 'sealing'
  | 'queued'
  | 'reading'
  | 'sending'
  /** The network is down; the upload continues when it is back. */
  | 'waiting'
  | 'paused'
  | 'failed'
  | 'done'
  /** The page was reloaded: the file must be chosen again, unless the browser kept a file handle. */
  | 'missing'

/**
 * What is kept over a reload. Never the file itself: on a phone that is searched it must not be in a browser's storage.
 */
export interface KeptItem {
  readonly key: string
  readonly name: string
  readonly size: number
  readonly kind: EvidenceType
  readonly type: string
  readonly description: string
  /** The hash of the uploaded bytes. */
  readonly sha256?: string | undefined
  /** Where a photo was reduced: `size` is then the size of the chosen file as well. */
  readonly original?: StatedOriginal | undefined
  readonly uploadId?: string | undefined
  readonly fileUrl?: string | undefined
  /** Taken with the camera and kept, sealed, on this device. */
  readonly captureId?: string | undefined
}
export interface QueuedEvidence extends KeptItem {
  readonly state: ItemState
  readonly sent: number
  readonly file?: SentFile | undefined
  /** A picture or a sound, to be seen or heard before it is filed, for as long as this page lives. */
  readonly own?: Blob | undefined
  readonly sealed?: SealedFile | undefined
  /** Why a capture is not kept: it is lost with the page. */
  readonly keepFault?: KeepFault | undefined
  /** Opens the file without choosing it again. */
  readonly reference?: FileReference | undefined
  readonly failure?: CallFailure | undefined
  /** It is too large, and this device cannot reduce it. */
  readonly isNotShrunk?: boolean
  /** The file that was chosen again is another file. */
  readonly isOther?: boolean
}

const ON_ITS_WAY: readonly ItemState[] = ['sealing', 'queued', 'reading', 'sending', 'waiting']
export const isOnItsWay = ({ state }: QueuedEvidence): boolean => ON_ITS_WAY.includes(state)
export const isHere = ({ state }: Pick<QueuedEvidence, 'state'>): boolean => state === 'done'

/** How an event of the upload changes the list. */
export function changeOf(
  progress: EvidenceProgress,
  { size, uploadId }: QueuedEvidence,
): Partial<QueuedEvidence> {
  switch (progress.kind) {
    case 'hashing':
      return { state: 'reading', sent: progress.share * size }
    case 'begun':
      return { uploadId: progress.id, sha256: progress.sha256 }
    case 'shrunk':
      return { original: progress.original }
    case 'sending':
    case 'waiting':
      return { state: progress.kind, sent: (progress.sent / progress.total) * size } // the uploaded bytes may be fewer than the file's
    case 'finishing':
      return { state: 'sending', sent: size }
    case 'done':
      return { state: 'done', fileUrl: progress.fileUrl, sent: size, file: undefined }
    case 'failed':
      if (progress.cause !== 'refused')
        return progress.cause === 'other-file'
          ? { state: 'missing', isOther: true, file: undefined }
          : { state: 'failed', failure: undefined, isNotShrunk: progress.cause === 'not-shrunk' }
      return {
        state: 'failed',
        failure: progress.failure,
        uploadId: staysKept(progress) ? uploadId : undefined,
      }
    case 'paused': // the user paused it
    case 'cancelled': // it left the list
      return {}
  }
}

export const isEnd = ({ kind }: EvidenceProgress): boolean => kind === 'done' || kind === 'failed'

export const keptItems = (items: readonly QueuedEvidence[]): KeptItem[] =>
  items
    .filter(({ state }) => state !== 'sealing') // after a reload there is nothing of it
    .map(
      ({
        key,
        name,
        size,
        kind,
        type,
        description,
        sha256,
        original,
        uploadId,
        fileUrl,
        captureId,
      }) => ({
        key,
        name,
        size,
        kind,
        type,
        description,
        sha256,
        original,
        uploadId,
        fileUrl,
        captureId,
      }),
    )
