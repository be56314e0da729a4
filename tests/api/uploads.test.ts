import { readdir } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { issueTicket } from '#server/http/principal/ticket.ts'
import { removeOrphans } from '#server/parts/files/remove-orphans.ts'
import { TICKET_UPLOADS_MAX, UPLOAD_FILES_MAX } from '#shared/contract/uploads.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { HOSTILE_FILES, HOSTILE_NAMES } from '#tests/support/hostile-files.ts'
import { docx, EXIF, jpeg, pdf, picture } from '#tests/support/sample-files.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import {
  fileIdOf,
  multipartBody,
  sendMultipart,
  upload,
  uploadOne,
} from '#tests/support/uploads.ts'
import { readZip } from '#tests/support/zip.ts'

/** Adds the content of compressed parts, because a name in a compressed part still reveals it. */
function expand(bytes: Buffer): Buffer {
  if (bytes.subarray(0, 2).toString() === 'PK')
    return Buffer.concat(readZip(bytes).map((entry) => entry.bytes))
  const streams = [...bytes.toString('latin1').matchAll(/stream\n([\s\S]*?)endstream/g)].map(
    ([, packed = '']) => inflateSync(Buffer.from(packed, 'latin1')),
  )
  return Buffer.concat([bytes, ...streams])
}

describe.each(ENGINES)('uploads on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '1000' } })

  const member = async (role: Role = 'member') => {
    const one = await person(role)
    return { ...one, accessToken: one.bearer }
  }
  let applicants = 0
  const ticket = () => issueTicket(server.deps, `applicant.${(applicants += 1)}@test.example`)
  const rows = () => server.deps.database.db.selectFrom('files').selectAll().execute()
  const row = async (url: string) => (await rows()).find(({ id }) => id === fileIdOf(url))
  const stored = async (id: string) =>
    (await readdir(`${server.dataDir}/files`, { recursive: true })).filter((name) =>
      name.includes(id),
    )
  /** Every copy of a file that can be shown. */
  const copiesOf = async (url: string) => {
    const id = fileIdOf(url)
    const copies = await Promise.all(
      (['card', 'view', 'thumb'] as const).map(async (variant) =>
        server.deps.library.readVariant(id, variant),
      ),
    )
    return copies.filter((copy) => copy !== undefined)
  }

  run('the three files of an applicant are stored', async () => {
    const bearer = await ticket()
    const answer = await upload(server, bearer, [
      { field: 'reqIdProofFront', bytes: await jpeg(1_000, 600) },
      { field: 'reqIdProofBack', bytes: await jpeg(2_400, 1_200) },
      { field: 'reqProfile', bytes: await picture(500, 700).webp().toBuffer(), name: 'me.webp' },
    ])
    expect(answer).toMatchObject({ status: 200 })
    expect(Object.keys(answer.urls).sort()).toEqual([
      'reqIdProofBack',
      'reqIdProofFront',
      'reqProfile',
    ])
    expect(await row(answer.urls['reqProfile'] ?? '')).toMatchObject({
      purpose: 'reqProfile',
      owner_id: null,
      ticket_id: expect.any(String),
      attached_at: null,
      media_type: 'image/webp',
      original_name: 'me.webp',
    })
    const sizes = async (field: string) =>
      Promise.all(
        (await copiesOf(answer.urls[field] ?? '')).map(async (copy) =>
          sharp(copy)
            .metadata()
            .then(({ width, height, format }) => [format, width, height]),
        ),
      )
    expect(await sizes('reqProfile')).toEqual([
      ['jpeg', 480, 600],
      ['jpeg', 96, 120],
    ])
    expect(await sizes('reqIdProofFront')).toEqual([
      ['jpeg', 1_000, 600],
      ['jpeg', 320, 192],
    ])
    expect(await sizes('reqIdProofBack')).toEqual([
      ['jpeg', 1_600, 800],
      ['jpeg', 320, 160],
    ])
  })

  run('files in a browser’s FormData are stored', async () => {
    const { accessToken } = await member()
    const form = new FormData()
    form.append(
      'report1',
      new Blob([new Uint8Array(await jpeg())], { type: 'image/jpeg' }),
      'photo.jpg',
    )
    form.append(
      'report2',
      new Blob([new Uint8Array(pdf())], { type: 'application/pdf' }),
      'statement.pdf',
    )
    form.append('report3', new Blob([new Uint8Array(await docx())]))
    const answer = await sendMultipart(server, accessToken, form)
    expect(answer).toMatchObject({
      status: 200,
      urls: {
        report1: expect.stringMatching(/^\/api\/files\/[0-9a-f-]{36}$/),
        report2: expect.any(String),
        report3: expect.any(String),
      },
    })
    expect((await row(answer.urls['report3'] ?? ''))?.media_type).toContain('wordprocessingml')
  })

  run('the original is stored sealed, with its hash', async () => {
    const { accessToken } = await member()
    const bytes = await jpeg()
    const url = await uploadOne(server, accessToken, 'wldProfile', bytes)
    const { createHash } = await import('node:crypto')
    expect(await row(url)).toMatchObject({
      sha256: createHash('sha256').update(bytes).digest('hex'),
      size_bytes: bytes.length,
    })
    const key = `original/${fileIdOf(url).slice(0, 2)}/${fileIdOf(url)}`
    const sealed = await server.deps.files.get(key)
    expect(sealed?.includes(bytes.subarray(100, 200))).toBe(false)
    expect(server.deps.secrets.open('files', sealed ?? Buffer.alloc(0), key).equals(bytes)).toBe(
      true,
    )
  })

  run('a picture is rotated before its orientation is removed', async () => {
    const { accessToken } = await member()
    const lying = await picture(800, 400)
      .jpeg()
      .withExif(EXIF)
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const [view] = await copiesOf(await uploadOne(server, accessToken, 'report', lying))
    expect(await sharp(view).metadata()).toMatchObject({ width: 400, height: 800 })
  })

  describe('permissions', () => {
    run.each([
      ['a caller without a token', undefined, 'reqProfile', 401],
      ['a caller with a forged token', 'x'.repeat(43), 'reqProfile', 401],
    ])('%s is rejected', async (_who, bearer, field, status) =>
      expect((await upload(server, bearer, [{ field, bytes: await jpeg() }])).status).toBe(status),
    )

    run('an applicant may send only the three files', async () => {
      for (const field of ['wldProfile', 'idProofFront', 'report', 'report1'])
        expect(
          await upload(server, await ticket(), [{ field, bytes: await jpeg() }]),
        ).toMatchObject({
          status: 403,
          problem: {
            code: 'forbidden',
            fields: [{ path: `body.${field}`, code: 'forbidden_field' }],
          },
        })
    })

    run(
      'members send own files; administrators and content managers also those of new members',
      async () => {
        for (const role of ['member', 'moderator', 'reviewer', 'content', 'admin'] as const) {
          const { accessToken } = await member(role)
          for (const field of ['idProofFront', 'idProofBack', 'wldProfile', 'report', 'report12'])
            expect(
              (await upload(server, accessToken, [{ field, bytes: await jpeg(64, 64) }])).status,
            ).toBe(200)
          expect(
            (
              await upload(server, accessToken, [
                { field: 'reqProfile', bytes: await jpeg(64, 64) },
              ])
            ).status,
          ).toBe(role === 'admin' || role === 'content' ? 200 : 403)
        }
      },
    )

    run('a used ticket is rejected', async () => {
      const used = await ticket()
      await server.deps.database.db
        .updateTable('tickets')
        .set({ used_at: server.deps.clock.now().toISOString() })
        .execute()
      expect(
        (await upload(server, used, [{ field: 'reqProfile', bytes: await jpeg() }])).status,
      ).toBe(401)
    })

    run('an upload is logged with member and file, without file name', async () => {
      const { accessToken, id } = await member()
      const url = await uploadOne(
        server,
        accessToken,
        'report',
        await jpeg(),
        'statement of Khadija.jpg',
      )
      const trace = await server.deps.database.db
        .selectFrom('audit')
        .selectAll()
        .where('action', '=', 'file.uploaded')
        .orderBy('seq', 'desc')
        .executeTakeFirst()
      expect(trace).toMatchObject({ actor: `member:${id}`, target: `file:${fileIdOf(url)}` })
      expect(JSON.stringify(trace) + server.logLines.join('')).not.toContain('Khadija')
    })
  })

  describe('with a ticket', () => {
    run('a new file of a field replaces the earlier one', async () => {
      const bearer = await ticket()
      const first = await uploadOne(server, bearer, 'reqProfile', await jpeg())
      const other = await uploadOne(server, bearer, 'reqIdProofFront', await jpeg())
      const second = await uploadOne(server, bearer, 'reqProfile', await jpeg())
      expect(await row(first)).toBeUndefined()
      expect(await stored(fileIdOf(first))).toEqual([])
      expect([await row(second), await row(other)]).not.toContain(undefined)
      expect(await stored(fileIdOf(second))).toHaveLength(3)
    })

    run('concurrent files of one field leave one file', async () => {
      const bearer = await ticket()
      const bytes = await jpeg(64, 64)
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => upload(server, bearer, [{ field: 'reqProfile', bytes }])),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
      const ids = answers.map(({ urls }) => fileIdOf(urls['reqProfile'] ?? ''))
      expect((await rows()).filter(({ id }) => ids.includes(id))).toHaveLength(1)
    })

    run(`a ticket permits ${TICKET_UPLOADS_MAX} uploads, also concurrent ones`, async () => {
      const bearer = await ticket()
      const bytes = await jpeg(32, 32)
      const answers = await Promise.all(
        Array.from({ length: TICKET_UPLOADS_MAX + 4 }, () =>
          upload(server, bearer, [{ field: 'reqProfile', bytes }]),
        ),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(TICKET_UPLOADS_MAX)
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(4)
      const more = await upload(server, bearer, [{ field: 'reqProfile', bytes }])
      expect(more).toMatchObject({ status: 429, problem: { code: 'too-many' } })
      expect(Number(more.headers.get('retry-after'))).toBeGreaterThan(0)
    })

    run('a file does not replace that of another applicant', async () => {
      const first = await uploadOne(server, await ticket(), 'reqProfile', await jpeg())
      await uploadOne(server, await ticket(), 'reqProfile', await jpeg())
      expect(await row(first)).toBeDefined()
    })
  })

  describe('all or nothing', () => {
    run('one bad file rejects the whole call with all faults named', async () => {
      const { accessToken } = await member()
      const files = async () =>
        (await readdir(`${server.dataDir}/files`, { recursive: true, withFileTypes: true })).filter(
          (entry) => entry.isFile(),
        ).length
      const before = [(await rows()).length, await files()]
      const answer = await upload(server, accessToken, [
        { field: 'idProofFront', bytes: await jpeg() },
        { field: 'idProofBack', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
        { field: 'wldProfile', bytes: Buffer.alloc(0) },
        { field: 'passport', bytes: await jpeg() },
        { field: 'report', bytes: pdf() },
      ])
      expect(answer).toMatchObject({
        status: 415,
        problem: {
          code: 'wrong-type',
          fields: [
            { path: 'body.idProofBack', code: 'wrong_type' },
            { path: 'body.wldProfile', code: 'empty_file' },
            { path: 'body.passport', code: 'unknown_field' },
          ],
        },
      })
      expect([(await rows()).length, await files()]).toEqual(before)
    })

    run.each([
      ['no file', [], 422, [{ path: 'body', code: 'no_file' }]],
      [
        'an unknown field',
        [{ field: 'avatar' }],
        422,
        [{ path: 'body.avatar', code: 'unknown_field' }],
      ],
      [
        'a field report100',
        [{ field: 'report100' }],
        422,
        [{ path: 'body.report100', code: 'unknown_field' }],
      ],
      [
        'a field twice',
        [{ field: 'report' }, { field: 'report' }],
        422,
        [{ path: 'body.report', code: 'duplicate_field' }],
      ],
      [
        `${UPLOAD_FILES_MAX + 1} files`,
        Array.from({ length: UPLOAD_FILES_MAX + 1 }, (_, index) => ({
          field: `report${index + 1}`,
        })),
        422,
        [{ path: `body.report${UPLOAD_FILES_MAX + 1}`, code: 'too_many_files' }],
      ],
      [
        '300 files',
        Array.from({ length: 300 }, (_, index) => ({ field: `report${index}` })),
        422,
        [{ path: 'body', code: 'too_many_files' }],
      ],
    ])('a call with %s is rejected', async (_what, files, status, fields) => {
      const { accessToken } = await member()
      const bytes = await jpeg(16, 16)
      const answer = await upload(
        server,
        accessToken,
        files.map(({ field }) => ({ field, bytes })),
      )
      expect(answer).toMatchObject({
        status,
        problem: {
          code: 'invalid',
          fields: expect.arrayContaining(fields.map((field) => expect.objectContaining(field))),
        },
      })
    })

    run('a text in place of a file is rejected', async () => {
      const { accessToken } = await member()
      const form = new FormData()
      form.append('wldProfile', 'a text')
      expect(await sendMultipart(server, accessToken, form)).toMatchObject({
        status: 422,
        problem: { fields: [{ path: 'body.wldProfile', code: 'not_a_file' }] },
      })
    })

    run.each([
      ['JSON', '{}', 'application/json', 415],
      ['a form', 'a=b', 'application/x-www-form-urlencoded', 415],
      ['no boundary', 'x', 'multipart/form-data', 400],
      ['another boundary', '--a\r\n\r\nx\r\n--a--', 'multipart/form-data; boundary=b', 400],
      [
        'an end in the middle of a part',
        '--b\r\nContent-Disposition: form-data; name="report"; filename="a.jpg"\r\n\r\nabc',
        'multipart/form-data; boundary=b',
        400,
      ],
      [
        'a part without a name',
        '--b\r\nContent-Disposition: form-data; filename="a.jpg"\r\n\r\nabc\r\n--b--',
        'multipart/form-data; boundary=b',
        422,
      ],
      [
        'a field named __proto__',
        '--b\r\nContent-Disposition: form-data; name="__proto__"; filename="a.jpg"\r\n\r\nabc\r\n--b--',
        'multipart/form-data; boundary=b',
        400,
      ],
      [
        'bare line feeds',
        '--b\nContent-Disposition: form-data; name="report"; filename="a.jpg"\n\nabc\n--b--',
        'multipart/form-data; boundary=b',
        400,
      ],
    ])('a body that is not valid multipart is rejected: %s', async (_what, body, type, status) => {
      const { accessToken } = await member()
      const answer = await sendMultipart(server, accessToken, body, type)
      expect([status, 422]).toContain(answer.status)
      expect(answer.problem?.code).toBeTruthy()
    })

    run('multipart is rejected on other routes', async () => {
      const { accessToken } = await member('moderator')
      const { body, type } = multipartBody([{ field: 'payload', bytes: Buffer.from('x') }])
      const answer = await fetch(`${server.url}/api/card/verify`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': type },
        body: new Uint8Array(body),
      })
      expect(answer.status).toBe(415)
    })

    // The bytes are counted as they arrive, so the engine has no effect, and 230 MB take seconds.
    if (engine === 'sqlite')
      run(
        'a call of more than 100 MB is rejected with 413, with or without a stated length',
        async () => {
          const { accessToken } = await member()
          const large = Buffer.alloc(19 * 1024 * 1024, 0x20)
          const files = Array.from({ length: 6 }, (_, index) => ({
            field: `report${index}`,
            bytes: large,
          }))
          expect(await upload(server, accessToken, files)).toMatchObject({
            status: 413,
            problem: { code: 'too-large' },
          })
          const { body, type } = multipartBody(files)
          const stream = new Blob([new Uint8Array(body)]).stream() // fetch does not know the length of a stream
          const answer = await fetch(`${server.url}/api/upload/files`, {
            method: 'POST',
            headers: { authorization: `Bearer ${accessToken}`, 'content-type': type },
            body: stream,
            duplex: 'half',
          } as RequestInit)
          expect(answer.status).toBe(413)
        },
        60_000,
      )

    run('an aborted upload leaves no rows', async () => {
      const { accessToken } = await member()
      const before = (await rows()).length
      const { body, type } = multipartBody([
        { field: 'report1', bytes: await jpeg() },
        { field: 'report2', bytes: Buffer.alloc(3_000_000) },
      ])
      const aborter = new AbortController()
      const stream = new ReadableStream({
        start: (controller) =>
          controller.enqueue(new Uint8Array(body.subarray(0, body.length - 1_000_000))),
      })
      const call = fetch(`${server.url}/api/upload/files`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': type },
        body: stream,
        duplex: 'half',
        signal: aborter.signal,
      } as RequestInit)
      setTimeout(() => aborter.abort(), 300)
      await expect(call).rejects.toThrow()
      await expect.poll(async () => (await rows()).length).toBe(before)
    })

    run('unused files of a member are limited', async () => {
      const { accessToken, id } = await member()
      const at = server.deps.clock.now().toISOString()
      await server.deps.database.db
        .insertInto('files')
        .values({
          id: crypto.randomUUID(),
          purpose: 'report',
          owner_id: id,
          ticket_id: null,
          attached_at: null,
          media_type: 'application/pdf',
          size_bytes: 301 * 1024 * 1024,
          sha256: '',
          original_name: '',
          created_at: at,
        })
        .execute()
      expect(
        await upload(server, accessToken, [{ field: 'report', bytes: await jpeg() }]),
      ).toMatchObject({ status: 429, problem: { code: 'too-many' } })
    })
  })

  describe('hostile files', () => {
    // The file is cleaned before its row is written, so the engine has no effect on the result.
    run.each(engine === 'sqlite' ? HOSTILE_FILES : [])(
      '$title',
      async ({ field, name, type, make, becomes, mustVanish = [] }) => {
        const { accessToken, id } = await member()
        const bytes = await make()
        const answer = await upload(server, accessToken, [{ field, bytes, name, type }])
        if (becomes === 'no-copy') {
          expect(answer.status).toBe(200)
          return expect(await copiesOf(answer.urls[field] ?? '')).toEqual([])
        }
        if (becomes !== 'disarmed') {
          expect(answer).toMatchObject({
            status: becomes.status,
            problem: { fields: [{ path: `body.${field}`, code: becomes.cause }] },
          })
          // Their own: what an earlier test left may go away meanwhile.
          return expect((await rows()).filter(({ owner_id }) => owner_id === id)).toEqual([])
        }
        expect(answer.status).toBe(200)
        const copies = await copiesOf(answer.urls[field] ?? '')
        expect(copies.length).toBeGreaterThan(0)
        for (const copy of copies) {
          expect(copy.equals(bytes)).toBe(false)
          const inside = expand(copy)
          for (const trace of mustVanish)
            expect(inside.includes(Buffer.from(trace, 'latin1')), trace).toBe(false)
        }
        if (field === 'wldProfile')
          for (const copy of copies)
            expect(await sharp(copy).metadata()).toMatchObject({ format: 'jpeg', space: 'srgb' })
      },
    )

    run('file names are cleaned before they are stored', async () => {
      const { accessToken } = await member()
      const bytes = await jpeg(32, 32)
      for (const { sent, kept } of HOSTILE_NAMES) {
        const answer = await upload(server, accessToken, [{ field: 'report', bytes, name: sent }])
        expect({ sent, status: answer.status }).toEqual({ sent, status: 200 })
        expect(await row(answer.urls['report'] ?? '')).toMatchObject({ original_name: kept })
      }
      const answer = await upload(server, accessToken, [
        { field: 'report', bytes, name: 'a\0b.jpg' },
      ])
      expect([200, 400]).toContain(answer.status)
      if (answer.status === 200)
        expect((await row(answer.urls['report'] ?? ''))?.original_name).not.toContain('\0')
    })
  })

  describe('orphans', () => {
    run('unused files are deleted after half an hour; used ones stay', async () => {
      const { accessToken, id } = await member()
      const lost = await uploadOne(server, accessToken, 'wldProfile', await jpeg())
      const used = await uploadOne(server, accessToken, 'wldProfile', await jpeg())
      await server.deps.database.db
        .updateTable('files')
        .set({ attached_at: server.deps.clock.now().toISOString(), owner_id: id })
        .where('id', '=', fileIdOf(used))
        .execute()
      await removeOrphans(server.deps)
      expect(await row(lost)).toBeDefined()
      server.clock.advance(30 * 60 + 1)
      expect(await removeOrphans(server.deps)).toBeGreaterThan(0)
      expect(await row(lost)).toBeUndefined()
      expect(await stored(fileIdOf(lost))).toEqual([])
      expect(await row(used)).toBeDefined()
      expect(await stored(fileIdOf(used))).toHaveLength(3)
      expect(await removeOrphans(server.deps)).toBe(0)
    })

    run('files left by a crash during an upload are deleted', async () => {
      const head = await jpeg()
      const prepared = await server.deps.library.prepare(
        { head, read: async () => head, use: 'portrait', documents: false },
        ['member:1'],
      )
      if (!prepared.ok || !prepared.value.ok) throw new Error('not prepared')
      const id = await server.deps.library.receive(prepared.value.file, 'me.jpg')
      expect(await stored(id)).toHaveLength(3)
      server.clock.advance(31 * 60)
      await removeOrphans(server.deps)
      expect(await stored(id)).toEqual([])
    })

    run(
      'concurrent sweeps of several servers delete each unused file without an error',
      async () => {
        const { accessToken } = await member()
        const url = await uploadOne(server, accessToken, 'wldProfile', await jpeg())
        server.clock.advance(31 * 60)
        const removed = await Promise.all([
          removeOrphans(server.deps),
          removeOrphans(server.deps),
          removeOrphans(server.deps),
        ])
        expect(removed.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(1)
        expect(await row(url)).toBeUndefined()
      },
    )
  })
})
