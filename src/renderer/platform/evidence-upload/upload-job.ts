/** The types of one upload: request, dependencies and progress. */
import type { EvidenceUpload } from '#shared/contract/evidence.ts'
import type { EvidenceSeal } from '#shared/domain/report/evidence-seal.ts'
import type { CallFailure } from '../calls/call-failure.ts'
import type { SentFile } from './capture/stored-file.ts'
import type { FileReference, UploadKeeper } from './keeper.ts'

/** Hash and size of the original of a file that this device reduced. */
export interface StatedOriginal {
  readonly sha256: string
  readonly size: number
}

/** What is known of a file that was sealed when it was taken: it is neither hashed nor made smaller again. */
export interface SealedFile {
  readonly seal: EvidenceSeal
  readonly sha256: string
  readonly original: StatedOriginal | undefined
}

/** What an interface shows. `sent` and `total` are bytes. */
export type EvidenceProgress =
  | { readonly kind: 'hashing'; readonly share: number }
  /** What is sent is smaller than the file that was chosen. */
  | { readonly kind: 'shrunk'; readonly original: StatedOriginal }
  /** The server has given a number: with it and the hash, another page can resume it. */
  | { readonly kind: 'begun'; readonly id: string; readonly sha256: string }
  | { readonly kind: 'sending'; readonly sent: number; readonly total: number }
  | {
      readonly kind: 'waiting'
      readonly sent: number
      readonly total: number
      readonly retryInMs: number
    }
  | { readonly kind: 'paused'; readonly sent: number; readonly total: number }
  | { readonly kind: 'finishing' }
  | { readonly kind: 'done'; readonly fileUrl: string }
  | { readonly kind: 'cancelled' }
  /** `other-file`: not the one that was begun with. `unreadable-file`: moved, changed or deleted meanwhile. `not-shrunk`: too large, and this device makes it no smaller. */
  | { readonly kind: 'failed'; readonly cause: 'other-file' | 'unreadable-file' | 'not-shrunk' }
  | { readonly kind: 'failed'; readonly cause: 'refused'; readonly failure: CallFailure }

export interface EvidenceUploadJob {
  /** Resolves with the last progress: done, cancelled or failed. It never rejects. */
  readonly ended: Promise<Extract<EvidenceProgress, { kind: 'done' | 'cancelled' | 'failed' }>>
  pause(): void
  resume(): void
  /** Also removes what the server has. */
  cancel(): void
  /** Stops it here, and keeps the data on the server, so that it can be resumed. */
  stop(): void
}

export interface UploadCalls {
  open(
    file: {
      readonly name: string
      readonly type: string
      readonly size: number
      readonly sha256: string
      readonly originalSha256?: string
      readonly originalSize?: number
      readonly seal?: EvidenceSeal
    },
    signal: AbortSignal,
  ): Promise<EvidenceUpload>
  ask(id: string, signal: AbortSignal): Promise<EvidenceUpload>
  /** @param onSent bytes of this part that were sent */
  send(
    id: string,
    offset: number,
    bytes: Uint8Array<ArrayBuffer>,
    onSent: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<EvidenceUpload>
  finish(id: string, signal: AbortSignal): Promise<EvidenceUpload>
  cancel(id: string): Promise<void>
}

export interface UploadEnvironment {
  readonly api: UploadCalls
  readonly hash: (
    file: Blob,
    onShare: (share: number) => void,
    signal: AbortSignal,
  ) => Promise<string>
  /** Undefined where nothing may be stored. */
  readonly keeper: { readonly store: UploadKeeper; readonly cardId: string } | undefined
  /** An upload that a job of this page works on; the same file chosen twice is sent twice. */
  readonly isInUse: (id: string) => boolean
  /** Ends early when the device says that it is online again. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  readonly random: () => number
}

/** The stored data of a file from an earlier page. */
export interface EarlierUpload {
  /** Undefined where the server has none of it any more: then it must be the same file all the same. */
  readonly id: string | undefined
  readonly sha256: string
  readonly size: number
  /** Where it was made smaller: then this must be the same, for no browser promises to shrink it to the same bytes again. */
  readonly original?: StatedOriginal | undefined
}

export interface UploadWish {
  /** A kept capture is no file of the browser; it comes with `sealed`. */
  readonly file: SentFile
  readonly sealed?: SealedFile | undefined
  /** Where the device declares none, the type by the file extension. */
  readonly type: string
  readonly onProgress: (progress: EvidenceProgress) => void
  /** Makes a file smaller that would be refused; undefined where the device cannot. */
  readonly shrink?: ((file: File) => Promise<File | undefined>) | undefined
  /** Kept beside the number, so that a reload need not ask for the file. */
  readonly handle?: FileReference | undefined
  /** An upload that a reload interrupted. */
  readonly earlier?: EarlierUpload | undefined
}
