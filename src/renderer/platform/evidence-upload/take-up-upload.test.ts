import { beforeAll, describe, expect, test } from 'vitest'
import { content, fakeServer, film, hashOf, refusal, scene } from '#tests/support/fake-uploads.ts'
import type { KeptUpload } from './keeper.ts'

describe('after a reload', () => {
  let kept: KeptUpload = {
    id: 'u1',
    cardId: 'WLD_7',
    name: 'market.mp4',
    type: 'video/mp4',
    size: content.length,
    sha256: '',
    expiresAt: '2027-01-01T00:00:00.000Z',
  }
  beforeAll(async () => {
    kept = { ...kept, sha256: await hashOf(content) }
  })
  test('the same file continues where it was', async () => {
    const server = fakeServer()
    server.kept.set('u1', {
      bytes: [...content.subarray(0, 2_000)],
      size: content.length,
      finished: false,
    })
    const { start } = scene(server)
    expect(await start(film(), kept).ended).toEqual({ kind: 'done', fileUrl: '/api/files/u1' })
    expect(server.calls).toEqual(['ask', 'send 2000', 'send 3000', 'finish'])
  })
  test('the same file goes on also where nobody said which upload it was, unless another job has it', async () => {
    const server = fakeServer()
    server.kept.set('u1', {
      bytes: [...content.subarray(0, 2_000)],
      size: content.length,
      finished: false,
    })
    const { rows, seen, start } = scene(server)
    rows.set('u1', kept)
    expect(await start(film()).ended).toEqual({ kind: 'done', fileUrl: '/api/files/u1' })
    expect(server.calls).toEqual(['ask', 'send 2000', 'send 3000', 'finish'])
    expect(seen).toContainEqual({ kind: 'begun', id: 'u1', sha256: kept.sha256 })

    const busy = scene(fakeServer(), { isInUse: (id) => id === 'u1' })
    busy.rows.set('u1', kept)
    await busy.start(film()).ended
    expect(busy.server.calls[0]).toBe('open')
  })
  test('when the server no longer has it, it starts again, and another file is still refused', async () => {
    const { server, start } = scene()
    expect((await start(film(), { ...kept, id: undefined }).ended).kind).toBe('done')
    expect(server.calls[0]).toBe('open')
    expect(
      await start(film(content.map((byte) => byte ^ 1)), { ...kept, id: undefined }).ended,
    ).toEqual({ kind: 'failed', cause: 'other-file' })
  })
  test('another file is refused before a byte is sent, and the kept one stays', async () => {
    const { server, rows, start } = scene()
    rows.set('u1', kept)
    expect(await start(film(content.map((byte) => byte ^ 1)), kept).ended).toEqual({
      kind: 'failed',
      cause: 'other-file',
    })
    expect([server.calls, rows.size]).toEqual([[], 1])
  })
  test('is possible because the number is kept, never the bytes', async () => {
    const server = fakeServer()
    const { rows, start } = scene(server)
    server.makeBad((call) => {
      if (call === 'send 1000') throw refusal('not-signed-in')
    })
    expect(await start(film()).ended).toMatchObject({ kind: 'failed', cause: 'refused' })
    expect([...rows.values()]).toEqual([{ ...kept, handle: undefined }])
  })
})
