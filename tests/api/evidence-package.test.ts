import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyPackage } from '#server/features/evidence/package/verify-package.ts'
import { sourceOf } from '#server/parts/files/byte-source.ts'
import { checksum, storedZipSize, writeStoredZip } from '#server/parts/files/stored-zip.ts'
import { evidenceKeys, readCustody } from '#shared/contract/evidence.ts'
import {
  createEvidence,
  createReport,
  deleteEvidence,
  listEvidence,
  restoreEvidence,
  type Report,
} from '#shared/contract/reports.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { reportBody } from '#tests/builders/report.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { sha256, uploadInParts } from '#tests/support/evidence-uploads.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { program } from '#tests/support/programs.ts'
import { EXIF, jpeg, pdf, picture } from '#tests/support/sample-files.ts'
import { film } from '#tests/support/sample-films.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import { uploadOne } from '#tests/support/uploads.ts'
import { readZip } from '#tests/support/zip.ts'

const MEGABYTE = 1024 * 1024
type Entries = { name: string; bytes: Buffer }[]

async function writeEntries(entries: Entries): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of writeStoredZip(
    entries.map(({ name, bytes }) => ({ name, source: sourceOf(bytes), crc32: checksum(bytes) })),
  ))
    pieces.push(piece)
  return Buffer.concat(pieces)
}

describe.each(ENGINES)('custody and packages on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip })
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(MEMORY_FOLDER, 'wld-package-'))
  })
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true })
  })

  const member = (role: Role = 'member', proven = false) => person(role, { proven })
  const get = (path: string, bearer?: string) =>
    fetch(
      `${server.url}${path}`,
      bearer === undefined ? {} : { headers: { authorization: `Bearer ${bearer}` } },
    )
  const item = (fileUrl: string) => ({
    evidenceType: 'image' as const,
    fileUrl,
    description: 'Seen',
  })
  const bytesOf = async () => ({
    photo: await picture(64, 64).jpeg().withExif(EXIF).toBuffer(),
    paper: pdf(),
    scene: film({ picture: randomBytes(2 * MEGABYTE) }),
  })

  async function filed(): Promise<{
    report: Report
    reporter: Awaited<ReturnType<typeof member>>
    sent: Awaited<ReturnType<typeof bytesOf>>
  }> {
    const [reporter, sent] = [await member(), await bytesOf()]
    const urls = [await uploadOne(server, reporter.bearer, 'report', sent.photo, 'Hamid-home.jpg')]
    for (const bytes of [sent.paper, sent.scene])
      urls.push((await uploadInParts(server, reporter.bearer, bytes)).upload.fileUrl ?? '')
    const answer = await server.client.call(
      createReport,
      { body: reportBody({ incidentDate: '2025-03-01', evidenceList: urls.map(item) }) },
      { bearer: reporter.bearer },
    )
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    return { report: answer.value, reporter, sent }
  }
  const hold = (id: number) =>
    server.deps.database.db
      .updateTable('reports')
      .set({ held_at: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', id)
      .execute()
  const custody = async (id: number, bearer: string) => {
    const answer = await server.client.call(readCustody, { params: { id } }, { bearer })
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    return answer.value
  }
  const packageOf = async (reportId: number, bearer: string): Promise<Buffer> => {
    const answer = await get(`/api/report/evidence/package/${reportId}`, bearer)
    if (answer.status !== 200) throw new Error(await answer.text())
    return Buffer.from(await answer.arrayBuffer())
  }
  const check = async (archive: Buffer, key?: string) => {
    const path = join(folder, `${randomBytes(6).toString('hex')}.zip`)
    await writeFile(path, archive)
    return verifyPackage(path, key)
  }

  describe('custody', () => {
    run('custody lists who handled the evidence and never names the reporter', async () => {
      const { report, reporter, sent } = await filed()
      const [moderator, admin] = [await member('moderator', true), await member('admin', true)]
      const id = report.reportEvidences[0]?.id ?? 0
      const original = await get(`/api/report/evidence/original/${id}`, moderator.bearer)
      expect(Buffer.from(await original.arrayBuffer()).equals(sent.photo)).toBe(true)
      expect(original.headers.get('content-disposition')).toBe(
        `attachment; filename="evidence-${id}-original.jpg"`,
      )
      expect(original.headers.get('content-security-policy')).toBe('sandbox')
      await packageOf(report.id, admin.bearer)
      await server.client.call(
        deleteEvidence,
        { params: { id }, body: { reason: 'Not of this report' } },
        { bearer: admin.bearer },
      )
      const story = await custody(id, moderator.bearer)
      expect(story).toMatchObject({
        evidenceId: id,
        reportId: report.id,
        sha256: sha256(sent.photo),
        size: sent.photo.length,
        complete: true,
      })
      expect(story.removedAt).not.toBeNull()
      expect(story.events.map(({ event, by }) => [event, by])).toEqual([
        ['received', { kind: 'reporter' }],
        ['viewed', { kind: 'staff', cardId: cardId(moderator.id) }],
        ['exported', { kind: 'staff', cardId: cardId(admin.id) }],
        ['removed', { kind: 'staff', cardId: cardId(admin.id) }],
      ])
      // Reviewers cannot read a removed piece of evidence; roles that may restore it can.
      expect((await get(`/api/report/evidence/original/${id}`, moderator.bearer)).status).toBe(404)
      expect((await get(`/api/report/evidence/original/${id}`, admin.bearer)).status).toBe(200)
      const restore = (by: { readonly bearer: string }) =>
        server.client.call(restoreEvidence, { params: { id } }, { bearer: by.bearer })
      expect(await restore(moderator)).toMatchObject({ ok: false, problem: { code: 'forbidden' } })
      expect(await restore(admin)).toMatchObject({ ok: true, value: { id } })
      expect(await restore(admin)).toMatchObject({ ok: false, problem: { code: 'not-found' } })
      expect(await server.client.call(listEvidence, { params: { id: report.id } })).toMatchObject({
        ok: true,
        value: expect.arrayContaining([expect.objectContaining({ id })]),
      })
      expect((await custody(id, moderator.bearer)).events.at(-1)).toMatchObject({
        event: 'restored',
        by: { kind: 'staff', cardId: cardId(admin.id) },
        detail: { sha256: sha256(sent.photo) },
      })
      const long = new Date(server.clock.now().getTime() - 31 * 86_400_000).toISOString()
      await server.deps.database.db
        .updateTable('report_evidence')
        .set({ deleted_at: long })
        .where('id', '=', id)
        .execute()
      expect(await restore(admin)).toMatchObject({ ok: false, problem: { code: 'not-found' } })
      for (const { detail, auditHash, seq } of story.events) {
        expect(detail['sha256']).toBe(sha256(sent.photo))
        expect(
          await server.deps.database.db
            .selectFrom('audit')
            .select('hash')
            .where('seq', '=', seq)
            .executeTakeFirst(),
        ).toEqual({ hash: auditHash })
      }
      expect(JSON.stringify(story)).not.toContain(String(reporter.id))
      expect(await server.deps.audit.firstBrokenRow()).toBeUndefined()
    })

    run(
      'staff who report are not named; staff who add evidence to the report of another are named',
      async () => {
        const [staff, other] = [await member('moderator'), await member('content')]
        const url = await uploadOne(server, staff.bearer, 'report', await jpeg(40, 40))
        const report = await server.client.call(
          createReport,
          { body: reportBody({ evidenceList: [item(url)] }) },
          { bearer: staff.bearer },
        )
        if (!report.ok) throw new Error('not filed')
        const added = await server.client.call(
          createEvidence,
          {
            body: {
              reportId: report.value.id,
              ...item(await uploadOne(server, other.bearer, 'report', await jpeg(41, 41))),
            },
          },
          { bearer: other.bearer },
        )
        if (!added.ok) throw new Error('not added')
        expect(
          (await custody(report.value.reportEvidences[0]?.id ?? 0, other.bearer)).events[0]?.by,
        ).toEqual({ kind: 'reporter' })
        expect((await custody(added.value.id, staff.bearer)).events[0]?.by).toEqual({
          kind: 'staff',
          cardId: cardId(other.id),
        })
      },
    )

    run(
      'custody has views of a held report by staff, not views by the reporter or the public',
      async () => {
        const { report, reporter } = await filed()
        const staff = await member('reviewer')
        const id = report.reportEvidences[2]?.id ?? 0
        const address = report.reportEvidences[2]?.fileUrl ?? ''
        expect((await get(address)).status).toBe(200)
        await hold(report.id)
        for (const { bearer } of [reporter, staff]) {
          const list = await server.client.call(
            listEvidence,
            { params: { id: report.id } },
            { bearer },
          )
          if (!list.ok) throw new Error('no list')
          const url = `${server.url}${list.value[2]?.fileUrl ?? ''}`
          for (const range of ['bytes=0-', 'bytes=1000-2000'])
            expect((await fetch(url, { headers: { range } })).status).toBe(206)
        }
        const { events } = await custody(id, staff.bearer)
        expect(
          events.map(({ event, by, detail }) => [
            event,
            by.kind === 'staff' ? by.cardId : by.kind,
            detail['copy'],
          ]),
        ).toEqual([
          ['received', 'reporter', undefined],
          ['viewed', cardId(staff.id), 'working'],
        ])
      },
    )

    run(
      'reading several ranges of a film by one address adds one line to the custody',
      async () => {
        const { report } = await filed()
        const staff = await member('reviewer')
        const id = report.reportEvidences[2]?.id ?? 0
        await hold(report.id)
        const address = async () => {
          const list = await server.client.call(
            listEvidence,
            { params: { id: report.id } },
            { bearer: staff.bearer },
          )
          if (!list.ok) throw new Error('no list')
          return `${server.url}${list.value[2]?.fileUrl ?? ''}`
        }
        const part = async (url: string, range: string) =>
          expect((await fetch(url, { headers: { range } })).status).toBe(206)
        const looks = async () =>
          (await custody(id, staff.bearer)).events.filter(({ event }) => event === 'viewed').length
        const first = await address()
        await Promise.all(
          ['bytes=1000-2000', 'bytes=-100', 'bytes=500-', 'bytes=0-'].map((range) =>
            part(first, range),
          ),
        )
        expect(await looks()).toBe(1)
        expect((await fetch(first)).status).toBe(200)
        expect(await looks()).toBe(2) // each download of the whole file counts as a look
        server.clock.advance(60)
        const later = await address()
        await part(later, 'bytes=3-')
        await part(later, 'bytes=0-')
        await part(first, 'bytes=7-')
        expect(await looks()).toBe(3)
        // With If-Range, the whole file is sent, because files have no version; that counts as a look too.
        expect(
          (await fetch(later, { headers: { range: 'bytes=9-', 'if-range': '"1"' } })).status,
        ).toBe(200)
        expect(await looks()).toBe(4)
      },
    )

    run(
      'staff read custody; originals and packages need a step-up and are closed to reviewers',
      async () => {
        const { report, reporter } = await filed()
        const id = report.reportEvidences[0]?.id ?? 0
        const paths = [
          `/api/report/evidence/custody/${id}`,
          `/api/report/evidence/original/${id}`,
          `/api/report/evidence/package/${report.id}`,
        ]
        for (const path of paths) {
          expect((await get(path)).status).toBe(401)
          expect((await get(path, reporter.bearer)).status).toBe(403)
        }
        const [reviewer, moderator] = [await member('reviewer', true), await member('moderator')]
        expect(
          await Promise.all(paths.map(async (path) => (await get(path, reviewer.bearer)).status)),
        ).toEqual([200, 403, 403])
        for (const path of paths.slice(1))
          expect(await (await get(path, moderator.bearer)).json()).toMatchObject({
            code: 'step-up-required',
          })
        expect(
          (await get('/api/report/evidence/package/999999', (await member('admin', true)).bearer))
            .status,
        ).toBe(404)
      },
    )
  })

  describe('a package', () => {
    let whole: Buffer
    let key: string
    let scene: Awaited<ReturnType<typeof filed>>
    beforeAll(async () => {
      scene = await filed()
      whole = await packageOf(scene.report.id, (await member('admin', true)).bearer)
      const keys = await server.client.call(evidenceKeys, {})
      key = keys.ok ? (keys.value.keys[0]?.x ?? '') : ''
    })

    run('the package is whole and has the originals and custody of each piece', async () => {
      expect(await check(whole, key)).toMatchObject({ faults: [], notes: [] })
      const entries = readZip(whole)
      const ids = scene.report.reportEvidences.map(({ id }) => id)
      expect(entries.map(({ name }) => name)).toEqual([
        'manifest.json',
        'manifest.sig',
        'README.txt',
        'report.json',
        ...['jpg', 'pdf', 'mp4'].flatMap((ending, index) => [
          `originals/evidence-${ids[index]}.${ending}`,
          `custody/evidence-${ids[index]}.jsonl`,
        ]),
      ])
      const inside = (name: string): Buffer =>
        entries.find((entry) => entry.name === name)?.bytes ?? Buffer.alloc(0)
      expect(inside('README.txt').toString()).toMatch(
        /Documents \(PDF, DOC, DOCX\) may contain active\s+content/,
      )
      expect(inside(`originals/evidence-${ids[0]}.jpg`).equals(scene.sent.photo)).toBe(true)
      expect(inside(`originals/evidence-${ids[2]}.mp4`).equals(scene.sent.scene)).toBe(true)
      expect(inside(`custody/evidence-${ids[1]}.jsonl`).toString()).toContain('"exported"')
      expect(JSON.parse(inside('report.json').toString())).toMatchObject({
        id: scene.report.id,
        description: scene.report.description,
        incidentDate: '2025-03-01',
        actorAccount: expect.any(String),
      })
      for (const trace of [String(scene.reporter.id), scene.reporter.email, 'Hamid-home'])
        for (const { name, bytes } of entries)
          expect(bytes.includes(trace), `${name}: ${trace}`).toBe(false)
    })

    run(
      'the package has the hash stated by the device and a note that it cannot be checked',
      async () => {
        const [reporter, moderator] = [await member(), await member('moderator', true)]
        const [stated, photo] = [{ sha256: 'ab'.repeat(32), size: 7_800_000 }, await jpeg(60, 60)]
        const { upload } = await uploadInParts(server, reporter.bearer, photo, {
          original: { originalSha256: stated.sha256, originalSize: stated.size },
        })
        const report = await server.client.call(
          createReport,
          { body: reportBody({ evidenceList: [item(upload.fileUrl ?? '')] }) },
          { bearer: reporter.bearer },
        )
        if (!report.ok) throw new Error(JSON.stringify(report))
        const id = report.value.reportEvidences[0]?.id ?? 0
        expect(await custody(id, moderator.bearer)).toMatchObject({
          sha256: sha256(photo),
          statedOriginal: stated,
          events: [{ event: 'received', detail: { statedOriginalSha256: stated.sha256 } }],
        })
        const { faults, notes, manifest } = await check(
          await packageOf(report.value.id, moderator.bearer),
          key,
        )
        expect(faults).toEqual([])
        expect(notes).toEqual([
          expect.stringMatching(
            new RegExp(
              `^originals/evidence-${id}\\.jpg was made smaller .*${stated.sha256} \\(7800000 bytes\\).*cannot be checked`,
            ),
          ),
        ])
        const note = 'hash of the original as stated by the device; the original is not stored'
        expect(
          manifest?.files.find(({ name }) => name === `originals/evidence-${id}.jpg`),
        ).toMatchObject({ sha256: sha256(photo), statedOriginal: { ...stated, note } })
        // The public list does not show it.
        expect(JSON.stringify(report.value)).not.toContain(stated.sha256)
        expect(
          (await custody(scene.report.reportEvidences[0]?.id ?? 0, moderator.bearer))
            .statedOriginal,
        ).toBeNull()
      },
    )

    run(
      'the reply has a Content-Length; the package for a moderator has no account of the actor',
      async () => {
        const moderator = await member('moderator', true)
        const answer = await get(
          `/api/report/evidence/package/${scene.report.id}`,
          moderator.bearer,
        )
        const bytes = Buffer.from(await answer.arrayBuffer())
        expect(Number(answer.headers.get('content-length'))).toBe(bytes.length)
        expect(answer.headers.get('content-type')).toBe('application/zip')
        expect(
          readZip(bytes)
            .find(({ name }) => name === 'report.json')
            ?.bytes.includes('actorAccount'),
        ).toBe(false)
      },
    )

    run('the package notes an original that the server has lost', async () => {
      const other = await filed()
      const row = await server.deps.database.db
        .selectFrom('report_evidence')
        .select('file_id')
        .where('id', '=', other.report.reportEvidences[0]?.id ?? 0)
        .executeTakeFirstOrThrow()
      await server.deps.files.delete(`original/${row.file_id.slice(0, 2)}/${row.file_id}`)
      const { faults, notes } = await check(
        await packageOf(other.report.id, (await member('content', true)).bearer),
        key,
      )
      expect(faults).toEqual([])
      expect(notes).toEqual([expect.stringMatching(/could not read its original/)])
    })

    const spoilt = async (
      spoil: (entries: Entries) => Entries | Promise<Entries>,
      withKey = true,
    ) =>
      (await check(await writeEntries(await spoil(readZip(whole))), withKey ? key : undefined))
        .faults
    const change = (entries: Entries, pattern: RegExp, edit: (bytes: Buffer) => Buffer): Entries =>
      entries.map((entry) =>
        pattern.test(entry.name) ? { ...entry, bytes: edit(entry.bytes) } : entry,
      )

    run('a changed byte in an original is reported with its file', async () => {
      const faults = await spoilt((entries) =>
        change(entries, /\.mp4$/, (bytes) =>
          Buffer.concat([
            bytes.subarray(0, 1_000),
            Buffer.from([(bytes[1_000] ?? 0) ^ 1]),
            bytes.subarray(1_001),
          ]),
        ),
      )
      expect(faults).toEqual([expect.stringMatching(/^originals\/evidence-\d+\.mp4: changed$/)])
    })
    run('a changed, removed or added custody line is reported by number', async () => {
      const lines = (edit: (all: string[]) => string[]) =>
        spoilt((entries) =>
          change(
            entries,
            new RegExp(`custody/evidence-${scene.report.reportEvidences[0]?.id}\\.jsonl`),
            (bytes) => Buffer.from(`${edit(bytes.toString().trimEnd().split('\n')).join('\n')}\n`),
          ),
        )
      expect(
        await lines((all) =>
          all.map((line, index) => (index === 1 ? line.replace('reporter', 'server') : line)),
        ),
      ).toEqual([expect.stringMatching(/^custody\/.*: line 2 was changed$/)])
      expect(await lines((all) => all.slice(0, -1))).toEqual([
        expect.stringMatching(/: line 3 is missing$/),
      ])
      expect(await lines((all) => [...all, '{}'])).toEqual([
        expect.stringMatching(/: line 4 was added$/),
      ])
    })
    run('a removed or added file is reported with its name', async () => {
      expect(
        await spoilt((entries) => entries.filter(({ name }) => !name.endsWith('.pdf'))),
      ).toEqual([expect.stringMatching(/\.pdf: removed from the archive$/)])
      expect(
        await spoilt((entries) => [
          ...entries,
          { name: 'originals/evidence-0.jpg', bytes: Buffer.from('x') },
        ]),
      ).toEqual(['originals/evidence-0.jpg: added to the archive'])
    })
    run('a changed or missing manifest or signature is reported', async () => {
      expect(
        await spoilt((entries) =>
          change(entries, /manifest\.json/, (bytes) =>
            Buffer.from(bytes.toString().replace(/"reportId": \d+/, '"reportId": 1')),
          ),
        ),
      ).toEqual([expect.stringMatching(/the signature does not fit/)])
      expect(
        await spoilt((entries) =>
          change(entries, /manifest\.sig/, () => Buffer.from(`${'A'.repeat(86)}\n`)),
        ),
      ).toEqual([expect.stringMatching(/the signature does not fit/)])
      expect(
        await spoilt((entries) => entries.filter(({ name }) => name !== 'manifest.sig')),
      ).toEqual(['manifest.sig: removed from the archive'])
      expect(
        await spoilt((entries) => entries.filter(({ name }) => name !== 'manifest.json')),
      ).toEqual(['manifest.json: removed from the archive'])
    })
    run('a package of another signer is detected only with the right key', async () => {
      const { faults } = await check(whole, 'A'.repeat(43))
      expect(faults).toEqual([expect.stringMatching(/not with the one that was given/)])
      expect((await check(whole)).notes).toEqual([expect.stringMatching(/No key was given/)])
    })
    run('a truncated, extended or unreadable archive is reported as such', async () => {
      expect((await check(whole.subarray(0, whole.length - 100))).faults).toEqual([
        expect.stringMatching(/cut off/),
      ])
      expect((await check(Buffer.concat([whole, Buffer.from('more')]))).faults).toEqual([
        expect.stringMatching(/added at its end/),
      ])
      expect((await check(Buffer.from('no'))).faults).toEqual([expect.stringMatching(/no package/)])
    })
    run('the command exits with 0 for a whole package, otherwise with 1', async () => {
      const { spawnSync } = await import('node:child_process')
      const [good, bad] = [join(folder, 'good.zip'), join(folder, 'bad.zip')]
      await writeFile(good, whole)
      await writeFile(
        bad,
        await writeEntries(readZip(whole).filter(({ name }) => name !== 'report.json')),
      )
      const verify = (...args: string[]) =>
        spawnSync(
          process.execPath,
          [program('src/server/commands/verify/evidence-verify.ts'), ...args],
          {
            encoding: 'utf8',
          },
        )
      expect(verify(good, '--key', key)).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(/^Whole: report/) as string,
      })
      expect(verify(bad, '--key', key)).toMatchObject({
        status: 1,
        stdout: 'NOT WHOLE:\n- report.json: removed from the archive\n',
      })
      expect(verify(join(folder, 'absent.zip'))).toMatchObject({
        status: 1,
        stderr: 'This file cannot be read.\n',
      })
      expect(verify()).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/^Usage/) as string,
      })
    })
  })
})

describe('an archive of stored files', () => {
  test('a size that would need ZIP64 is refused before the first byte', async () => {
    expect(storedZipSize([{ name: 'a', size: 2 ** 32 - 200 }])).toBeGreaterThan(2 ** 32 - 200)
    expect(storedZipSize([{ name: 'a', size: 2 ** 32 }])).toBeUndefined()
    expect(
      storedZipSize(
        Array.from({ length: 65_535 }, (_, index) => ({ name: String(index), size: 0 })),
      ),
    ).toBeUndefined()
    const huge = { size: 2 ** 32, read: sourceOf(Buffer.alloc(0)).read }
    await expect(writeStoredZip([{ name: 'a', source: huge, crc32: 0 }]).next()).rejects.toThrow(
      /ZIP64/,
    )
  })
  test('a source that is shorter than its stated size makes the writer throw', async () => {
    const source = { size: 10, read: sourceOf(Buffer.from('short')).read }
    const read = async (): Promise<void> => {
      for await (const piece of writeStoredZip([{ name: 'a', source, crc32: 0 }])) void piece
    }
    await expect(read()).rejects.toThrow(/another length/)
  })
  test('the archive is readable by the reader of Word documents', async () => {
    const archive = await writeEntries([
      { name: 'a/صورة.txt', bytes: Buffer.from('one') },
      { name: 'b', bytes: Buffer.alloc(0) },
    ])
    const path = join(await mkdtemp(join(MEMORY_FOLDER, 'wld-zip-')), 'a.zip')
    await writeFile(path, archive)
    expect(await readFile(path)).toHaveLength(archive.length)
    expect(readZip(archive).map(({ name, bytes }) => [name, bytes.toString()])).toEqual([
      ['a/صورة.txt', 'one'],
      ['b', ''],
    ])
  })
})
