import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sendFiles } from './send-files.ts'

/** Stands in for what an upload uses of a browser's XMLHttpRequest; the test plays the network. */
class FakeRequest extends EventTarget {
  static last: FakeRequest
  readonly upload = new EventTarget()
  readonly headers: Record<string, string> = {}
  opened: readonly unknown[] = []
  sent: unknown
  status = 0
  responseText = ''
  constructor() {
    super()
    FakeRequest.last = this
  }
  open(...how: readonly unknown[]): void {
    this.opened = how
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value
  }
  getAllResponseHeaders = (): string => 'content-type: application/json\r\nretry-after: 7\r\n'
  send(body: unknown): void {
    this.sent = body
  }
  abort(): void {
    this.end('abort')
  }
  end(how: 'load' | 'error' | 'abort'): void {
    this.dispatchEvent(new Event(how))
    this.dispatchEvent(new Event('loadend'))
  }
  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(
      Object.assign(new Event('progress'), { lengthComputable: total > 0, loaded, total }),
    )
  }
}

beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeRequest))
afterEach(() => vi.unstubAllGlobals())

describe('an upload', () => {
  test('reports progress, and resolves as fetch does', async () => {
    const shares: number[] = []
    const form = new FormData()
    const reply = sendFiles(form, (share) => shares.push(share))('/api/upload/files', {
      method: 'POST',
      headers: { authorization: 'Bearer t' },
    })
    const request = FakeRequest.last
    expect(request).toMatchObject({
      opened: ['POST', '/api/upload/files'],
      headers: { authorization: 'Bearer t' },
    })
    expect(request.sent).toBe(form)
    request.progress(1, 0) // an unknown length
    request.progress(25, 100)
    Object.assign(request, { status: 429, responseText: '{"code":"too-many"}' }).end('load')
    const response = await reply
    expect(shares).toEqual([0.25, 1])
    expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
      429,
      '7',
      { code: 'too-many' },
    ])
  })

  test('without a response rejects as fetch does', async () => {
    const reply = sendFiles(new FormData(), () => undefined)('/api/upload/files')
    FakeRequest.last.end('error')
    await expect(reply).rejects.toThrow(TypeError)
  })

  test('that is cancelled stops, also before it began', async () => {
    const controller = new AbortController()
    const send = sendFiles(new FormData(), () => undefined)
    const reply = send('/api/upload/files', { signal: controller.signal })
    controller.abort()
    await expect(reply).rejects.toMatchObject({ name: 'AbortError' })
    await expect(send('/api/upload/files', { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})
