import { describe, expect, test, vi } from 'vitest'
import {
  content,
  fakeServer,
  film,
  hashOf,
  offline,
  refusal,
  scene,
} from '#tests/support/fake-uploads.ts'
import { CallFailure } from '../calls/call-failure.ts'
import { SILENCE_MS, startEvidenceUpload } from './upload-evidence.ts'
import type { EvidenceUploadJob, SealedFile, UploadCalls } from './upload-job.ts'

describe('a good line', () => {
  test('sends every byte once, shows how far it is, and leaves nothing on the device', async () => {
    const { server, seen, rows, start } = scene()
    expect(await start(film()).ended).toEqual({ kind: 'done', fileUrl: '/api/files/u1' })
    expect(server.kept.get('u1')?.bytes).toEqual([...content])
    expect(server.calls).toEqual([
      'open',
      'send 0',
      'send 1000',
      'send 2000',
      'send 3000',
      'finish',
    ])
    expect(
      seen
        .filter(({ kind }) => kind === 'sending')
        .map((progress) => (progress.kind === 'sending' ? progress.sent : 0)),
    ).toEqual([0, 0, 500, 1_000, 1_500, 2_000, 2_500, 3_000, 3_250])
    expect(
      seen.map(({ kind }) => kind).filter((kind, index, all) => kind !== all[index - 1]),
    ).toEqual(['hashing', 'sending', 'begun', 'sending', 'finishing', 'done'])
    expect(rows.size).toBe(0)
  })
})

describe('a file that was sealed when it was taken', () => {
  test('is announced with its seal, is not hashed again, and its job is there before the first progress', async () => {
    const { server, seen, environment } = scene(fakeServer(), {
      hash: () => Promise.reject(new Error('hashed again')),
    })
    const seal = { sha256: 'b'.repeat(64) } as SealedFile['seal'] // the upload passes it on
    const original = { sha256: 'c'.repeat(64), size: 9_000 }
    let job: EvidenceUploadJob | undefined
    job = startEvidenceUpload(
      {
        file: film(),
        type: 'video/mp4',
        sealed: { seal, sha256: seal.sha256, original },
        earlier: { id: undefined, sha256: seal.sha256, size: content.length, original },
        onProgress: (progress) => {
          expect(job).toBeDefined()
          seen.push(progress)
        },
      },
      environment,
    )
    expect((await job.ended).kind).toBe('done')
    expect(server.opened).toEqual([
      { name: 'market.mp4', originalSha256: original.sha256, originalSize: 9_000, seal },
    ])
    expect(seen.some(({ kind }) => kind === 'hashing')).toBe(false)
  })
})

describe('a bad line', () => {
  test('that drops three times: waits longer each time, reads the progress, and continues', async () => {
    const { server, waits, start } = scene()
    let drops = 3
    server.makeBad((call) => {
      if ((call === 'sent 1000' || call === 'ask') && drops > 0) {
        drops -= 1
        throw offline() // the part arrived, the response did not
      }
    })
    expect((await start(film()).ended).kind).toBe('done')
    expect(waits).toEqual([1_000, 2_000, 4_000])
    expect(server.calls).toEqual([
      'open',
      'send 0',
      'send 1000',
      'ask',
      'ask',
      'ask',
      'send 2000',
      'send 3000',
      'finish',
    ])
    expect(server.kept.get('u1')?.bytes).toEqual([...content])
  })
  test('whose last response is lost: the finish is repeated and makes no second file', async () => {
    const { server, start } = scene()
    let lost = true
    server.makeBad((call) => {
      if (call === 'finish' && lost) {
        lost = false
        throw offline()
      }
    })
    expect(await start(film()).ended).toEqual({ kind: 'done', fileUrl: '/api/files/u1' })
  })
  test('that is silent is aborted and retried', async () => {
    vi.useFakeTimers()
    try {
      const server = fakeServer()
      const { open } = server.api
      let silent = true
      const api: UploadCalls = {
        ...server.api,
        open: (wish, signal) => {
          if (!silent) return open(wish, signal)
          silent = false
          return new Promise((_, reject) =>
            signal.addEventListener('abort', () =>
              reject(new CallFailure({ ok: false, problem: undefined, cause: 'aborted' })),
            ),
          )
        },
      }
      const { waits, seen, start } = scene(server, { api, hash: async () => 'a' })
      const { ended } = start(film())
      await vi.advanceTimersByTimeAsync(SILENCE_MS - 1)
      expect(seen.at(-1)?.kind).toBe('sending')
      await vi.advanceTimersByTimeAsync(1)
      vi.useRealTimers()
      expect((await ended).kind).toBe('done')
      expect(waits).toEqual([1_000])
    } finally {
      vi.useRealTimers()
    }
  })
  test('with a server that stumbles and stumbles: it fails, and can be taken up again', async () => {
    const server = fakeServer()
    server.makeBad((call) => {
      if (call.startsWith('send')) throw refusal('server-error')
    })
    const { rows, start } = scene(server)
    expect(await start(film()).ended).toMatchObject({
      kind: 'failed',
      cause: 'refused',
      failure: { messageKey: 'server-error' },
    })
    expect(server.calls.filter((call) => call === 'send 0')).toHaveLength(6)
    expect(rows.size).toBe(1)
  })
  test('a server that no longer knows the upload: from the start, under a new number', async () => {
    const { server, start } = scene()
    server.makeBad((call) => {
      if (call !== 'send 2000') return
      server.makeBad(undefined)
      server.kept.delete('u1')
    })
    expect((await start(film()).ended).kind).toBe('done')
    expect(server.calls).toEqual([
      'open',
      'send 0',
      'send 1000',
      'send 2000',
      'open',
      'send 0',
      'send 1000',
      'send 2000',
      'send 3000',
      'finish',
    ])
    expect(server.kept.get('u1')?.bytes).toEqual([...content])
  })
})

describe('the person', () => {
  test('pauses in the middle of a part, and goes on', async () => {
    const server = fakeServer()
    const { seen, start } = scene(server)
    const job: { current?: ReturnType<typeof start> } = {}
    server.makeBad((call) => {
      if (call === 'send 1000') {
        server.makeBad(undefined)
        job.current?.pause()
        setTimeout(() => job.current?.resume(), 5)
        throw new CallFailure({ ok: false, problem: undefined, cause: 'aborted' })
      }
    })
    job.current = start(film())
    expect((await job.current.ended).kind).toBe('done')
    expect(seen.find(({ kind }) => kind === 'paused')).toEqual({
      kind: 'paused',
      sent: 1_000,
      total: content.length,
    })
    expect(server.calls.slice(0, 5)).toEqual(['open', 'send 0', 'send 1000', 'ask', 'send 1000'])
    expect(server.kept.get('u1')?.bytes).toEqual([...content])
  })
  test('cancels: informs the server, and nothing stays on the device', async () => {
    const server = fakeServer()
    const { rows, start } = scene(server)
    const job: { current?: ReturnType<typeof start> } = {}
    server.makeBad((call) => {
      if (call === 'send 2000') job.current?.cancel()
    })
    job.current = start(film())
    expect(await job.current.ended).toEqual({ kind: 'cancelled' })
    expect(server.calls.at(-1)).toBe('cancel')
    expect([server.kept.size, rows.size]).toEqual([0, 0])
  })
  test('leaves: nothing is removed, here or there', async () => {
    const server = fakeServer()
    const { rows, start } = scene(server)
    const job: { current?: ReturnType<typeof start> } = {}
    server.makeBad((call) => {
      if (call === 'send 2000') job.current?.stop()
    })
    job.current = start(film())
    expect(await job.current.ended).toEqual({ kind: 'cancelled' })
    expect(server.calls).not.toContain('cancel')
    expect([server.kept.size, rows.size]).toEqual([1, 1])
  })
  test('pauses while the hash is counted, and nothing is sent until it goes on', async () => {
    const { server, seen, start } = scene()
    const job = start(film())
    job.pause()
    await vi.waitFor(() => expect(seen.at(-1)?.kind).toBe('paused'))
    expect(server.calls).toEqual([])
    job.resume()
    expect((await job.ended).kind).toBe('done')
    expect(server.calls).toEqual([
      'open',
      'send 0',
      'send 1000',
      'send 2000',
      'send 3000',
      'finish',
    ])
  })
  test('gives up while it waits for the line, also when that is for ever', async () => {
    const server = fakeServer()
    server.makeBad((call) => {
      if (call.startsWith('send')) throw offline()
    })
    const { start } = scene(server, {
      wait: (_ms, signal) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    })
    const job = start(film())
    setTimeout(() => job.cancel(), 5)
    expect(await job.ended).toEqual({ kind: 'cancelled' })
  })
})

describe('permanent failures', () => {
  test('a refusal ends it, and nothing is kept', async () => {
    const server = fakeServer()
    const { rows, start } = scene(server)
    server.makeBad((call) => {
      if (call === 'finish') throw refusal('wrong-type')
    })
    expect(await start(film()).ended).toMatchObject({
      kind: 'failed',
      cause: 'refused',
      failure: { messageKey: 'wrong-type' },
    })
    expect(rows.size).toBe(0)
  })
  test('a file that is gone is said to be gone', async () => {
    const gone = async (): Promise<string> => {
      throw new DOMException('gone', 'NotReadableError')
    }
    expect(await scene(fakeServer(), { hash: gone }).start(film()).ended).toEqual({
      kind: 'failed',
      cause: 'unreadable-file',
    })
  })
  test('a device that may keep nothing uploads all the same', async () => {
    expect((await scene(fakeServer(), { keeper: undefined }).start(film()).ended).kind).toBe('done')
  })
})

describe('a photo that is too large', () => {
  const small = (bytes: readonly number[]) => async () =>
    new File([Uint8Array.from(bytes)], 'market.jpg', { type: 'image/jpeg' })
  const original = async () => ({ sha256: await hashOf(content), size: content.length })

  test('is sent smaller, with hash and size of the original', async () => {
    const { server, seen, start } = scene()
    expect((await start(film(), undefined, small([1, 2, 3])).ended).kind).toBe('done')
    const { sha256, size } = await original()
    expect(server.opened).toEqual([
      { name: 'market.jpg', originalSha256: sha256, originalSize: size },
    ])
    expect(server.kept.get('u1')?.bytes).toEqual([1, 2, 3])
    expect(seen).toContainEqual({ kind: 'shrunk', original: { sha256, size } })
  })
  test('is sent as it is where the device makes it no smaller, as far as the server takes it', async () => {
    const { server, start } = scene()
    const none = async () => undefined
    expect((await start(film(), undefined, none).ended).kind).toBe('done')
    expect(server.opened).toEqual([{ name: 'market.mp4' }])
    const vast = film()
    Object.defineProperty(vast, 'size', { value: 25 * 1024 * 1024 + 1 })
    server.calls.length = 0
    expect(await start(vast, undefined, none).ended).toEqual({
      kind: 'failed',
      cause: 'not-shrunk',
    })
    expect(server.calls).toEqual([])
  })
  test('goes on after a reload when it is the same; shrunk to other bytes it is begun anew', async () => {
    const { server, start } = scene()
    server.kept.set('u1', { bytes: [], size: 3, finished: false })
    const earlier = {
      id: 'u1',
      sha256: await hashOf(Uint8Array.from([1, 2, 3])),
      size: content.length,
      original: await original(),
    }
    expect((await start(film(), earlier, small([1, 2, 3])).ended).kind).toBe('done')
    expect(server.calls).toEqual(['ask', 'send 0', 'finish'])
    expect((await start(film(), earlier, small([4, 5, 6])).ended).kind).toBe('done')
    expect(server.kept.get('u2')?.bytes).toEqual([4, 5, 6])
    expect(
      await start(
        film(),
        { ...earlier, original: { sha256: 'f'.repeat(64), size: content.length } },
        small([1, 2, 3]),
      ).ended,
    ).toEqual({ kind: 'failed', cause: 'other-file' })
  })
})
