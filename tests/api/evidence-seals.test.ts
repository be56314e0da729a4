/** Seals of a device: checked at the receipt, in the custody, for staff, and in a package without the server. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { verifyPackage } from '#server/features/evidence/package/verify-package.ts'
import { sourceOf } from '#server/parts/files/byte-source.ts'
import { checksum, writeStoredZip } from '#server/parts/files/stored-zip.ts'
import { evidenceKeys, readCustody } from '#shared/contract/evidence.ts'
import { createReport } from '#shared/contract/reports.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { type EvidenceSeal, roundPlace } from '#shared/domain/report/evidence-seal.ts'
import { reportBody } from '#tests/builders/report.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { sha256, uploadInParts } from '#tests/support/evidence-uploads.ts'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { jpeg } from '#tests/support/sample-files.ts'
import { film } from '#tests/support/sample-films.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import { readZip } from '#tests/support/zip.ts'
import {
  createSealKeys,
  signSeal,
} from '../../src/renderer/platform/evidence-upload/capture/sign-seal.ts'

const PLACE = roundPlace({ latitude: 15.5006, longitude: 32.5599 }, '10km')
type Entries = { name: string; bytes: Buffer }[]

async function writeEntries(entries: Entries): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of writeStoredZip(
    entries.map(({ name, bytes }) => ({ name, source: sourceOf(bytes), crc32: checksum(bytes) })),
  ))
    pieces.push(piece)
  return Buffer.concat(pieces)
}

const INTACT = 'sealed by a device and unchanged since; time as the device says'

describe.each(ENGINES)('seals of evidence on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip })
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(MEMORY_FOLDER, 'wld-seals-'))
  })
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true })
  })

  const member = async (role: Role) => (await person(role, { proven: true })).bearer
  const seal = async (bytes: Uint8Array, more: Partial<EvidenceSeal> = {}) => ({
    ...(await signSeal(
      {
        sha256: sha256(bytes),
        size: bytes.length,
        original: null,
        kind: 'film',
        capturedAt: server.clock.now().toISOString(),
        place: PLACE,
        ...more,
      },
      await createSealKeys(),
    )),
    ...('signature' in more && { signature: more.signature }),
  })
  const send = async (
    bearer: string,
    bytes: Uint8Array,
    more: object,
  ): Promise<{ readonly fileUrl: string }> => {
    const { status, upload, problem } = await uploadInParts(server, bearer, bytes, {
      original: more,
    })
    if (status !== 200) throw new Error(JSON.stringify(problem))
    return { fileUrl: upload.fileUrl ?? '' }
  }
  const custody = async (id: number, bearer: string) => {
    const answer = await server.client.call(readCustody, { params: { id } }, { bearer })
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    return answer.value
  }

  run(
    'each kind of seal is kept and marked, and the package is checked without the server',
    async () => {
      const [reporter, moderator, reviewer] = [
        await member('member'),
        await member('moderator'),
        await member('reviewer'),
      ]
      const scene = () => film({ picture: randomBytes(2_000) })
      const [good, otherHash, otherSignature, without, late] = [
        scene(),
        scene(),
        scene(),
        scene(),
        scene(),
      ] as const
      const photo = await jpeg(40, 40)
      const stated = { sha256: 'c'.repeat(64), size: 9_000_000 }
      const { signature } = await seal(good)
      const monthsAgo = new Date(server.clock.now().getTime() - 90 * 86_400_000).toISOString()
      const sent = [
        await send(reporter, good, { seal: await seal(good) }),
        await send(reporter, otherHash, {
          seal: await seal(otherHash, { sha256: 'a'.repeat(64) }),
        }),
        await send(reporter, otherSignature, { seal: await seal(otherSignature, { signature }) }),
        await send(reporter, without, {}),
        await send(reporter, late, {
          seal: await seal(late, { capturedAt: monthsAgo, place: null }),
        }),
        await send(reporter, photo, {
          originalSha256: stated.sha256,
          originalSize: stated.size,
          seal: await seal(photo, { kind: 'photo', original: stated }),
        }),
      ]
      const report = await server.client.call(
        createReport,
        {
          body: reportBody({
            evidenceList: sent.map(({ fileUrl }) => ({
              evidenceType: 'video',
              fileUrl,
              description: 'Seen',
            })),
          }),
        },
        { bearer: reporter },
      )
      if (!report.ok) throw new Error(JSON.stringify(report))
      const ids = report.value.reportEvidences.map(({ id }) => id)
      const read = await Promise.all(ids.map((id) => custody(id, moderator)))
      expect(
        read.map(({ seal: found, events }) => [
          found?.state,
          found?.timeIsPlausible,
          events[0]?.detail['seal'],
        ]),
      ).toEqual([
        ['intact', true, INTACT],
        ['mismatch', true, 'seal does not match'],
        ['mismatch', true, 'seal does not match'],
        [undefined, undefined, 'received without seal'],
        ['intact', false, `${INTACT}; this time does not fit the receipt`],
        ['intact', true, INTACT],
      ])
      expect(read[0]?.seal).toMatchObject({ kind: 'film', place: PLACE, hasPlace: true })
      // Who may not read originals does not learn where the reporter stood.
      expect((await custody(ids[0] ?? 0, reviewer)).seal).toMatchObject({
        state: 'intact',
        place: null,
        hasPlace: true,
      })
      expect(JSON.stringify(report.value)).not.toMatch(/seal|32\.5/)

      const archive = await fetch(`${server.url}/api/report/evidence/package/${report.value.id}`, {
        headers: { authorization: `Bearer ${moderator}` },
      })
      const whole = Buffer.from(await archive.arrayBuffer())
      const keys = await server.client.call(evidenceKeys, {})
      const key = keys.ok ? keys.value.keys[0]?.x : undefined
      const check = async (bytes: Buffer) => {
        const path = join(folder, `${randomBytes(6).toString('hex')}.zip`)
        await writeFile(path, bytes)
        return verifyPackage(path, key)
      }
      const { faults, notes } = await check(whole)
      expect(faults).toEqual([])
      expect(notes.filter((note) => note.includes('seal'))).toEqual([
        expect.stringMatching(
          /^originals\/evidence-\d+\.mp4: sealed by a device and unchanged since; time as the device says; as the device states, a film of .*, at 15\.\d+, 32\.\d+ \(rounded to 10km\)\. Key /,
        ),
        expect.stringMatching(/seal does not match, as .*\(it states another SHA-256/),
        expect.stringMatching(/seal does not match, as .*\(its signature does not fit/),
        expect.stringMatching(/sealed by a device.*no place; this time does not fit the receipt/),
        expect.stringMatching(
          /evidence-\d+\.jpg: sealed by a device and unchanged since; time as the device says; .* a photo of/,
        ),
      ])

      const changed = async (name: RegExp, change: (bytes: Buffer) => Buffer) =>
        (
          await check(
            await writeEntries(
              readZip(whole).map((entry) =>
                name.test(entry.name)
                  ? { ...entry, bytes: change(Buffer.from(entry.bytes)) }
                  : entry,
              ),
            ),
          )
        ).faults
      const flip = (at: number) => (bytes: Buffer) => {
        bytes[at] = (bytes[at] ?? 0) ^ 1
        return bytes
      }
      expect(await changed(new RegExp(`originals/evidence-${ids[0]}\\.mp4`), flip(1_000))).toEqual([
        expect.stringMatching(/^originals\/.*: changed$/),
        expect.stringMatching(/^seals\/.*: seal does not match originals\/.*another SHA-256/),
      ])
      expect(
        await changed(new RegExp(`seals/evidence-${ids[0]}\\.json`), (bytes) =>
          Buffer.from(bytes.toString().replace('15.', '16.')),
        ),
      ).toEqual([
        expect.stringMatching(/^seals\/.*: changed$/),
        expect.stringMatching(/^seals\/.*: seal does not match .*signature does not fit/),
      ])
    },
  )

  run('neither the seal nor its place lies open in the database', async () => {
    const reporter = await member('member')
    const bytes = film({ picture: randomBytes(500) })
    const made = await seal(bytes)
    await send(reporter, bytes, { seal: made })
    const { rows } = await sql`select * from files where seal is not null`.execute(
      server.deps.database.db,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(made.signature)
    expect(JSON.stringify(rows)).not.toContain(PLACE.longitude)
  })

  run('a seal without its parts is refused by field before a byte is sent', async () => {
    const reporter = await member('member')
    const bytes = film()
    const { signature: _, ...unsigned } = await seal(bytes)
    expect(
      await uploadInParts(server, reporter, bytes, { original: { seal: unsigned } as object }),
    ).toMatchObject({ status: 422, problem: { fields: [{ path: 'body.seal.signature' }] } })
  })
})
