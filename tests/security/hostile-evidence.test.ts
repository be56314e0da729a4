/** Hostile evidence, in both kinds of upload, is rejected with a code or disarmed before it is shown. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSession } from '#server/features/auth/open-session.ts'
import { readAt } from '#server/parts/files/byte-source.ts'
import { FILE_VARIANTS } from '#shared/contract/files.ts'
import { buildMember } from '#tests/builders/member.ts'
import { startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { ENGINES } from '#tests/support/engines.ts'
import {
  begin,
  callUpload,
  partAt,
  sendAll,
  sendPart,
  uploadInParts,
} from '#tests/support/evidence-uploads.ts'
import { HOSTILE_EVIDENCE, HOSTILE_FILMS } from '#tests/support/hostile-evidence.ts'
import { HOSTILE_FILES, HOSTILE_NAMES, type HostileFile } from '#tests/support/hostile-files.ts'
import { jpeg } from '#tests/support/sample-files.ts'
import { fileIdOf, upload } from '#tests/support/uploads.ts'

/** Processor time, because the other load of the machine is not caused by the file. */
const SECONDS_MAX = 15
const MEGABYTE = 1024 * 1024
/** This comes on top of what the process had before; the decoding of a picture needs 160 MB of it. */
const MEMORY_MAX_BYTES = 900 * MEGABYTE

describe.each(ENGINES)('hostile evidence on $title', ({ engine, skip }) => {
  let server: ApiServer
  let start: { readonly cpu: NodeJS.CpuUsage; readonly memory: number }
  beforeAll(async () => {
    if (!skip)
      server = await startApiServer({
        engine,
        env: { LIMITS_SCALE: '1000', EVIDENCE_VIDEO_MAX_MB: '30' },
      })
  })
  afterAll(async () => {
    if (!skip) await server.stop()
  })
  beforeEach(() => {
    start = { cpu: process.cpuUsage(), memory: process.memoryUsage().rss }
  })
  afterEach(() => {
    const { user, system } = process.cpuUsage(start.cpu)
    expect((user + system) / 1e6).toBeLessThan(SECONDS_MAX)
    expect(process.memoryUsage().rss - start.memory).toBeLessThan(MEMORY_MAX_BYTES)
  })
  const run = test.skipIf(skip)

  const bearerOf = async (): Promise<string> =>
    (await openSession(server.deps, (await buildMember(server.deps)).id, 'test')).accessToken
  const counts = async () => {
    const [files, parts] = await Promise.all(
      (['files', 'file_parts'] as const).map((table) =>
        server.deps.database.db
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow(),
      ),
    )
    return { files: Number(files?.n), parts: Number(parts?.n) }
  }
  /** Every copy of a file that is shown without staff rights and a password. */
  const copiesOf = async (url: string): Promise<Buffer[]> => {
    const id = fileIdOf(url)
    const film = await server.deps.library.openRecording(id)
    if (film !== undefined) return [await readAt(film, 0, film.size)]
    const copies = await Promise.all(
      FILE_VARIANTS.map((variant) => server.deps.library.readVariant(id, variant)),
    )
    return copies.filter((copy) => copy !== undefined)
  }
  const expectDisarmed = async (
    url: string,
    bytes: Buffer,
    mustVanish: readonly string[] = [],
  ): Promise<void> => {
    const copies = await copiesOf(url)
    expect(copies.length).toBeGreaterThan(0)
    for (const copy of copies) {
      expect(copy.equals(bytes)).toBe(false)
      for (const trace of mustVanish)
        expect(copy.includes(Buffer.from(trace, 'latin1')), trace).toBe(false)
    }
  }
  /** With an upload in parts, the refusal of a file type can also name films. */
  const causesOf = (cause: string): string[] =>
    cause === 'wrong_type' ? ['wrong_type', 'not_evidence'] : [cause]

  // The file is cleaned before its row is written, so the engine has no effect on the result.
  if (engine === 'sqlite') {
    describe('uploads in parts', () => {
      run.each([...HOSTILE_FILES, ...HOSTILE_EVIDENCE, ...HOSTILE_FILMS])(
        '$title',
        async ({ name, make, becomes: otherWay, inParts, mustVanish }: HostileFile) => {
          const [bearer, bytes, before] = [await bearerOf(), await make(), await counts()]
          const becomes = inParts ?? otherWay
          const answer = await uploadInParts(server, bearer, bytes, { name })
          if (becomes === 'no-copy') {
            expect(answer.status).toBe(200)
            return expect(await copiesOf(answer.upload.fileUrl ?? '')).toEqual([])
          }
          if (becomes === 'disarmed') {
            expect(answer.status, JSON.stringify(answer.problem)).toBe(200)
            return expectDisarmed(answer.upload.fileUrl ?? '', bytes, mustVanish)
          }
          expect({ status: answer.status, cause: answer.problem.fields[0]?.code }).toEqual({
            status: becomes.status,
            cause: expect.toBeOneOf(causesOf(becomes.cause)),
          })
          expect(await counts()).toEqual(before)
        },
      )
    })

    describe('uploads in one request', () => {
      run.each(HOSTILE_EVIDENCE)(
        '$title',
        async ({ field, name, type, make, becomes, mustVanish }) => {
          const [bearer, bytes, before] = [await bearerOf(), await make(), await counts()]
          const answer = await upload(server, bearer, [{ field, bytes, name, type }])
          if (becomes === 'no-copy') {
            expect(answer.status).toBe(200)
            return expect(await copiesOf(answer.urls[field] ?? '')).toEqual([])
          }
          if (becomes === 'disarmed') {
            expect(answer.status).toBe(200)
            return expectDisarmed(answer.urls[field] ?? '', bytes, mustVanish)
          }
          expect({ status: answer.status, cause: answer.problem?.fields[0]?.code }).toEqual(becomes)
          expect(await counts()).toEqual(before)
        },
      )
      run.each(HOSTILE_FILMS)('a film is rejected: $title', async ({ field, name, type, make }) => {
        const answer = await upload(server, await bearerOf(), [
          { field, bytes: await make(), name, type },
        ])
        const cause = answer.problem?.fields[0]?.code
        // What says that it is a HEIC is read as one, and is none.
        expect({ status: answer.status, cause }).toEqual(
          (await make()).includes('ftypheic')
            ? { status: 422, cause: 'damaged_file' }
            : { status: 415, cause: 'wrong_type' },
        )
      })
    })
  }

  describe('file names', () => {
    run.each(HOSTILE_NAMES)('$sent', async ({ sent, kept }) => {
      const { upload: done } = await uploadInParts(server, await bearerOf(), await jpeg(32, 32), {
        name: sent,
      })
      expect(
        await server.deps.database.db
          .selectFrom('files')
          .select('original_name')
          .where('id', '=', fileIdOf(done.fileUrl ?? ''))
          .executeTakeFirst(),
      ).toEqual({ original_name: kept })
    })
    run.each([
      ['a file name with a NUL', 'a\0b.jpg'],
      ['a file name with a lone surrogate', '\uD800.jpg'],
      ['a file name of 1,001 letters', 'x'.repeat(1_001)],
    ])('%s is rejected', async (_what, name) => {
      const answer = await begin(server, await bearerOf(), Buffer.from('x'), { name })
      expect([answer.status, answer.problem.fields[0]?.path]).toEqual([
        422,
        expect.stringMatching(/^body\.?name$/),
      ])
    })
  })

  describe('manipulated parts', () => {
    run('a file whose end differs from the announced hash is rejected', async () => {
      const bearer = await bearerOf()
      const [good, evil] = [await jpeg(1_400, 1_400), Buffer.from('<html>')]
      const mixed = Buffer.concat([good, evil])
      const { upload: begun } = await begin(server, bearer, mixed)
      await sendAll(
        server,
        bearer,
        begun.id,
        Buffer.concat([good, Buffer.alloc(evil.length, 0x41)]),
      )
      const answer = await callUpload(server, bearer, 'POST', `/${begun.id}/finish`)
      expect([answer.status, answer.problem.fields[0]?.code]).toEqual([422, 'hash_mismatch'])
    })
    run.each([
      ['a size that is no number', { size: 'x' }],
      ['a negative size', { size: -1 }],
      ['a size of half a byte', { size: 1.5 }],
      ['a size of 1e300', { size: 1e300 }],
      ['no hash', { sha256: undefined }],
      ['a hash in capitals', { sha256: 'A'.repeat(64) }],
    ])('an upload with %s is rejected', async (_what, change) => {
      const body = JSON.stringify({
        name: 'a',
        size: 10,
        type: '',
        sha256: 'a'.repeat(64),
        ...change,
      })
      expect(
        (
          await callUpload(server, await bearerOf(), 'POST', '', {
            headers: { 'content-type': 'application/json' },
            body,
          })
        ).status,
      ).toBe(422)
    })
    run.each(['-1', '1e3', 'x', '9'.repeat(30), '0.5', ''])(
      'the offset "%s" is rejected',
      async (offset) => {
        const bearer = await bearerOf()
        const { upload: begun } = await begin(server, bearer, Buffer.alloc(10))
        const answer = await callUpload(server, bearer, 'PUT', `/${begun.id}?offset=${offset}`, {
          headers: {
            'content-type': 'application/octet-stream',
            'content-digest': 'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:',
          },
          body: new Uint8Array(),
        })
        expect(answer.status).toBe(422)
      },
    )
    run(
      'parts that are sent concurrently and in any order are stored completely and without gaps',
      async () => {
        const [bearer, bytes] = [await bearerOf(), Buffer.alloc(3 * MEGABYTE, 0x20)]
        const { upload: begun } = await begin(server, bearer, bytes)
        const answers = await Promise.all(
          [2, 1, 0, 0, 1, 2].map((number) =>
            sendPart(server, bearer, begun.id, number * MEGABYTE, partAt(bytes, number * MEGABYTE)),
          ),
        )
        for (const { status } of answers) expect([200, 409]).toContain(status)
        const rows = await server.deps.database.db
          .selectFrom('file_parts')
          .select(['number', 'stored_at'])
          .where('upload_id', '=', begun.id)
          .orderBy('number')
          .execute()
        expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index))
        expect(rows.every(({ stored_at: at }) => at !== null)).toBe(true)
      },
    )
  })
})
