/** Caddy and nginx, with the lines of deploy/: what works directly works through them, in a fault as well. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '#server/features/auth/open-session.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { buildMember } from '#tests/builders/member.ts'
import { basic, startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { startFakeS3, type FakeS3, type StoreFault } from '#tests/support/fake-s3.ts'
import { freePort } from '#tests/support/free-port.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import {
  hasWebServer,
  startWebServer,
  WEB_SERVERS,
  type WebServer,
} from '#tests/support/web-server.ts'

const PAGE = '<!doctype html><title>The site</title>'
const MEGABYTE = 1024 * 1024

describe.each(WEB_SERVERS)('%s in front of one server', (name) => {
  const skip = !hasWebServer(name)
  const run = test.skipIf(skip)
  let webDir: string
  let store: FakeS3
  let server: ApiServer
  let front: WebServer
  beforeAll(async () => {
    if (skip) return
    webDir = await mkdtemp(join(MEMORY_FOLDER, 'wld-site-'))
    await writeFile(join(webDir, 'index.html'), PAGE)
    store = await startFakeS3()
    const { endpoint, region, bucket, accessKeyId, secretAccessKey } = store.settings
    server = await startApiServer({
      engine: 'sqlite',
      webDir,
      env: {
        TRUST_PROXY: 'loopback',
        S3_ENDPOINT: endpoint,
        S3_REGION: region,
        S3_BUCKET: bucket,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
      },
    })
    front = await startWebServer(name, Number(new URL(server.url).port))
  })
  afterEach(() => (skip ? undefined : store.setFault('none')))
  afterAll(async () => {
    if (skip) return
    await front.stop()
    await server.stop()
    await store.stop()
    await rm(webDir, { recursive: true })
  })

  let known: { readonly bearer: string; readonly card: string }
  beforeAll(async () => {
    if (skip) return
    const { id } = await buildMember(server.deps, { role: 'moderator' })
    const { accessToken } = await openSession(server.deps, id, 'test')
    known = { bearer: accessToken, card: cardId((await buildMember(server.deps)).id) }
  })

  /** Statuses of what must work while something cannot be written. */
  async function reads(base: string): Promise<Readonly<Record<string, number>>> {
    const headers = {
      authorization: `Bearer ${known.bearer}`,
      'content-type': 'application/json',
    }
    const statuses: Record<string, number> = {}
    for (const path of ['/', '/healthz', '/readyz', '/api/report/get/all', '/api/event/get/all'])
      statuses[path] = (await fetch(base + path)).status
    const body = JSON.stringify({ cardId: known.card })
    statuses['verdict'] = (
      await fetch(`${base}/api/card/verify`, { method: 'POST', headers, body })
    ).status
    return statuses
  }
  const ALL_WELL = {
    '/': 200,
    '/healthz': 200,
    '/readyz': 200,
    '/api/report/get/all': 200,
    '/api/event/get/all': 200,
    verdict: 200,
  }

  run.each(['refuses', 'answers 503', 'hangs'] satisfies StoreFault[])(
    'a store of files that %s takes neither pages nor verdicts away',
    async (fault) => {
      await store.setFault(fault)
      server.clock.advance(10) // the last look at the parts is over
      expect(await reads(server.url)).toEqual(ALL_WELL)
      expect(await reads(front.url)).toEqual(ALL_WELL)
    },
  )

  run('a full disk takes neither pages nor verdicts away', async () => {
    const { db } = server.deps.database
    await sql`create table filler (bytes blob)`.execute(db)
    await sql.raw('pragma max_page_count = 1').execute(db) // SQLite uses the present number of pages instead
    const fill = async (size: number): Promise<void> => {
      for (;;) await sql`insert into filler values (zeroblob(${sql.lit(size)}))`.execute(db)
    }
    for (const size of [40_000, 400, 4]) await fill(size).catch(() => undefined)
    try {
      server.clock.advance(10)
      expect(await reads(front.url)).toEqual(ALL_WELL)
      const pledge = await fetch(`${front.url}/api/donation/pledge`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ cause: 'education', amountUsd: 10 }),
      })
      expect([200, 507]).toContain(pledge.status) // its page may have room for one more row
      expect(await pledge.text()).not.toContain(name)
    } finally {
      await sql.raw('pragma max_page_count = 1000000').execute(db)
      await expect.poll(() => server.deps.audit.waiting()).toBe(0)
    }
  })

  // Sent so that the server reads all of it, with quota left: where it refuses earlier, the web server closes the connection,
  // and a busy client meets that (EPIPE) before it reads the reply.
  run('a large photo reaches the server, on the pages for witnesses too', async () => {
    const authorization = `Bearer ${known.bearer}`
    for (const [path, headers, megabytes, status] of [
      ['/api/upload/files', { authorization }, 9, 415],
      ['/tell-plain', {}, 25, 422],
    ] as const) {
      const body = new FormData()
      body.append('report', new Blob([Buffer.alloc(megabytes * MEGABYTE)]), 'photo.jpg')
      const reply = await fetch(front.url + path, { method: 'POST', headers, body })
      expect({ path, status: reply.status }).toEqual({ path, status })
    }
  })

  run(
    'a caller cannot name an address of its own, on the pages for witnesses neither',
    async () => {
      const named = (index: number) => ({
        'x-forwarded-for': `198.51.${index >> 8}.${index & 255}`,
      })
      /** Status of the last call: the first that is refused, or one more than two windows of the quota take. */
      async function lastOf(path: string, most: number, headers: object = {}): Promise<number> {
        let last = 0
        for (let index = 0; index < most && last !== 429; index += 1)
          last = (await fetch(front.url + path, { headers: { ...headers, ...named(index) } }))
            .status
        return last
      }
      const authorization = basic('nobody@test.example', 'Wrong-Pass1!')
      expect(await lastOf('/api/auth/login', 70, { authorization })).toBe(429)
      expect(await lastOf('/api/witness', 700)).toBe(429)
      expect((await fetch(`${front.url}/metrics`)).status).toBe(404)
    },
  )

  run('where the server is away, no address of a witness comes into its logs', async () => {
    const away = await startWebServer(name, await freePort())
    try {
      for (const path of ['/tell', '/tell-plain', '/api/witness/report'])
        expect((await fetch(away.url + path)).status).toBe(502)
      expect(await away.logs()).not.toMatch(
        /remote_ip|client_ip|client: 127|"127\.0\.0\.1"|GET \/tell/,
      )
    } finally {
      await away.stop()
    }
  })
})
