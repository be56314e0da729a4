/**
 * The uploads of one report, one after the other: on a slow line two at once both arrive later. Lives outside the
 * components, so that leaving the form stops nothing.
 */
import { EVIDENCE_MAX, type EvidenceType } from '#shared/domain/report/report-rules.ts'
import { createListeners } from '#shared/listeners.ts'
import type { Captured, CaptureWish } from '../../../platform/evidence-upload/capture/index.ts'
import { NotShrunk } from '../../../platform/evidence-upload/capture/not-shrunk.ts'
import type { SentFile } from '../../../platform/evidence-upload/capture/stored-file.ts'
import type { FileReference } from '../../../platform/evidence-upload/keeper.ts'
import type { EvidenceUploadJob, UploadWish } from '../../../platform/evidence-upload/upload-job.ts'
import { checkFile, type FileFault, mustShrink } from './evidence-rules.ts'
import { changeOf, isEnd, type KeptItem, type QueuedEvidence } from './queue-item.ts'

type AddFault = FileFault | 'tooMany'
export interface RefusedFile {
  readonly name: string
  readonly fault: AddFault
}

export interface QueueDeps {
  readonly upload: (wish: UploadWish) => EvidenceUploadJob
  readonly shrink: NonNullable<UploadWish['shrink']>
  /** Cancels what an earlier page sent. */
  readonly discard: (uploadId: string) => void
  /** File handles that this browser kept, by the number of the upload. */
  readonly references: () => Promise<ReadonlyMap<string, FileReference>>
  /** Undefined: the file is gone, or the user refused. */
  readonly open: (reference: FileReference) => Promise<File | undefined>
  readonly captures: {
    readonly seal: (
      wish: CaptureWish,
      onShare: (share: number) => void,
      signal: AbortSignal,
    ) => Promise<Captured>
    /** Removes it from this device. */
    readonly forget: (captureId: string) => void
    /** So that a later page takes the upload up again. */
    readonly noteUpload: (captureId: string, uploadId: string) => void
  }
}

/** The upload of one file. */
interface Work {
  job?: EvidenceUploadJob
}

/** What is drawn or played before it is sent. A film is not: its player would take the list. */
const shownBefore = (kind: EvidenceType, file: Blob): Blob | undefined =>
  kind === 'image' || kind === 'audio' ? file : undefined

let lastKey = 0

export function createEvidenceQueue({
  upload,
  shrink,
  discard,
  references,
  open,
  captures,
}: QueueDeps) {
  let items: readonly QueuedEvidence[] = []
  /** The upload whose turn it is. */
  let running: string | undefined
  const works = new Map<string, Work>()
  const sealing = new Map<string, AbortController>()
  const listeners = createListeners()

  function set(all: readonly QueuedEvidence[]): void {
    items = all
    listeners.call()
  }
  const patch = (key: string, change: Partial<QueuedEvidence>): void =>
    set(items.map((item) => (item.key === key ? { ...item, ...change } : item)))
  const find = (key: string): QueuedEvidence | undefined => items.find((item) => item.key === key)

  function begin(
    { key, type, sha256, original, size, uploadId, reference, sealed, captureId }: QueuedEvidence,
    file: SentFile,
  ): void {
    const work: Work = {}
    works.set(key, work)
    const job = upload({
      file,
      type,
      handle: reference,
      sealed,
      shrink: sealed === undefined && mustShrink({ type, size }) ? shrink : undefined,
      earlier: sha256 === undefined ? undefined : { id: uploadId, sha256, size, original },
      onProgress: (progress) => {
        const item = find(key)
        if (item === undefined || works.get(key) !== work) return
        if (progress.kind === 'begun' && captureId !== undefined)
          captures.noteUpload(captureId, progress.id)
        // A paused upload still finishes its step; its events do not start it in the list.
        if (running === key || progress.kind === 'begun' || isEnd(progress))
          patch(key, changeOf(progress, item))
      },
    })
    work.job = job
    void after(key, work, job)
  }

  async function after(key: string, work: Work, { ended }: EvidenceUploadJob): Promise<void> {
    await ended
    if (works.get(key) !== work) return
    take(key)
    next()
  }

  async function findReferences(): Promise<void> {
    const found = await references()
    for (const { key, state, uploadId } of items)
      if (state === 'missing' && uploadId !== undefined)
        patch(key, { reference: found.get(uploadId) })
  }

  function next(): void {
    if (running !== undefined) return
    const item = items.find(({ state }) => state === 'queued')
    if (item?.file === undefined) return
    running = item.key
    patch(item.key, { state: item.uploadId === undefined ? 'reading' : 'sending' })
    const work = works.get(item.key)
    if (work === undefined) begin(item, item.file)
    else work.job?.resume()
  }

  function leave(key: string): void {
    if (running === key) running = undefined
  }

  /** Removes the job of `key` from the list, so that its later events are ignored. */
  function take(key: string): EvidenceUploadJob | undefined {
    const job = works.get(key)?.job
    works.delete(key)
    sealing.get(key)?.abort()
    sealing.delete(key)
    leave(key)
    return job
  }

  return {
    subscribe: listeners.add,
    read: (): readonly QueuedEvidence[] => items,
    /**
     * @param kept file handles where the browser gave them, in the same order
     * @returns those that were not accepted
     */
    add(
      files: readonly File[],
      {
        kept = [],
        filmMaxBytes,
      }: {
        readonly kept?: readonly (FileReference | undefined)[]
        readonly filmMaxBytes?: number | undefined
      } = {},
    ): RefusedFile[] {
      const refused: RefusedFile[] = []
      for (const [index, file] of files.entries()) {
        const checked = checkFile(file, filmMaxBytes)
        if (items.length >= EVIDENCE_MAX) refused.push({ name: file.name, fault: 'tooMany' })
        else if ('fault' in checked) refused.push({ name: file.name, fault: checked.fault })
        else {
          lastKey += 1
          set([
            ...items,
            {
              key: `${lastKey}`,
              name: file.name,
              size: file.size,
              ...checked,
              description: '',
              state: 'queued',
              sent: 0,
              file,
              own: shownBefore(checked.kind, file),
              reference: kept[index],
            },
          ])
        }
      }
      next()
      return refused
    },
    /** A file that the camera has just taken; the caller has checked it. */
    async capture(wish: CaptureWish & { readonly evidence: EvidenceType }): Promise<void> {
      lastKey += 1
      const key = `${lastKey}`
      const { name, size } = wish.file
      const stop = new AbortController()
      sealing.set(key, stop)
      const { evidence: kind, type, file } = wish
      const own = shownBefore(kind, file)
      set([
        ...items,
        { key, name, size, kind, type, own, description: '', state: 'sealing', sent: 0 },
      ])
      try {
        const onShare = (share: number): void => patch(key, { sent: share * size })
        patch(key, capturedItem(await captures.seal(wish, onShare, stop.signal)))
      } catch (error) {
        if (stop.signal.aborted) return
        patch(key, { state: 'failed', isNotShrunk: error instanceof NotShrunk })
      } finally {
        sealing.delete(key)
      }
      next()
    },
    /** What earlier pages kept: files of this draft, and of others that were not sent. */
    takeUp(kept: readonly Captured[]): void {
      for (const capture of kept) {
        const known = items.find(({ captureId }) => captureId === capture.captureId)
        if (known !== undefined) patch(known.key, capturedItem(capture))
        else {
          lastKey += 1
          const { name, size, type } = capture
          const kind = type.startsWith('image/')
            ? 'image'
            : type.startsWith('audio/')
              ? 'audio'
              : 'video'
          const key = `${lastKey}`
          const item = {
            key,
            name,
            size,
            kind,
            type,
            description: '',
            state: 'queued',
            sent: 0,
          } as const
          set([...items, { ...item, ...capturedItem(capture) }])
        }
      }
      next()
    },
    describe: (key: string, description: string): void => patch(key, { description }),
    pause(key: string): void {
      works.get(key)?.job?.pause()
      leave(key)
      patch(key, { state: 'paused' })
      next()
    },
    goOn(key: string): void {
      if (find(key)?.file === undefined) return patch(key, { state: 'missing', failure: undefined })
      patch(key, { state: 'queued', failure: undefined })
      next()
    },
    /** For an upload whose file was lost in the reload. */
    chooseAgain(key: string, file: File): void {
      if (find(key)?.size !== file.size) return patch(key, { isOther: true })
      patch(key, { file, state: 'queued', isOther: false })
      next()
    },
    /** For an upload with a file handle: without choosing; a handle that fails is dropped. */
    async openAgain(key: string): Promise<void> {
      const reference = find(key)?.reference
      const file = reference === undefined ? undefined : await open(reference)
      if (file === undefined || file.size !== find(key)?.size)
        return patch(key, { reference: undefined })
      patch(key, { file, state: 'queued', isOther: false })
      next()
    },
    remove(key: string): void {
      const { uploadId, captureId } = find(key) ?? {}
      if (captureId !== undefined) captures.forget(captureId)
      const job = take(key)
      set(items.filter((item) => item.key !== key))
      if (job !== undefined) job.cancel()
      else if (uploadId !== undefined) discard(uploadId)
      next()
    },
    /** The upload belongs to a report now. */
    release: (key: string): void => set(items.filter((item) => item.key !== key)),
    /** The items of a draft. */
    restore(kept: readonly KeptItem[]): void {
      lastKey = Math.max(lastKey, ...kept.map(({ key }) => Number(key) || 0))
      set(
        kept.map((item) => ({
          ...item,
          sent: item.fileUrl === undefined ? 0 : item.size,
          state: item.fileUrl === undefined ? 'missing' : 'done',
        })),
      )
      if (items.some(({ state }) => state === 'missing')) void findReferences()
    },
    /** @param andCancel false keeps the uploaded files at the server */
    clear({ andCancel }: { readonly andCancel: boolean }): void {
      const before = items
      set([])
      for (const { key, uploadId } of before) {
        const job = take(key)
        if (!andCancel) job?.stop()
        else if (job !== undefined) job.cancel()
        else if (uploadId !== undefined) discard(uploadId)
      }
    },
  }
}
export type EvidenceQueue = ReturnType<typeof createEvidenceQueue>

/** How a sealed capture changes its line of the list: the upload begins, or continues. */
const capturedItem = ({
  captureId,
  name,
  type,
  size,
  file,
  sealed,
  keepFault,
  uploadId,
}: Captured): Partial<QueuedEvidence> => ({
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
