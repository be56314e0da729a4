import { PROBLEMS } from '#shared/contract/base/problem-replies.ts'
import type { ProblemCode } from '#shared/contract/base/problem.ts'
/** A server behind an unreliable line, and the environment of one upload. */
import type { EvidenceUpload } from '#shared/contract/evidence.ts'
import type { EvidenceSeal } from '#shared/domain/report/evidence-seal.ts'
import { CallFailure } from '../../src/renderer/platform/calls/call-failure.ts'
import { hashFile } from '../../src/renderer/platform/evidence-upload/hash/hash-file.ts'
import type {
  KeptUpload,
  UploadKeeper,
} from '../../src/renderer/platform/evidence-upload/keeper.ts'
import { startEvidenceUpload } from '../../src/renderer/platform/evidence-upload/upload-evidence.ts'
import type {
  EarlierUpload,
  EvidenceProgress,
  UploadEnvironment,
  UploadCalls,
  UploadWish,
} from '../../src/renderer/platform/evidence-upload/upload-job.ts'

const PART = 1_000
export const offline = (): CallFailure =>
  new CallFailure({ ok: false, problem: undefined, cause: 'offline' })
export const refusal = (code: ProblemCode, more: object = {}): CallFailure =>
  new CallFailure({
    ok: false,
    problem: { type: '', title: '', ...PROBLEMS[code], code, fields: [], requestId: '', ...more },
    retryAfterS: undefined,
  })

/** A server that stores uploads, behind a line that a test makes unreliable. */
export function fakeServer() {
  const kept = new Map<string, { bytes: number[]; size: number; finished: boolean }>()
  const calls: string[] = []
  /** The fields with which each upload began, besides its bytes. */
  const opened: {
    readonly name: string
    readonly originalSha256: string | undefined
    readonly originalSize: number | undefined
    readonly seal?: EvidenceSeal
  }[] = []
  let bad: ((call: string) => void) | undefined
  const answer = (id: string): EvidenceUpload => {
    const upload = kept.get(id)
    if (upload === undefined) throw refusal('not-found')
    return {
      id,
      state: upload.finished ? 'finished' : 'open',
      size: upload.size,
      sha256: 'a',
      offset: upload.bytes.length,
      chunkBytes: PART,
      expiresAt: '2027-01-01T00:00:00.000Z',
      fileUrl: upload.finished ? `/api/files/${id}` : null,
    }
  }
  const say = (call: string): void => {
    calls.push(call)
    bad?.(call)
  }
  const api: UploadCalls = {
    async open({ size, name, originalSha256, originalSize, seal }) {
      say('open')
      opened.push({ name, originalSha256, originalSize, ...(seal && { seal }) })
      const id = `u${kept.size + 1}`
      kept.set(id, { bytes: [], size, finished: false })
      return answer(id)
    },
    async ask(id) {
      say('ask')
      return answer(id)
    },
    async send(id, offset, bytes, onSent) {
      say(`send ${offset}`)
      onSent(bytes.length / 2)
      const upload = kept.get(id)
      if (upload !== undefined && offset > upload.bytes.length)
        throw refusal('upload-out-of-step', { offset: upload.bytes.length })
      if (offset === upload?.bytes.length) upload.bytes.push(...bytes)
      bad?.(`sent ${offset}`)
      return answer(id)
    },
    async finish(id) {
      say('finish')
      const upload = kept.get(id)
      if (upload !== undefined) upload.finished = true
      return answer(id)
    },
    async cancel(id) {
      say('cancel')
      kept.delete(id)
    },
  }
  return { api, kept, calls, opened, makeBad: (rule: typeof bad) => void (bad = rule) }
}

function fakeKeeper() {
  const rows = new Map<string, KeptUpload>()
  const store: UploadKeeper = {
    keep: async (upload) => void rows.set(upload.id, upload),
    forget: async (id) => void rows.delete(id),
    list: async () => [...rows.values()],
  }
  return { rows, keeper: { store, cardId: 'WLD_7' } }
}

export const content = Uint8Array.from({ length: 3_500 }, (_, index) => index % 251)
export const film = (bytes = content): File =>
  new File([bytes], 'market.mp4', { type: 'video/mp4' })
export const hashOf = (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  hashFile(new Blob([bytes]), () => undefined, new AbortController().signal)

export function scene(server = fakeServer(), more: Partial<UploadEnvironment> = {}) {
  const waits: number[] = []
  const seen: EvidenceProgress[] = []
  const { rows, keeper } = fakeKeeper()
  const environment: UploadEnvironment = {
    api: server.api,
    hash: hashFile,
    keeper,
    isInUse: () => false,
    wait: async (ms) => void waits.push(ms),
    random: () => 1,
    ...more,
  }
  return {
    server,
    environment,
    waits,
    seen,
    rows,
    start: (file: File, earlier?: EarlierUpload, shrink?: UploadWish['shrink']) =>
      startEvidenceUpload(
        {
          file,
          type: 'video/mp4',
          earlier,
          shrink,
          onProgress: (progress) => void seen.push(progress),
        },
        environment,
      ),
  }
}
