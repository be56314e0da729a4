/** Faults of the file store: it refuses, responds with 503, does not respond, or returns missing or wrong bytes. */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { createBackup } from '#server/commands/backup/create-backup.ts'
import { verifyBackup } from '#server/records/backup/check/verify-backup.ts'
import { openBackupFolder } from '#server/records/backup/folder/backup-folder.ts'
import { createReport, type Report } from '#shared/contract/reports.ts'
import { reportBody } from '#tests/builders/report.ts'
import { RULE_ENGINES } from '#tests/support/engines.ts'
import { begun, callUpload, sendAll, uploadInParts } from '#tests/support/evidence-uploads.ts'
import { startFakeS3, type FakeS3, type StoreFault } from '#tests/support/fake-s3.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { jpeg, pdf } from '#tests/support/sample-files.ts'
import { film } from '#tests/support/sample-films.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import { fileIdOf, upload, uploadOne } from '#tests/support/uploads.ts'

const MEGABYTE = 1024 * 1024
const AWAY = [
  'refuses',
  'answers 503',
  'answers 200 with an error',
  'ends in the middle',
  'hangs',
] as const satisfies readonly StoreFault[]
const DAMAGED = { status: 409, code: 'file-damaged' }

describe.each(RULE_ENGINES)('faults of the file store on $title', ({ engine, skip }) => {
  let store: FakeS3
  beforeAll(async () => {
    store = await startFakeS3()
  })
  afterAll(() => store.stop())
  const {
    server,
    run,
    person: enter,
  } = suiteServer({ engine, skip }, () => {
    const { endpoint, region, bucket, accessKeyId, secretAccessKey } = store.settings
    return {
      env: {
        LIMITS_SCALE: '1000',
        S3_ENDPOINT: endpoint,
        S3_REGION: region,
        S3_BUCKET: bucket,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
      },
    }
  })
  afterEach(() => store.setFault('none'))

  const person = async (role: 'member' | 'admin' = 'member'): Promise<string> =>
    (await enter(role, { proven: true })).bearer
  const get = (path: string, bearer: string) =>
    fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${bearer}` } })
  const problemOf = async (answer: Response) => {
    const { code, part, message } = (await answer.json()) as Record<string, unknown>
    return {
      status: answer.status,
      code,
      part,
      message,
      retryAfter: answer.headers.get('retry-after'),
    }
  }
  const rowsOf = async (table: 'files' | 'file_parts'): Promise<number> => {
    const { n } = await server.deps.database.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return Number(n)
  }
  const publishedFiles = async (): Promise<number> =>
    (
      await server.deps.database.db
        .selectFrom('files')
        .select('id')
        .where('purpose', '=', 'report')
        .execute()
    ).length
  const filed = async (urls: readonly string[], bearer: string): Promise<Report> => {
    const evidenceList = urls.map((fileUrl) => ({
      evidenceType: 'image' as const,
      fileUrl,
      description: 'Seen',
    }))
    const answer = await server.client.call(
      createReport,
      { body: reportBody({ evidenceList }) },
      { bearer },
    )
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    return answer.value
  }
  const originalOf = (report: Report): string =>
    `/api/report/evidence/original/${report.reportEvidences[0]?.id}`
  const keyOf = (kind: string, url: string): string =>
    `${kind}/${fileIdOf(url).slice(0, 2)}/${fileIdOf(url)}`

  // The database has no part in how long the server waits for the store.
  describe.each(engine === 'sqlite' ? AWAY : [])('a store that %s', (fault) => {
    run('calls get 503 with part files within seconds, and work again after it', async () => {
      const [reporter, admin, photo] = [await person(), await person('admin'), await jpeg(64, 64)]
      const report = await filed([await uploadOne(server, reporter, 'report', photo)], reporter)
      await store.setFault(fault)
      const [before, published] = [performance.now(), await publishedFiles()]
      const sent = await upload(server, reporter, [{ field: 'report', bytes: photo }])
      expect(sent).toMatchObject({ status: 503, problem: { code: 'unavailable', part: 'files' } })
      expect(sent.headers.get('retry-after')).toBe('10')
      const read = await problemOf(await get(originalOf(report), admin))
      expect(read).toMatchObject({
        status: 503,
        code: 'unavailable',
        part: 'files',
        retryAfter: '10',
      })
      expect(
        await problemOf(await get(`/api/report/evidence/package/${report.id}`, admin)),
      ).toMatchObject(read)
      expect(performance.now() - before).toBeLessThan(30_000)
      expect(await publishedFiles()).toBe(published)
      // Nobody is told that the original is lost.
      const told = server.deps.database.db
        .selectFrom('audit')
        .select('action')
        .where('target', '=', `evidence:${report.reportEvidences[0]?.id}`)
      expect(await told.where('action', '=', 'evidence.damaged').execute()).toEqual([])
      await store.setFault('none')
      expect((await get(originalOf(report), admin)).status).toBe(200)
      expect((await upload(server, reporter, [{ field: 'report', bytes: photo }])).status).toBe(200)
    })

    run('/readyz reports the fault within three seconds, and that the server serves', async () => {
      server.clock.advance(10)
      await store.setFault(fault)
      const start = performance.now()
      const reply = await fetch(`${server.url}/readyz`)
      expect(reply.status).toBe(200)
      expect(await reply.json()).toMatchObject({ files: fault === 'hangs' ? 'slow' : 'away' })
      expect(performance.now() - start).toBeLessThan(3_000)
      const metrics = await (
        await fetch(`${server.url}/metrics`, {
          headers: { authorization: `Bearer ${await person('admin')}` },
        })
      ).text()
      expect(metrics).toContain(`wld_writable{part="files"} ${fault === 'hangs' ? 1 : 0}`)
      server.clock.advance(10)
    })

    run('/readyz does not repeat what it saw while the clock was ahead', async () => {
      const files = async () =>
        ((await (await fetch(`${server.url}/readyz`)).json()) as { files: string }).files
      await store.setFault('none')
      server.clock.advance(24 * 60 * 60)
      expect(await files()).toBe('ok')
      server.clock.advance(-24 * 60 * 60)
      await store.setFault(fault)
      expect(await files()).toBe(fault === 'hangs' ? 'slow' : 'away')
      server.clock.advance(10)
    })

    run('an upload in parts continues after the fault', async () => {
      const [bearer, bytes] = [await person(), film()]
      const { id } = await begun(server, bearer, bytes)
      await sendAll(server, bearer, id, bytes)
      await store.setFault(fault)
      const finish = () => callUpload(server, bearer, 'POST', `/${id}/finish`)
      expect(await finish()).toMatchObject({ status: 503, problem: { code: 'unavailable' } })
      await store.setFault('none')
      expect(await finish()).toMatchObject({ status: 200 })
    })
  })

  run('a call that timed out is not retried', async () => {
    await store.setFault('hangs')
    const before = store.calls()
    await expect(server.deps.files.get('view/ab/one')).rejects.toThrow('files unavailable')
    expect(store.calls()).toBe(before + 1)
  })

  run(
    'a store that cleanly sends half of the bytes is told as damage until it sends all, and nothing of it is kept',
    async () => {
      const { deps } = server
      const [reporter, admin, photo] = [await person(), await person('admin'), await jpeg(64, 64)]
      const url = await uploadOne(server, reporter, 'report', photo)
      const report = await filed([url], reporter)
      await deps.database.db.updateTable('reports').set({ held_at: null }).execute()
      const view = `${server.url}${deps.library.sign(fileIdOf(url), 'view', 'public')}`
      const folder = await mkdtemp(join(MEMORY_FOLDER, 'wld-half-'))
      const backups = await openBackupFolder(folder, '12'.repeat(32), { create: true })
      const printed: string[] = []
      const backUp = () =>
        createBackup(backups, {
          config: deps.config,
          store: deps.files,
          secretKey: 'ab'.repeat(32),
          version: '0.0.0',
          now: new Date(),
          print: (line) => void printed.push(line),
        })
      try {
        await store.setFault('sends half of the bytes')
        for (const answer of [await get(originalOf(report), admin), await fetch(view)]) {
          expect(answer.headers.get('cache-control')).toBe('no-store')
          expect(await problemOf(answer)).toMatchObject(DAMAGED)
        }
        const { name: half } = await backUp()
        expect(printed.join('\n')).toContain(`${keyOf('original', url)} is damaged in the store`)
        expect((await verifyBackup(backups, half)).faults.join('\n')).toContain(
          keyOf('original', url),
        )
        await store.setFault('none')
        expect(Buffer.from(await (await get(originalOf(report), admin)).arrayBuffer())).toEqual(
          photo,
        )
        expect((await fetch(view)).status).toBe(200)
        // The next backup does not take what was read before for the file.
        const { name: whole } = await backUp()
        expect((await verifyBackup(backups, whole)).faults).toEqual([])
      } finally {
        await rm(folder, { recursive: true })
      }
    },
  )

  describe('an original', () => {
    const flip = (bytes: Buffer): Buffer =>
      Buffer.from(bytes.map((byte, index) => (index === 40 ? byte ^ 1 : byte)))
    const scene = async () => {
      const reporter = await person()
      const url = await uploadOne(server, reporter, 'report', await jpeg(64, 64))
      return { url, report: await filed([url], reporter) }
    }
    const auditOf = (report: Report) =>
      server.deps.database.db
        .selectFrom('audit')
        .select(['action', 'actor'])
        .where('target', '=', `evidence:${report.reportEvidences[0]?.id}`)
        .orderBy('seq', 'desc')
        .executeTakeFirst()

    run.each<[string, (url: string) => Promise<void> | void]>([
      ['lost', (url) => void store.objects.delete(keyOf('original', url))],
      [
        'changed',
        (url) => {
          const key = keyOf('original', url)
          store.objects.set(key, flip(store.objects.get(key) ?? Buffer.alloc(100)))
        },
      ],
      ['cut off', (url) => void store.objects.set(keyOf('original', url), Buffer.alloc(10))],
      [
        'of another hash',
        async (url) => {
          const file = server.deps.database.db.updateTable('files').where('id', '=', fileIdOf(url))
          await file.set({ sha256: '0'.repeat(64) }).execute()
        },
      ],
    ])(
      'an original that is %s gets 409 with the remedy, an audit row and a line in the log',
      async (_what, damage) => {
        const { url, report } = await scene()
        await damage(url)
        const answer = await problemOf(await get(originalOf(report), await person('admin')))
        expect(answer).toMatchObject({
          ...DAMAGED,
          message: expect.stringContaining('restore it from a backup'),
        })
        const actor = expect.stringMatching(/^member:/) as unknown
        expect(await auditOf(report)).toMatchObject({ action: 'evidence.damaged', actor })
        expect(server.logLines.join('')).toMatch(/an original cannot be read/)
      },
    )

    run('an original whose copy was changed gets the same problem', async () => {
      const { url } = await scene()
      const key = `${keyOf('view', url)}-view`
      store.objects.set(key, flip(store.objects.get(key) ?? Buffer.alloc(100)))
      const address = server.deps.library.sign(fileIdOf(url), 'view', 'public')
      await server.deps.database.db.updateTable('reports').set({ held_at: null }).execute()
      expect(await problemOf(await fetch(`${server.url}${address}`))).toMatchObject(DAMAGED)
    })
  })

  describe('a film with a missing part', () => {
    run('a film with a missing part is rejected before its first byte', async () => {
      const reporter = await person()
      const bytes = film({ picture: Buffer.alloc(2 * MEGABYTE, 7) })
      const url = (await uploadInParts(server, reporter, bytes)).upload.fileUrl ?? ''
      const parts = server.deps.database.db
        .selectFrom('file_parts')
        .select('id')
        .where('file_id', '=', fileIdOf(url))
      const { id } = await parts.where('number', '=', 1).executeTakeFirstOrThrow()
      store.objects.delete(`part/${id.slice(0, 2)}/${id}`)
      const report = await filed([url], reporter)
      expect(await problemOf(await get(originalOf(report), await person('admin')))).toMatchObject(
        DAMAGED,
      )
    })
  })

  run('an upload with a lost part is rejected and leaves no rows', async () => {
    const [bearer, bytes, before] = [
      await person(),
      pdf(),
      [await rowsOf('files'), await rowsOf('file_parts')],
    ]
    const { id } = await begun(server, bearer, bytes)
    await sendAll(server, bearer, id, bytes)
    const parts = server.deps.database.db
      .selectFrom('file_parts')
      .select('id')
      .where('upload_id', '=', id)
    for (const { id: part } of await parts.execute())
      store.objects.delete(`part/${part.slice(0, 2)}/${part}`)
    const answer = await callUpload(server, bearer, 'POST', `/${id}/finish`)
    expect([answer.status, answer.problem.fields[0]?.code]).toEqual([422, 'damaged_file'])
    expect([await rowsOf('files'), await rowsOf('file_parts')]).toEqual(before)
  })
})
