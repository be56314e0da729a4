/** One suite for both kinds of file store, and the messages for an operator when the bucket is not usable. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Unavailable } from '#server/base/unavailable.ts'
import { parseConfig } from '#server/deps/config.ts'
import { removeOrphans } from '#server/parts/files/remove-orphans.ts'
import { createDirectoryStore } from '#server/parts/files/store/directory-store.ts'
import type { FileStore } from '#server/parts/files/store/file-store.ts'
import {
  createS3Store,
  FileStoreUnusable,
  openS3Store,
} from '#server/parts/files/store/s3-store.ts'
import { openDeps } from '#server/start/open-deps.ts'
import { signPhoto } from '#shared/contract/uploads.ts'
import { buildMember, TEST_PASSWORD } from '#tests/builders/member.ts'
import { signIn, startApiServer } from '#tests/support/api-server.ts'
import { RULE_ENGINES } from '#tests/support/engines.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { hasSwift, S3_TITLE, startS3, type RunningS3 } from '#tests/support/s3.ts'
import { jpeg } from '#tests/support/sample-files.ts'
import { fileIdOf, uploadOne } from '#tests/support/uploads.ts'

const folders: string[] = []
async function folder(): Promise<string> {
  const path = await mkdtemp(join(MEMORY_FOLDER, 'wld-store-'))
  folders.push(path)
  return path
}

let s3: RunningS3
beforeAll(async () => {
  if (hasSwift) s3 = await startS3()
}, 120_000)
afterAll(async () => {
  if (hasSwift) await s3.stop()
  for (const path of folders) await rm(path, { recursive: true, force: true })
})

const PLACES = [
  {
    title: 'a directory',
    skip: false,
    open: async (): Promise<FileStore> => createDirectoryStore(await folder()),
  },
  { title: S3_TITLE, skip: !hasSwift, open: (): Promise<FileStore> => openS3Store(s3.settings) },
]

describe.each(PLACES)('files in $title', ({ title, skip, open }) => {
  const run = test.skipIf(skip)
  let files: FileStore
  beforeAll(async () => {
    if (!skip) files = await open()
  })
  const key = () => `view/ab/${crypto.randomUUID()}-card`

  run('files are stored, replaced and deleted', async () => {
    const at = key()
    expect(await files.get(at)).toBeUndefined()
    await files.put(at, Buffer.from('one'))
    expect(String(await files.get(at))).toBe('one')
    await files.put(at, Buffer.from('two, longer'))
    expect(String(await files.get(at))).toBe('two, longer')
    await files.delete(at)
    expect(await files.get(at)).toBeUndefined()
    await files.delete(at)
  })

  run(
    'files hold any bytes, are empty, or have 20 MB',
    async () => {
      for (const bytes of [
        Buffer.alloc(0),
        Buffer.from(Array.from({ length: 256 }, (_, index) => index)),
        randomBytes(20 * 1024 * 1024),
      ]) {
        const at = key()
        await files.put(at, bytes)
        expect((await files.get(at))?.equals(bytes)).toBe(true)
        await files.delete(at)
      }
    },
    60_000,
  )

  run(
    'concurrent writes do not mix',
    async () => {
      const keys = Array.from({ length: 24 }, key)
      await Promise.all(keys.map((at, index) => files.put(at, Buffer.alloc(50_000, index))))
      const read = await Promise.all(keys.map((at) => files.get(at)))
      read.forEach((bytes, index) => expect(bytes?.equals(Buffer.alloc(50_000, index))).toBe(true))
    },
    60_000,
  )

  run(
    'files are read whole during concurrent replacements',
    async () => {
      const at = key()
      await files.put(at, Buffer.alloc(100_000, 0))
      const [reads] = await Promise.all([
        Promise.all(Array.from({ length: 20 }, () => files.get(at))),
        ...Array.from({ length: 5 }, (_, index) => files.put(at, Buffer.alloc(100_000, index + 1))),
      ])
      // Swift with one copy of each object replies 404 in the moment between the removal of the older file and the look
      // for the newer one. A store of a directory never does, and no store may mix two versions.
      const found = reads.filter((bytes) => bytes !== undefined)
      if (title !== S3_TITLE) expect(found).toHaveLength(reads.length)
      for (const bytes of found) {
        expect(bytes).toHaveLength(100_000)
        expect(new Set(bytes).size).toBe(1)
      }
    },
    60_000,
  )

  run('a ping succeeds and leaves no file', async () => {
    await files.ping()
    expect(await files.get('health/probe')).toBeUndefined()
  })

  run.each([
    '../secret',
    '/etc/passwd',
    'a/../b',
    'a//b',
    'A',
    'a/b.txt',
    '',
    'a\0',
    'a b',
    'é',
    'a?x=1',
    'x'.repeat(300),
  ])('the key %j is rejected', async (bad) => {
    await expect(files.put(bad, Buffer.from('x'))).rejects.toThrow('Not a file key')
    await expect(files.get(bad)).rejects.toThrow('Not a file key')
    await expect(files.delete(bad)).rejects.toThrow('Not a file key')
  })
})

test('a directory keeps no half-written files', async () => {
  const root = await folder()
  const files = createDirectoryStore(root)
  await Promise.all(Array.from({ length: 10 }, () => files.put('view/ab/one', randomBytes(10_000))))
  expect(await readdir(join(root, 'view/ab'))).toEqual(['one'])
})

describe(`a bucket that cannot be used: ${S3_TITLE}`, () => {
  const run = test.skipIf(!hasSwift)
  run.each([
    [
      'another secret',
      { secretAccessKey: 'wrong' },
      'S3_SECRET_ACCESS_KEY is not the secret of S3_ACCESS_KEY_ID',
    ],
    [
      'an unknown key',
      { accessKeyId: 'nobody:nobody' },
      /^S3_(ACCESS_KEY_ID is not known|SECRET_ACCESS_KEY is not the secret)/,
    ],
    [
      'a missing bucket',
      { bucket: 'no-such-bucket' },
      'S3_BUCKET names a bucket that does not exist',
    ],
    ['another region', { region: 'eu-west-3' }, 'S3_REGION is not the region of the bucket'],
  ])('%s is reported with the name of the setting', async (_what, wrong, message) => {
    const opened = openS3Store({ ...s3.settings, ...wrong })
    await expect(opened).rejects.toThrow(FileStoreUnusable)
    await expect(opened).rejects.toThrow(message)
  })

  run('a bucket that does not exist stops the start of the server', async () => {
    const dataDir = await folder()
    const { endpoint, region, accessKeyId, secretAccessKey } = s3.settings
    const parsed = parseConfig(
      {
        DATA_DIR: dataDir,
        LOG_LEVEL: 'silent',
        S3_ENDPOINT: endpoint,
        S3_REGION: region,
        S3_BUCKET: 'no-such-bucket',
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
      },
      'local',
    )
    if (!parsed.ok) throw new Error(parsed.faults.join())
    await expect(openDeps(parsed.config)).rejects.toThrow('S3_BUCKET')
    // The lock and the database were released, so the next start succeeds.
    const { close } = await openDeps({ ...parsed.config, s3: undefined })
    await close()
  })
})

describe('a store with temporary faults', () => {
  const settings = (port: number) => ({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'wld-files',
    accessKeyId: 'a',
    secretAccessKey: 'b',
  })
  async function standIn(answer: RequestListener) {
    const server = createServer(answer)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo // a TCP server's address has a port
    const stop = (): void => {
      server.closeAllConnections()
      server.close()
    }
    return { settings: settings(port), stop }
  }
  const drain = (request: Parameters<RequestListener>[0], then: () => void) =>
    request.resume().once('end', then)

  test.each([
    [
      '500',
      (_request: unknown, response: Parameters<RequestListener>[1]) =>
        response.writeHead(500).end(),
    ],
    [
      '503 SlowDown',
      (_request: unknown, response: Parameters<RequestListener>[1]) =>
        response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>'),
    ],
    [
      'a reset connection',
      (_request: unknown, response: Parameters<RequestListener>[1]) =>
        void response.socket?.destroy(),
    ],
  ])('a call succeeds after %s twice, and fails after four attempts', async (_what, fail) => {
    let [calls, failures] = [0, 2]
    const store = await standIn((request, response) =>
      drain(request, () => {
        calls += 1
        if (calls <= failures) fail(request, response)
        else response.end('bytes')
      }),
    )
    const files = createS3Store(store.settings)
    expect(String(await files.get('a/b'))).toBe('bytes')
    expect(calls).toBe(3)
    ;[calls, failures] = [0, 99]
    await expect(files.put('a/b', Buffer.from('x'))).rejects.toThrow()
    expect(calls).toBe(4)
    store.stop()
  })

  test('a refusal is not retried, and its error shows only the code of the store', async () => {
    let calls = 0
    const store = await standIn((request, response) =>
      drain(request, () => {
        calls += 1
        response
          .writeHead(403)
          .end(
            '<?xml version="1.0"?><Error><Code>AccessDenied</Code><AWSAccessKeyId>a</AWSAccessKeyId><Resource>/wld-files/a</Resource></Error>',
          )
      }),
    )
    await expect(createS3Store(store.settings).put('a/b', Buffer.from('x'))).rejects.toMatchObject({
      name: 'Unavailable',
      part: 'files',
      cause: { message: 'The file store answered 403 AccessDenied' },
    })
    expect(calls).toBe(1)
    await expect(openS3Store(store.settings)).rejects.toThrow(
      'S3_ACCESS_KEY_ID may not write to S3_BUCKET',
    )
    store.stop()
  })

  test('a call to a store that does not respond, or stops midway, fails within the time limit', async () => {
    const silent = await standIn(() => {})
    await expect(createS3Store(silent.settings, { callLimitMs: 50 }).get('a/b')).rejects.toThrow()
    await expect(openS3Store(silent.settings, { callLimitMs: 50 })).rejects.toThrow(
      'S3_ENDPOINT does not answer',
    )
    silent.stop()
    const stalling = await standIn(
      (_request, response) =>
        void response.writeHead(200, { 'content-length': '100' }).write('half'),
    )
    await expect(createS3Store(stalling.settings, { callLimitMs: 50 }).get('a/b')).rejects.toThrow()
    stalling.stop()
  })

  test('a larger upload gets a longer time limit', async () => {
    const slow = await standIn((request, response) =>
      drain(request, () => setTimeout(() => response.end(), 300)),
    )
    await createS3Store(slow.settings, { callLimitMs: 50 }).put('a/b', randomBytes(5 * 1024 * 1024))
    await expect(
      createS3Store(slow.settings, { callLimitMs: 50 }).put('a/b', Buffer.from('x')),
    ).rejects.toThrow(Unavailable)
    slow.stop()
  })

  test('a redirect is not followed', async () => {
    let reached = false
    const elsewhere = await standIn((_request, response) => {
      reached = true
      response.end('x')
    })
    const store = await standIn((request, response) =>
      drain(request, () =>
        response.writeHead(307, { location: `${elsewhere.settings.endpoint}/x` }).end(),
      ),
    )
    await expect(createS3Store(store.settings).get('a/b')).rejects.toThrow()
    expect(reached).toBe(false)
    store.stop()
    elsewhere.stop()
  })

  test('an address without a server is refused with the name of the setting', async () => {
    await expect(openS3Store(settings(1))).rejects.toThrow('S3_ENDPOINT does not answer')
  })
})

describe('the S3 settings', () => {
  const all = {
    S3_ENDPOINT: 'https://s3.example.org',
    S3_REGION: 'eu-west-3',
    S3_BUCKET: 'wld-files',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  const faults = (env: Record<string, string>) => {
    const parsed = parseConfig(env, 'local')
    return parsed.ok ? [] : parsed.faults
  }
  test('incomplete S3 settings are rejected', () => {
    expect(faults({})).toEqual([])
    expect(faults(all)).toEqual([])
    for (const name of Object.keys(all))
      expect(faults({ ...all, [name]: '' })).toEqual([
        `${name} must have a value: the S3 variables come together, or not at all`,
      ])
    expect(faults({ S3_BUCKET: 'wld-files' })).toHaveLength(4)
  })
  test('wrong S3 settings are rejected with their names', () => {
    expect(faults({ ...all, S3_ENDPOINT: 's3.example.org' })).toEqual([
      expect.stringContaining('S3_ENDPOINT must be the address of the file store'),
    ])
    expect(faults({ ...all, S3_BUCKET: 'My Bucket' })).toEqual([
      expect.stringContaining('S3_BUCKET must be the name of a bucket'),
    ])
  })
})

describe.each(RULE_ENGINES)(`the application on $title with ${S3_TITLE}`, ({ engine, skip }) => {
  test.skipIf(skip || !hasSwift)(
    'uploads, signs, serves and deletes files; the bucket holds only sealed bytes',
    async () => {
      const { endpoint, region, bucket, accessKeyId, secretAccessKey } = s3.settings
      const server = await startApiServer({
        engine,
        env: {
          S3_ENDPOINT: endpoint,
          S3_REGION: region,
          S3_BUCKET: bucket,
          S3_ACCESS_KEY_ID: accessKeyId,
          S3_SECRET_ACCESS_KEY: secretAccessKey,
        },
      })
      try {
        const member = await buildMember(server.deps)
        const { accessToken } = await signIn(server, member.email, TEST_PASSWORD)
        const bytes = await jpeg()
        const url = await uploadOne(server, accessToken, 'wldProfile', bytes)
        const id = fileIdOf(url)
        const signed = await server.client.call(signPhoto, { body: [url] }, { bearer: accessToken })
        const answer = await fetch(
          `${server.url}${signed.ok ? (signed.value as Record<string, string>)[url] : ''}`,
        )
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
        const lying = await server.deps.files.get(`original/${id.slice(0, 2)}/${id}`)
        expect(lying?.length).toBeGreaterThan(bytes.length)
        expect(lying?.subarray(0, 3).equals(bytes.subarray(0, 3))).toBe(false)
        expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
        server.clock.advance(31 * 60)
        expect(await removeOrphans(server.deps)).toBe(1)
        expect(await server.deps.files.get(`original/${id.slice(0, 2)}/${id}`)).toBeUndefined()
      } finally {
        await server.stop()
      }
    },
    60_000,
  )
})
