import { describe, expect, test, vi } from 'vitest'
import type { Problem } from '#shared/contract/base/problem.ts'
import { CallFailure } from '../../../platform/calls/call-failure.ts'
import type { FileReference } from '../../../platform/evidence-upload/keeper.ts'
import type {
  EvidenceProgress,
  EvidenceUploadJob,
  SealedFile,
  UploadWish,
} from '../../../platform/evidence-upload/upload-job.ts'
import { createEvidenceQueue, type QueueDeps } from './evidence-queue.ts'
import { keptItems } from './queue-item.ts'

const refused = (status: number, code: string): CallFailure =>
  new CallFailure({
    ok: false,
    problem: {
      type: '',
      title: '',
      status,
      code,
      message: '',
      fields: [],
      requestId: '',
    } as unknown as Problem,
    retryAfterS: undefined,
  }) // in the shape of a server's response

type End = Awaited<EvidenceUploadJob['ended']>

/** An upload that the test controls: the calls it received, and the events it sends. */
function fakeUpload(wish: UploadWish) {
  const asked: string[] = []
  let finish: (end: End) => void = () => undefined
  const ended = new Promise<End>((resolve) => {
    finish = resolve
  })
  const note = (word: string) => (): void => void asked.push(word)
  const job: EvidenceUploadJob = {
    ended,
    pause: note('pause'),
    resume: note('resume'),
    cancel: note('cancel'),
    stop: note('stop'),
  }
  return {
    wish,
    job,
    asked,
    tell: (progress: EvidenceProgress): void => wish.onProgress(progress),
    end: (end: End): void => {
      wish.onProgress(end)
      finish(end)
    },
  }
}
type FakeUpload = ReturnType<typeof fakeUpload>

function queue(more: Partial<QueueDeps> = {}) {
  const uploads: FakeUpload[] = []
  const discarded: string[] = []
  const made = createEvidenceQueue({
    upload: (wish) => {
      const upload = fakeUpload(wish)
      uploads.push(upload)
      return upload.job
    },
    shrink: async () => undefined,
    discard: (id) => void discarded.push(id),
    references: async () => new Map(),
    open: async () => undefined,
    captures: {
      seal: () => new Promise(() => undefined),
      forget: () => undefined,
      noteUpload: () => undefined,
    },
    ...more,
  })
  const upload = (index: number): FakeUpload => {
    const found = uploads[index]
    if (found === undefined) throw new Error(`There is no upload ${index}`)
    return found
  }
  const key = (index: number): string => made.read()[index]?.key ?? ''
  return {
    made,
    uploads,
    upload,
    discarded,
    key,
    states: () => made.read().map(({ state }) => state),
  }
}

const file = (name: string, text = 'content', type = ''): File => new File([text], name, { type })
const DONE: End = { kind: 'done', fileUrl: '/api/files/f1' }

describe('the files of a report', () => {
  test('one after the other, each told by its own upload', async () => {
    const { made, upload, uploads, states } = queue()
    expect(made.add([file('a.jpg'), file('b.pdf')])).toEqual([])
    expect(states()).toEqual(['reading', 'queued'])
    upload(0).tell({ kind: 'hashing', share: 0.5 })
    expect(made.read()[0]).toMatchObject({ state: 'reading', sent: 3.5 })
    upload(0).tell({ kind: 'begun', id: 'u1', sha256: 'abc' })
    upload(0).tell({ kind: 'sending', sent: 2, total: 7 })
    expect(made.read()[0]).toMatchObject({
      state: 'sending',
      sent: 2,
      uploadId: 'u1',
      sha256: 'abc',
    })
    upload(0).tell({ kind: 'waiting', sent: 2, total: 7, retryInMs: 1_000 })
    expect(states()).toEqual(['waiting', 'queued'])
    upload(0).tell({ kind: 'finishing' })
    expect(made.read()[0]).toMatchObject({ state: 'sending', sent: 7 })
    upload(0).end(DONE)
    await vi.waitFor(() => expect(states()).toEqual(['done', 'reading']))
    upload(1).end(DONE)
    await vi.waitFor(() => expect(states()).toEqual(['done', 'done']))
    expect(uploads).toHaveLength(2)
    expect(upload(1).wish).toMatchObject({ type: 'application/pdf', earlier: undefined })
  })

  test('a file that is no evidence is named, the rest is accepted', () => {
    const { made } = queue()
    expect(
      made.add([
        file('a.exe'),
        file('b.svg', 'x', 'image/svg+xml'),
        file('c.docx'),
        file('d.jpg', ''),
      ]),
    ).toEqual([
      { name: 'a.exe', fault: 'kind' },
      { name: 'b.svg', fault: 'kind' },
      { name: 'd.jpg', fault: 'empty' },
    ])
    expect(made.read()).toHaveLength(1)
    expect(made.add(Array.from({ length: 20 }, () => file('e.png')))).toEqual([
      { name: 'e.png', fault: 'tooMany' },
    ])
  })

  test('a pause starts the next upload; a resume continues the same upload when its turn comes', async () => {
    const { made, upload, uploads, key, states } = queue()
    made.add([file('a.jpg'), file('b.jpg')])
    upload(0).tell({ kind: 'begun', id: 'u1', sha256: 'abc' })
    made.pause(key(0))
    expect([upload(0).asked, states()]).toEqual([['pause'], ['paused', 'reading']])
    upload(0).tell({ kind: 'hashing', share: 1 })
    upload(0).tell({ kind: 'paused', sent: 3, total: 7 })
    expect(states()).toEqual(['paused', 'reading'])
    made.goOn(key(0))
    expect([upload(0).asked, states()]).toEqual([['pause'], ['queued', 'reading']])
    upload(1).end(DONE)
    await vi.waitFor(() => expect(upload(0).asked).toEqual(['pause', 'resume']))
    upload(0).end(DONE)
    await vi.waitFor(() => expect(states()).toEqual(['done', 'done']))
    expect(uploads).toHaveLength(2)
  })

  test('an upload that is paused in its last step may still arrive', async () => {
    const { made, upload, key, states } = queue()
    made.add([file('a.jpg')])
    made.pause(key(0))
    upload(0).end(DONE)
    await vi.waitFor(() => expect(states()).toEqual(['done']))
  })

  test('a failure stays with its file and can be retried, from where the server has it if it still does', async () => {
    const { made, upload, key, states } = queue()
    made.add([file('a.jpg')])
    upload(0).tell({ kind: 'begun', id: 'u1', sha256: 'abc' })
    upload(0).end({ kind: 'failed', cause: 'refused', failure: refused(413, 'too-large') })
    await vi.waitFor(() => expect(states()).toEqual(['failed']))
    expect(made.read()[0]).toMatchObject({
      failure: { messageKey: 'too-large' },
      uploadId: undefined,
    })
    await Promise.resolve()
    made.goOn(key(0))
    expect(upload(1).wish.earlier).toEqual({ id: undefined, sha256: 'abc', size: 7 })
    upload(1).tell({ kind: 'begun', id: 'u2', sha256: 'abc' })
    upload(1).end({ kind: 'failed', cause: 'refused', failure: refused(500, 'server-error') })
    await vi.waitFor(() => expect(states()).toEqual(['failed']))
    await Promise.resolve()
    made.goOn(key(0))
    expect(upload(2).wish.earlier?.id).toBe('u2')
    upload(2).end({ kind: 'failed', cause: 'unreadable-file' })
    expect(made.read()[0]).toMatchObject({ state: 'failed', failure: undefined })
  })

  test('a file that is removed during or after its upload is cancelled at the server', async () => {
    const { made, upload, key, discarded } = queue()
    made.add([file('a.jpg'), file('b.jpg')])
    upload(0).tell({ kind: 'begun', id: 'u7', sha256: 'abc' })
    made.remove(key(0))
    expect(upload(0).asked).toEqual(['cancel'])
    upload(0).end({ kind: 'cancelled' })
    expect(made.read().map(({ name }) => name)).toEqual(['b.jpg'])
    upload(1).tell({ kind: 'begun', id: 'u8', sha256: 'abd' })
    upload(1).end(DONE)
    await Promise.resolve()
    await Promise.resolve()
    made.remove(key(0))
    expect([made.read(), discarded]).toEqual([[], ['u8']])
  })

  test('cleared: given up, or left to whoever takes it up again', () => {
    const first = queue()
    first.made.add([file('a.jpg')])
    first.made.clear({ andCancel: false })
    expect(first.upload(0).asked).toEqual(['stop'])
    first.upload(0).tell({ kind: 'sending', sent: 1, total: 7 })
    expect(first.made.read()).toEqual([])
    const second = queue()
    second.made.add([file('a.jpg')])
    second.made.restore([
      {
        key: '1',
        name: 'b.jpg',
        size: 5,
        kind: 'image',
        type: 'image/jpeg',
        description: '',
        uploadId: 'u1',
      },
    ])
    second.made.clear({ andCancel: true })
    expect(second.discarded).toEqual(['u1'])
  })
})

describe('after a reload', () => {
  const done = {
    key: '1',
    name: 'a.jpg',
    size: 7,
    kind: 'image',
    type: 'image/jpeg',
    description: 'A',
    uploadId: 'u1',
    sha256: 'abc',
    fileUrl: '/api/files/f1',
  } as const
  const open = {
    key: '2',
    name: 'b.jpg',
    size: 5,
    kind: 'image',
    type: 'image/jpeg',
    description: 'B',
    uploadId: 'u2',
    sha256: 'def',
  } as const

  test('a capture is sealed first, is sent without another hash, and is forgotten when it is removed', async () => {
    const forgotten: string[] = []
    const noted: string[] = []
    const sealed = {
      sha256: 'a'.repeat(64),
      original: undefined,
      seal: { sha256: 'a'.repeat(64) } as SealedFile['seal'], // the queue passes it on
    }
    const taken = file('film.mp4')
    const { made, upload, key } = queue({
      captures: {
        seal: async (_wish, onShare) => {
          onShare(0.5)
          expect(made.read()[0]).toMatchObject({ state: 'sealing', sent: taken.size / 2 })
          expect(keptItems(made.read())).toEqual([]) // a reload has nothing of it
          return {
            captureId: 'c1',
            name: taken.name,
            type: 'video/mp4',
            size: taken.size,
            file: taken,
            sealed,
          }
        },
        forget: (id) => void forgotten.push(id),
        noteUpload: (id, uploadId) => void noted.push(`${id} ${uploadId}`),
      },
    })
    await made.capture({
      file: taken,
      type: 'video/mp4',
      kind: 'film',
      evidence: 'video',
      place: Promise.resolve(null),
    })
    expect(upload(0).wish).toMatchObject({ sealed, shrink: undefined })
    upload(0).tell({ kind: 'begun', id: 'u1', sha256: sealed.sha256 })
    expect(noted).toEqual(['c1 u1'])
    expect(keptItems(made.read())).toMatchObject([{ captureId: 'c1', uploadId: 'u1' }])
    made.remove(key(0))
    expect(forgotten).toEqual(['c1'])
    expect(upload(0).asked).toEqual(['cancel'])
  })

  test('a kept capture takes the place that the draft has for it; another one is added', async () => {
    const { made, upload } = queue()
    const sealed = {
      sha256: 'a'.repeat(64),
      original: undefined,
      seal: { sha256: 'a'.repeat(64) } as SealedFile['seal'], // the queue passes it on
    }
    const kept = (captureId: string) => {
      const taken = file('film.mp4')
      return {
        captureId,
        name: taken.name,
        type: 'video/mp4',
        size: taken.size,
        file: taken,
        sealed,
      }
    }
    made.restore([{ ...done, description: 'The market', captureId: 'c1', fileUrl: '/gone' }])
    made.takeUp([kept('c1'), kept('c2')])
    expect(made.read().map(({ captureId, description }) => [captureId, description])).toEqual([
      ['c1', 'The market'],
      ['c2', ''],
    ])
    // This is so for what had arrived, too: the server may have deleted it since.
    expect(upload(0).wish.earlier).toMatchObject({ sha256: sealed.sha256 })
  })

  test('stored data that is no file is ignored', () => {
    const { made } = queue()
    made.add([file('a.jpg')])
    expect(Object.keys(keptItems(made.read())[0] ?? {})).toEqual([
      'key',
      'name',
      'size',
      'kind',
      'type',
      'description',
      'sha256',
      'original',
      'uploadId',
      'fileUrl',
      'captureId',
    ])
  })

  test("a photo that was reduced counts by the chosen file, and is recognised by that file's hash", () => {
    const { made, upload, key } = queue()
    const chosen = new File([new Uint8Array(6 * 1024 * 1024)], 'large.png', { type: 'image/png' })
    made.add([chosen])
    expect(upload(0).wish.shrink).toBeDefined()
    const original = { sha256: 'orig', size: chosen.size }
    upload(0).tell({ kind: 'shrunk', original })
    upload(0).tell({ kind: 'begun', id: 'u1', sha256: 'small' })
    upload(0).tell({ kind: 'sending', sent: 500, total: 1_000 })
    expect(made.read()[0]).toMatchObject({ original, size: chosen.size, sent: chosen.size / 2 })
    const kept = keptItems(made.read())
    made.clear({ andCancel: false })
    made.restore(kept)
    made.chooseAgain(key(0), chosen)
    expect(upload(1).wish.earlier).toEqual({
      id: 'u1',
      sha256: 'small',
      size: chosen.size,
      original,
    })
  })

  test('files that arrived are kept, the others need the same file again', async () => {
    const { made, upload, states } = queue()
    made.restore([done, open])
    expect(states()).toEqual(['done', 'missing'])
    made.chooseAgain('2', file('b.jpg', 'another size'))
    expect(made.read()[1]).toMatchObject({ state: 'missing', isOther: true })
    made.chooseAgain('2', file('b.jpg', 'OTHER')) // of the same length, with other content
    expect(upload(0).wish.earlier).toEqual({ id: 'u2', sha256: 'def', size: 5 })
    upload(0).end({ kind: 'failed', cause: 'other-file' })
    await vi.waitFor(() =>
      expect(made.read()[1]).toMatchObject({ state: 'missing', isOther: true, file: undefined }),
    )
    await Promise.resolve()
    made.chooseAgain('2', file('b.jpg', 'other'))
    upload(1).end(DONE)
    await vi.waitFor(() => expect(states()).toEqual(['done', 'done']))
    made.add([file('c.jpg')])
    expect(made.read()[2]?.key).not.toBe('2')
  })

  test('a file handle opens it without choosing; one that fails is forgotten', async () => {
    const reference: FileReference = { getFile: async () => file('b.jpg', 'other') }
    let reply: File | undefined
    const { made, upload, states } = queue({
      references: async () => new Map([['u2', reference]]),
      open: async (asked) => (asked === reference ? reply : undefined),
    })
    made.restore([done, open])
    await vi.waitFor(() => expect(made.read()[1]?.reference).toBe(reference))
    expect(made.read()[0]?.reference).toBeUndefined()
    reply = file('b.jpg', 'other')
    await made.openAgain('2')
    expect(states()).toEqual(['done', 'sending'])
    expect(upload(0).wish).toMatchObject({ earlier: { id: 'u2' }, handle: reference })

    const gone = queue({ references: async () => new Map([['u2', reference]]) })
    gone.made.restore([open])
    await vi.waitFor(() => expect(gone.made.read()[0]?.reference).toBe(reference))
    await gone.made.openAgain('2')
    expect(gone.made.read()[0]).toMatchObject({ state: 'missing', reference: undefined })
  })
})
