import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeAll, describe, expect, vi } from 'vitest'
import { readFile } from '#shared/contract/files.ts'
import { buildNews } from '#tests/builders/content.ts'
/** Public calls must not use up the server: replies with files, and the readiness check. */
import { startWindow } from '#tests/support/api-server.ts'
import { EMBEDDED } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const DOCUMENT_BYTES = 19 * 1024 * 1024

describe.each(EMBEDDED)('replies on $title', ({ engine, skip }) => {
  const { server, run } = suiteServer({ engine, skip })

  const addresses: string[] = []
  const lines: Socket[] = []
  beforeAll(async () => {
    for (let index = 0; index < 4; index += 1)
      addresses.push(await publicDocument(`paper-${index}`))
  })
  afterEach(async () => {
    for (const line of lines.splice(0)) line.destroy()
    await expect.poll(() => roomForReplies()).toBe(true)
  })

  async function publicDocument(newsId: string): Promise<string> {
    const {
      library,
      database: { db },
      clock,
    } = server.deps
    const bytes = randomBytes(DOCUMENT_BYTES)
    const id = await library.receive(
      { original: bytes, mediaType: 'image/jpeg', copies: [{ variant: 'view', bytes }] },
      'a.jpg',
    )
    const at = clock.now().toISOString()
    await db
      .updateTable('files')
      .set({ purpose: 'news', attached_at: at })
      .where('id', '=', id)
      .execute()
    await buildNews(server.deps, { id: newsId, image_file: id })
    return library.sign(id, 'view', 'public')
  }
  /** Returns whether all of the memory for replies is free. */
  function roomForReplies(bytes = 256 * 1024 * 1024): boolean {
    const { replies } = server.deps.library
    const taken = replies.take(bytes)
    if (taken) replies.giveBack(bytes)
    return taken
  }
  const from = (network: string) => ({ 'x-forwarded-for': network })
  async function get(address: string, headers: Record<string, string>) {
    const answer = await fetch(`${server.url}${address}`, { headers })
    const bytes = await answer.arrayBuffer()
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      length: bytes.byteLength,
      code:
        answer.status < 400
          ? undefined
          : (JSON.parse(Buffer.from(bytes).toString()) as { code: string }).code,
    }
  }
  /** Sends a request and never reads the response; resolves when the first bytes have arrived. */
  async function hang(address: string, network: string): Promise<void> {
    const line = connect(Number(new URL(server.url).port), '127.0.0.1')
    lines.push(line)
    line.on('error', () => {})
    line.write(`GET ${address} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${network}\r\n\r\n`)
    await new Promise<void>((resolve) => void line.once('readable', resolve))
  }

  run('twenty unread replies of one document hold one copy in memory', async () => {
    await Promise.all(Array.from({ length: 20 }, () => hang(addresses[0] ?? '', '203.0.113.1')))
    expect(roomForReplies(256 * 1024 * 1024 - DOCUMENT_BYTES)).toBe(true)
    expect(roomForReplies()).toBe(false)
  })

  run(
    'a network gets a quarter of the memory for replies; other networks are still served',
    async () => {
      const [first = '', second = '', third = '', fourth = ''] = addresses
      for (const address of [first, second, third]) await hang(address, '203.0.113.2')
      expect(await get(fourth, from('203.0.113.2'))).toMatchObject({
        status: 429,
        code: 'busy',
        retryAfter: '2',
      })
      expect(await get(fourth, from('203.0.113.3'))).toMatchObject({
        status: 200,
        length: DOCUMENT_BYTES,
      })
      for (const line of lines.splice(0)) line.destroy()
      await expect.poll(() => roomForReplies()).toBe(true)
      expect(await get(fourth, from('203.0.113.2'))).toMatchObject({
        status: 200,
        length: DOCUMENT_BYTES,
      })
    },
  )

  run('replies are counted for each network separately', async () => {
    const { throttle, secrets } = server.deps
    const [quota] = readFile.limits
    startWindow(server, quota.windowS)
    const name = `${readFile.id}/network/${secrets.mac('lookup', '203.0.113.6')}`
    await throttle.pace([{ name, max: quota.max }], quota.windowS, quota.max)
    expect(await get(addresses[0] ?? '', from('203.0.113.6'))).toMatchObject({
      status: 429,
      code: 'too-many',
    })
    expect(await get(addresses[0] ?? '', from('203.0.113.7'))).toMatchObject({ status: 200 })
  })

  run('replies of /readyz come from one check in 5 seconds', async () => {
    const ping = vi.spyOn(server.deps.files, 'ping')
    const ask = async () =>
      new Set(
        await Promise.all(
          Array.from({ length: 20 }, async () => {
            const reply = await fetch(`${server.url}/readyz`)
            return `${reply.status} ${((await reply.json()) as { files: string }).files}` // our own route
          }),
        ),
      )
    expect(await ask()).toEqual(new Set(['200 ok']))
    expect(ping).toHaveBeenCalledTimes(1)
    ping.mockRejectedValueOnce(new Error('disk full'))
    expect(await ask()).toEqual(new Set(['200 ok']))
    server.clock.advance(5)
    expect(await ask()).toEqual(new Set(['200 away']))
    server.clock.advance(5)
    expect(await ask()).toEqual(new Set(['200 ok']))
    expect(ping).toHaveBeenCalledTimes(3)
    server.clock.advance(5)
    ping.mockReturnValueOnce(new Promise(() => undefined)) // a store that does not respond
    expect(await ask()).toEqual(new Set(['200 slow']))
  })
})
