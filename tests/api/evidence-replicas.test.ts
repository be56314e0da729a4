/** Parts of one upload may reach different servers and be stored in a bucket. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAt } from '#server/parts/files/byte-source.ts'
import { EVIDENCE_CHUNK_BYTES } from '#shared/contract/evidence.ts'
import { createReport, listReports } from '#shared/contract/reports.ts'
import { buildPerson } from '#tests/builders/person.ts'
import { reportBody } from '#tests/builders/report.ts'
import { startApiServer, type ApiServer } from '#tests/support/api-server.ts'
import { ENGINES, hasPostgres } from '#tests/support/engines.ts'
import {
  begun,
  finish,
  partAt,
  sendPart,
  sha256,
  state,
  uploadInParts,
} from '#tests/support/evidence-uploads.ts'
import { hasSwift, S3_TITLE, startS3, type RunningS3 } from '#tests/support/s3.ts'
import { film } from '#tests/support/sample-films.ts'
import { suiteServer } from '#tests/support/suite-server.ts'
import { fileIdOf } from '#tests/support/uploads.ts'

const long = (): Buffer => film({ picture: randomBytes(3 * EVIDENCE_CHUNK_BYTES) })
const bearerOn = async (server: ApiServer): Promise<string> =>
  (await buildPerson(server.deps)).bearer

describe(`two servers on one database${hasPostgres ? '' : ' (skipped: no PostgreSQL)'}`, () => {
  let first: ApiServer
  let second: ApiServer
  beforeAll(async () => {
    if (!hasPostgres) return
    first = await startApiServer({ engine: 'postgres' })
    second = await startApiServer({
      engine: 'postgres',
      databaseUrl: first.databaseUrl ?? '',
      dataDir: first.dataDir,
    })
  })
  afterAll(async () => {
    if (!hasPostgres) return
    await second.stop()
    await first.stop()
  })

  test.skipIf(!hasPostgres)(
    'accept parts of one upload on both servers and finish it once',
    async () => {
      const [bearer, bytes] = [await bearerOn(first), long()]
      const { id } = await begun(first, bearer, bytes)
      for (
        let offset = 0, turn = 0;
        offset < bytes.length;
        offset += EVIDENCE_CHUNK_BYTES, turn += 1
      ) {
        // The same part reaches both servers: one stores it, the other finds it stored.
        const answers = await Promise.all(
          [first, second].map((server) =>
            sendPart(server, bearer, id, offset, partAt(bytes, offset)),
          ),
        )
        expect(answers.map(({ status }) => status)).toEqual([200, 200])
        expect((await state(turn % 2 === 0 ? second : first, bearer, id)).upload.offset).toBe(
          Math.min(bytes.length, offset + EVIDENCE_CHUNK_BYTES),
        )
      }
      const answers = await Promise.all(
        [first, second, first, second].map((server) => finish(server, bearer, id)),
      )
      expect(answers.some(({ status }) => status === 200)).toBe(true)
      const last = await finish(second, bearer, id)
      expect(last.upload.fileUrl).not.toBeNull()
      for (const { status, upload } of answers)
        if (status === 200) expect(upload.fileUrl).toBe(last.upload.fileUrl)
      const whole = await second.deps.library.openOriginal(fileIdOf(last.upload.fileUrl ?? ''))
      expect(whole === undefined ? '' : sha256(await readAt(whole, 0, whole.size))).toBe(
        sha256(bytes),
      )
      expect(
        await first.deps.database.db
          .selectFrom('file_parts')
          .select('id')
          .where('upload_id', '=', id)
          .execute(),
      ).toEqual([])
    },
  )

  test.skipIf(!hasPostgres)(
    'show a report to the public at once after the other server accepted it',
    async () => {
      const seen = async (server: ApiServer) => {
        const answer = await server.client.call(listReports, { query: { type: 'keptapart' } })
        return answer.ok && Array.isArray(answer.value)
          ? answer.value.map(({ city }) => city)
          : undefined
      }
      expect(await seen(second)).toEqual([])
      const bearer = await bearerOn(first)
      for (const city of ['Nyala', 'Kutum']) {
        const filed = await first.client.call(
          createReport,
          { body: reportBody({ type: 'Keptapart', city }) },
          { bearer },
        )
        expect(filed.ok).toBe(true)
        expect((await seen(second))?.[0]).toBe(city)
        expect(await seen(first)).toEqual(await seen(second))
      }
    },
  )
})

describe.each(ENGINES)(`$title and ${S3_TITLE}`, ({ engine, skip }) => {
  const off = skip || !hasSwift
  let s3: RunningS3
  beforeAll(async () => {
    s3 = await startS3()
  })
  afterAll(() => s3.stop())
  const { server, run } = suiteServer({ engine, skip: off }, () => {
    const { endpoint, region, bucket, accessKeyId, secretAccessKey } = s3.settings
    return {
      env: {
        S3_ENDPOINT: endpoint,
        S3_REGION: region,
        S3_BUCKET: bucket,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
      },
    }
  })

  run('store a film in parts, show it without its location, and delete it', async () => {
    const [bearer, bytes] = [await bearerOn(server), long()]
    const { status, upload } = await uploadInParts(server, bearer, bytes)
    expect(status).toBe(200)
    const report = await server.client.call(
      createReport,
      {
        body: reportBody({
          evidenceList: [
            { evidenceType: 'video', fileUrl: upload.fileUrl ?? '', description: 'Seen' },
          ],
        }),
      },
      { bearer },
    )
    const answer = await fetch(
      `${server.url}${report.ok ? report.value.reportEvidences[0]?.fileUrl : ''}`,
      { headers: { range: 'bytes=100-1100000' } },
    )
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([206, 1_099_901])
    const fileId = fileIdOf(upload.fileUrl ?? '')
    const parts = await server.deps.database.db
      .selectFrom('file_parts')
      .select('id')
      .where('file_id', '=', fileId)
      .execute()
    expect(parts).toHaveLength(4)
    await server.deps.database.db.deleteFrom('report_evidence').execute()
    await server.deps.database.db
      .updateTable('files')
      .set({ attached_at: null })
      .where('id', '=', fileId)
      .execute()
    await server.deps.library.remove([fileId])
    for (const { id } of parts)
      expect(await server.deps.files.get(`part/${id.slice(0, 2)}/${id}`)).toBeUndefined()
  })
})
