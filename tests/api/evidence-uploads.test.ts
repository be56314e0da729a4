import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { openSession } from '#server/features/auth/open-session.ts'
import { sweepUploads } from '#server/features/evidence/sweep-uploads.ts'
import { removeOrphans } from '#server/parts/files/remove-orphans.ts'
import { keepFinish } from '#server/records/evidence/upload-repository.ts'
import {
  EVIDENCE_CHUNK_BYTES,
  EVIDENCE_UPLOAD_TTL_S,
  EVIDENCE_UPLOADS_PER_DAY,
} from '#shared/contract/evidence.ts'
import { createReport } from '#shared/contract/reports.ts'
import { reportBody } from '#tests/builders/report.ts'
import { ENGINES } from '#tests/support/engines.ts'
import {
  begin,
  begun,
  callUpload,
  digestOf,
  finish,
  partAt,
  sendAll,
  sendPart,
  sha256,
  state,
  uploadInParts,
} from '#tests/support/evidence-uploads.ts'
import { docx, EXIF, jpeg, pdf, picture, SECRET_PLACE } from '#tests/support/sample-files.ts'
import { film, MADE_AT, uint32 } from '#tests/support/sample-films.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import { fileIdOf } from '#tests/support/uploads.ts'

const MEGABYTE = 1024 * 1024

describe.each(ENGINES)('evidence in parts on $title', ({ engine, skip }) => {
  const {
    server,
    run,
    person: member,
  } = suiteServer({ engine, skip }, { env: { EVIDENCE_VIDEO_MAX_MB: '30' } })
  const again = async (id: number) => (await openSession(server.deps, id, 'later')).accessToken
  const file = (url: string | null) =>
    server.deps.database.db
      .selectFrom('files')
      .selectAll()
      .where('id', '=', fileIdOf(url ?? ''))
      .executeTakeFirst()
  const parts = (id: string) =>
    server.deps.database.db
      .selectFrom('file_parts')
      .selectAll()
      .where((eb) => eb.or([eb('upload_id', '=', id), eb('file_id', '=', id)]))
      .orderBy('number')
      .execute()
  const storedParts = async (): Promise<string[]> => {
    const names = await readdir(join(server.dataDir, 'files', 'part'), { recursive: true }).catch(
      () => [] as string[],
    )
    return names.filter((name) => /[0-9a-f-]{36}$/.test(name))
  }
  /** A film with this number of parts. */
  const long = (megabytes: number): Buffer => film({ picture: randomBytes(megabytes * MEGABYTE) })

  describe('the whole upload', () => {
    run.each([
      ['a picture', () => jpeg(), 'image/jpeg'],
      ['a PDF', () => pdf(), 'application/pdf'],
      [
        'a Word document',
        () => docx(),
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      ],
      ['a film', () => film(), 'video/mp4'],
      ['a QuickTime film', () => film({ brand: 'qt  ' }), 'video/quicktime'],
      ['a film of several parts', () => long(3), 'video/mp4'],
    ])(
      'the upload of %s returns an address that a report accepts',
      async (_what, make, mediaType) => {
        const { bearer, id } = await member()
        const bytes = await make()
        const answer = await uploadInParts(server, bearer, bytes, {
          name: '../../secret/Hamid.bin',
        })
        expect(answer).toMatchObject({
          status: 200,
          upload: { state: 'finished', offset: bytes.length, sha256: sha256(bytes) },
        })
        expect(await file(answer.upload.fileUrl)).toMatchObject({
          media_type: mediaType,
          sha256: sha256(bytes),
          size_bytes: bytes.length,
          owner_id: id,
          attached_at: null,
          original_name: 'Hamid.bin',
          purpose: 'report',
        })
        const report = await server.client.call(
          createReport,
          {
            body: reportBody({
              evidenceList: [
                {
                  evidenceType: 'document',
                  fileUrl: answer.upload.fileUrl ?? '',
                  description: 'Seen',
                },
              ],
            }),
          },
          { bearer },
        )
        if (!report.ok) throw new Error(JSON.stringify(report))
        expect(report.value.reportEvidences[0]).toMatchObject({
          evidenceType: mediaType.startsWith('image/')
            ? 'image'
            : mediaType.startsWith('video/')
              ? 'video'
              : 'document',
          mediaType,
        })
      },
    )

    run(
      'parts are sealed in the store, and the parts of a picture are removed at the end',
      async () => {
        const { bearer } = await member()
        const bytes = await jpeg()
        const { id } = await begun(server, bearer, bytes)
        await sendAll(server, bearer, id, bytes)
        const [part] = await parts(id)
        const sealed = await server.deps.files.get(`part/${part?.id.slice(0, 2)}/${part?.id}`)
        expect(sealed?.length).toBe(bytes.length + 28)
        expect(sealed?.includes(bytes.subarray(0, 20))).toBe(false)
        const answer = await finish(server, bearer, id)
        expect(await parts(id)).toEqual([])
        expect(
          await server.deps.files.get(`part/${part?.id.slice(0, 2)}/${part?.id}`),
        ).toBeUndefined()
        expect(
          (await server.deps.library.openOriginal(fileIdOf(answer.upload.fileUrl ?? '')))?.size,
        ).toBe(bytes.length)
      },
    )

    run('an upload is logged once with the hash of the file', async () => {
      const { bearer } = await member()
      const bytes = await jpeg(50, 50)
      const answer = await uploadInParts(server, bearer, bytes)
      await finish(server, bearer, answer.upload.id)
      const rows = await server.deps.database.db
        .selectFrom('audit')
        .selectAll()
        .where('target', '=', `file:${fileIdOf(answer.upload.fileUrl ?? '')}`)
        .execute()
      expect(
        rows.map(({ action, detail }) => ({
          action,
          sha256: (JSON.parse(detail) as { sha256: string }).sha256,
        })),
      ).toEqual([{ action: 'evidence.uploaded', sha256: sha256(bytes) }])
    })
  })

  describe('an original that the device reduced', () => {
    run('hash and size stated by the device are stored beside the received hash', async () => {
      const { bearer } = await member()
      const original = { originalSha256: sha256(Buffer.from('large')), originalSize: 8_000_000 }
      const photo = await jpeg()
      const answer = await uploadInParts(server, bearer, photo, { original })
      expect(await file(answer.upload.fileUrl)).toMatchObject({
        sha256: sha256(photo),
        original_sha256: original.originalSha256,
        original_bytes: original.originalSize,
      })
      const without = await uploadInParts(server, bearer, await jpeg(44, 44))
      expect(await file(without.upload.fileUrl)).toMatchObject({
        original_sha256: null,
        original_bytes: null,
      })
    })

    run.each([
      ['a malformed hash', { originalSha256: 'no hash', originalSize: 10 }],
      ['a hash of 63 digits', { originalSha256: 'a'.repeat(63), originalSize: 10 }],
      ['a hash in capitals', { originalSha256: 'A'.repeat(64), originalSize: 10 }],
      ['a hash without a size', { originalSha256: 'a'.repeat(64) }],
      ['a size without a hash', { originalSize: 10 }],
      ['a size of zero', { originalSha256: 'a'.repeat(64), originalSize: 0 }],
    ])('a stated original with %s is rejected with 422', async (_what, original) => {
      const { bearer } = await member()
      expect(await begin(server, bearer, await jpeg(), { original })).toMatchObject({
        status: 422,
        problem: { code: 'invalid' },
      })
    })
  })

  describe('films', () => {
    const shown = async (bytes: Buffer) => {
      const { bearer } = await member()
      const answer = await uploadInParts(server, bearer, bytes)
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.problem))
      const report = await server.client.call(
        createReport,
        {
          body: reportBody({
            evidenceList: [
              { evidenceType: 'video', fileUrl: answer.upload.fileUrl ?? '', description: 'Seen' },
            ],
          }),
        },
        { bearer },
      )
      if (!report.ok) throw new Error(JSON.stringify(report))
      return `${server.url}${report.value.reportEvidences[0]?.fileUrl ?? ''}`
    }

    run('a film reserves memory while it is sent, and releases it', async () => {
      const address = await shown(long(2))
      const { replies } = server.deps.library
      const own = replies.shareOf('127.0.0.1')
      expect(own.take(62 * MEGABYTE)).toBe(true)
      const answer = await fetch(address)
      expect([
        answer.status,
        answer.headers.get('retry-after'),
        ((await answer.json()) as { code: string }).code,
      ]).toEqual([429, '2', 'busy'])
      own.giveBack(62 * MEGABYTE)
      for (const range of ['bytes=0-9', 'bytes=5-', 'bytes=999999999-'])
        await (await fetch(address, { headers: { range } })).arrayBuffer()
      const left = new AbortController()
      await fetch(address, { signal: left.signal })
      left.abort()
      await expect.poll(() => replies.take(256 * MEGABYTE)).toBe(true)
      replies.giveBack(256 * MEGABYTE)
    })

    run(
      'a film is shown without place, time and device; its other bytes and the original stay',
      async () => {
        const bytes = long(2)
        const address = await shown(bytes)
        const answer = await fetch(address)
        const seen = Buffer.from(await answer.arrayBuffer())
        expect(answer.status).toBe(200)
        expect(
          Object.fromEntries(
            [
              'content-type',
              'x-content-type-options',
              'content-security-policy',
              'accept-ranges',
              'content-disposition',
              'content-length',
            ].map((name) => [name, answer.headers.get(name)]),
          ),
        ).toEqual({
          'content-type': 'video/mp4',
          'x-content-type-options': 'nosniff',
          'content-security-policy': 'sandbox',
          'accept-ranges': 'bytes',
          'content-disposition': 'inline; filename="film.mp4"',
          'content-length': String(bytes.length),
        })
        expect(seen.length).toBe(bytes.length)
        for (const trace of [SECRET_PLACE, 'Phone of', 'ISO6709', '\u00a9xyz', 'udta', 'uuid'])
          expect(seen.includes(Buffer.from(trace, 'latin1')), trace).toBe(false)
        expect(seen.includes(uint32(MADE_AT))).toBe(false)
        const at = bytes.indexOf('mdat') + 4
        expect(
          seen.subarray(at, at + 2 * MEGABYTE).equals(bytes.subarray(at, at + 2 * MEGABYTE)),
        ).toBe(true)
        const original = await server.deps.library.openOriginal(fileIdOf(address))
        const pieces: Buffer[] = []
        for await (const piece of original?.read(0, original.size) ?? []) pieces.push(piece)
        expect(sha256(Buffer.concat(pieces))).toBe(sha256(bytes))
      },
    )

    run.each([
      ['bytes=0-99', 206, 0, 100],
      ['bytes=1048570-1048590', 206, 1_048_570, 1_048_591],
      ['bytes=-50', 206, -50, undefined],
    ])('a film is served in ranges: %s', async (range, status, from, to) => {
      const address = await shown(long(2))
      const whole = Buffer.from(await (await fetch(address)).arrayBuffer())
      const answer = await fetch(address, { headers: { range } })
      expect(answer.status).toBe(status)
      expect(Buffer.from(await answer.arrayBuffer()).equals(whole.subarray(from, to))).toBe(true)
      expect(answer.headers.get('content-range')).toMatch(new RegExp(`/${whole.length}$`))
      expect((await fetch(address, { headers: { range: 'bytes=99999999-' } })).status).toBe(416)
    })

    run('a film that is cancelled is deleted with all its parts', async () => {
      const { bearer } = await member()
      const answer = await uploadInParts(server, bearer, long(2))
      const fileId = fileIdOf(answer.upload.fileUrl ?? '')
      const rows = await parts(fileId)
      expect(rows.map(({ number }) => number)).toEqual([0, 1, 2])
      expect((await callUpload(server, bearer, 'DELETE', `/${answer.upload.id}`)).status).toBe(200)
      expect(await parts(fileId)).toEqual([])
      expect(
        (await storedParts()).filter((name) => rows.some(({ id }) => name.endsWith(id))),
      ).toEqual([])
      expect(await file(answer.upload.fileUrl)).toBeUndefined()
    })
  })

  describe('an unreliable connection', () => {
    /** Begins to send a part and closes the connection in the middle of it. */
    const hangUp = (
      bearer: string,
      id: string,
      offset: number,
      body: Uint8Array<ArrayBuffer>,
    ): Promise<void> =>
      new Promise((resolve) => {
        const { hostname, port } = new URL(server.url)
        const socket = connect(Number(port), hostname, () => {
          socket.write(
            `PUT /api/upload/evidence/${id}?offset=${offset} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${bearer}\r\nContent-Type: application/octet-stream\r\nContent-Digest: ${digestOf(body)}\r\nContent-Length: ${body.length}\r\n\r\n`,
          )
          socket.write(body.subarray(0, body.length / 2), () => socket.destroy())
        })
        socket.on('close', () => resolve())
      })

    run('each of three dropped connections loses only the part in transfer', async () => {
      const { bearer } = await member()
      const bytes = long(4)
      const { id } = await begun(server, bearer, bytes)
      let offset = 0
      for (const drop of [1, 2, 4]) {
        for (; offset < drop * EVIDENCE_CHUNK_BYTES; offset += EVIDENCE_CHUNK_BYTES)
          expect((await sendPart(server, bearer, id, offset, partAt(bytes, offset))).status).toBe(
            200,
          )
        const next = Math.min(offset, 3 * EVIDENCE_CHUNK_BYTES)
        await hangUp(bearer, id, next, partAt(bytes, next))
        expect((await state(server, bearer, id)).upload).toMatchObject({ offset, state: 'open' })
      }
      await sendAll(server, bearer, id, bytes, offset)
      expect(await finish(server, bearer, id)).toMatchObject({
        status: 200,
        upload: { state: 'finished', sha256: sha256(bytes) },
      })
      const rest = await server.deps.database.db
        .selectFrom('file_parts')
        .select('id')
        .where('upload_id', '=', id)
        .execute()
      expect(rest).toEqual([])
      expect(server.deps.library.budget.take(256 * MEGABYTE)).toBe(true) // all memory was given back
      server.deps.library.budget.giveBack(256 * MEGABYTE)
    })

    run('a part that is sent several times, also concurrently, counts once', async () => {
      const { bearer } = await member()
      const bytes = long(2)
      const { id } = await begun(server, bearer, bytes)
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => sendPart(server, bearer, id, 0, partAt(bytes, 0))),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect((await sendPart(server, bearer, id, 0, partAt(bytes, 0))).upload.offset).toBe(
        EVIDENCE_CHUNK_BYTES,
      )
      expect(await parts(id)).toHaveLength(1)
      await sendAll(server, bearer, id, bytes, EVIDENCE_CHUNK_BYTES)
      expect((await finish(server, bearer, id)).status).toBe(200)
    })

    run('concurrent calls to finish make one file; a repeat returns it', async () => {
      const { bearer, id: memberId } = await member()
      const bytes = long(3)
      const { id } = await begun(server, bearer, bytes)
      await sendAll(server, bearer, id, bytes)
      const answers = await Promise.all([
        finish(server, bearer, id),
        finish(server, bearer, id),
        finish(server, bearer, id),
      ])
      const done = answers.filter(({ status }) => status === 200)
      expect(done.length).toBeGreaterThanOrEqual(1)
      for (const { status, problem } of answers)
        if (status !== 200) expect(problem.code).toBe('busy')
      const later = await finish(server, bearer, id)
      expect(new Set([...done, later].map(({ upload }) => upload.fileUrl)).size).toBe(1)
      expect(
        await server.deps.database.db
          .selectFrom('files')
          .select('id')
          .where('owner_id', '=', memberId)
          .execute(),
      ).toHaveLength(1)
    })

    run('an upload that a crashed server was finishing can be finished later', async () => {
      const { bearer, id: memberId } = await member()
      const bytes = await jpeg(60, 60)
      const { id } = await begun(server, bearer, bytes)
      await sendAll(server, bearer, id, bytes)
      await server.deps.database.db
        .updateTable('evidence_uploads')
        .set({
          state: 'finishing',
          finishing_id: 'gone',
          finishing_at: server.deps.clock.now().toISOString(),
        })
        .where('id', '=', id)
        .execute()
      expect(await finish(server, bearer, id)).toMatchObject({
        status: 429,
        problem: { code: 'busy' },
      })
      server.clock.advance(31)
      expect((await finish(server, await again(memberId), id)).status).toBe(200)
    })

    run('an upload that a running server is finishing stays busy', async () => {
      const { bearer } = await member()
      const bytes = await jpeg(60, 60)
      const { id } = await begun(server, bearer, bytes)
      await sendAll(server, bearer, id, bytes)
      const { db } = server.deps.database
      const since = server.deps.clock.now().toISOString()
      await db
        .updateTable('evidence_uploads')
        .set({ state: 'finishing', finishing_id: 'here', finishing_at: since })
        .where('id', '=', id)
        .execute()
      server.clock.advance(25)
      await keepFinish(db, {
        id,
        finishingId: 'another',
        at: server.deps.clock.now().toISOString(),
      })
      expect(
        await db
          .selectFrom('evidence_uploads')
          .select('finishing_at')
          .where('id', '=', id)
          .executeTakeFirst(),
      ).toEqual({ finishing_at: since })
      await keepFinish(db, { id, finishingId: 'here', at: server.deps.clock.now().toISOString() })
      server.clock.advance(25)
      expect(await finish(server, bearer, id)).toMatchObject({
        status: 429,
        problem: { code: 'busy' },
      })
    })
  })

  describe('calls in the wrong order', () => {
    run.each([
      [
        'a part after a gap',
        2 * EVIDENCE_CHUNK_BYTES,
        EVIDENCE_CHUNK_BYTES,
        409,
        'upload-out-of-step',
      ],
      ['a part between two parts', 17, 100, 422, 'wrong_offset'],
      ['a part after the end', 9 * EVIDENCE_CHUNK_BYTES, 100, 422, 'wrong_offset'],
      ['a part that is one byte too long', 0, EVIDENCE_CHUNK_BYTES + 1, 422, 'too_long'],
      ['a part that is one byte too short', 0, EVIDENCE_CHUNK_BYTES - 1, 422, 'too_short'],
    ])('%s is rejected', async (_what, offset, length, status, code) => {
      const { bearer } = await member()
      const { id } = await begun(server, bearer, Buffer.alloc(4 * EVIDENCE_CHUNK_BYTES))
      const answer = await sendPart(server, bearer, id, offset, new Uint8Array(length))
      expect([answer.status, answer.problem.fields[0]?.code ?? answer.problem.code]).toEqual([
        status,
        code,
      ])
      if (status === 409) expect(answer.problem.offset).toBe(0)
      expect((await state(server, bearer, id)).upload.offset).toBe(0)
    })

    run('a part without a stated length that is too long is rejected', async () => {
      const { bearer } = await member()
      const { id } = await begun(server, bearer, Buffer.alloc(2 * EVIDENCE_CHUNK_BYTES))
      const body = new Blob([new Uint8Array(EVIDENCE_CHUNK_BYTES * 3)]).stream()
      const answer = await callUpload(server, bearer, 'PUT', `/${id}?offset=0`, {
        headers: {
          'content-type': 'application/octet-stream',
          'content-digest': digestOf(Buffer.alloc(3)),
        },
        body,
        duplex: 'half',
      } as RequestInit)
      expect([answer.status, answer.problem.fields[0]?.code]).toEqual([422, 'too_long'])
    })

    run('different bytes at the offset of a stored part are rejected', async () => {
      const { bearer } = await member()
      const { id } = await begun(server, bearer, Buffer.alloc(2 * EVIDENCE_CHUNK_BYTES))
      await sendPart(server, bearer, id, 0, new Uint8Array(EVIDENCE_CHUNK_BYTES))
      const answer = await sendPart(
        server,
        bearer,
        id,
        0,
        new Uint8Array(EVIDENCE_CHUNK_BYTES).fill(1),
      )
      expect([answer.status, answer.problem.fields[0]?.code]).toEqual([422, 'hash_mismatch'])
    })

    run('bytes that do not match their digest are rejected', async () => {
      const { bearer } = await member()
      const { id } = await begun(server, bearer, Buffer.alloc(100))
      const answer = await sendPart(
        server,
        bearer,
        id,
        0,
        new Uint8Array(100),
        digestOf(Buffer.alloc(99)),
      )
      expect([answer.status, answer.problem.fields[0]]).toMatchObject([
        422,
        { path: 'headers.content-digest', code: 'hash_mismatch' },
      ])
      expect(await parts(id)).toEqual([])
    })

    run('JSON, another digest algorithm and an early finish are rejected', async () => {
      const { bearer } = await member()
      const { id } = await begun(server, bearer, Buffer.alloc(100))
      const put = (headers: Record<string, string>) =>
        callUpload(server, bearer, 'PUT', `/${id}?offset=0`, { headers, body: '{}' })
      expect(
        (
          await put({
            'content-type': 'application/json',
            'content-digest': digestOf(Buffer.alloc(1)),
          })
        ).status,
      ).toBe(415)
      expect(
        (await put({ 'content-type': 'application/octet-stream', 'content-digest': 'md5=:abc:' }))
          .status,
      ).toBe(422)
      expect(await finish(server, bearer, id)).toMatchObject({
        status: 409,
        problem: { code: 'upload-out-of-step', offset: 0 },
      })
    })

    run(
      'an upload whose hash differs from the announced one is rejected with 422 and deleted',
      async () => {
        const { bearer } = await member()
        const bytes = await jpeg(40, 40)
        const { id } = await begun(server, bearer, bytes, { hash: sha256(Buffer.from('another')) })
        await sendAll(server, bearer, id, bytes)
        for (const answer of [await finish(server, bearer, id), await finish(server, bearer, id)])
          expect([answer.status, answer.problem.fields[0]?.code]).toEqual([422, 'hash_mismatch'])
        expect((await state(server, bearer, id)).status).toBe(404)
        expect(await parts(id)).toEqual([])
      },
    )
  })

  describe('ownership of an upload', () => {
    run('any other member, staff included, gets 404 for the upload', async () => {
      const [owner, other, admin] = [await member(), await member(), await member('admin')]
      const bytes = await jpeg(40, 40)
      const { id } = await begun(server, owner.bearer, bytes)
      for (const { bearer } of [other, admin]) {
        expect((await state(server, bearer, id)).status).toBe(404)
        expect((await sendPart(server, bearer, id, 0, partAt(bytes, 0))).status).toBe(404)
        expect((await finish(server, bearer, id)).status).toBe(404)
        expect((await callUpload(server, bearer, 'DELETE', `/${id}`)).status).toBe(404)
      }
      expect((await state(server, owner.bearer, id)).upload.offset).toBe(0)
    })

    run('a cancelled upload is deleted at once', async () => {
      const { bearer } = await member()
      const bytes = long(2)
      const { id } = await begun(server, bearer, bytes)
      await sendPart(server, bearer, id, 0, partAt(bytes, 0))
      expect((await callUpload(server, bearer, 'DELETE', `/${id}`)).status).toBe(200)
      expect(await parts(id)).toEqual([])
      expect((await state(server, bearer, id)).status).toBe(404)
      expect(
        (
          await sendPart(
            server,
            bearer,
            id,
            EVIDENCE_CHUNK_BYTES,
            partAt(bytes, EVIDENCE_CHUNK_BYTES),
          )
        ).status,
      ).toBe(404)
      expect((await finish(server, bearer, id)).status).toBe(404)
    })

    run('unused uploads are deleted after a day; files in a report stay', async () => {
      const { bearer, id: memberId } = await member()
      const half = await begun(server, bearer, long(2))
      await sendPart(server, bearer, half.id, 0, new Uint8Array(EVIDENCE_CHUNK_BYTES))
      const [unused, used] = [
        await uploadInParts(server, bearer, long(2)),
        await uploadInParts(server, bearer, long(2)),
      ]
      await server.client.call(
        createReport,
        {
          body: reportBody({
            evidenceList: [
              { evidenceType: 'video', fileUrl: used.upload.fileUrl ?? '', description: 'Seen' },
            ],
          }),
        },
        { bearer },
      )
      server.clock.advance(31 * 60)
      await removeOrphans(server.deps)
      expect(await file(unused.upload.fileUrl)).toBeDefined() // other files of the same report may still be in transfer
      server.clock.advance(EVIDENCE_UPLOAD_TTL_S)
      expect((await state(server, await again(memberId), half.id)).status).toBe(404)
      await Promise.all([sweepUploads(server.deps), sweepUploads(server.deps)])
      await removeOrphans(server.deps)
      expect(await parts(half.id)).toEqual([])
      expect(await file(unused.upload.fileUrl)).toBeUndefined()
      expect(await parts(fileIdOf(unused.upload.fileUrl ?? ''))).toEqual([])
      expect(await parts(fileIdOf(used.upload.fileUrl ?? ''))).toHaveLength(3)
      expect(
        await server.deps.database.db
          .selectFrom('evidence_uploads')
          .select('id')
          .where('member_id', '=', memberId)
          .execute(),
      ).toEqual([])
      expect((await storedParts()).length).toBe(
        (await server.deps.database.db.selectFrom('file_parts').select('id').execute()).length,
      )
    })

    run('an unfinished upload of an erased member is deleted by the next sweep', async () => {
      const { bearer, id: memberId } = await member()
      const { id } = await begun(server, bearer, Buffer.alloc(10))
      await sendPart(server, bearer, id, 0, new Uint8Array(10))
      await server.deps.database.db.deleteFrom('members').where('id', '=', memberId).execute()
      await sweepUploads(server.deps)
      expect(await parts(id)).toEqual([])
    })
  })

  describe('limits', () => {
    run.each([
      [
        'a picture of more than 25 MB',
        { type: 'image/jpeg', size: 25 * MEGABYTE + 1 },
        413,
        'too_large',
      ],
      [
        'a document of more than 20 MB',
        { type: 'application/pdf', size: 20 * MEGABYTE + 1 },
        413,
        'too_large',
      ],
      [
        'a film over the configured limit',
        { type: 'video/mp4', size: 30 * MEGABYTE + 1 },
        413,
        'too_large',
      ],
      [
        'a file over the limit without a type',
        { type: '', size: 30 * MEGABYTE + 1 },
        413,
        'too_large',
      ],
      ['SVG', { type: 'image/svg+xml', size: 10 }, 415, 'not_evidence'],
      ['HTML', { type: 'text/html; charset=utf-8', size: 10 }, 415, 'not_evidence'],
      ['an empty file', { type: 'image/png', size: 0 }, 422, 'too_small'],
    ])('%s is rejected before a byte is sent', async (_what, wish, status, code) => {
      const { bearer } = await member()
      const answer = await begin(server, bearer, Buffer.from('x'), wish)
      expect([answer.status, answer.problem.fields[0]?.code]).toEqual([status, code])
    })

    run('a picture announced as film still has the size limit of a picture', async () => {
      const { bearer } = await member()
      const answer = await uploadInParts(
        server,
        bearer,
        Buffer.concat([await jpeg(), Buffer.alloc(25 * MEGABYTE)]),
        { type: 'video/mp4' },
      )
      expect([answer.status, answer.problem.fields[0]?.code]).toEqual([413, 'too_large'])
    })

    run('a member uploads at most a gigabyte a day, also concurrently', async () => {
      const { bearer } = await member()
      const answers = await Promise.all(
        Array.from({ length: 40 }, () =>
          begin(server, bearer, Buffer.from('x'), { type: 'video/mp4', size: 30 * MEGABYTE }),
        ),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(Math.floor(1_024 / 30))
      expect(answers.find(({ status }) => status !== 200)?.problem.code).toBe('too-many')
      expect(
        (
          await begin(server, (await member()).bearer, Buffer.from('x'), {
            type: 'video/mp4',
            size: 30 * MEGABYTE,
          })
        ).status,
      ).toBe(200)
    })

    run(`a member begins ${EVIDENCE_UPLOADS_PER_DAY} uploads a day, and more later`, async () => {
      const { bearer, id } = await member()
      const at = {
        created_at: server.deps.clock.now().toISOString(),
        expires_at: new Date(server.deps.clock.now().getTime() + 60_000).toISOString(),
      }
      const row = {
        member_id: id,
        name: 'x',
        size_bytes: 1,
        sha256: '',
        state: 'closed' as const,
        received_bytes: 0,
        finishing_id: null,
        finishing_at: null,
        fault: null,
        file_id: null,
        ...at,
      }
      await server.deps.database.db
        .insertInto('evidence_uploads')
        .values(
          Array.from({ length: EVIDENCE_UPLOADS_PER_DAY }, () => ({
            ...row,
            id: crypto.randomUUID(),
          })),
        )
        .execute()
      expect(await begin(server, bearer, Buffer.from('x'))).toMatchObject({
        status: 429,
        problem: { code: 'too-many' },
      })
      server.clock.advance(61)
      expect((await begin(server, bearer, Buffer.from('x'))).status).toBe(200)
    })

    run('announced parts that never arrive do not block other uploads', async () => {
      const [slow, other] = [await member(), await member()]
      const { id } = await begun(server, slow.bearer, Buffer.alloc(EVIDENCE_CHUNK_BYTES))
      const head = `PUT /api/upload/evidence/${id}?offset=0 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${slow.bearer}\r\ncontent-type: application/octet-stream\r\ncontent-digest: ${digestOf(Buffer.alloc(1))}\r\ncontent-length: ${EVIDENCE_CHUNK_BYTES}\r\n\r\nx`
      const lines = Array.from({ length: 260 }, () =>
        connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {}),
      )
      for (const line of lines) line.write(head)
      // Each part that is being read holds some memory; 250 MB are taken only while none are left.
      await expect
        .poll(
          () =>
            server.deps.library.budget.take(250 * MEGABYTE) &&
            (server.deps.library.budget.giveBack(250 * MEGABYTE), true),
          { timeout: 15_000 },
        )
        .toBe(false)
      const bytes = await jpeg(40, 40)
      const { id: otherId } = await begun(server, other.bearer, bytes)
      expect((await sendPart(server, other.bearer, otherId, 0, partAt(bytes, 0))).status).toBe(200)
      for (const line of lines) line.destroy()
      await expect
        .poll(() => server.deps.library.budget.take(256 * MEGABYTE), { timeout: 15_000 })
        .toBe(true)
      server.deps.library.budget.giveBack(256 * MEGABYTE)
    })

    run('uploads in parts do not count toward the limit of form uploads', async () => {
      const { bearer } = await member()
      const { upload } = await uploadInParts(
        server,
        bearer,
        await picture(64, 64).jpeg().withExif(EXIF).toBuffer(),
      )
      await server.deps.database.db
        .updateTable('files')
        .set({ size_bytes: 400 * MEGABYTE })
        .where('id', '=', fileIdOf(upload.fileUrl ?? ''))
        .execute()
      const form = new FormData()
      form.append('report', new Blob([new Uint8Array(await jpeg(30, 30))]), 'a.jpg')
      expect(
        (
          await fetch(`${server.url}/api/upload/files`, {
            method: 'POST',
            headers: { authorization: `Bearer ${bearer}` },
            body: form,
          })
        ).status,
      ).toBe(200)
    })
  })
})
